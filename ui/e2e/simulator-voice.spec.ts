import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { hears, plays } from './support/sound.ts';
import { expect, test } from './support/test.ts';

const talk = 'Talk as the customer';
const alone = 'Let the simulated customer talk';

const lineOf = (page: Page, sid: string) => page.locator(`[data-call="${sid}"]`);

async function inDark(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, name);
}

test('an agent and a person at the page of the simulator hear each other', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  await plays(alice.page, 700);
  await alice.go('/live/chat');
  const sid = await simulator.call('+13035550181');
  await simulator.plays(sid, 400);
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => hears(alice.page), 'the customer talks by himself').toEqual([400]);

  const mia = await desk('admin', '/simulator');
  const { page } = mia;
  await plays(page, 1000);
  await mia.go('/simulator');
  const line = lineOf(page, sid);
  await line.getByRole('button', { name: talk }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => hears(page), 'the browser hears the agent').toEqual([700]);
  await expect.poll(() => hears(alice.page), 'the agent hears the browser').toEqual([1000]);
  for (const name of ['What you say', 'What you hear']) {
    await expect
      .poll(async () => Number(await line.getByRole('meter', { name }).getAttribute('aria-valuenow')), name)
      .toBeGreaterThan(20);
  }
  await expect(line.getByRole('button', { name: alone }), 'the keyboard stays where it was').toBeFocused();
  await look(page, 'simulator-voice-light');
  await inDark(page, 'simulator-voice-dark');

  await line.getByRole('button', { name: 'Mute' }).click();
  await expect.poll(() => hears(alice.page), 'who is muted is not heard').toEqual([]);
  expect(await hears(page)).toEqual([700]);
  await line.getByRole('button', { name: 'Unmute' }).click();
  await expect.poll(() => hears(alice.page)).toEqual([1000]);

  await line.getByRole('button', { name: alone }).click();
  await expect.poll(() => hears(alice.page), 'he talks by himself again').toEqual([400]);
  await expect(line.getByRole('meter')).toHaveCount(0);

  await line.getByRole('button', { name: talk }).click();
  await expect.poll(() => hears(alice.page)).toEqual([1000]);
  await page.close();
  await expect.poll(() => hears(alice.page), 'a page that is closed lets him talk by himself').toEqual([400]);
  expect(alice.errors()).toEqual([]);
  expect(mia.errors()).toEqual([]);
});

test('the next browser takes the phone of a customer, and both end with the call', async ({ desk, simulator }) => {
  const alice = await desk('agent2');
  await plays(alice.page, 700);
  await alice.go('/live/chat');
  const sid = await simulator.call('+13035550182');
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  const [first, second] = [await desk('admin', '/simulator'), await desk('admin', '/simulator')];
  await plays(first.page, 1000);
  await plays(second.page, 1300);
  for (const [one, tone] of [[first, 1000], [second, 1300]] as const) {
    await one.go('/simulator');
    await lineOf(one.page, sid).getByRole('button', { name: talk }).click();
    await expect.poll(() => hears(alice.page)).toEqual([tone]);
  }
  await expect(lineOf(first.page, sid).getByRole('alert')).toContainText('Another browser is now speaking as the customer.');
  await alice.page.getByRole('button', { name: 'Hang up' }).click();
  for (const { page } of [first, second]) {
    await expect(lineOf(page, sid).getByText('Completed')).toBeVisible();
    await expect(lineOf(page, sid).getByRole('meter')).toHaveCount(0);
    await expect(lineOf(page, sid).getByRole('alert')).toHaveCount(0);
  }
});

test('who gives the page no microphone is told so, and the customer talks on', async ({ desk, simulator }) => {
  const mia = await desk('admin', '/simulator');
  const { page } = mia;
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('no', 'NotAllowedError');
    };
  });
  const sid = await simulator.call('+13035550183');
  await mia.go('/simulator');
  const line = lineOf(page, sid);
  await line.getByRole('button', { name: talk }).click();
  await expect(line.getByRole('alert')).toContainText('Please allow microphone access in your browser settings to talk as the customer.');
  await look(page, 'simulator-voice-refused-light');
  await inDark(page, 'simulator-voice-refused-dark');
  await line.getByRole('button', { name: alone }).click();
  await expect(line.getByRole('alert')).toHaveCount(0);
});
