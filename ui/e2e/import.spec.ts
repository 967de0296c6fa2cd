import { readFile } from 'node:fs/promises';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const table = 'Full name;E-Mail;Mobile;Company\nOrla Imported;orla@example.com;(206) 555-0171;Imported Ltd\nPer Imported;nonsense;;Imported Ltd\nZoë Imported;zoe@example.com;;Imported Ltd\n';

test('a table is imported, its refused row mended and imported, and the import is undone; a list is exported', async ({ desk, admin }) => {
  const { page } = await desk('admin', '/view/contact/list');
  const imported = async () =>
    (await admin.list<{ name: string }>('contact', { filter: JSON.stringify([{ field: 'company', operator: '=', value: 'Imported Ltd' }]), order: 'name' })).map(({ name }) => name);

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Import Contacts' })).toBeVisible();
  await look(page, 'import-start');
  const choose = (name: string, body: string) => page.locator('input[type=file]').setInputFiles({ name, mimeType: name.endsWith('.csv') ? 'text/csv' : 'application/pdf', buffer: Buffer.from(body) });
  await choose('letter.pdf', 'x');
  await expect(page.getByText('Please upload a valid CSV file')).toBeVisible();
  await choose('empty.csv', 'name\n');
  await expect(page.getByText('No data to import')).toBeVisible();

  // The mapping is suggested; a field that every contact needs has to have a column.
  await choose('people.csv', table);
  await expect(page.getByText('people.csv · 3 rows, 4 columns')).toBeVisible();
  const name = page.getByRole('combobox', { name: /^Name/ });
  await expect(name).toHaveValue('Full name');
  await expect(page.getByRole('combobox', { name: 'Phone', exact: true })).toHaveValue('Mobile');
  await name.selectOption('');
  await expect(page.getByText('This field is required')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create 3 rows' })).toBeDisabled();
  await name.selectOption('Full name');
  await expect(page.getByRole('row', { name: /^3 Refused/ })).toContainText('Email');
  await look(page, 'import-mapping');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'import-mapping-dark');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'import-mapping-390');
  if (size) await page.setViewportSize(size);

  await page.getByRole('button', { name: 'Create 3 rows' }).click();
  await expect(page.locator('#content').getByText('Created 2 contacts; 1 row was refused.')).toBeVisible();
  expect(await imported()).toEqual(['Orla Imported', 'Zoë Imported']);
  await look(page, 'import-done');
  const address = page.url();

  // The refused row comes with the reason; mended, the same file is imported.
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download refused rows' }).click();
  const errors = await readFile(await (await saving).path(), 'utf8');
  expect(errors).toContain('Per Imported,nonsense,,Imported Ltd,');
  await page.getByRole('button', { name: 'Import another file' }).click();
  await choose('mended.csv', errors.replace('nonsense', 'per@example.com'));
  await page.getByRole('button', { name: 'Create 1 row' }).click();
  await expect(page.locator('#content').getByText('Created 1 contact.')).toBeVisible();
  expect(await imported()).toHaveLength(3);

  // What was imported goes into a file.
  await page.goto('/view/contact/list?search=Imported');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Export Contacts' })).toBeVisible();
  await look(page, 'export');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'export-390');
  if (size) await page.setViewportSize(size);
  await page.getByRole('button', { name: 'Export', exact: true }).last().click();
  await expect(page.getByRole('heading', { name: 'Exported 3 records' })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^Contacts .*\.csv$/);
  expect(await readFile(await download.path(), 'utf8')).toContain('Zoë Imported');
  await look(page, 'export-done');

  // One leaves and comes back, and takes the first import back.
  await page.goto(address);
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.locator('#content').getByText('Undid the import of 2 contacts.')).toBeVisible();
  expect(await imported()).toEqual(['Per Imported']);
});
