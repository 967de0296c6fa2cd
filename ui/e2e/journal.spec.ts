import type { Page } from '@playwright/test';
import type { Desk } from './support/desk.ts';
import { press } from './support/keys.ts';
import { look } from './support/look.ts';
import { hears, plays } from './support/sound.ts';
import { expect, test } from './support/test.ts';

const key = (page: Page, name: string) => page.getByRole('region', { name: 'Calls' }).getByRole('button', { name, exact: true });
const journal = (page: Page) => page.getByRole('region', { name: 'Journal', exact: true });
const events = (page: Page) => journal(page).getByRole('list', { name: 'Events' }).getByRole('listitem');
const lane = (page: Page, who: string) => journal(page).locator('[data-lane]', { hasText: who });
const standing = (page: Page, who: string) => lane(page, who).locator('[data-standing]');

async function looks(page: Page, name: string): Promise<void> {
  await journal(page).scrollIntoViewIfNeeded();
  for (const theme of ['light', 'dark']) {
    await page.evaluate((t) => document.documentElement.setAttribute('data-theme', t), theme);
    await look(page, `${name}-${theme}`);
  }
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
}

async function callOf(api: { list: <T>(object: string, query: Record<string, string>) => Promise<T[]> }, sid: string): Promise<string> {
  const [call] = await api.list<{ id: string }>('call', { filter: JSON.stringify([{ field: 'sid', operator: '=', value: sid }]) });
  if (call === undefined) throw new Error(`no call has ${sid}`);
  return call.id;
}

test('a journal is told live to two browsers, and is replayed step by step', async ({ desk, simulator, admin: api }) => {
  const alice: Desk = await desk('agent1');
  await plays(alice.page, 700);
  await alice.go('/live/chat');
  const sid = await simulator.call('+13035550191');
  await simulator.plays(sid, 400);
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => hears(alice.page)).toEqual([400]);
  const path = `/view/call/record/${await callOf(api, sid)}/standard`;
  const chief = await desk('supervisor');
  await chief.go(path);
  await expect(events(chief.page).filter({ hasText: 'Both parties connected' })).toBeVisible();
  await expect(standing(chief.page, 'Alice Moreno')).toHaveText('Talking');
  await chief.mark();
  const before = await chief.connection();

  await press(alice.page, 'm');
  await expect(events(chief.page).last()).toContainText('Alice Moreno muted the microphone');
  await expect(standing(chief.page, 'Alice Moreno')).toHaveText('Talking, muted');
  await press(alice.page, 'm');
  await press(alice.page, 'h');
  await expect(events(chief.page).last()).toContainText('Alice Moreno put');
  await expect(standing(chief.page, 'Alice Moreno')).toHaveText('Holding the caller');
  await key(alice.page, 'Resume').click();
  await expect(lane(chief.page, 'Alice Moreno').locator('[data-sparkline]'), 'how good her line is').toBeVisible({ timeout: 60_000 });
  await looks(chief.page, 'journal-live');
  await key(alice.page, 'Hang up').click();
  await expect(events(chief.page).filter({ hasText: 'The call ended' })).toBeVisible();
  await expect(standing(chief.page, 'Alice Moreno')).toHaveText('Left');
  expect(chief.reads(), 'all of it came by the socket').toEqual([]);
  expect((await chief.connection()).connects).toBe(before.connects);

  const { page } = chief;
  const slider = journal(page).getByRole('slider', { name: 'Step' });
  await journal(page).getByRole('button', { name: 'Go to start' }).click();
  await expect(slider).toHaveAttribute('aria-valuetext', /^Step 1 of \d+: .* called$/);
  await expect(standing(page, 'Alice Moreno')).toHaveText('Not on the call');
  await page.keyboard.press('ArrowRight');
  await expect(standing(page, 'Alice Moreno')).toHaveText('Ringing');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', /^Step 3 /);
  await events(page).filter({ hasText: 'accepted' }).getByRole('button').click();
  await expect(standing(page, 'Alice Moreno')).toHaveText(/Connecting|Waiting/);
  const held = events(page).filter({ hasText: 'on hold' }).first();
  await held.getByRole('button').click();
  await expect(held.getByRole('button')).toHaveAttribute('aria-current', 'step');
  await expect(standing(page, 'Alice Moreno')).toHaveText('Holding the caller');
  await looks(page, 'journal-replay');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Journal', exact: true }).click();
  await journal(page).scrollIntoViewIfNeeded();
  await look(page, 'journal-narrow-light');
  await page.setViewportSize({ width: 1360, height: 860 });

  await journal(page).getByRole('button', { name: '4×' }).click();
  await journal(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expect(standing(page, 'Alice Moreno'), 'it plays to the end').toHaveText('Left', { timeout: 30_000 });
  await expect(journal(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  const told = await events(page).count();
  await page.reload();
  await chief.connected();
  await expect(events(page)).toHaveCount(told);
});

test('calls of the past have journals too', async ({ desk, admin: api }) => {
  const [call] = await api.list<{ id: string }>('call', { filter: JSON.stringify([{ field: 'status', operator: '=', value: 'completed' }]), limit: '1', order: 'start_time' });
  const chief = await desk('supervisor');
  await chief.go(`/view/call/record/${call?.id}/standard`);
  await expect(events(chief.page).first()).toContainText('called');
  await expect(events(chief.page).filter({ hasText: 'The call ended' })).toBeVisible();
  await looks(chief.page, 'journal-past');
});
