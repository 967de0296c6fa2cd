import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface Contact {
  id: string;
  name: string;
  phone: { phone_number: string };
}

test('a record tells what happened with it, live, and is written about', async ({ desk, admin, simulator }) => {
  const filter = JSON.stringify([{ field: 'sms_opt_in', operator: '=', value: true }]);
  const [contact] = await admin.list<Contact>('contact', { order: 'name', limit: '1', offset: '7', filter });
  if (contact === undefined) throw new Error('no demo contact');
  const path = `/view/contact/record/${contact.id}/standard`;
  const alice = await desk('agent1', path);
  const ben = await desk('agent2', path);
  const [mine, his] = [alice, ben].map((one) => one.page.getByRole('region', { name: 'Timeline' }));
  if (mine === undefined || his === undefined) throw new Error('no timeline');
  await expect(his.getByText(/You have no past activities|Today/).first()).toBeVisible();
  await alice.mark();
  await ben.mark();

  // A note that one writes stands in the other's browser.
  await mine.getByRole('tab', { name: 'Text' }).click();
  await alice.page.getByRole('button', { name: 'Note', exact: true }).click();
  await expect(mine.getByRole('textbox', { name: 'Note' }), 'where one asked to write').toBeFocused();
  await mine.getByRole('textbox', { name: 'Note' }).fill('Wants the blue one.\nCall before noon.');
  await alice.page.keyboard.press('Enter');
  await expect(mine.getByRole('link', { name: 'Wants the blue one.' })).toBeVisible();
  await expect(his.getByRole('link', { name: 'Wants the blue one.' })).toBeVisible();
  await expect(his.getByText('Call before noon.')).toBeVisible();

  // A text and a call come in by themselves, in their order.
  await simulator.text(contact.phone.phone_number, 'Is it in stock? See https://example.com/blue');
  await expect(his.getByText('Is it in stock?')).toBeVisible();
  // The conversation that began with it is the one that is answered in.
  await mine.getByRole('tab', { name: 'Text' }).click();
  await mine.getByRole('textbox', { name: 'Message' }).fill('Yes, three of them.');
  await alice.page.keyboard.press('Enter');
  await expect(his.getByText('Yes, three of them.')).toBeVisible();
  await expect(mine.getByText('Yes, three of them.')).toHaveCount(1);
  const sid = await simulator.call(contact.phone.phone_number);
  await expect(his.getByText(/Call received|Missed call/).last()).toBeVisible();
  await simulator.hangUp(sid);
  await expect(his.getByText('Missed call').last()).toBeVisible();
  expect(ben.reads()).toEqual([]);
  const order = await his.getByRole('log').locator('a[href^="/view/"]').evaluateAll((links) => links.map((a) => a.getAttribute('href')?.split('/')[2]));
  expect(order.slice(-4)).toEqual(['note', 'twilio_conversation', 'twilio_conversation', 'call']);

  // It survives a reload.
  await ben.page.reload();
  await expect(his.getByText('Is it in stock?')).toBeVisible();
  await expect(his.getByRole('link', { name: 'Wants the blue one.' })).toBeVisible();

  await expect(alice.page.getByText(/Show \d+ empty fields/)).toBeVisible();
  await expect(alice.page.getByText('First Name')).toBeHidden();
  await look(alice.page, 'contact-light');
  await alice.page.setViewportSize({ width: 1920, height: 1000 });
  await look(alice.page, 'contact-wide');
  await alice.page.setViewportSize({ width: 390, height: 780 });
  await look(alice.page, 'contact-narrow');
});

test('older things come in front as one scrolls up', async ({ desk, admin }) => {
  const [contact] = await admin.list<Contact>('contact', { order: 'name', limit: '1', offset: '11' });
  if (contact === undefined) throw new Error('no demo contact');
  const about = { schema: 'contact', id: contact.id };
  await admin.post(
    '/v1/object/note',
    Array.from({ length: 90 }, (_, n) => ({ name: `Note number ${n}`, notes: `The text of note ${n}`, related_to: about })),
  );
  const alice = await desk('agent1', `/view/contact/record/${contact.id}/standard`);
  const log = alice.page.getByRole('region', { name: 'Timeline' }).getByRole('log');
  await expect(log.getByText(/Note number \d+/).last()).toBeVisible();
  await expect(async () => {
    await log.hover();
    await alice.page.mouse.wheel(0, -20_000);
    await expect(log.getByText('No earlier activity.')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
});
