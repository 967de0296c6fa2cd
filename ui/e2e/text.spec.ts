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
