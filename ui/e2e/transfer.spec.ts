import type { Locator, Page } from '@playwright/test';
import type { Desk } from './support/desk.ts';
import { press } from './support/keys.ts';
import { look } from './support/look.ts';
import type { Simulator } from './support/simulator.ts';
import { hears, plays } from './support/sound.ts';
import { expect, test } from './support/test.ts';

const dock = (page: Page) => page.getByRole('region', { name: 'Calls' });
const key = (page: Page, name: string) => page.getByRole('region', { name: 'Calls' }).getByRole('button', { name, exact: true });

/** Whether a click at the middle of the button would hit it. */
const isFree = (button: Locator) =>
  button.evaluate((one) => {
    const box = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
  });

/** A person whose microphone plays a tone. */
async function withTone(desk: (user: string) => Promise<Desk>, user: string, tone: number): Promise<Desk> {
  const one = await desk(user);
  await plays(one.page, tone);
  await one.go('/live/chat');
  return one;
}

/** A customer of a tone speaks with somebody of another. */
async function speaking(agent: Desk, simulator: Simulator, number: string): Promise<string> {
  const sid = await simulator.call(number);
  await simulator.plays(sid, 400);
  await agent.alert().getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => simulator.hears(sid)).toEqual([700]);
  await expect.poll(() => hears(agent.page)).toEqual([400]);
  return sid;
}

async function handOver(page: Page, to: string, how: 'Transfer' | 'Ask first'): Promise<void> {
  await press(page, 't');
  await page.getByLabel('Find a colleague').fill(to);
  await page.getByRole('dialog').getByRole('button', { name: how, exact: true }).click();
}

test('who is on hold hears music and is not heard', async ({ desk, simulator }) => {
  const alice = await withTone(desk, 'agent1', 700);
  const { page } = alice;
  const sid = await speaking(alice, simulator, '+13035550181');
  await press(page, 'h');
  await expect(page.getByText('On hold')).toBeVisible();
  await expect.poll(() => hears(page), 'she hears the customer no more').toEqual([]);
  await expect.poll(async () => {
    const heard = await simulator.hears(sid);
    return heard.length > 0 && !heard.includes(700);
  }, 'the customer hears music, and not her').toBe(true);
  await look(page, 'call-held-light');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'call-held-narrow-light');
  await page.setViewportSize({ width: 1360, height: 860 });
  await page.reload();
  await alice.connected();
  await expect(page.getByText('On hold'), 'a reload forgets nothing').toBeVisible();
  await key(page, 'Resume').click();
  await expect.poll(() => simulator.hears(sid)).toEqual([700]);
  await key(page, 'Hang up').click();
});

test('a call is handed over, and a colleague who declines gives it back', async ({ desk, simulator }) => {
  const alice = await withTone(desk, 'agent1', 700);
  const ben = await withTone(desk, 'agent2', 1300);
  const sid = await speaking(alice, simulator, '+13035550182');
  await alice.mark();
  await ben.mark();

  const toast = alice.page.getByRole('log').getByRole('status');
  await handOver(alice.page, 'Ben', 'Transfer');
  await expect(toast).toHaveText('Ringing Ben Sorensen…');
  await expect(ben.alert().getByText('Alice Moreno is transferring this call to you.')).toBeVisible();
  await expect(dock(alice.page).getByText('Ringing Ben Sorensen…')).toBeVisible();
  await expect(key(alice.page, 'Cancel transfer')).toBeVisible();
  await look(alice.page, 'call-handing-light');
  await look(ben.page, 'call-handed-light');
  await ben.alert().getByRole('button', { name: 'Decline' }).click();
  await expect(toast, 'in the place of what was said').toHaveText('Ben Sorensen declined the transfer. You still have the call.');
  await expect.poll(() => simulator.hears(sid)).toEqual([700]);

  await handOver(alice.page, 'Ben', 'Transfer');
  await expect(toast).toHaveText('Ringing Ben Sorensen…');
  await ben.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(toast).toHaveText('Transferred the call');
  await expect.poll(() => simulator.hears(sid), 'the customer speaks with Ben').toEqual([1300]);
  await expect.poll(() => hears(ben.page)).toEqual([400]);
  await expect(key(alice.page, 'Hang up')).toHaveCount(0);
  await expect(key(ben.page, 'Hold')).toBeVisible();
  expect([...alice.reads(), ...ben.reads()].filter((read) => !/twilio|contact|token|caller/.test(read)), 'all of it came by the socket').toEqual([]);
  await key(ben.page, 'Hang up').click();
  await expect.poll(async () => (await simulator.calls()).find((c) => c.sid === sid)?.status).toBe('completed');
});

test('two talk about a customer who waits, then he has one of them, or both', async ({ desk, simulator }) => {
  const alice = await withTone(desk, 'agent3', 700);
  const ben = await withTone(desk, 'agent4', 1300);
  const sid = await speaking(alice, simulator, '+13035550183');
  const toast = alice.page.getByRole('log').getByRole('status');
  await handOver(alice.page, 'Diego', 'Ask first');
  await expect(toast).toHaveText('Ringing Diego Ramos…');
  await expect(ben.alert()).toHaveAccessibleDescription(/^Chloe Tanaka wants to consult you\. .*303.* is on hold\./);
  await look(ben.page, 'call-consult-light');
  await ben.page.setViewportSize({ width: 390, height: 844 });
  await expect(ben.alert().getByText(/wants to consult you/)).toBeVisible();
  await look(ben.page, 'call-consult-narrow');
  await ben.page.setViewportSize({ width: 1360, height: 860 });
  await ben.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(toast).toHaveText('Adding user to the call');
  await expect(dock(alice.page).getByText(/ is on hold while you talk with Diego Ramos\.$/)).toBeVisible();
  await expect(dock(ben.page).getByText(/ is on hold while you talk with Chloe Tanaka\.$/)).toBeVisible();
  await expect.poll(() => hears(alice.page), 'they hear each other').toEqual([1300]);
  await expect.poll(() => hears(ben.page)).toEqual([700]);
  await expect.poll(async () => (await simulator.hears(sid)).filter((tone) => tone === 700 || tone === 1300), 'he hears neither').toEqual([]);
  for (const theme of ['dark', 'light']) {
    await alice.page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
    await look(alice.page, `call-talking-${theme}`);
  }
  await alice.page.setViewportSize({ width: 390, height: 844 });
  for (const name of ['Complete transfer', 'Cancel transfer', 'Hang up', 'Resume']) {
    expect(await isFree(key(alice.page, name)), `${name} is covered by nothing`).toBe(true);
  }
  await look(alice.page, 'call-talking-narrow');
  await alice.page.setViewportSize({ width: 1360, height: 860 });

  await key(alice.page, 'Resume').click();
  await expect.poll(async () => (await simulator.hears(sid)).sort(), 'all three talk').toEqual([1300, 700]);
  await expect.poll(async () => (await hears(alice.page)).sort()).toEqual([1300, 400]);
  await key(alice.page, 'Complete transfer').click();
  await expect.poll(() => simulator.hears(sid)).toEqual([1300]);
  await expect(key(alice.page, 'Hang up')).toHaveCount(0);
  await expect(key(ben.page, 'Hold')).toBeVisible();
  await simulator.hangUp(sid);
  await expect(key(ben.page, 'Hang up')).toHaveCount(0);
});

test('a call log, its page and the timeline of the contact show each hand-over', async ({ desk, admin, simulator }) => {
  const [contact] = await admin.list<{ id: string; name: string; phone: { phone_number: string } }>('contact', { order: 'name', limit: '1', offset: '17' });
  if (contact === undefined) throw new Error('no demo contact');
  const alice = await withTone(desk, 'agent1', 700);
  const ben = await withTone(desk, 'agent2', 1300);
  const sid = await speaking(alice, simulator, contact.phone.phone_number);
  await handOver(alice.page, 'Ben', 'Transfer');
  await ben.alert().getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => simulator.hears(sid)).toEqual([1300]);
  await expect(key(ben.page, 'Transfer')).toBeVisible();
  await handOver(ben.page, 'Alice', 'Ask first');
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await key(ben.page, 'Complete transfer').click();
  await expect(key(ben.page, 'Hang up')).toHaveCount(0);
  await key(alice.page, 'Hang up').click();
  await expect(key(alice.page, 'Hang up')).toHaveCount(0);

  const [call] = await admin.list<{ id: string; transfers: { at: string; transfer: string }[] }>('call', { order: '-start_time', limit: '1' });
  expect(call?.transfers.map(({ transfer }) => transfer)).toEqual(['Cold', 'Warm']);
  const times = (call?.transfers ?? []).map(({ at }) => new Date(at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'America/Los_Angeles' }));
  const { page } = alice;
  const lines = page.getByRole('list', { name: 'Hand-overs' }).getByRole('listitem');
  for (const [path, picture] of [[`/view/call/record/${call?.id}/standard`, 'handovers-call'], [`/view/contact/record/${contact.id}/standard`, 'handovers-timeline']] as const) {
    await alice.go(path);
    await expect(lines).toHaveText([`Alice MorenoBen Sorensen${times[0]}`, `Ben SorensenAlice Moreno${times[1]}`]);
    for (const theme of ['dark', 'light']) {
      await page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
      await look(page, `${picture}-${theme}`);
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'handovers-timeline-narrow');
  await page.setViewportSize({ width: 1360, height: 860 });
  await alice.go('/view/call/list');
  const row = page.locator(`tr[data-record="${call?.id}"]`);
  await expect(row).toContainText(`Alice → Ben, ${times[0]}; Ben → Alice, ${times[1]}`);
  await look(page, 'handovers-log-light');
  expect([...alice.errors(), ...ben.errors()]).toEqual([]);
});

test('a toast covers no control and no text, whatever stands at the foot of the page', async ({ desk, simulator }) => {
  const thread = await simulator.ask('+12065550191', 'When do you open?');
  const alice = await desk('agent1', `/view/twilio_conversation/record/${thread}/conversation`);
  const { page } = alice;
  const toast = page.getByRole('log').getByRole('status').filter({ hasText: 'Marked as read.' });
  const covered = () =>
    page.evaluate(() => {
      const box = document.querySelector('[data-tone]')?.getBoundingClientRect();
      const says = (one: Element) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
      const controls = [...document.querySelectorAll<HTMLElement>('body *')].filter((one) => !one.closest('[data-tone]') && (one.matches('button, a, input, textarea') || says(one)));
      const meets = (one: DOMRect) => box !== undefined && one.width > 0 && one.left < box.right && one.right > box.left && one.top < box.bottom && one.bottom > box.top;
      return controls.filter((one) => meets(one.getBoundingClientRect())).map((one) => one.outerHTML.slice(0, 120));
    });
  for (const width of [1360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.getByRole('button', { name: 'More about this conversation' }).click();
    await page.getByRole('menuitem', { name: 'Mark All Read' }).click();
    await expect(toast).toBeVisible();
    expect(await covered(), `${width} px wide`).toEqual([]);
    await look(page, `toast-${width}-light`);
    await expect(toast, 'it goes by itself').toHaveCount(0);
  }
  expect(alice.errors()).toEqual([]);
});
