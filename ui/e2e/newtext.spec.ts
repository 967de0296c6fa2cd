import type { Locator, Page } from '@playwright/test';
import type { Api } from './support/api.ts';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface Conversation {
  id: string;
  phone: { id: string };
}

/** What one sees of the dialog. */
function dialogOf(page: Page) {
  const box = page.getByRole('dialog', { name: 'New text' });
  return {
    box,
    to: box.getByRole('combobox', { name: 'To' }),
    message: box.getByRole('textbox', { name: 'Message' }),
    send: box.getByRole('button', { name: 'Send' }),
    option: (name: string | RegExp): Locator => box.getByRole('option', { name }),
  };
}

/** A contact of the test's own. */
async function contact(admin: Api, name: string, digits: string, more: object = {}): Promise<string> {
  const phone = { country_code: '+1', phone_number: `+1${digits}` };
  const made = await admin.post<{ id: string }[] | { id: string }>('/v1/object/contact', { name, phone, sms_opt_in: true, ...more });
  return Array.isArray(made) ? (made[0]?.id ?? '') : made.id;
}

/** The conversations with a number, and ours that each is with. */
async function conversationsWith(admin: Api, number: string) {
  const filter = JSON.stringify([{ field: 'contact_phones', operator: '=', value: number }]);
  const found = await admin.list<Conversation>('twilio_conversation', { filter });
  const phones = await admin.list<{ id: string; phone_number: string }>('twilio_phone');
  return found.map(({ id, phone }) => ({ id, ours: phones.find((one) => one.id === phone.id)?.phone_number ?? '' }));
}

/** Texts us from outside, to the number that wrote. */
const answer = (admin: Api, from: string, to: string | undefined, body: string) =>
  admin.post('/simulator/texts', { from, to, body });

test('a number that nobody knows is texted from Texts; the others see it live, and his answer comes in the same thread', async ({ desk, admin, simulator }) => {
  const alice = await desk('agent1', '/live/twilio_conversation');
  const ben = await desk('agent2', '/live/twilio_conversation');
  const page = alice.page;
  const dialog = dialogOf(page);
  await ben.mark();

  await page.getByRole('button', { name: 'New text' }).first().click();
  await expect(dialog.to).toBeFocused();
  await page.keyboard.type('206 555 8170');
  await expect(dialog.option('Text (206) 555-8170')).toBeVisible();
  await look(page, 'new-text-number');
  await page.keyboard.press('Enter');
  await expect(dialog.box.getByText('(206) 555-8170')).toBeVisible();
  await expect(dialog.message).toBeFocused();

  const body = 'This is the kayak shop: your order is ready.';
  await dialog.message.fill(body);
  await expect(dialog.box.getByText(/44 \/ 1,600 · 1 segment/)).toBeVisible();
  // Escape asks before it takes away what was typed.
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button').first().click();
  await expect(dialog.message).toHaveValue(body);
  await look(page, 'new-text');
  await dialog.message.focus();
  await page.keyboard.press('Enter');

  await page.waitForURL('**/view/twilio_conversation/record/*/conversation');
  await expect(dialog.box).toBeHidden();
  await expect(page.getByRole('log').getByText(body)).toBeVisible();
  await expect.poll(() => simulator.sent()).toContain(body);
  const row = ben.page.getByRole('link', { name: /\(206\) 555-8170/ });
  await expect(row).toContainText(body);
  expect(ben.reads(), 'it came by itself').toEqual([]);
  await row.click();
  await expect(ben.page.getByRole('log').getByText(body)).toBeVisible();

  const [made, ...others] = await conversationsWith(admin, '+12065558170');
  expect(others).toEqual([]);
  await answer(admin, '+12065558170', made?.ours, 'Great, I come at noon.');
  for (const one of [alice, ben]) await expect(one.page.getByRole('log').getByText('Great, I come at noon.')).toBeVisible();
  await expect(page.getByRole('log').getByText(body)).toHaveCount(1);
  expect(await conversationsWith(admin, '+12065558170')).toHaveLength(1);

  // It is found by its number, which the server is asked for too.
  const asked = ben.page.waitForResponse((one) => one.url().includes('/v1/object/twilio_conversation') && one.url().includes('8170'));
  await ben.page.getByLabel('Search names, numbers and messages').fill('206 555 8170');
  expect((await asked).status()).toBe(200);
  await expect(ben.page.getByRole('link', { name: /\(206\) 555-8170/ })).toBeVisible();

  // Begun again, it goes on in the same one, which the dialog says before.
  await ben.page.getByRole('button', { name: 'New text' }).first().click();
  const his = dialogOf(ben.page);
  await ben.page.keyboard.type('+1 206-555-8170');
  await ben.page.keyboard.press('Enter');
  await expect(his.box.getByText('You already have a conversation')).toBeVisible();
  await his.message.fill('See you then!');
  await his.send.click();
  await expect(page.getByRole('log').getByText('See you then!')).toBeVisible();
  expect(await conversationsWith(admin, '+12065558170')).toHaveLength(1);
});

test('a contact is texted from his page: by its button at the number that one chooses, and below his timeline', async ({ desk, admin, simulator }) => {
  const second = { country_code: '+1', phone_number: '+12065558172' };
  const mia = await contact(admin, 'Mia Newcomer', '2065558171', { second_phone: second });
  const path = `/view/contact/record/${mia}/standard`;
  const alice = await desk('agent1', path);
  const ben = await desk('agent2', path);
  const [mine, his] = [alice, ben].map((one) => one.page.getByRole('region', { name: 'Timeline' }));
  if (mine === undefined || his === undefined) throw new Error('no timeline');
  await ben.mark();

  // Nobody wrote with her yet: the first text is written where every other one is.
  await mine.getByRole('tab', { name: 'Text' }).click();
  await mine.getByRole('textbox', { name: 'Message' }).fill('Welcome, Mia!');
  await alice.page.keyboard.press('Enter');
  await expect(his.getByText('Welcome, Mia!')).toBeVisible();
  await expect(mine.getByText('Welcome, Mia!')).toHaveCount(1);
  expect(ben.reads()).toEqual([]);
  const [first] = await conversationsWith(admin, '+12065558171');
  await answer(admin, '+12065558171', first?.ours, 'Thank you!');
  for (const one of [mine, his]) await expect(one.getByText('Thank you!')).toBeVisible();

  const page = alice.page;
  const dialog = dialogOf(page);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await expect(dialog.box.getByText('Mia Newcomer')).toBeVisible();
  await expect(dialog.message).toBeFocused();
  await expect(dialog.box.getByText('You already have a conversation')).toBeVisible();
  await dialog.box.getByRole('button', { name: '(206) 555-8172' }).click();
  await expect(dialog.box.getByText('You already have a conversation')).toBeHidden();
  await dialog.message.fill('And this is for your other phone.');
  await look(page, 'new-text-contact');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'new-text-contact-dark');
  await page.setViewportSize({ width: 390, height: 780 });
  await look(page, 'new-text-contact-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.send.click();
  await page.waitForURL('**/view/twilio_conversation/record/*/conversation');
  await expect(page.getByRole('log').getByText('And this is for your other phone.')).toBeVisible();
  await expect.poll(() => simulator.sent()).toContain('And this is for your other phone.');
  expect(await conversationsWith(admin, '+12065558172')).toHaveLength(1);
});

test('a text begins at home and by the palette, for a contact and for a number', async ({ desk, admin, simulator, chatsRead }) => {
  await chatsRead('agent5');
  await contact(admin, 'Otto Palette', '2065558173');
  for (const { id } of await admin.list<{ id: string }>('twilio_conversation', { limit: '200' })) {
    await admin.post(`/v1/twilio/conversation/${id}/read`, {});
  }
  const alice = await desk('agent5', '/');
  const page = alice.page;
  const dialog = dialogOf(page);
  // Calls of the other tests rang for everybody in the half minute after the server's start.
  const missed = page.getByRole('main').getByRole('button', { name: 'Mark all as seen' });
  await alice.mark();
  if (await missed.isVisible()) await missed.click();
  await expect(page.getByText("You're available. Calls ring here.")).toBeVisible();
  await look(page, 'home-empty');
  await page.getByRole('main').getByRole('button', { name: 'Text', exact: true }).click();
  await expect(dialog.to).toBeFocused();
  await page.keyboard.type('Otto Pal');
  await dialog.option(/Otto Palette/).click();
  await dialog.message.fill('From home.');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/view/twilio_conversation/record/*/conversation');
  await expect.poll(() => simulator.sent()).toContain('From home.');

  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Otto Palette');
  await palette.getByRole('option', { name: 'Text Otto Palette' }).click();
  await expect(dialog.box.getByText('Otto Palette')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.box).toBeHidden();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('(206) 555-8174');
  await palette.getByRole('option', { name: 'Text (206) 555-8174' }).click();
  await expect(dialog.message).toBeFocused();
  await page.keyboard.type('By the palette.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log').getByText('By the palette.')).toBeVisible();
  await expect.poll(() => simulator.sent()).toContain('By the palette.');
  expect(await conversationsWith(admin, '+12065558174')).toHaveLength(1);
});

test('who may not be texted is told of before anything is written, and what is wrong is said', async ({ desk, admin, simulator }) => {
  await contact(admin, 'Nils Optout', '2065558175', { sms_opt_in: false });
  const alice = await desk('agent1', '/live/twilio_conversation');
  const page = alice.page;
  const dialog = dialogOf(page);
  await page.getByRole('button', { name: 'New text' }).first().click();
  await dialog.send.click();
  await expect(dialog.box.getByText('Please add at least one valid contact and phone number.')).toBeVisible();
  await dialog.to.fill('Nils Opt');
  await dialog.option(/Nils Optout/).click();
  await expect(dialog.box.getByText(/have not opted in to receive SMS messages/)).toBeVisible();
  await expect(dialog.send).toBeDisabled();
  await look(page, 'new-text-refused');
  await dialog.box.getByRole('button', { name: 'Choose someone else' }).click();
  await expect(dialog.to).toBeFocused();
  await dialog.to.fill('911');
  await dialog.message.fill('Help');
  await dialog.send.click();
  await expect(dialog.box.getByText('Please add at least one valid contact and phone number.')).toBeVisible();
  expect(await simulator.sent()).not.toContain('Help');
});

test('a first text waits while the provider turns texts away, and arrives once', async ({ desk, admin, simulator }) => {
  const alice = await desk('agent1', '/live/twilio_conversation');
  const page = alice.page;
  const dialog = dialogOf(page);
  await simulator.refuse(true);
  await page.getByRole('button', { name: 'New text' }).first().click();
  await page.keyboard.type('2065558176');
  await page.keyboard.press('Enter');
  await dialog.message.fill('Are you there yet?');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/view/twilio_conversation/record/*/conversation');
  await expect(page.getByText(/Waiting to be sent/)).toBeVisible();
  await simulator.refuse(false);
  await expect.poll(async () => (await simulator.sent()).filter((one) => one === 'Are you there yet?')).toHaveLength(1);
  await expect(page.getByText(/Waiting to be sent/)).toBeHidden();
  expect(await conversationsWith(admin, '+12065558176')).toHaveLength(1);
});
