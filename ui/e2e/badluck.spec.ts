import type { Page } from '@playwright/test';
import type { Desk } from './support/desk.ts';
import { press } from './support/keys.ts';
import { look } from './support/look.ts';
import { hasMicrophones, plugIn, refuse, unplug } from './support/microphones.ts';
import { Signalling } from './support/signalling.ts';
import type { Simulator } from './support/simulator.ts';
import { hears, plays } from './support/sound.ts';
import { expect, test } from './support/test.ts';

const sign = (page: Page, name: RegExp) => page.getByRole('banner').getByLabel(name);
const red = (page: Page) => page.getByRole('banner').getByRole('button', { name: /phone is not set up/ });
const mute = (page: Page) => page.getByRole('button', { name: 'Mute', exact: true });
const setUpFirst = 'Setup the Phone First. Click the Red Phone Icon that is left of the Availability indicator.';
const noMicrophone = 'No audio access for the device.';

/** A call from outside is taken and heard both ways, by a tone each. */
async function onCall(desk: Desk, simulator: Simulator, from: string, own: number): Promise<string> {
  const sid = await simulator.call(from);
  await simulator.plays(sid, 400);
  await desk.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(mute(desk.page)).toBeVisible();
  await expect.poll(() => simulator.hears(sid), 'the customer hears the agent').toEqual([own]);
  await expect.poll(() => hears(desk.page), 'the agent hears the customer').toEqual([400]);
  return sid;
}

async function hangUp(desk: Desk, simulator: Simulator, sid: string): Promise<void> {
  await desk.page.getByRole('button', { name: 'Hang up' }).first().click();
  await expect.poll(async () => (await simulator.calls()).find((c) => c.sid === sid)?.status).toBe('completed');
  await expect(mute(desk.page)).toHaveCount(0);
}

test('a microphone that is unplugged in a call has the next one take its place, and one that is plugged in brings the sound back', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const { page } = alice;
  await plays(page, 0);
  await hasMicrophones(page, { headset: 700, builtin: 1100 });
  await alice.go('/live/chat');
  const sid = await onCall(alice, simulator, '+13035550301', 700);
  await unplug(page, 'headset');
  await expect.poll(() => simulator.hears(sid), 'the next one').toEqual([1100]);
  await expect(page.getByText(noMicrophone)).toHaveCount(0);
  await unplug(page, 'builtin');
  await expect(page.getByText(noMicrophone)).toBeVisible();
  await expect(red(page)).toBeVisible();
  await expect.poll(() => simulator.hears(sid)).toEqual([]);
  await expect.poll(() => hears(page), 'the call goes on').toEqual([400]);
  await plugIn(page, 'other', 900);
  await expect.poll(() => simulator.hears(sid), 'it is back').toEqual([900]);
  await expect(sign(page, /phone is set up/)).toBeVisible();
  await hangUp(alice, simulator, sid);
  // The SDK tries the next device by itself, too, and lets nobody know that it was gone by then.
  expect(alice.errors().filter((error) => !error.startsWith('Device not found'))).toEqual([]);
});

test('who takes his leave back in a call is told so, and speaks on', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const { page } = alice;
  await plays(page, 0);
  await hasMicrophones(page, { headset: 700 });
  await alice.go('/live/chat');
  const sid = await onCall(alice, simulator, '+13035550302', 700);
  await refuse(page);
  await expect(page.getByText('Please allow microphone access in your browser settings to use the phone feature.')).toBeVisible();
  await expect.poll(() => hears(page)).toEqual([400]);
  await hangUp(alice, simulator, sid);
});

test('without a microphone no call is taken, which is said, and one that is plugged in is enough', async ({ desk, simulator }) => {
  const good = await desk('agent2'); // for whom it rings, by his other browser
  await expect(good.page.locator('html')).toHaveAttribute('data-phone-told', 'ready', { timeout: 60_000 });
  const alice = await desk('agent2');
  const { page } = alice;
  await plays(page, 0);
  await hasMicrophones(page, {});
  await alice.go('/live/chat');
  await expect(red(page)).toBeVisible();
  await simulator.call('+13035550303');
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText(noMicrophone)).toBeVisible();
  await plugIn(page, 'headset', 700);
  await expect(red(page)).toHaveCount(0);
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(mute(page)).toBeVisible();
  await page.getByRole('button', { name: 'Hang up' }).first().click();
});

test('a phone whose code can not be loaded says so, beside a red icon by which it is tried again', async ({ desk, simulator }) => {
  const good = await desk('agent2'); // for whom it rings, by his other browser
  await expect(good.page.locator('html')).toHaveAttribute('data-phone-told', 'ready', { timeout: 60_000 });
  const alice = await desk('agent2');
  const { page } = alice;
  await page.route(/\/assets\/twilio-[^/]*\.js/, (route) => route.abort());
  await alice.go('/live/chat');
  await expect(red(page)).toBeVisible({ timeout: 60_000 });
  await simulator.call('+13035550304');
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Device is not initialized. Please refresh the page.')).toBeVisible();
  await expect(alice.alert().getByRole('button', { name: 'Accept' }), 'it rings on').toBeEnabled();
  await page.unroute(/\/assets\/twilio-[^/]*\.js/);
  await red(page).click();
  await expect(sign(page, /phone is set up/)).toBeVisible();
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(mute(page)).toBeVisible();
  await page.getByRole('button', { name: 'Hang up' }).first().click();
});

test('a phone that gets no token is to be set up first, which the toast and the red icon say', async ({ desk, simulator }) => {
  const good = await desk('agent2'); // for whom it rings, by his other browser
  await expect(good.page.locator('html')).toHaveAttribute('data-phone-told', 'ready', { timeout: 60_000 });
  const alice = await desk('agent2');
  const { page } = alice;
  await page.route('**/v1/twilio/token/**', (route) => route.fulfill({ status: 503, json: { code: 'unavailable', detail: 'Restarting.' } }));
  await alice.go('/live/chat');
  await expect(red(page)).toBeVisible({ timeout: 60_000 });
  await expect(red(page)).toHaveCSS('color', await page.evaluate(() => {
    const sample = document.body.appendChild(document.createElement('i'));
    sample.style.color = 'var(--danger)';
    const { color } = getComputedStyle(sample);
    sample.remove();
    return color;
  }));
  await simulator.call('+13035550305');
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText(setUpFirst)).toBeVisible();
  await red(page).click();
  await expect(page.getByText('Error setting up the phone. Please log out, refresh the page, login back in and try again')).toBeVisible();
  await page.unroute('**/v1/twilio/token/**');
  await red(page).click();
  await expect(sign(page, /phone is set up/)).toBeVisible();
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(mute(page)).toBeVisible();
  await page.getByRole('button', { name: 'Hang up' }).first().click();
});

test('the signalling of a call is cut and comes back: the row says so, and the sound is as before', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const { page } = alice;
  const line = await Signalling.of(page);
  await plays(page, 700);
  await alice.go('/live/chat');
  const sid = await onCall(alice, simulator, '+13035550306', 700);
  const row = page.getByRole('region', { name: /On a call with/ });
  await line.cut();
  await expect(row.getByText('Reconnecting…')).toBeVisible();
  await expect.poll(() => hears(page), 'sound takes another way').toEqual([400]);
  line.mend();
  await expect(row.getByText('Reconnecting…')).toHaveCount(0);
  expect(line.connects).toBe(2);
  await expect.poll(() => simulator.hears(sid)).toEqual([700]);
  await mute(page).click();
  await expect.poll(() => simulator.hears(sid)).toEqual([]);
  await hangUp(alice, simulator, sid);
});

test('a network that carries no sound any more: the row says so, and the sound comes back', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const { page } = alice;
  const line = await Signalling.of(page);
  await plays(page, 700);
  await alice.go('/live/chat');
  const network = await alice.context.newCDPSession(page);
  const loses = (packetLoss: number) =>
    network.send('Network.emulateNetworkConditions', { offline: false, latency: 1, downloadThroughput: -1, uploadThroughput: -1, packetLoss } as never);
  await network.send('Network.enable');
  await loses(0);
  const sid = await onCall(alice, simulator, '+13035550311', 700);
  const row = page.getByRole('region', { name: /On a call with/ });
  await loses(100);
  await expect.poll(() => simulator.hears(sid)).toEqual([]);
  await expect(row.getByText('Reconnecting…')).toBeVisible({ timeout: 60_000 });
  await loses(0);
  await expect(row.getByText('Reconnecting…')).toHaveCount(0, { timeout: 60_000 });
  expect(line.asked, 'ICE is restarted').toContain('reinvite');
  await expect.poll(() => simulator.hears(sid)).toEqual([700]);
  await expect.poll(() => hears(page)).toEqual([400]);
  await hangUp(alice, simulator, sid);
});

test('a token that ends in a call is renewed, also where that fails at first, and the call goes on', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const { page } = alice;
  const line = await Signalling.of(page);
  await plays(page, 700);
  await alice.go('/live/chat');
  const sid = await onCall(alice, simulator, '+13035550307', 700);
  const asked: number[] = [];
  await page.route('**/v1/twilio/token/**', async (route) => {
    asked.push(Date.now());
    await (asked.length === 1 ? route.abort() : route.continue());
  });
  line.says('error', { error: { code: 31205, message: 'Access token expired' } });
  await expect.poll(() => asked.length, 'once more after the failure').toBe(2);
  await expect(mute(page)).toBeVisible();
  await expect.poll(() => simulator.hears(sid)).toEqual([700]);
  await expect(sign(page, /phone is set up/)).toBeVisible();
  await hangUp(alice, simulator, sid);
});

test('two tabs that accept at once have one call, which both show', async ({ desk, simulator }) => {
  const alice = await desk('agent3');
  await plays(alice.page, 700);
  await alice.go('/live/chat');
  const other = await alice.context.newPage();
  await plays(other, 700); // either tab may have the phone
  await other.goto('/live/chat');
  await expect(other.locator('html')).toHaveAttribute('data-socket', 'connected');
  const sid = await simulator.call('+13035550308');
  const accept = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Accept' });
  for (const page of [alice.page, other]) await expect(accept(page)).toBeVisible();
  // The buttons are found before, since the first click may remove the other.
  const buttons = await Promise.all([alice.page, other].map((page) => accept(page).elementHandle()));
  await Promise.all(buttons.map((button) => button?.evaluate((element: HTMLElement) => element.click())));
  for (const page of [alice.page, other]) await expect(mute(page)).toBeVisible();
  await expect.poll(() => simulator.hears(sid)).toEqual([700]);
  await expect.poll(async () => (await simulator.calls()).find((c) => c.sid === sid)?.legs.filter(({ status }) => status === 'in-progress').length).toBe(1);
  for (const page of [alice.page, other]) await expect(page.getByRole('alert')).toHaveCount(0);
  await hangUp(alice, simulator, sid);
  await expect(mute(other)).toHaveCount(0);
});

test('a call that ended a moment before it is accepted is over, which is said', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const { page } = alice;
  const held: (() => void)[] = [];
  let [isHeld, refused] = [false, false];
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      refused ||= isHeld && String(message).includes('This call has ended.');
      if (isHeld) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  await alice.go('/live/chat');
  await expect(page.locator('html')).toHaveAttribute('data-phone', 'ready', { timeout: 60_000 });
  const sid = await simulator.call('+13035550309');
  await expect(alice.alert().getByRole('button', { name: 'Accept' })).toBeVisible();
  isHeld = true;
  await simulator.hangUp(sid);
  // A caller who is fast goes before the network has put him through.
  await expect.poll(async () => (await simulator.calls()).find((c) => c.sid === sid)?.status).toMatch(/^(completed|canceled)$/);
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  // The news of its end came before the refusal of the command.
  await expect.poll(() => refused).toBe(true);
  isHeld = false;
  for (const go of held.splice(0)) go();
  await expect(page.getByText('This call has ended.')).toBeVisible();
  await expect(alice.alert()).toHaveCount(0);
  await expect(mute(page)).toHaveCount(0);
});

test('a call that is handed to somebody who goes offline comes back', async ({ desk, simulator }) => {
  const [alice, ben] = [await desk('agent1'), await desk('agent2')];
  await plays(alice.page, 700);
  await alice.go('/live/chat');
  const sid = await onCall(alice, simulator, '+13035550310', 700);
  await press(alice.page, 't');
  const dialog = alice.page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Ben');
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await expect(alice.page.getByText('Ringing Ben Sorensen…').first()).toBeVisible();
  await expect(ben.alert()).toBeVisible();
  await ben.close();
  await expect(alice.page.getByText('The transfer to Ben Sorensen failed. You still have the call.')).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => simulator.hears(sid), 'off hold').toEqual([700]);
  await hangUp(alice, simulator, sid);
});

test('beside a missed call stands why the next one would be missed, too', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const { page } = alice;
  await plays(page, 0);
  await hasMicrophones(page, { headset: 700 });
  await alice.go('/live/chat');
  await expect(page.locator('html')).toHaveAttribute('data-phone-told', 'ready', { timeout: 60_000 });
  const sid = await simulator.call('+13035550312');
  await expect(alice.alert()).toBeVisible();
  await simulator.hangUp(sid);
  const row = page.getByRole('region', { name: 'Calls' });
  await expect(row.getByText(/^Missed call from/)).toBeVisible();
  await expect(row.getByText('The browser may use no microphone.')).toHaveCount(0);
  await unplug(page, 'headset');
  await expect(row.getByText('The browser may use no microphone.')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Set up the phone' })).toBeVisible();
  await expect(row.getByText(/^Missed call from/)).toBeVisible();
  const why = row.getByText('The browser may use no microphone.');
  expect(await why.evaluate((line) => line.scrollWidth <= line.clientWidth), 'it is whole').toBe(true);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((one) => document.documentElement.setAttribute('data-theme', one), theme);
    await look(page, `missed-not-reached-${theme}`);
  }
  await row.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(row.getByText('The browser may use no microphone.'), 'it goes on to stand there').toBeVisible();
});

test('contacts that can not be read are said to be so', async ({ desk }) => {
  const alice = await desk('agent1');
  const { page } = alice;
  await page.route('**/v1/object/contact?**', (route) => route.fulfill({ status: 500, json: { code: 'internal', detail: 'It broke.' } }));
  await alice.go('/phone2/contact');
  await expect(page.getByRole('alert')).toContainText('Error fetching contacts.');
  await expect(page.getByRole('alert')).toContainText('It broke.');
  await page.unroute('**/v1/object/contact?**');
  await page.getByRole('alert').getByRole('button').click();
  await expect(page.locator('tbody a[href]').first()).toBeVisible();
  await look(page, 'softphone-sign');
});
