import type { Page } from '@playwright/test';
import { press } from './support/keys.ts';
import { plays } from './support/sound.ts';
import { expect, test } from './support/test.ts';

const mute = (page: Page) => page.getByRole('button', { name: 'Mute', exact: true });

// It is tried for some 15 seconds.
const patience = { timeout: 60_000 };

test.afterEach(async ({ simulator }) => {
  await simulator.fail(false);
});

test('a call that can not be dialled since the provider is down is said to have failed, and nothing is left of it', async ({ desk, simulator }) => {
  const alice = await desk('agent1', '/live/active_calls');
  const { page } = alice;
  await simulator.fail(true);
  await page.getByRole('button', { name: 'New call' }).first().click();
  await page.getByLabel('Phone number').fill('2065550320');
  await page.getByRole('dialog').getByRole('button', { name: 'Call', exact: true }).click();
  await expect(page.getByText(/^Error calling number: The phone provider/), 'within 5 seconds').toBeVisible({ timeout: 5_000 });
  await expect(page.getByRole('region', { name: /^Calling/ })).toHaveCount(0);
  await expect(page.getByText('No active calls assigned to you.')).toBeVisible();
  await simulator.fail(false);
  await page.getByRole('button', { name: 'New call' }).first().click();
  await page.getByLabel('Phone number').fill('2065550321');
  await page.getByRole('dialog').getByRole('button', { name: 'Call', exact: true }).click();
  await expect(mute(page), 'the next one is dialled').toBeVisible(patience);
  expect((await simulator.calls()).filter(({ to }) => to.endsWith('2065550320')), 'the one that failed is not dialled later').toEqual([]);
  await page.getByRole('button', { name: 'Hang up' }).first().click();
  await expect(page.getByText('No active calls assigned to you.')).toBeVisible();
});

test('a call that was taken while the provider is down rings again, and is put through once that is back', async ({ desk, admin, simulator }) => {
  const { organization } = await admin.get<{ organization: { id: string } }>('/v1/me');
  const ringsFor = (seconds: number) => admin.patch('/v1/object/organization', [{ id: organization.id, settings: { ring_seconds: seconds } }]);
  await ringsFor(120); // else it may be over by then
  const alice = await desk('agent1');
  const { page } = alice;
  await plays(page, 700);
  await alice.go('/live/chat');
  const sid = await simulator.call('+13035550322');
  await expect(alice.alert()).toBeVisible();
  await simulator.fail(true);
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(alice.alert()).toHaveCount(0);
  await expect(page.getByText('call could not be connected. It is ringing again.')).toBeVisible(patience);
  await simulator.fail(false);
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => simulator.hears(sid), patience).toEqual([700]);
  await page.getByRole('button', { name: 'Hang up' }).first().click();
  await expect.poll(async () => (await simulator.calls()).find((c) => c.sid === sid)?.status).toBe('completed');
  await ringsFor(30);
});

test('a call that is handed over while the provider is down comes back, and is spoken on', async ({ desk, simulator }) => {
  const [alice, ben] = [await desk('agent1'), await desk('agent2')];
  const { page } = alice;
  await plays(page, 700);
  await alice.go('/live/chat');
  const sid = await simulator.call('+13035550323');
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => simulator.hears(sid)).toEqual([700]);
  await simulator.fail(true);
  await press(page, 't');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Ben');
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await ben.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('The transfer to Ben Sorensen failed. You still have the call.')).toBeVisible(patience);
  await expect(mute(page)).toBeVisible();
  await expect(ben.page.getByRole('region', { name: /The call with/ })).toHaveCount(0);
  await simulator.fail(false);
  await expect.poll(() => simulator.hears(sid), { ...patience, message: 'off hold' }).toEqual([700]);
  await page.getByRole('button', { name: 'Hang up' }).first().click();
  await expect.poll(async () => (await simulator.calls()).find((c) => c.sid === sid)?.status).toBe('completed');
});
