import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

test('presence is live: a choice, a call, leaving', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const ben = await desk('agent2');
  const dot = (status: string) => alice.page.getByRole('listitem').filter({ hasText: 'Ben Sorensen' }).getByRole('img', { name: status });
  await expect(dot('Available')).toBeVisible({ timeout: 45_000 });
  await alice.mark();

  await ben.page.getByRole('button', { name: /Your account|Ben Sorensen/ }).first().click();
  await ben.page.getByRole('menuitemradio', { name: 'Do not disturb' }).click();
  await expect(dot('Do not disturb')).toBeVisible();

  const sid = await simulator.call('+12065550166');
  await expect(alice.alert()).toBeVisible();
  await expect(ben.alert(), 'who must not be disturbed is not rung').toHaveCount(0);
  await simulator.hangUp(sid);

  await ben.page.keyboard.press('Escape');
  await ben.page.getByRole('button', { name: /Your account|Ben Sorensen/ }).first().click();
  await ben.page.getByRole('menuitemradio', { name: 'Available' }).click();
  await expect(dot('Available')).toBeVisible();
  expect(alice.reads()).toEqual([]);
});

test('green means that a call would ring: without a microphone one is away, told why, and rung once it is allowed', async ({ desk, simulator }) => {
  const ben = await desk('agent2');
  const chloe = await desk('agent3', '/live/chat');
  const { page } = chloe;
  await page.addInitScript(() => {
    const state = { refused: true };
    Object.assign(window, { allowMicrophone: () => (state.refused = false) });
    const { permissions, mediaDevices } = navigator;
    const query = permissions.query.bind(permissions);
    permissions.query = async (about) => (String(about.name) === 'microphone' && state.refused ? Object.assign(new EventTarget(), { name: 'microphone', state: 'denied', onchange: null }) as PermissionStatus : query(about));
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      if (state.refused) throw new DOMException('no', 'NotAllowedError');
      return open(wanted);
    };
  });
  await chloe.go('/live/chat');
  const dot = (status: string) => ben.page.getByRole('listitem').filter({ hasText: 'Chloe Tanaka' }).getByRole('img', { name: status });
  await expect(dot('Away')).toBeVisible({ timeout: 45_000 });
  const why = 'The browser may use no microphone.';
  const row = page.getByRole('region', { name: 'Calls' });
  const seen = row.getByRole('button', { name: 'Mark as seen' });
  // Calls of other tests that she missed stand there, one after the other.
  await expect(async () => {
    if (await seen.isVisible()) await seen.click();
    await expect(row.getByText(why)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole('button', { name: 'Chloe Tanaka Away' }).click();
  await expect(page.getByRole('menu').getByText(why)).toBeVisible();
  await look(page, 'not-ringing');
  await page.keyboard.press('Escape');

  const sid = await simulator.call('+12065550167');
  await expect(ben.alert()).toBeVisible();
  await expect(chloe.alert(), 'nothing could be put through to her').toHaveCount(0);
  await row.getByRole('button', { name: 'Set up the phone' }).click();
  await expect(page.getByText('Please allow microphone access in your browser settings to use the phone feature.')).toBeVisible();
  await page.evaluate(() => (window as unknown as { allowMicrophone: () => void }).allowMicrophone());
  await row.getByRole('button', { name: 'Set up the phone' }).click();
  await expect(chloe.alert(), 'the call that rings since before').toBeVisible();
  await expect(dot('Available')).toBeVisible();
  await chloe.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('button', { name: 'Hang up' }).first()).toBeVisible();
  await simulator.hangUp(sid);
  expect(chloe.errors()).toEqual([]);
});
