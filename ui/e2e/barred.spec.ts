import type { Api } from './support/api.ts';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const makeContact = async (admin: Api, name: string, number: string): Promise<string> => {
  const phone = { country_code: '+1', phone_number: number };
  const made = await admin.post<{ id: string }[] | { id: string }>('/v1/object/contact', { name, phone, sms_opt_in: true });
  return Array.isArray(made) ? (made[0]?.id ?? '') : made.id;
};

test('whoever is set as not to be called loses every call and text button in the other browser, and gets them back', async ({ desk, admin, simulator }) => {
  const number = '+12065558470';
  const name = 'Barbara Barred';
  const id = await makeContact(admin, name, number);
  const thread = await simulator.ask(number, 'Please call me.');
  const alice = await desk('agent1', '/live/active_calls');
  await expect(alice.page.getByRole('heading', { name: 'All Active Calls' })).toBeVisible();
  const sid = await simulator.call(number);
  await expect(alice.alert()).toBeVisible();
  await simulator.hangUp(sid);
  const missed = alice.page.getByRole('region', { name: 'Missed Calls' }).getByRole('listitem').filter({ hasText: name });
  await expect(missed.getByRole('button', { name: 'Call back' })).toBeVisible();
  const page = await alice.context.newPage();
  await page.goto(`/view/contact/record/${id}/standard`);
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Call', exact: true })).toBeVisible();
  const text = await alice.context.newPage();
  await text.goto(`/view/twilio_conversation/record/${thread}/conversation`);
  await expect(text.getByRole('textbox', { name: 'Message' })).toBeEnabled();

  const bar = (do_not_call: boolean) => admin.patch('/v1/object/contact', [{ id, do_not_call }]);
  await bar(true);
  await expect(missed.getByText('DNC')).toBeVisible();
  await expect(missed.getByRole('button', { name: 'Call back' })).toHaveCount(0);
  await expect(main.getByText('DNC').first()).toBeVisible();
  await expect(main.getByRole('button', { name: 'Call', exact: true })).toHaveCount(0);
  await expect(text.getByRole('textbox', { name: 'Message' })).toBeDisabled();
  await expect(text.getByText('A contact with this number asked not to be called or texted.').first()).toBeVisible();
  await look(alice.page, 'barred-missed-light');
  await look(text, 'barred-thread-light');

  // A number that is typed is the same number: neither the dialer nor the palette calls it.
  await alice.page.getByRole('main').getByRole('button', { name: 'New call' }).click();
  const dialer = alice.page.getByRole('dialog', { name: 'New call' });
  await dialer.getByLabel('Phone number').fill('206 555 8470');
  await expect(dialer.getByText('DNC')).toBeVisible();
  await expect(dialer.getByRole('button', { name: 'Call', exact: true })).toHaveCount(0);
  await look(alice.page, 'barred-dialer-light');
  await bar(false);
  await expect(dialer.getByRole('button', { name: 'Call', exact: true })).toBeVisible();
  await alice.page.keyboard.press('Escape');
  await expect(missed.getByRole('button', { name: 'Call back' })).toBeVisible();
  await expect(text.getByRole('textbox', { name: 'Message' })).toBeEnabled();
});

test('who may read no contact sees that a number is barred, and learns nothing else', async ({ desk, admin, simulator }) => {
  const number = '+12065558471';
  const id = await makeContact(admin, 'Hidden Hugo', number);
  const [user] = await admin.list<{ id: string; permissions: unknown }>('user', {
    filter: JSON.stringify([{ field: 'email', operator: '=', value: 'agent4@demo.test' }]),
  });
  const [role] = await admin.post<{ id: string }[]>('/v1/object/permission', [
    { name: 'Calls alone', object_permissions: { call: { read: true, create: true } } },
  ]);
  const before = user?.permissions;
  await admin.patch('/v1/object/user', [{ id: user?.id, permissions: [role?.id] }]);
  try {
    const dan = await desk('agent4', '/live/active_calls');
    await expect(dan.page.getByRole('heading', { name: 'All Active Calls' })).toBeVisible();
    const sid = await simulator.call(number);
    await expect(dan.alert()).toBeVisible();
    await simulator.hangUp(sid);
    const missed = dan.page.getByRole('region', { name: 'Missed Calls' }).getByRole('listitem').filter({ hasText: '(206) 555-8471' });
    await expect(missed.getByRole('button', { name: 'Call back' })).toBeVisible();
    await admin.patch('/v1/object/contact', [{ id, do_not_call: true }]);
    await expect(missed.getByText('DNC')).toBeVisible();
    await expect(missed.getByRole('button', { name: 'Call back' })).toHaveCount(0);
  } finally {
    await admin.patch('/v1/object/user', [{ id: user?.id, permissions: before }]);
  }
});
