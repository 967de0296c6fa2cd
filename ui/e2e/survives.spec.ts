import { Api } from './support/api.ts';
import { Desk, expectRising } from './support/desk.ts';
import { expect, test } from './support/network.ts';
import { Simulator } from './support/simulator.ts';

test('a cut link: what was missed comes once, in order, without a list request', async ({ browser, network }) => {
  const { server, link } = network;
  const admin = await Api.signIn(server.url, 'admin');
  const alice = await Desk.signIn(browser, link.url, 'agent1', '/view/contact/list');
  const [contact] = await admin.list<{ id: string; name: string }>('contact', { order: '-modified_date', limit: '1' });
  if (contact === undefined) throw new Error('no demo contact');
  await expect(alice.page.getByText(contact.name).first()).toBeVisible();
  await admin.patch('/v1/object/contact', [{ id: contact.id, company: 'Before the cut' }]);
  await expect(alice.page.getByText('Before the cut').first()).toBeVisible();
  const before = await alice.connection();
  await alice.mark();

  link.cut();
  await expect(alice.page.getByText('Reconnecting…').first()).toBeVisible();
  for (const company of ['Missed one', 'Missed two', 'Missed three']) {
    await admin.patch('/v1/object/contact', [{ id: contact.id, company }]);
  }
  link.mend();
  const after = await alice.reconnected(before.connects + 1);
  expect(after.recovered).toBe(true);
  await expect(alice.page.getByText('Missed three').first()).toBeVisible();
  const seqs = (await alice.connection()).seqs;
  expect(seqs.slice(before.seqs.length)).toHaveLength(3);
  expectRising(seqs);
  expect(alice.reads(), 'nothing was read again').toEqual([]);
  await expect(alice.page.getByText('Reconnecting…')).toHaveCount(0);
  await alice.close();
});

test('SIGKILL while a call is up, a text is typed and a list is open', async ({ browser, network }) => {
  const { server } = network;
  const admin = await Api.signIn(server.url, 'admin');
  const simulator = new Simulator(admin);
  const conversation = await simulator.ask('+12065550151', 'Can I change my order?');
  const alice = await Desk.signIn(browser, server.url, 'agent1', `/view/twilio_conversation/record/${conversation}/conversation`);
  const ben = await Desk.signIn(browser, server.url, 'agent2', '/view/contact/list');
  const sid = await simulator.call('+12065550152');
  // Who writes is not taken to the page of whom he begins to speak with.
  await alice.page.getByRole('textbox', { name: 'Message' }).fill('Of course, what would you like to');
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(alice.page.getByRole('button', { name: 'Hang up' }).first()).toBeVisible();
  await expect.poll(async () => (await simulator.calls()).find((c) => c.sid === sid)?.status).toBe('in-progress');
  const [contact] = await admin.list<{ id: string; name: string }>('contact', { order: '-modified_date', limit: '1' });
  await admin.patch('/v1/object/contact', [{ id: contact?.id, company: 'Written before the crash' }]);
  await expect(ben.page.getByText('Written before the crash').first()).toBeVisible();
  const [a, b] = [await alice.connection(), await ben.connection()];
  await alice.mark();
  await ben.mark();

  await server.kill();
  await expect(ben.page.getByText('Reconnecting…').first()).toBeVisible();
  await server.up();
  const alices = await alice.reconnected(a.connects + 1);
  const bens = await ben.reconnected(b.connects + 1);
  expect(alices.recovered).toBe(true);
  expect(bens.recovered).toBe(true);
  await expect(alice.page.getByRole('button', { name: 'Hang up' }).first()).toBeVisible();
  await expect(alice.page.getByRole('textbox', { name: 'Message' })).toHaveValue('Of course, what would you like to');

  await admin.patch('/v1/object/contact', [{ id: contact?.id, company: 'Written after the crash' }]);
  await expect(ben.page.getByText('Written after the crash').first()).toBeVisible();
  for (const d of [alice, ben]) {
    expectRising((await d.connection()).seqs);
    expect(d.reads(), 'nothing was read again').toEqual([]);
  }

  await simulator.hangUp(sid);
  await expect(alice.page.getByRole('button', { name: 'Hang up' })).toHaveCount(0);
  await alice.close();
  await ben.close();
});
