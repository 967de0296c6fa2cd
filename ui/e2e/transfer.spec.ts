import type { Page } from '@playwright/test';
import type { Desk } from './support/desk.ts';
import { press } from './support/keys.ts';
import { look } from './support/look.ts';
import type { Simulator } from './support/simulator.ts';
import { hears, plays } from './support/sound.ts';
import { expect, test } from './support/test.ts';

const key = (page: Page, name: string) => page.getByRole('region', { name: 'Calls' }).getByRole('button', { name, exact: true });

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

  await handOver(alice.page, 'Ben', 'Transfer');
  await expect(alice.page.getByText('Transferred the call')).toBeVisible();
  await expect(ben.alert().getByText('Alice Moreno hands you this call')).toBeVisible();
  await expect(alice.page.getByText('Ringing for Ben Sorensen')).toBeVisible();
  await look(ben.page, 'call-handed-light');
  await ben.alert().getByRole('button', { name: 'Decline' }).click();
  await expect(alice.page.getByText('Ben Sorensen declined the call. It is yours again.')).toBeVisible();
  await expect.poll(() => simulator.hears(sid)).toEqual([700]);

  await handOver(alice.page, 'Ben', 'Transfer');
  await ben.alert().getByRole('button', { name: 'Accept' }).click();
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
  await handOver(alice.page, 'Diego', 'Ask first');
  await expect(alice.page.getByText('Adding user to the call')).toBeVisible();
  await ben.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(alice.page.getByText('You and Diego Ramos')).toBeVisible();
  await expect.poll(() => hears(alice.page), 'they hear each other').toEqual([1300]);
  await expect.poll(() => hears(ben.page)).toEqual([700]);
  await expect.poll(async () => (await simulator.hears(sid)).filter((tone) => tone === 700 || tone === 1300), 'he hears neither').toEqual([]);
  await look(alice.page, 'call-talking-light');

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
