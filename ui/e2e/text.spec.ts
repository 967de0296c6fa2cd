import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface Conversation {
  id: string;
  name: string;
}

test('a text raises the badge in both browsers; reading it in one lowers both', async ({ desk, admin, simulator }) => {
  const alice = await desk('agent1');
  const ben = await desk('agent2');
  await alice.mark();
  const before = await alice.count('Texts');
  await ben.mark();

  const body = 'Is my kayak ready to be picked up?';
  await simulator.text('+12065550142', body);
  await expect(alice.badge('Texts')).toHaveText(String(before + 1));
  await expect(ben.badge('Texts')).toHaveText(String(before + 1));
  expect(ben.reads()).toEqual([]);

  const conversations = await admin.list<Conversation & { last_message: string }>('twilio_conversation', { order: '-last_message_at', limit: '5' });
  const conversation = conversations.find((c) => c.last_message === body);
  if (conversation === undefined) throw new Error('the text made no conversation');
  await alice.page.getByRole('navigation').getByRole('link', { name: /^Texts/ }).click();
  await alice.page.getByRole('link', { name: new RegExp(body.slice(0, 20)) }).first().click();
  await expect(alice.page.getByText(body).last()).toBeVisible();
  await alice.page.getByRole('button', { name: 'More about this conversation' }).click();
  await alice.page.getByRole('menuitem', { name: 'Mark All Read' }).click();
  await expect(alice.page.getByText('Marked as read.')).toBeVisible();
  for (const d of [alice, ben]) {
    if (before === 0) await expect(d.badge('Texts')).toHaveCount(0);
    else await expect(d.badge('Texts')).toHaveText(String(before));
  }
  expect(ben.reads(), 'the badge fell without reading anything').toEqual([]);
});

test('a reply shows at once in both browsers and its receipts come in steps', async ({ desk, simulator }) => {
  const conversation = await simulator.ask('+12065550143', 'Do you have the storm jacket in L?');
  const path = `/view/twilio_conversation/record/${conversation}/conversation`;
  const alice = await desk('agent1', path);
  const ben = await desk('agent2', path);
  await expect(ben.page.getByText('Do you have the storm jacket in L?').last()).toBeVisible();
  await alice.mark();
  await ben.mark();

  const reply = 'We do, two are left. Shall I put one aside?';
  await alice.page.getByRole('textbox', { name: 'Message' }).fill(reply);
  await alice.page.keyboard.press('Enter');
  await expect(alice.page.getByText(reply).last()).toBeVisible();
  await expect(ben.page.getByText(reply).last()).toBeVisible();
  await expect(ben.page.getByRole('img', { name: 'Delivered' }).or(ben.page.getByText('Delivered')).last()).toBeVisible();
  expect(alice.reads()).toEqual([]);
  expect(ben.reads()).toEqual([]);
  await expect(alice.page.getByText(reply)).toHaveCount(await ben.page.getByText(reply).count());
});

test('one who opted out is not texted, and the page says why', async ({ desk, admin, simulator }) => {
  const conversation = await simulator.ask('+12065550100', 'STOP');
  await expect(
    admin.post('/v1/twilio/message', { conversation, body: 'Hello again' }),
  ).rejects.toThrow(/opted in/);
  const alice = await desk('agent1', `/view/twilio_conversation/record/${conversation}/conversation`);
  await expect(alice.page.getByText(/have not opted in to receive SMS messages/).first()).toBeAttached();
  await expect(alice.page.getByRole('button', { name: 'Send' })).toBeDisabled();
});

test('threads with one customer on two lines are told apart, and one hints at a text on the other', async ({ desk, admin, simulator }) => {
  const [contact] = await admin.list<{ name: string; phone: { phone_number: string } }>('contact', { order: 'name', limit: '1', offset: '13' });
  const lines = await admin.list<{ name: string; phone_number: string }>('twilio_phone', { order: 'name', limit: '3' });
  const [main, , support] = lines;
  if (contact === undefined || main === undefined || support === undefined) throw new Error('the demo lacks a contact or a line');
  const from = contact.phone.phone_number;
  const here = await simulator.ask(from, 'Is the blue tent still in stock?');
  const there = await simulator.ask(from, 'Please call me about the repair.', support.phone_number);
  expect(there).not.toBe(here);
  const path = (id: string) => `/view/twilio_conversation/record/${id}/conversation`;
  const alice = await desk('agent1', path(here));
  const { page } = alice;
  const row = (id: string) => page.locator(`[data-thread="${id}"]`);
  const header = page.getByRole('main').locator('header').filter({ hasText: contact.name });
  const hint = page.getByRole('main').getByRole('status').filter({ hasText: /text.* on .*Support/ });
  await expect(row(here)).toContainText(main.name);
  await expect(row(there)).toContainText(support.name);
  await expect(header).toContainText(new RegExp(`via .?${main.name}`));
  await expect(hint).toContainText(/^1 unread text on .?Support.?: Please call me about the repair\./);
  await look(page, 'two-lines-light');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'two-lines-dark');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'two-lines-narrow');
  await page.setViewportSize({ width: 1360, height: 860 });
  await hint.getByRole('link', { name: 'Open' }).click();
  await expect(header).toContainText(new RegExp(`via .?${support.name}`));
  await expect(hint).toHaveCount(0);
  await row(here).click();
  await expect(header).toContainText(new RegExp(`via .?${main.name}`));
  await alice.mark();
  await simulator.text(from, 'Hello, is anybody there?', support.phone_number);
  await expect(hint, 'live').toContainText('Hello, is anybody there?');
  expect(alice.reads()).toEqual([]);
  expect(alice.errors()).toEqual([]);
});

test('the open thread keeps its place in the list until another one is opened, also after a reply', async ({ desk, simulator }) => {
  const below = await simulator.ask('+12065550181', 'One: are you open on Sunday?');
  const open = await simulator.ask('+12065550182', 'Two: do you rent kayaks?');
  const above = await simulator.ask('+12065550183', 'Three: where is my order?');
  await simulator.text('+12065550183', 'It should have come yesterday.');
  const alice = await desk('agent1', '/live/twilio_conversation');
  const { page } = alice;
  const order = () => page.locator('[data-thread]').evaluateAll((rows) => rows.map((one) => one.getAttribute('data-thread') ?? ''));
  const place = async (id: string) => (await order()).indexOf(id);
  const row = (id: string) => page.locator(`[data-thread="${id}"]`);
  await expect(row(above)).toContainText('2');
  const before = await order();
  expect(before.indexOf(above)).toBeLessThan(before.indexOf(open));
  expect(before.indexOf(open)).toBeLessThan(before.indexOf(below));

  await row(open).click();
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.click(); // neither the pointer nor the focus is in the list
  await page.mouse.move(900, 600);
  await expect(row(open).locator('[data-badge]'), 'it is read').toHaveCount(0);
  expect(await order()).toEqual(before);
  await composer.fill('We do, by the hour and by the day.');
  await page.keyboard.press('Enter');
  await expect(row(open)).toContainText('We do, by the hour');
  expect(await order(), 'after a reply').toEqual(before);

  await row(above).click();
  await composer.click();
  await page.mouse.move(900, 600);
  await expect.poll(async () => (await place(open)) > (await place(below)), 'it was left: unread ones come before it').toBe(true);
  expect(await place(above), 'and the other one keeps its own').toBe(before.indexOf(above));
  expect(alice.errors()).toEqual([]);
});
