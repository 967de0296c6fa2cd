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
  alice.mark();
  ben.mark();

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

  await alice.page.getByRole('button', { name: 'Edit' }).click();
  await alice.page.getByLabel('Company').fill('Kite & Cove Ltd.');
  await alice.page.getByRole('button', { name: 'Save' }).click();
  await expect(alice.page.getByText('Record saved successfully.')).toBeVisible();
  await alice.page.reload();
  await expect(alice.page.getByText('Kite & Cove Ltd.').first()).toBeVisible();

  await alice.page.getByRole('button', { name: 'Delete' }).click();
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
  await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);

  await row.getByRole('link', { name: 'Alice Moreno', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Alice Moreno' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
});
