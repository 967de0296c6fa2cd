import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface Conversation {
  id: string;
  contact_phones: string[];
}

const number = '+12125550142';

test('a call that a rule forbids is refused with its sentence, and nobody is called', async ({ desk, simulator }) => {
  const outbound = async () => (await simulator.calls()).filter((call) => call.direction === 'outbound').length;
  const before = await outbound();
  const alice = await desk('agent1');
  await alice.page.getByRole('button', { name: 'New call' }).first().click();
  for (const [typed, sentence] of [
    ['8765551234', "Your organization doesn't allow calls to Jamaica (JM)."],
    ['9005551234', "Your organization doesn't allow calls to premium-rate numbers"],
    ['911', "Emergency numbers can't be called from here."],
  ] as const) {
    await alice.page.getByLabel('Phone number').fill(typed);
    await alice.page.getByRole('dialog').getByRole('button', { name: 'Call', exact: true }).click();
    await expect(alice.page.getByRole('dialog')).toContainText(sentence);
  }
  await look(alice.page, 'call-refused-light');
  expect(await outbound()).toBe(before);
  await alice.page.keyboard.press('Escape');
  await expect(alice.page.getByText('No active calls at the moment.')).toBeVisible();
});

test('one STOP reaches both contacts with the number, live, and closes the composer', async ({ desk, admin, simulator }) => {
  const phone = { country_code: '+1', phone_number: number };
  const made: { id: string }[] = [];
  for (const [name, fields] of [
    ['Rosa Delgado', { phone, sms_opt_in: true }],
    ['Delgado Bakery', { second_phone: phone, sms_opt_in: true }],
  ] as const) {
    made.push(...(await admin.post<{ id: string }[]>('/v1/object/contact', [{ name, ...fields }])));
  }
  await simulator.text(number, 'Is the bread ready?');
  const find = async () =>
    (await admin.list<Conversation>('twilio_conversation', { order: '-created_date', limit: '5' })).find((one) =>
      one.contact_phones.includes(number),
    );
  await expect.poll(find).toBeTruthy();
  const conversation = await find();

  const rosa = await desk('agent1', `/view/contact/record/${made[0]?.id}/standard`);
  const bakery = await desk('agent2', `/view/contact/record/${made[1]?.id}/standard`);
  const texting = await desk('agent3', `/view/twilio_conversation/record/${conversation?.id}/conversation`);
  const history = (page: typeof rosa) => page.page.getByRole('region', { name: 'Consent to texts' });
  for (const one of [rosa, bakery]) await expect(history(one)).toContainText('Opted in');
  await expect(texting.page.getByRole('textbox', { name: 'Message' })).toBeEnabled();
  for (const one of [rosa, bakery, texting]) await one.mark();

  await simulator.text(number, 'STOP');
  for (const one of [rosa, bakery]) {
    await expect(history(one)).toContainText('Opted out');
    await expect(history(one)).toContainText('STOP');
    await expect(one.page.locator('dl').getByText('No', { exact: true }).first()).toBeVisible();
  }
  await expect(texting.page.getByRole('textbox', { name: 'Message' })).toBeDisabled();
  await expect(texting.page.getByText(/have not opted in to receive SMS messages/).first()).toBeVisible();
  for (const one of [rosa, bakery, texting]) expect(one.reads(), 'what was said is painted without reading anything').toEqual([]);

  await expect(admin.patch('/v1/object/contact', [{ id: made[1]?.id, sms_opt_in: true }])).rejects.toThrow(/told us to stop/);
  await history(rosa).scrollIntoViewIfNeeded();
  await look(rosa.page, 'consent-history-light');
  await look(texting.page, 'conversation-stopped-light');
  for (const one of [rosa, texting]) {
    await one.page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  }
  await look(rosa.page, 'consent-history-dark');
  await look(texting.page, 'conversation-stopped-dark');

  await simulator.text(number, 'START');
  await expect(texting.page.getByRole('textbox', { name: 'Message' })).toBeEnabled();
});

test("the month's spending stop is told to superusers, live, and holds", async ({ desk, admin }) => {
  const dana = await desk('admin');
  const alice = await desk('agent1');
  const { organization } = await admin.get<{ organization: { id: string } }>('/v1/me');
  const stopAt = (usd: number) =>
    admin.patch('/v1/object/organization', [{ id: organization.id, settings: { spend: { monthly_stop_usd: usd } } }]);
  await stopAt(0);
  try {
    await dana.mark();
    await alice.page.getByRole('button', { name: 'New call' }).first().click();
    await alice.page.getByLabel('Phone number').fill('2065550188');
    await alice.page.getByRole('dialog').getByRole('button', { name: 'Call', exact: true }).click();
    await expect(alice.page.getByRole('dialog')).toContainText('$0 spending limit');
    await expect(dana.page.getByRole('alert').filter({ hasText: '$0 spending limit is reached' })).toBeVisible();
    await expect(alice.page.getByRole('alert').filter({ hasText: 'spending limit is reached' })).toHaveCount(0);
    expect(dana.reads()).toEqual([]);
    await look(dana.page, 'spending-stopped-light');
  } finally {
    await stopAt(200);
  }
  await expect(dana.page.getByRole('alert').filter({ hasText: 'is reached' })).toHaveCount(0);
});
