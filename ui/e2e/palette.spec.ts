import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface Contact {
  id: string;
  name: string;
  phone: { phone_number: string };
}

test('the palette takes the first key, finds people and records by name or number, and does things', async ({ desk, admin }) => {
  const [contact] = await admin.list<Contact>('contact', { order: 'name', limit: '1', offset: '7' });
  if (contact === undefined) throw new Error('no demo contact');
  const alice = await desk('agent1');
  const page = alice.page;
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const box = palette.getByRole('combobox');
  const option = (name: string | RegExp) => palette.getByRole('option', { name });

  // Nothing waits between the keys: what is typed at once is all there.
  await page.keyboard.press('Control+k');
  await page.keyboard.type(contact.name);
  await expect(box).toHaveValue(contact.name);
  await expect(option(new RegExp(`^${contact.name}.*Contact`)).first()).toBeVisible();
  await expect(option(`Call ${contact.name}`).first()).toBeVisible();
  // What was found is marked, in the name or in what else it was found by.
  await expect(option(new RegExp(`^${contact.name}.*Contact`)).first().locator('mark').first()).toHaveText(contact.name.split(' ')[0] ?? '');
  await look(page, 'palette-found');
  const [first = '', ...others] = contact.name;
  await box.fill(`${first}${others[1]}${others[0]}${others.slice(2).join('')}`); // two letters changed about
  await expect(option(new RegExp(`^${contact.name}.*Contact`)).first()).toBeVisible();
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await look(page, 'palette-found-dark');
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light';
  });
  await option(new RegExp(`^${contact.name}.*Contact`)).first().click();
  await expect(page.getByRole('heading', { level: 1, name: contact.name })).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText(contact.name);
  await look(page, 'palette-recent');
  await page.keyboard.type(contact.phone.phone_number.slice(-7));
  await expect(option(new RegExp(`^${contact.name}`)).first()).toBeVisible();
  await expect(option(new RegExp(`^${contact.name}`)).first().locator('mark')).toBeVisible();
  await look(page, 'palette-number');

  await box.fill('away');
  await expect(option(/Away/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Alice Moreno/ })).toContainText('Away');

  // As it was, for whoever works with her after this.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('availability: available');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Alice Moreno/ })).toContainText('Available');

  await page.keyboard.press('Control+p');
  await page.keyboard.type('notes');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/view/note/list');
});
