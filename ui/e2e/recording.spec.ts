import type { Page } from '@playwright/test';
import { Api } from './support/api.ts';
import type { Desk } from './support/desk.ts';
import { press } from './support/keys.ts';
import { look } from './support/look.ts';
import { hears, plays } from './support/sound.ts';
import { expect, test } from './support/test.ts';

const dock = (page: Page) => page.getByRole('region', { name: 'Calls', exact: true });
const key = (page: Page, name: string) => dock(page).getByRole('button', { name, exact: true });
const mark = (page: Page, name: string) => page.getByRole('main').or(dock(page)).getByRole('status', { name, exact: true });
const rows = (page: Page) => page.getByRole('list', { name: 'Recordings' }).getByRole('listitem');
const player = (page: Page) => page.getByRole('region', { name: 'Player' });

async function looks(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((t) => document.documentElement.setAttribute('data-theme', t), theme);
    await look(page, `${name}-${theme}`);
  }
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
}

/** How loud tones are in an MP3, decoded as a browser does. */
const tonesOf = (page: Page, mp3: Buffer, tones: number[]) =>
  page.evaluate(
    async ({ bytes, wanted }) => {
      const raw = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      const sound = await new OfflineAudioContext(1, 1, 16_000).decodeAudioData(raw.buffer);
      const samples = sound.getChannelData(0);
      const loudness = wanted.map((hertz) => {
        let re = 0;
        let im = 0;
        samples.forEach((sample, i) => {
          re += sample * Math.cos((2 * Math.PI * hertz * i) / sound.sampleRate);
          im += sample * Math.sin((2 * Math.PI * hertz * i) / sound.sampleRate);
        });
        return (2 * Math.hypot(re, im)) / samples.length;
      });
      return { length: sound.duration, loudness };
    },
    { bytes: mp3.toString('base64'), wanted: tones },
  );

/** Alice speaks with a customer of a tone. */
async function speaking(alice: Desk, simulator: { call: (n: string) => Promise<string>; plays: (s: string, t: number) => Promise<void>; hears: (s: string) => Promise<number[]> }, number: string): Promise<string> {
  await plays(alice.page, 700);
  await alice.go('/live/chat');
  const sid = await simulator.call(number);
  await simulator.plays(sid, 400);
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => simulator.hears(sid)).toEqual([700]);
  await expect.poll(() => hears(alice.page)).toEqual([400]);
  return sid;
}

test('a call is recorded, paused and resumed, and what was said is heard by who may', async ({ desk, simulator, server, admin: api }) => {
  const alice = await desk('agent1');
  const chief = await desk('supervisor', '/live/active_calls');
  const shelf = await desk('supervisor', '/phone2/twilio_recording');
  const boss = await desk('admin', '/phone2/twilio_recording');
  await expect(shelf.page.getByText('No recordings yet')).toBeVisible();
  await looks(shelf.page, 'recordings-empty');
  const sid = await speaking(alice, simulator, '+13035550161');
  await chief.mark();
  await shelf.mark();

  await press(alice.page, 'r');
  await expect(mark(alice.page, 'Starting to record')).toBeVisible();
  await expect.poll(async () => (await simulator.calls()).find((c) => c.sid === sid)?.heard, 'the customer is told').toContain('This call may be recorded.');
  for (const { page } of [alice, chief]) await expect(mark(page, 'Recording')).toBeVisible();
  await looks(alice.page, 'call-recorded');
  await looks(chief.page, 'call-recorded-seen');
  await key(alice.page, 'Pause the recording').click();
  for (const { page } of [alice, chief]) await expect(mark(page, 'Recording paused')).toBeVisible();
  await simulator.plays(sid, 2000);
  await expect.poll(() => hears(alice.page), 'it is said while it is paused').toEqual([2000]);
  await simulator.plays(sid, 400);
  await expect.poll(() => hears(alice.page)).toEqual([400]);
  await looks(alice.page, 'call-recording-paused');
  await press(alice.page, 'r');
  for (const { page } of [alice, chief]) await expect(mark(page, 'Recording')).toBeVisible();
  await press(alice.page, 'm');
  await expect.poll(() => simulator.hears(sid)).toEqual([]);
  await press(alice.page, 'm');
  await expect.poll(() => simulator.hears(sid)).toEqual([700]);
  await alice.page.setViewportSize({ width: 390, height: 844 });
  await look(alice.page, 'call-recorded-narrow-light');
  await alice.page.setViewportSize({ width: 1360, height: 860 });
  await key(alice.page, 'Hang up').click();

  for (const { page } of [shelf, boss]) await expect(rows(page), 'it appears in the open lists').toHaveCount(1, { timeout: 20_000 });
  expect([...chief.reads(), ...shelf.reads()], 'all of it came by the socket').toEqual([]);
  const supervisor = await Api.signIn(server.url, 'supervisor');
  const [recording] = await supervisor.list<{ sid: string; duration: number; call: { id: string } }>('twilio_recording');
  if (!recording) throw new Error('there is no recording');
  const heard = await tonesOf(shelf.page, await supervisor.bytes(`/v1/twilio/recording/${recording.sid}`), [400, 700, 2000]);
  expect(Math.abs(heard.length - recording.duration)).toBeLessThan(1.2);
  const [customer = 0, agent = 0, secret = 1] = heard.loudness;
  expect(customer, 'the customer is on it').toBeGreaterThan(0.05);
  expect(agent, 'the agent is on it').toBeGreaterThan(0.05);
  expect(secret, 'what was said while it was paused is not').toBeLessThan(0.005);

  const { page } = shelf;
  await rows(page).getByRole('button', { name: /^Play ./ }).click();
  await expect(player(page)).toHaveAttribute('data-sound', 'ready');
  const position = player(page).getByRole('slider', { name: 'Position' });
  await player(page).getByRole('button', { name: /^(Pause|Play)$/ }).click();
  await position.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(position).toHaveAttribute('aria-valuetext', /^0:0[1-9] \//);
  await player(page).getByRole('button', { name: '2×' }).click();
  await expect(player(page).getByRole('button', { name: '2×' })).toHaveAttribute('aria-pressed', 'true');
  await looks(page, 'recordings');
  const saved = page.waitForEvent('download');
  await player(page).getByRole('link', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^recording-.*\.mp3$/);
  await page.setViewportSize({ width: 390, height: 700 });
  await look(page, 'recordings-narrow-light');
  await page.setViewportSize({ width: 1360, height: 860 });

  await page.route('**/v1/twilio/recording/*', (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify({ detail: 'The phone provider can’t be reached.' }) }));
  await page.reload();
  await shelf.connected();
  await rows(page).getByRole('button', { name: /^Play ./ }).click();
  await expect(player(page).getByText('Error getting recording')).toBeVisible();
  await look(page, 'recordings-error-light');
  await page.unroute('**/v1/twilio/recording/*');
  await player(page).getByRole('button', { name: 'Try again' }).click();
  await expect(player(page)).toHaveAttribute('data-sound', 'ready');

  // A colleague who has no rights but to what is his own.
  const [ben] = await api.list<{ id: string; permissions: { id: string }[] }>('user', { filter: JSON.stringify([{ field: 'email', operator: '=', value: 'agent2@demo.test' }]) });
  const other = await desk('agent2', '/phone2/twilio_recording');
  await expect(rows(other.page)).toHaveCount(1);
  try {
    await api.patch('/v1/object/user', [{ id: ben?.id, permissions: [] }]);
    const his = await Api.signIn(server.url, 'agent2');
    await expect(his.bytes(`/v1/twilio/recording/${recording.sid}`)).rejects.toThrow(/403.*Only users who can read the call can hear its recording/);
    await other.page.reload();
    await other.connected();
    await expect(other.page.getByText('No recordings yet')).toBeVisible();
  } finally {
    await api.patch('/v1/object/user', [{ id: ben?.id, permissions: ben?.permissions.map(({ id }) => id) }]);
  }

  await chief.go(`/view/call/record/${recording.call.id}/standard`);
  const story = chief.page.getByRole('region', { name: 'Journal', exact: true });
  for (const line of ['Recording notice played to both parties', 'Alice Moreno began to record', 'Alice Moreno paused the recording', 'Alice Moreno resumed the recording']) {
    await expect(story.getByText(line)).toBeVisible();
  }
  const own = story.getByRole('region', { name: 'Recordings of this call' });
  await own.getByRole('button', { name: /^Play ./ }).click();
  await expect(player(chief.page)).toHaveAttribute('data-sound', 'ready');
  await own.scrollIntoViewIfNeeded();
  await looks(chief.page, 'call-recordings');
  expect([...alice.errors(), ...boss.errors(), ...other.errors()]).toEqual([]);
});

test('a recording is stopped while the call goes on, and the tab may be hidden', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const sid = await speaking(alice, simulator, '+13035550162');
  const { page } = alice;
  await press(page, 'r');
  await expect(mark(page, 'Recording')).toBeVisible();
  await page.reload();
  await alice.connected();
  await expect(mark(page, 'Recording'), 'a reload forgets nothing').toBeVisible();
  await key(page, 'Stop the recording').click();
  await expect(key(page, 'Record')).toBeVisible();
  await expect(page.getByText('The recording will appear under Recordings shortly.')).toBeVisible();
  const shelf = await desk('agent1', '/phone2/twilio_recording');
  await expect(rows(shelf.page).first()).toBeVisible({ timeout: 20_000 });
  await simulator.hangUp(sid);
  await expect(key(page, 'Hang up')).toHaveCount(0);

  const tab = shelf.page.getByRole('navigation', { name: 'Phone' }).getByRole('link', { name: 'Recordings' });
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await shelf.go('/phone2/phone_settings');
  const shown = shelf.page.getByLabel('Recordings', { exact: true });
  for (const count of [0, 1]) {
    await shown.setChecked(count === 1);
    await shelf.page.getByRole('button', { name: 'Save' }).click();
    await expect(tab).toHaveCount(count);
  }
});
