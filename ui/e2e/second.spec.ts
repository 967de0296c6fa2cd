import type { Page } from '@playwright/test';
import { press } from './support/keys.ts';
import { look } from './support/look.ts';
import { hears, plays } from './support/sound.ts';
import { expect, test } from './support/test.ts';

const row = (page: Page) => page.getByRole('region', { name: 'Calls' });
const key = (page: Page, name: string) => row(page).getByRole('button', { name, exact: true });

test('who takes a second call has the first on hold, swaps between them, and keeps both over a reload', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  await plays(alice.page, 700);
  await alice.go('/live/chat');
  const { page } = alice;
  const first = await simulator.call('+13035550191');
  await simulator.plays(first, 400);
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => simulator.hears(first)).toEqual([700]);
  await expect.poll(() => hears(page)).toEqual([400]);

  const ben = await desk('agent2');
  await plays(ben.page, 1300);
  await ben.go('/live/chat');
  const second = await simulator.call('+13035550192');
  await simulator.plays(second, 1000);
  await expect(alice.alert(), 'who is on a call is left out').toHaveCount(0);
  await ben.alert().getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => simulator.hears(second)).toEqual([1300]);
  await press(ben.page, 't');
  await ben.page.getByLabel('Find a colleague').fill('Alice');
  await ben.page.getByRole('dialog').getByRole('button', { name: 'Transfer', exact: true }).click();

  // What is meant for her rings beside her call.
  await expect(page.getByRole('list', { name: 'Other calls' })).toBeVisible();
  await page.keyboard.press('Alt+a');
  await expect.poll(() => simulator.hears(second), 'the second customer hears her').toEqual([700]);
  await expect.poll(() => hears(page)).toEqual([1000]);
  await expect.poll(async () => (await simulator.hears(first)).includes(700), 'the first one hears music').toBe(false);
  await expect(page.getByRole('list', { name: 'Other calls' }).getByText('On hold')).toBeAttached();
  await look(page, 'two-calls-light');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'two-calls-dark');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));

  const swap = row(page).getByRole('button', { name: /^Swap to/ });
  await swap.click();
  await expect.poll(() => simulator.hears(first), 'swapped').toEqual([700]);
  await expect.poll(() => hears(page)).toEqual([400]);
  await expect.poll(async () => (await simulator.hears(second)).includes(700)).toBe(false);

  await page.reload();
  await alice.connected();
  await expect.poll(() => simulator.hears(first), 'she has the line back').toEqual([700]);
  await expect(key(page, 'Mute')).toBeVisible();
  await press(page, 's');
  await expect.poll(() => simulator.hears(second), 'and the other one too').toEqual([700]);
  await expect.poll(() => hears(page)).toEqual([1000]);

  await key(page, 'Hang up').click();
  await expect.poll(async () => (await simulator.calls()).find((c) => c.sid === second)?.status).toBe('completed');
  await expect(key(page, 'Resume'), 'the first customer waits').toBeVisible();
  await key(page, 'Resume').click();
  await expect.poll(() => simulator.hears(first)).toEqual([700]);
  await key(page, 'Hang up').click();
  await expect.poll(async () => (await simulator.calls()).find((c) => c.sid === first)?.status).toBe('completed');
  expect(alice.errors()).toEqual([]);
});

test('a call that rings is sent on to a colleague, and comes back where he does not want it', async ({ desk, simulator }) => {
  const alice = await desk('agent3');
  const ben = await desk('agent4');
  await plays(ben.page, 1300);
  await ben.go('/live/chat');
  await ben.page.getByRole('button', { name: /Your account|Diego Ramos/ }).first().click();
  await ben.page.getByRole('menuitemradio', { name: 'Busy' }).click();
  const sid = await simulator.call('+13035550193');
  await simulator.plays(sid, 400);
  await expect(alice.alert()).toBeVisible();
  await expect(ben.alert()).toHaveCount(0);
  await look(alice.page, 'call-to-route-light');
  const route = async () => {
    await alice.alert().getByRole('button', { name: 'Route' }).click();
    await alice.page.getByLabel('Find a colleague').fill('Diego');
    await look(alice.page, 'call-route-light');
    await alice.page.getByRole('dialog').getByRole('button', { name: 'Route', exact: true }).click();
    await expect(alice.page.getByText('Ringing Diego Ramos…').last()).toBeVisible();
    await expect(alice.alert(), 'it rings for him alone').toHaveCount(0);
    await expect(ben.alert().getByText('Transferred to you')).toBeVisible();
  };
  await route();
  await ben.alert().getByRole('button', { name: 'Decline' }).click();
  await expect(alice.alert(), 'it is back').toBeVisible();
  await expect(ben.alert()).toHaveCount(0);
  await route();
  await ben.alert().getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => simulator.hears(sid), 'the customer speaks with him').toEqual([1300]);
  await expect(key(ben.page, 'Hold')).toBeVisible();
  await expect(alice.alert()).toHaveCount(0);
  await key(ben.page, 'Hang up').click();
  await ben.page.getByRole('button', { name: /Your account|Diego Ramos/ }).first().click();
  await ben.page.getByRole('menuitemradio', { name: 'Available' }).click();
  expect([...alice.errors(), ...ben.errors()]).toEqual([]);
});

test('a call is sent on by its card, too', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const ben = await desk('agent2', '/live/chat');
  const sid = await simulator.call('+13035550195');
  const card = alice.page.getByRole('region', { name: 'All Active Calls' }).getByRole('article').filter({ hasText: '(303) 555-0195' });
  await card.getByRole('button', { name: 'Route' }).click();
  await alice.page.getByLabel('Find a colleague').fill('Ben');
  await look(alice.page, 'call-card-route-light');
  await alice.page.getByRole('dialog').getByRole('button', { name: 'Route', exact: true }).click();
  await expect(ben.alert().getByText('Transferred to you')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Route' }), 'it is on its way').toHaveCount(0);
  await ben.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(key(ben.page, 'Hold')).toBeVisible();
  await key(ben.page, 'Hang up').click();
  await expect.poll(async () => (await simulator.calls()).find((c) => c.sid === sid)?.status).toBe('completed');
  expect([...alice.errors(), ...ben.errors()]).toEqual([]);
});
