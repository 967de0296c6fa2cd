import type { Page } from '@playwright/test';
import { press } from './support/keys.ts';
import { look } from './support/look.ts';
import { listens, rings } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/** A ring and its pause, and some more. */
const turn = 4_500;
/** As long as a ring is heard. */
const once = 1_500;
const ring = [660, 990];
/** Nothing is heard, nor in the whole turn that would follow. */
async function isSilent(page: Page, why: string): Promise<void> {
  await expect.poll(() => rings(page, 100), why).toEqual([]);
  expect(await rings(page, turn), why).toEqual([]);
}

test('a call rings by sound in the browser, until it is taken or declined or its caller ends it', async ({ desk, simulator }) => {
  const alice = await desk('agent1', '/live/chat');
  const { page } = alice;
  await listens(page);
  await alice.go('/live/chat');
  await page.getByRole('link', { name: /^Texts/ }).first().click();
  expect(await rings(page, 500), 'nothing rings').toEqual([]);

  const ends: [string, (sid: string) => Promise<unknown>][] = [
    ['declined', () => alice.alert().getByRole('button', { name: 'Decline' }).click()],
    ['its caller hung up', (sid) => simulator.hangUp(sid)],
    ['accepted', () => alice.alert().getByRole('button', { name: 'Accept' }).click()],
  ];
  for (const [why, end] of ends) {
    const sid = await simulator.call('+13035550181');
    await expect(alice.alert()).toBeVisible();
    expect(await rings(page, once)).toEqual(expect.arrayContaining(ring));
    await end(sid);
    await expect(alice.alert()).toHaveCount(0);
    await isSilent(page, why);
    await simulator.hangUp(sid).catch(() => undefined);
  }

  await expect(page.getByRole('button', { name: 'Alice Moreno Available' }), 'she is free again').toBeVisible();
  const sid = await simulator.call('+13035550189');
  await expect(alice.alert()).toBeVisible();
  expect(await rings(page, 5_500)).toEqual(expect.arrayContaining(ring));
  expect(await rings(page, turn), 'it is heard for five seconds').toEqual([]);
  await expect(alice.alert(), 'and seen on').toBeVisible();
  await simulator.hangUp(sid);
  expect(alice.errors()).toEqual([]);
});

test('a second call beeps once, softly, and a call rings no more by sound where one turned that off', async ({ desk, simulator }) => {
  const alice = await desk('agent2', '/live/chat');
  const { page } = alice;
  await listens(page);
  await alice.go('/live/chat');
  await page.getByRole('link', { name: /^Texts/ }).first().click();
  await page.getByRole('button', { name: 'Test ringtone' }).click();
  expect(await rings(page, 2_000)).toEqual(expect.arrayContaining(ring));
  expect(await rings(page, turn), 'once').toEqual([]);

  const first = await simulator.call('+13035550182');
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('button', { name: 'Hang up' }).first()).toBeVisible();
  const chloe = await desk('agent3', '/live/chat');
  const second = await simulator.call('+13035550183');
  await chloe.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(chloe.page.getByRole('button', { name: 'Transfer' }).first()).toBeVisible();
  await press(chloe.page, 't');
  await chloe.page.getByLabel('Find a colleague').fill('Ben');
  const beep = rings(page, turn);
  await chloe.page.getByRole('dialog').getByRole('button', { name: 'Transfer', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Other calls' })).toBeVisible();
  const heard = await beep;
  expect(heard).toContain(440);
  expect(heard.filter((tone) => ring.includes(tone))).toEqual([]);
  await simulator.hangUp(second);
  await simulator.hangUp(first);

  const sound = page.getByRole('button', { name: 'Ringtone', exact: true });
  await sound.click();
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  await simulator.call('+13035550184');
  await expect(alice.alert()).toBeVisible();
  expect(await rings(page, turn)).toEqual([]);
  await alice.alert().getByRole('button', { name: 'Decline' }).click();
  await sound.click();
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
});

test('of the tabs of a browser one rings, and when it is closed another goes on', async ({ desk, simulator }) => {
  const alice = await desk('agent3', '/live/chat');
  const other = await alice.context.newPage();
  const pages = [alice.page, other];
  for (const page of pages) {
    await listens(page);
    await page.goto('/live/chat');
    await expect(page.locator('html')).toHaveAttribute('data-socket', 'connected');
    await page.getByRole('link', { name: /^Texts/ }).first().click();
  }
  await simulator.call('+13035550185');
  for (const page of pages) await expect(page.getByRole('alertdialog')).toBeVisible();
  const heard = await Promise.all(pages.map((page) => rings(page, turn)));
  const loud = pages.filter((_, index) => (heard[index]?.length ?? 0) > 0);
  expect(loud).toHaveLength(1);
  const silent = pages.find((page) => !loud.includes(page));
  await loud[0]?.close();
  if (silent === undefined) throw new Error('both ring');
  expect(await rings(silent, turn)).toEqual(expect.arrayContaining(ring));
  await silent.keyboard.press('Alt+d');
  await expect(silent.getByRole('alertdialog')).toHaveCount(0);
  await isSilent(silent, 'declined');
});

test('where the browser lets the page make no sound the row of calls says so, and a press ends that', async ({ desk, simulator }) => {
  const alice = await desk('agent1', '/live/chat');
  const page = await alice.context.newPage();
  await listens(page);
  await alice.page.close();
  await page.goto('/live/chat');
  // Whatever Playwright evaluates in a page counts as a gesture in it.
  const session = await alice.context.newCDPSession(page);
  const untouched = (expression: string) =>
    expect
      .poll(async () => (await session.send('Runtime.evaluate', { expression, userGesture: false })).result.value)
      .toBe(true);
  await untouched("document.documentElement.dataset.socket === 'connected'");
  await simulator.call('+13035550186');
  await untouched("document.body.innerText.includes('Enable sound')");
  const enable = page.getByRole('button', { name: 'Enable sound' });
  await expect(enable).toBeVisible();
  expect(await rings(page, turn)).toEqual([]);
  await look(page, 'ring-silent-light');
  await page.setViewportSize({ width: 1720, height: 860 });
  await look(page, 'ring-silent-wide');
  await page.setViewportSize({ width: 1360, height: 860 });
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'ring-silent-dark');
  await page.setViewportSize({ width: 390, height: 780 });
  await look(page, 'ring-silent-narrow');
  const accept = page.getByRole('alertdialog').getByRole('button', { name: 'Accept' });
  const before = await accept.boundingBox();
  await enable.click();
  await expect(enable).toHaveCount(0);
  expect(await accept.boundingBox(), 'nothing moves under the pointer').toEqual(before);
  expect(await rings(page, turn)).toEqual(expect.arrayContaining(ring));
  await page.keyboard.press('Alt+d');
});
