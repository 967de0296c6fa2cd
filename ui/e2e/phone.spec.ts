import type { Page } from '@playwright/test';
import { press } from './support/keys.ts';
import { hears, plays } from './support/sound.ts';
import { expect, test } from './support/test.ts';

const mute = (page: Page) => page.getByRole('button', { name: 'Mute', exact: true });

test('a call has sound both ways, mute is silence, and keys are sent', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const { page } = alice;
  await plays(page, 700);
  await alice.go('/live/chat');
  const sid = await simulator.call('+13035550171');
  await simulator.plays(sid, 400);
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(mute(page)).toBeVisible();
  await expect.poll(() => simulator.hears(sid), 'the customer hears the agent').toEqual([700]);
  await expect.poll(() => hears(page), 'the agent hears the customer').toEqual([400]);

  await press(page, 'm');
  await expect(page.getByRole('button', { name: 'Unmute' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => simulator.hears(sid), 'who is muted is not heard').toEqual([]);
  expect(await hears(page)).toEqual([400]);
  await page.getByRole('button', { name: 'Unmute' }).click();
  await expect.poll(() => simulator.hears(sid)).toEqual([700]);

  await press(page, 'k');
  const keypad = page.getByRole('dialog', { name: 'Keypad' });
  await keypad.getByRole('button', { name: '4' }).click();
  await page.keyboard.press('2');
  await keypad.getByRole('button', { name: '#' }).click();
  await expect(keypad.getByRole('status')).toHaveText('Sent: 42#');
  await expect.poll(async () => (await simulator.calls()).find((c) => c.sid === sid)?.legs[0]?.pressed).toBe('42#');
  await page.keyboard.press('Escape');
  await expect(keypad).toHaveCount(0);

  await page.getByRole('button', { name: 'Hang up' }).click();
  await expect(mute(page)).toHaveCount(0);
  await expect.poll(async () => (await simulator.calls()).find((c) => c.sid === sid)?.status).toBe('completed');
  expect(alice.errors()).toEqual([]);
});

test('a call out has sound, and ends when the other side hangs up', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const { page } = alice;
  await plays(page, 900);
  await alice.go('/live/active_calls');
  await page.getByRole('button', { name: 'New call' }).first().click();
  await page.getByLabel('Phone number').fill('2065550172');
  await page.getByRole('dialog').getByRole('button', { name: 'Call', exact: true }).click();
  const placed = async () => (await simulator.calls()).find((c) => c.to === '+12065550172' && c.status === 'ringing')?.sid ?? '';
  await expect.poll(placed).not.toBe('');
  const sid = await placed();
  await expect(mute(page), 'the line is there while it rings').toBeVisible();
  await simulator.answer(sid);
  await simulator.plays(sid, 1300);
  await expect.poll(() => simulator.hears(sid)).toEqual([900]);
  await expect.poll(() => hears(page)).toEqual([1300]);
  await simulator.hangUp(sid);
  await expect(mute(page)).toHaveCount(0);
});

test('a page that is loaded anew takes its call back', async ({ desk, simulator }) => {
  const alice = await desk('agent3');
  const { page } = alice;
  await plays(page, 700);
  await alice.go('/live/chat');
  const sid = await simulator.call('+13035550175');
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => simulator.hears(sid)).toEqual([700]);
  await page.reload();
  await alice.connected();
  await expect(mute(page)).toBeVisible();
  await expect.poll(() => simulator.hears(sid)).toEqual([700]);
  await mute(page).click();
  await expect.poll(() => simulator.hears(sid)).toEqual([]);
  await page.getByRole('button', { name: 'Hang up' }).click();
  await expect.poll(async () => (await simulator.calls()).find((c) => c.sid === sid)?.status).toBe('completed');
});

test('the tabs of a browser share one phone', async ({ desk, simulator }) => {
  const alice = await desk('agent2');
  const other = await alice.context.newPage();
  await other.goto('/live/chat');
  await expect(other.locator('html')).toHaveAttribute('data-socket', 'connected');
  const sid = await simulator.call('+13035550173');
  await other.getByRole('alertdialog').getByRole('button', { name: 'Accept' }).click();
  for (const page of [alice.page, other]) await expect(mute(page)).toBeVisible();
  await mute(other).click();
  await expect(alice.page.getByRole('button', { name: 'Unmute' })).toBeVisible();
  await simulator.hangUp(sid);
  for (const page of [alice.page, other]) await expect(page.getByRole('button', { name: 'Unmute' })).toHaveCount(0);
});

test('who lets the page hear no microphone takes no call, and is told so', async ({ desk, simulator }) => {
  const ben = await desk('agent2');
  const alice = await desk('agent1');
  const { page } = alice;
  await page.addInitScript(() => {
    const state = { refused: false };
    Object.assign(window, { refuseMicrophone: () => (state.refused = true) });
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      if (state.refused) throw new DOMException('no', 'NotAllowedError');
      return open(wanted);
    };
  });
  await alice.go('/live/chat');
  const sid = await simulator.call('+13035550174');
  const accept = alice.alert().getByRole('button', { name: 'Accept' });
  await expect(accept).toBeVisible();
  await page.evaluate(() => (window as unknown as { refuseMicrophone: () => void }).refuseMicrophone());
  await accept.click();
  await expect(page.getByText('Please allow microphone access in your browser settings to use the phone feature.')).toBeVisible();
  // She is away from then on, since no call could be put through to her.
  await expect(ben.alert().getByRole('button', { name: 'Accept' }), 'it rings on').toBeVisible();
  await simulator.hangUp(sid);
});
