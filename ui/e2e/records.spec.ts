import { expect, test } from './support/test.ts';

interface Contact {
  id: string;
  name: string;
  version: number;
}

test('a list and a page are live in a second browser', async ({ desk, admin }) => {
  const [contact] = await admin.list<Contact>('contact', { order: '-modified_date', limit: '1' });
  if (contact === undefined) throw new Error('no demo contact');
  const alice = await desk('agent1', `/view/contact/record/${contact.id}/standard`);
  const ben = await desk('agent2', '/view/contact/list');
  await expect(ben.page.getByText(contact.name).first()).toBeVisible();
  await alice.mark();
  await ben.mark();

  await admin.patch('/v1/object/contact', [{ id: contact.id, company: 'Lantern & Loom' }]);
  await expect(alice.page.getByText('Lantern & Loom').first()).toBeVisible();
  await expect(ben.page.getByText('Lantern & Loom').first()).toBeVisible();
  expect(alice.reads()).toEqual([]);
  expect(ben.reads()).toEqual([]);
});

test('new, edit, delete', async ({ desk }) => {
  const alice = await desk('supervisor', '/view/contact/new');
  await alice.page.getByLabel('Name', { exact: true }).fill('Wren Abernathy');
  await alice.page.getByLabel('Company').fill('Kite & Cove');
  await alice.page.getByRole('button', { name: 'Save' }).click();
  await expect(alice.page.getByRole('heading', { name: 'Wren Abernathy' })).toBeVisible();

  await alice.more('Edit');
  await alice.page.getByLabel('Company').fill('Kite & Cove Ltd.');
  await alice.page.getByRole('button', { name: 'Save' }).click();
  await expect(alice.page.getByText('Record saved successfully.')).toBeVisible();
  await alice.page.reload();
  await expect(alice.page.getByText('Kite & Cove Ltd.').first()).toBeVisible();

  await alice.more('Delete');
  await expect(alice.page.getByText('Are you sure you want to delete Wren Abernathy?')).toBeVisible();
  await alice.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(alice.page.getByText('Record deleted successfully!')).toBeVisible();
  await alice.page.waitForURL('**/view/contact/list');
});

test('what is kept for ever shows no Delete, not even to a superuser', async ({ desk }) => {
  const dana = await desk('admin', '/view/user/list');
  const page = dana.page;
  const row = page.getByRole('row', { name: /Alice Moreno/ });
  await row.hover();
  await expect(row.getByRole('link', { name: /^Edit/ })).toBeVisible();
  await row.getByRole('checkbox').check();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  // By keyboard, too: arrows walk the rows, and what can be done with one comes after what it shows.
  await page.mouse.move(0, 0);
  await page.locator('[data-row-link]').first().focus();
  await page.keyboard.press('ArrowDown');
  const second = page.locator('[data-record]').nth(1).getByRole('link', { name: /^Edit/ });
  for (let step = 0; step < 4 && !(await second.evaluate((link) => link === document.activeElement)); step++) await page.keyboard.press('Tab');
  await expect(second).toBeFocused();

  await row.getByRole('link', { name: 'Alice Moreno', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Alice Moreno' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
});

test('every list that an agent may open has rows in an order that he may read, and is searched by what he knows', async ({ desk }) => {
  const alice = await desk('agent1', '/view/user/list');
  const page = alice.page;
  await expect(page.getByRole('link', { name: 'Ben Sorensen', exact: true })).toBeVisible();
  const names = await page.locator('[data-row-link]').allTextContents();
  expect(names).toEqual([...names].sort());
  await page.getByRole('searchbox').fill('chl');
  await expect(page.locator('[data-row-link]')).toHaveCount(1);

  await alice.go('/view/contact/list');
  const box = page.getByRole('searchbox', { name: 'Search name, company, email, or phone' });
  const number = /\(\d{3}\) 555-\d{4}/;
  const first = page.locator('[data-record]').filter({ hasText: number }).first();
  const digits = (await first.getByText(number).textContent()) ?? '';
  const name = (await first.locator('[data-row-link]').textContent()) ?? '';
  await box.fill(digits.replace(/\D/g, '').slice(-7));
  await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
  await box.fill('summit dental');
  await expect.poll(async () => (await page.locator('[data-record]').allTextContents()).every((row) => row.includes('Summit Dental Group'))).toBe(true);
  await page.reload();
  await expect(box).toHaveValue('summit dental');
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
});

test('what starts to match a search is told, and comes in when asked', async ({ desk, admin }) => {
  const [contact] = await admin.list<Contact>('contact', { order: 'name', limit: '1', offset: '900' });
  if (contact === undefined) throw new Error('no demo contact');
  const alice = await desk('agent1', '/view/contact/list?search=quillfeather');
  await expect(alice.page.getByText('No results.')).toBeVisible();
  await alice.mark();
  await admin.patch('/v1/object/contact', [{ id: contact.id, company: 'Quillfeather Press' }]);
  await alice.page.getByRole('button', { name: '1 changed' }).click();
  await expect(alice.page.getByRole('link', { name: contact.name, exact: true })).toBeVisible();
  expect(alice.reads()).toEqual(['GET /v1/object/contact']);
});
