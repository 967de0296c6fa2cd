import type { Desk } from './support/desk.ts';
import { expect, test } from './support/test.ts';

async function inActiveCalls(desk: Desk, who: string): Promise<void> {
  await expect(desk.page.getByRole('region', { name: 'All Active Calls' }).getByText(who).first()).toBeVisible();
}

test('a call rings in both browsers, the first accept wins, the other alert goes', async ({ desk, admin, simulator }) => {
  const [contact] = await admin.list<{ name: string; phone: { phone_number: string } }>('contact', { order: 'name', limit: '1' });
  if (contact === undefined) throw new Error('no demo contact');
  const alice = await desk('agent1');
  const ben = await desk('agent2');
  await alice.mark();
  await ben.mark();

  const sid = await simulator.call(contact.phone.phone_number);
  await expect(alice.alert()).toContainText(contact.name);
  await expect(ben.alert()).toContainText(contact.name);
  await inActiveCalls(alice, contact.name);
  await inActiveCalls(ben, contact.name);

  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(ben.alert()).toHaveCount(0);
  await expect(alice.page.getByRole('button', { name: 'Hang up' }).first()).toBeVisible();
  await expect(alice.page.getByRole('heading', { level: 1, name: contact.name }), 'whom one speaks with is opened').toBeVisible();
  await expect(alice.page).toHaveURL(/\/view\/contact\/record\//);
  await alice.page.getByRole('link', { name: /^Active Calls/ }).first().click();
  await alice.mark();
  const mine = alice.page.getByRole('region', { name: 'My Active Calls' });
  await expect(mine).toContainText('In progress');
  await expect(mine).toContainText(contact.name);
  await expect(ben.page.getByRole('region', { name: 'My Active Calls' })).toContainText('No active calls assigned to you.');
  await inActiveCalls(ben, contact.name);

  await simulator.hangUp(sid);
  for (const d of [alice, ben]) {
    await expect(d.page.getByText('No active calls at the moment.')).toBeVisible();
    expect(d.reads(), 'a live call is painted without reading anything').toEqual([]);
    expect(d.errors()).toEqual([]);
  }
});

test('declining takes the alert from one desk only; a caller who hangs up takes it from all', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const ben = await desk('agent2');
  const sid = await simulator.call('+12065550177');
  await expect(alice.alert()).toBeVisible();
  await expect(ben.alert()).toBeVisible();
  await alice.alert().getByRole('button', { name: 'Decline' }).click();
  await expect(alice.alert()).toHaveCount(0);
  await expect(ben.alert()).toBeVisible();
  await simulator.hangUp(sid);
  await expect(ben.alert()).toHaveCount(0);
});

test('a call that nobody takes ends after the time that the organization set', async ({ desk, admin, simulator }) => {
  const { organization } = await admin.get<{ organization: { id: string } }>('/v1/me');
  const ringFor = (seconds: number) =>
    admin.patch('/v1/object/organization', [{ id: organization.id, settings: { ring_seconds: seconds } }]);
  const alice = await desk('agent1');
  const ben = await desk('agent2');
  await ringFor(10);
  try {
    await alice.mark();
    const sid = await simulator.call('+12065550179');
    await expect(alice.alert()).toBeVisible();
    await ben.alert().getByRole('button', { name: 'Decline' }).click();
    await expect(alice.alert()).toBeVisible();
    await expect(alice.alert()).toHaveCount(0, { timeout: 30_000 });
    await expect.poll(async () => (await simulator.calls()).find((c) => c.sid === sid)?.status).toBe('completed');
    expect((await simulator.calls()).find((c) => c.sid === sid)?.heard).toEqual([
      expect.stringContaining('Nobody is available'),
    ]);
    expect(alice.reads(), 'the end came by the socket').toEqual([]);
  } finally {
    await ringFor(30);
  }
});

test('calling out: the other side answers, both sides see it, hanging up ends it', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const ben = await desk('agent2');
  await alice.page.getByRole('button', { name: 'New call' }).first().click();
  await alice.page.getByLabel('Phone number').fill('2065550188');
  await alice.page.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(alice.page.getByRole('region', { name: 'My Active Calls' })).toContainText('Ringing');
  await expect
    .poll(async () => (await simulator.calls()).find((c) => c.to === '+12065550188' && c.status === 'ringing')?.sid)
    .toBeTruthy();
  const ringing = (await simulator.calls()).find((c) => c.to === '+12065550188' && c.status === 'ringing');
  await simulator.answer(ringing?.sid ?? '');
  await expect(alice.page.getByRole('region', { name: 'My Active Calls' })).toContainText('In progress');
  await expect(ben.page.getByRole('region', { name: 'All Active Calls' })).toContainText('In progress');
  await alice.page.getByRole('button', { name: 'Hang up' }).first().click();
  await expect(ben.page.getByText('No active calls at the moment.')).toBeVisible();
  await expect(alice.page.getByText('No active calls at the moment.')).toBeVisible();
  await expect.poll(async () => (await simulator.calls()).every((c) => c.status !== 'in-progress')).toBe(true);
});

test('nobody is on two calls that he placed: not by a second dial, nor by two tabs at once', async ({ desk, admin, simulator }) => {
  const [contact] = await admin.list<{ id: string; name: string; phone: { phone_number: string } }>('contact', { order: 'name', limit: '1' });
  if (contact === undefined) throw new Error('no demo contact');
  const alice = await desk('agent1');
  const other = await alice.context.newPage();
  await other.goto('/live/active_calls');
  await expect(other.locator('html')).toHaveAttribute('data-socket', 'connected');
  const tabs = [alice.page, other];
  for (const [index, tab] of tabs.entries()) {
    await tab.getByRole('button', { name: 'New call' }).click();
    await tab.getByLabel('Phone number').fill(`303555018${index}`);
  }
  const placed = async () => (await simulator.calls()).filter((c) => /^\+1303555018[01]$/.test(c.to) && ['queued', 'ringing'].includes(c.status));
  await Promise.all(tabs.map((tab) => tab.keyboard.press('Enter')));
  const refusal = /You are on a call with \(303\) 555-018[01]\. End it before you place another\./;
  const refused = async () => (await Promise.all(tabs.map((tab) => tab.getByRole('dialog').getByText(refusal).count()))).reduce((sum, n) => sum + n, 0);
  await expect.poll(refused).toBe(1);
  await expect.poll(async () => (await placed()).length).toBe(1);

  // No tab offers a second one, wherever one looks, and each says why.
  for (const tab of tabs) {
    await tab.goto(`/view/contact/record/${contact.id}/standard`);
    const call = tab.getByRole('main').getByRole('button', { name: 'Call', exact: true });
    await expect(call).toBeDisabled();
    await expect(call).toHaveAttribute('data-tip', refusal);
    await tab.goto('/live/active_calls');
    await expect(tab.getByRole('button', { name: 'New call' })).toBeDisabled();
  }
  await alice.page.getByRole('button', { name: 'Hang up' }).first().click();
  for (const tab of tabs) await expect(tab.getByRole('button', { name: 'New call' })).toBeEnabled();
});

test('who declined may take the call after all while it rings, and others may too', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const ben = await desk('agent2');
  const sid = await simulator.call('+12065550181');
  await alice.alert().getByRole('button', { name: 'Decline' }).click();
  await expect(alice.alert()).toHaveCount(0);
  await expect(ben.alert()).toBeVisible();
  const card = (of: Desk) => of.page.getByRole('region', { name: 'All Active Calls' }).getByRole('article').filter({ hasText: '(206) 555-0181' });
  await card(alice).getByRole('button', { name: 'Accept Call' }).click();
  await expect(ben.alert()).toHaveCount(0);
  await expect(alice.page, 'whom one speaks with is opened').toHaveURL(/\/view\/contact\/record\//);
  await alice.page.getByRole('link', { name: /^Active Calls/ }).first().click();
  await expect(alice.page.getByRole('region', { name: 'My Active Calls' })).toContainText('In progress');
  // Ben may not any more, and is told why.
  await expect(card(ben)).toContainText('Alice Moreno');
  await expect(card(ben).getByRole('button', { name: 'Accept Call' })).toHaveCount(0);
  await simulator.hangUp(sid);
  await expect(alice.page.getByText('No active calls at the moment.')).toBeVisible();
});
