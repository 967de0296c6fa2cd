import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { shifts, watchShifts } from './support/shifts.ts';
import { expect, test } from './support/test.ts';

interface Contact {
  id: string;
  name: string;
  company: string;
  phone: { phone_number: string };
}

/** What a click at the middle of the button would hit. */
const isFree = (page: Page, name: string) =>
  page.getByRole('button', { name }).evaluate((button) => {
    const box = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
  });

test('a call covers nothing and moves nothing, from its first ring to its end', async ({ desk, admin, simulator }) => {
  const [contact] = await admin.list<Contact>('contact', { order: 'name', limit: '1', offset: '2' });
  const number = contact?.phone.phone_number ?? '';
  const thread = await simulator.ask(number, 'Do you still have the green tent?');
  const alice = await desk('agent1', `/view/twilio_conversation/record/${thread}/conversation`);
  const { page } = alice;
  await expect(page.getByText('Do you still have the green tent?').last()).toBeVisible();
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.fill('Yes, two of th');
  const boxes = async () => JSON.stringify(await Promise.all([composer.boundingBox(), page.getByRole('button', { name: 'Send' }).boundingBox(), page.getByRole('heading').first().boundingBox()]));
  const before = await boxes();
  await watchShifts(page);

  const sid = await simulator.call(number);
  await expect(alice.alert()).toBeVisible();
  expect(await boxes(), 'while it rings').toBe(before);
  expect(await isFree(page, 'Send'), 'Send is under nothing').toBe(true);
  await composer.press('Alt+a');
  await expect(page.getByRole('region', { name: /^On a call with/ })).toBeVisible();
  expect(await boxes(), 'in the call').toBe(before);
  expect(await isFree(page, 'Send')).toBe(true);
  await page.keyboard.type('em.');
  await expect(composer).toHaveValue('Yes, two of them.');
  await simulator.hangUp(sid);
  await expect(page.getByRole('button', { name: 'Hang up' })).toHaveCount(0);
  expect(await boxes(), 'after it').toBe(before);
  expect(await shifts(page)).toEqual([]);
});

test('a ringing call is reached and answered by the keyboard alone', async ({ desk, simulator }) => {
  const alice = await desk('agent1', '/live/chat');
  const { page } = alice;
  const first = await simulator.call('+13035550145');
  const accept = alice.alert().getByRole('button', { name: 'Accept' });
  await expect(accept).toHaveText(/Alt\+A/);
  await expect(alice.alert().getByRole('button', { name: 'Decline' })).toHaveText(/Alt\+D/);
  await look(page, 'call-keys-light');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'call-keys-dark');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  await page.setViewportSize({ width: 390, height: 780 });
  await look(page, 'call-keys-narrow');
  await page.setViewportSize({ width: 1360, height: 860 });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to calls' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await alice.alert().evaluate((alert) => alert.contains(document.activeElement)), 'the next stop is the call').toBe(true);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Alt+d');
  await expect(alice.alert(), 'also over a dialog').toHaveCount(0);
  await simulator.hangUp(first);
  await page.keyboard.press('Escape');
  const second = await simulator.call('+13035550145');
  await expect(alice.alert()).toBeVisible();
  await page.keyboard.press('Alt+a');
  await expect(page.getByRole('region', { name: /^On a call with/ })).toBeVisible();
  await simulator.hangUp(second);
});

test('all clocks of one call tell the same second', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const { page } = alice;
  await simulator.call('+13035550144');
  await expect(alice.alert()).toBeVisible();
  // The page's own clock begins at another moment than the alert's.
  await page.getByRole('link', { name: /^Chat/ }).first().click();
  await page.getByRole('link', { name: /^Active Calls/ }).first().click();
  await expect(page.getByRole('timer')).toHaveCount(2);
  const differing = await page.evaluate(
    () =>
      new Promise<string[]>((done) => {
        const seen: string[] = [];
        const began = performance.now();
        const look = () => {
          const told = [...document.querySelectorAll('[role=timer]')].map((clock) => clock.textContent ?? '');
          if (new Set(told).size > 1) seen.push(told.join(' '));
          if (performance.now() - began > 3_000) done(seen);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  expect(differing).toEqual([]);
  await page.keyboard.press('Alt+d');
  await expect(alice.alert()).toHaveCount(0);
});

test('who calls is known, in the row and in the title, and nothing is read for it', async ({ desk, admin, simulator }) => {
  const [contact] = await admin.list<Contact>('contact', { order: 'name', limit: '1', offset: '5' });
  if (contact === undefined) throw new Error('no demo contact');
  await admin.post('/v1/object/note', { name: 'Wants a refund', notes: 'Tent pole broke.', related_to: { schema: 'contact', id: contact.id } });
  await simulator.ask(contact.phone.phone_number, 'Please call me.');
  const alice = await desk('agent3', '/live/chat');
  const { page } = alice;
  await page.getByRole('link', { name: /^Texts/ }).first().focus();
  await alice.mark();
  const sid = await simulator.call(contact.phone.phone_number);
  await expect(page.getByRole('alertdialog', { name: contact.name })).toContainText('Texted today');
  await expect(alice.alert()).toContainText(contact.company);
  await expect(alice.alert().getByRole('link', { name: 'Texted today' })).toHaveAttribute('href', /\/view\/twilio_conversation\/record\/.+\/conversation/);
  await expect(alice.alert().getByRole('link', { name: 'Wants a refund' })).toHaveAttribute('href', /\/view\/note\/record\//);
  await expect(page).toHaveTitle(`☎ ${contact.name} is calling`);
  expect(alice.reads()).toEqual([]);
  await expect(page.getByRole('link', { name: /^Texts/ }).first(), 'the focus stays').toBeFocused();

  await look(page, 'dock-ringing-light');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'dock-ringing-dark');
  await page.setViewportSize({ width: 390, height: 780 });
  await look(page, 'dock-ringing-narrow');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  await page.setViewportSize({ width: 1360, height: 860 });

  await page.keyboard.press('Alt+a');
  await expect(page.getByRole('region', { name: `On a call with ${contact.name}` })).toBeVisible();
  await expect(page).not.toHaveTitle(/☎/);
  await look(page, 'dock-up-light');
  await simulator.hangUp(sid);
  await expect(page.getByRole('button', { name: 'Ring on the desktop' })).toBeVisible();
  await look(page, 'dock-idle-light');
  expect(alice.errors()).toEqual([]);
});

test('a missed call stays marked in all browsers of a person until one of them has seen it', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const home = await desk('agent1', '/live/chat');
  const ben = await desk('agent2');
  const sid = await simulator.call('+13035550161');
  await expect(alice.alert()).toBeVisible();
  await ben.alert().getByRole('button', { name: 'Decline' }).click();
  await expect(ben.alert().getByRole('button', { name: 'Decline' })).toHaveCount(0);
  await simulator.hangUp(sid);
  const mark = (page: Page) => page.getByText('Missed call from (303) 555-0161');
  for (const { page } of [alice, home]) await expect(mark(page)).toBeVisible();
  await expect(mark(ben.page), 'also for the user who declined it: nobody took it').toBeVisible();
  await expect(ben.page.getByRole('region', { name: 'Missed Calls' })).toContainText('(303) 555-0161');
  await look(alice.page, 'dock-missed-light');

  await home.page.reload();
  await home.connected();
  await expect(mark(home.page), 'a reload forgets nothing').toBeVisible();
  await home.mark();
  await alice.mark();
  await alice.page.getByRole('button', { name: 'Call back' }).first().click();
  await expect(alice.page.getByRole('region', { name: 'Calling (303) 555-0161' })).toBeVisible();
  await expect(mark(home.page)).toHaveCount(0);
  expect([...alice.reads(), ...home.reads()], 'all of it came by the socket').toEqual([]);
  await alice.page.getByRole('region', { name: 'Calling (303) 555-0161' }).getByRole('button', { name: 'Hang up' }).click();
  await expect(alice.page.getByRole('button', { name: 'Ring on the desktop' })).toBeVisible();
});

test('a call that nobody took is named by its contact, called missed everywhere, and found by the user who declined it', async ({ desk, admin, simulator }) => {
  const [contact] = await admin.list<Contact>('contact', { order: 'name', limit: '1', offset: '9' });
  if (contact === undefined) throw new Error('no demo contact');
  const ben = await desk('agent4', '/');
  const { page } = ben;
  const name = `Call from ${contact.name}`;
  const missed = page.getByRole('main').getByRole('listitem').filter({ hasText: contact.name });
  // The caller gives up, and then ben declines: whatever the status is, it is one word.
  for (const end of [(sid: string) => simulator.hangUp(sid), () => ben.alert().getByRole('button', { name: 'Decline' }).click()]) {
    const sid = await simulator.call(contact.phone.phone_number);
    await expect(page.getByRole('alertdialog', { name: contact.name })).toBeVisible();
    await end(sid);
    await expect(ben.alert()).toHaveCount(0);
    await simulator.hangUp(sid).catch(() => undefined);
  }
  await expect(missed).toHaveCount(2);
  await expect(missed.getByRole('button', { name: 'Call back' }).first()).toBeVisible();
  await look(page, 'home-missed-light');
  await page.getByRole('button', { name: 'Mark all as seen' }).click();
  await expect(missed).toHaveCount(0);

  const calls = await admin.list<{ id: string; name: string; status: string }>('call', { order: '-start_time', limit: '2' });
  expect(calls.map((call) => call.name)).toEqual([name, name]);
  for (const { status } of calls) expect(['canceled', 'no-answer']).toContain(status);
  const rows = page.locator('tr[data-record]');
  await ben.go('/view/call/list');
  for (const { id } of calls) await expect(rows.and(page.locator(`[data-record="${id}"]`))).toContainText('Missed');
  await look(page, 'call-log-light');
  for (const { id } of calls) {
    await ben.go(`/view/call/record/${id}/standard`);
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.getByRole('main').locator('header')).toContainText('Missed');
    await expect(page.getByRole('listitem').filter({ hasText: 'Missed call' })).toBeVisible();
  }
  await ben.go(`/view/contact/record/${contact.id}/standard`);
  await expect(page.getByRole('link', { name: 'Missed call' })).toHaveCount(2);
  expect(ben.errors()).toEqual([]);
});

test('a call rings on the desktop of who works elsewhere, where he wants it, as long as it rings', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const { page } = alice;
  await page.evaluate(() => {
    const shown: string[] = [];
    class Told {
      static permission = 'default';
      static requestPermission = async () => (Told.permission = 'granted');
      onclick?: () => void;
      constructor(readonly title: string) {
        shown.push(`shown ${title}`);
      }
      close(): void {
        shown.push('closed');
      }
    }
    Object.assign(window, { Notification: Told, shown });
    document.hasFocus = () => false;
    window.dispatchEvent(new Event('blur'));
  });
  const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown);
  await page.getByRole('link', { name: /^Chat/ }).first().click();
  // The row reads the browser's leave when it is drawn again: a call has come and gone.
  const first = await simulator.call('+13035550171');
  await expect(alice.alert()).toBeVisible();
  await simulator.hangUp(first);
  await page.getByRole('button', { name: 'Mark as seen' }).click();
  expect(await shown(), 'nobody wanted it').toEqual([]);
  await page.getByRole('button', { name: 'Ring on the desktop' }).click();
  await expect(page.getByRole('button', { name: 'Ring on the desktop' })).toHaveAttribute('aria-pressed', 'true');
  const sid = await simulator.call('+13035550172');
  await expect.poll(shown).toEqual(['shown ☎ (303) 555-0172 is calling']);
  await simulator.hangUp(sid);
  await expect.poll(shown).toEqual(['shown ☎ (303) 555-0172 is calling', 'closed']);
  await page.getByRole('button', { name: 'Mark as seen' }).click();
});
