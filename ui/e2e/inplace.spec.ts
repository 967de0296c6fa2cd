import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface Contact {
  id: string;
  name: string;
  company: string;
}

const kept = /^Unsaved changes from /;

test('a field is changed where it stands, and nothing typed is lost by it', async ({ desk, admin }) => {
  const [contact] = await admin.list<Contact>('contact', { order: 'name', limit: '1', offset: '17' });
  if (contact === undefined) throw new Error('no demo contact');
  const path = `/view/contact/record/${contact.id}/standard`;
  const alice = await desk('agent1', path);
  const ben = await desk('agent2', path);
  const { page } = alice;
  const pencil = page.getByRole('button', { name: 'Edit Company' });
  const company = page.getByRole('textbox', { name: 'Company' });

  // By a click on it, with Enter; the other sees it without reading anything.
  await ben.mark();
  await page.locator('dd').getByText(contact.company, { exact: true }).click();
  await expect(company).toBeFocused();
  await company.fill('Juniper & Rye');
  await look(page, 'field-in-place-light');
  await page.keyboard.press('Enter');
  await expect(page.locator('dd').getByText('Juniper & Rye')).toBeVisible();
  await expect(pencil).toBeFocused();
  await expect(ben.page.locator('dd').getByText('Juniper & Rye')).toBeVisible();
  expect(ben.reads()).toEqual([]);

  // By keys alone; Escape closes it and what was typed waits, also over a reload.
  await page.keyboard.press('Enter');
  await expect(company).toBeFocused();
  await company.fill('Half a th');
  await page.keyboard.press('Escape');
  await expect(company).toHaveCount(0);
  await expect(pencil).toBeFocused();
  await expect(page.getByText(kept)).toBeVisible();
  await page.reload();
  await expect(page.getByText(kept)).toBeVisible();
  await pencil.press('Enter');
  await expect(company).toHaveValue('Half a th');

  // Somebody else was faster: both values stand side by side.
  await admin.patch('/v1/object/contact', [{ id: contact.id, company: 'Juniper & Rye Ltd.' }]);
  await expect(page.getByText('Now: Juniper & Rye Ltd.')).toBeVisible();
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'field-in-place-dark');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('dd').getByText('Juniper & Rye Ltd.')).toBeVisible();
  await expect(page.getByText(kept)).toHaveCount(0);

  // What can't be stored is said beside it and stays; one field alone is sent.
  await page.getByRole('button', { name: /^Show \d+ empty field/ }).click();
  await page.getByRole('button', { name: 'Edit Second Phone' }).click();
  await page.getByRole('textbox', { name: 'Second Phone', exact: true }).fill('12');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Invalid|not a/).first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 780 });
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await look(page, 'field-in-place-narrow');
});

test('a record is cloned: its own fields are copied, and the copy is not made before it is saved', async ({ desk, admin }) => {
  const [contact] = await admin.post<Contact[]>('/v1/object/contact', [{ name: 'Rosalind Twice', company: 'Twice & Daughters' }]);
  const rosa = await desk('supervisor', `/view/contact/record/${contact?.id}/standard`);
  const { page } = rosa;
  await page.getByRole('button', { name: 'More actions' }).click();
  await look(page, 'record-menu');
  await page.getByRole('menuitem', { name: 'Clone' }).click();
  await expect(page.getByRole('heading', { name: `Copy of ${contact?.name}` })).toBeVisible();
  await look(page, 'record-clone-light');
  await expect(page.getByLabel('Company')).toHaveValue(contact?.company ?? '');
  await page.getByLabel('Name', { exact: true }).fill('Copied Person');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Copied Person' })).toBeVisible();
  const copies = await admin.list<Contact>('contact', { search: 'Copied Person' });
  expect(copies.map(({ company }) => company)).toEqual([contact?.company]);
  expect(copies[0]?.id).not.toBe(contact?.id);
});
