import { Api } from './support/api.ts';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface Conversation {
  id: string;
  unread_messages: number;
}

test('the day begins with what waits, live, and with what one can begin where nothing does', async ({ desk, admin, simulator, chatsRead }) => {
  const [contact] = await admin.list<{ name: string; phone: { phone_number: string } }>('contact', { order: 'name', limit: '1', offset: '21' });
  if (contact === undefined) throw new Error('no demo contact');
  const all = await admin.list<Conversation>('twilio_conversation', { limit: '200' });
  for (const { id } of all.filter((one) => one.unread_messages > 0)) await admin.post(`/v1/twilio/conversation/${id}/read`, {});
  await chatsRead('agent5');
  const alice = await desk('agent5', '/');
  const { page } = alice;
  await expect(page.getByRole('heading', { name: 'My team now' })).toBeVisible();
  await alice.mark();
  // Calls of the other tests rang for everybody in the half minute after the server's start.
  const missed = page.getByRole('main').getByRole('button', { name: 'Mark all as seen' });
  if (await missed.isVisible()) await missed.click();
  await expect(page.getByText("You're available. Calls ring here.")).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Call', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');

  const dana = await desk('admin', '/');
  await expect(page.getByRole('main').getByRole('list', { name: 'Team' }).getByRole('listitem').filter({ hasText: 'Dana Whitfield' }).getByRole('img', { name: 'Available' })).toBeVisible();
  await alice.mark();
  await simulator.text(contact.phone.phone_number, 'Is the red one in the Portland store?');
  for (const one of [alice, dana]) {
    const card = one.page.getByRole('region', { name: 'Unread texts' });
    await expect(card.getByText('Is the red one in the Portland store?')).toBeVisible();
  }
  await expect(page.getByText("You're available. Calls ring here.")).toBeHidden();
  expect(alice.reads().filter((read) => !read.includes('twilio_conversation'))).toEqual([]);

  // Who reads it takes it off the others' pages.
  await dana.page.getByRole('region', { name: 'Unread texts' }).getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Unread texts' })).toBeHidden();
  await expect(page.getByText("You're available. Calls ring here.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("You're available. Calls ring here.")).toBeVisible();
});

test('a call that nobody took waits at home, with the way to call back, until it was noted in any browser', async ({ desk, admin, simulator }) => {
  const [contact] = await admin.list<{ name: string; phone: { phone_number: string } }>('contact', { order: 'name', limit: '1', offset: '33' });
  if (contact === undefined) throw new Error('no demo contact');
  const alice = await desk('agent1', '/');
  const again = await desk('agent1', '/');
  const missed = [alice, again].map((one) => one.page.getByRole('main').getByRole('region', { name: 'Missed calls' }));
  await alice.mark();
  const sid = await simulator.call(contact.phone.phone_number);
  await expect(alice.alert()).toBeVisible();
  await simulator.hangUp(sid);
  for (const card of missed) {
    await expect(card.getByText(contact.name)).toBeVisible();
    await expect(card.getByRole('button', { name: 'Call back' }).first()).toBeVisible();
  }
  expect(alice.reads().filter((read) => !read.includes('twilio_conversation'))).toEqual([]);
  await missed[1]?.getByRole('button', { name: /seen/i }).click();
  for (const card of missed) await expect(card).toBeHidden();
});

test('of many unread texts home shows the first, and leads to all of them', async ({ desk, simulator }) => {
  for (let n = 0; n < 7; n++) await simulator.text(`+1206555083${n}`, 'Are you open on Sunday?');
  const { page } = await desk('agent2', '/');
  const card = page.getByRole('main').getByRole('region', { name: 'Unread texts' });
  await expect(card.getByRole('listitem')).toHaveCount(6);
  const all = card.getByRole('link', { name: /^See all \d+$/ });
  const count = Number(/\d+/.exec((await all.textContent()) ?? '')?.[0]);
  expect(count).toBeGreaterThanOrEqual(7);
  await all.click();
  await expect(page).toHaveURL(/\/live\/twilio_conversation\?show=unread$/);
  await expect(page.locator('[data-thread]')).toHaveCount(count);
});

test('a simulated customer calls or texts at one click, and not where no call rings', async ({ desk, admin, server, simulator }) => {
  const alice = await desk('agent3', '/?try=text');
  const { page } = alice;
  const demo = page.getByRole('region', { name: 'Demo' });
  const call = demo.getByRole('button', { name: 'Let a customer call you' });
  await expect(demo.getByText("You're signed in as Chloe Tanaka, agent.")).toBeVisible();
  const inbound = async () => (await admin.get<{ texts: { direction: string; body: string }[] }>('/simulator/state')).texts.filter((text) => text.direction === 'inbound');

  // A link of the banner asks once, and a click as often as one likes.
  await expect(page.getByRole('status').filter({ hasText: /sent a text\.$/ })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  const before = (await inbound()).length;
  await demo.getByRole('button', { name: 'Send me a text' }).click();
  await expect.poll(async () => (await inbound()).length).toBe(before + 1);
  const [newest] = await inbound();
  await expect(page.getByRole('region', { name: 'Unread texts' }).getByText(newest?.body ?? '').first()).toBeVisible();

  await look(page, 'first-minute-light');
  await call.click();
  await expect(alice.alert()).toBeVisible();
  for (const one of await simulator.calls()) if (one.status === 'ringing' || one.status === 'in-progress') await simulator.hangUp(one.sid);
  await expect(alice.alert()).toBeHidden();

  const own = await Api.signIn(server.url, 'agent3');
  await own.post('/v1/twilio/call/available', { call_status: 'away' });
  await expect(demo.getByText("You're away, so calls don't ring for you.")).toBeVisible();
  await expect(call).toBeDisabled();
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'first-minute-dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'first-minute-390');
  await demo.getByRole('button', { name: 'Set me available' }).click();
  await expect(call).toBeEnabled();
  expect(alice.errors()).toEqual([]);
});
