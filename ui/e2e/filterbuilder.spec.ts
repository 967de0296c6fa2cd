import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const company = 'Quarry & Fell';

test('conditions on parts and related records are used without saving, and their link opens the same list', async ({ desk, admin }) => {
  const owner = async (name: string) => (await admin.list<{ id: string }>('user', { filter: JSON.stringify([{ field: 'email', operator: '=', value: `${name}@demo.test` }]) }))[0]?.id;
  await admin.post('/v1/object/contact', [
    { name: 'Ada Fell', company, owner: await owner('supervisor'), phone: { phone_number: '+12125550171', extension: '12' } },
    { name: 'Bo Fell', company, phone: { phone_number: '+12125550172', extension: '13' } },
    { name: 'Cy Fell', company, phone: { phone_number: '+12125550173', extension: '12' } },
  ]);
  const sue = await desk('supervisor', '/view/contact/table');
  const page = sue.page;
  const dialog = page.getByRole('dialog');
  const bar = page.getByRole('region', { name: 'Active filters' });
  const rows = page.locator('[data-record]');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('menuitem', { name: 'New filter…' }).click();
  await dialog.getByLabel('Condition 1: Field').selectOption('Phone');
  await dialog.getByLabel('Condition 1: Part').selectOption('Extension');
  await dialog.getByLabel('Condition 1: Comparison').selectOption('is');
  await dialog.getByLabel('Condition 1: Value').fill('12');
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await dialog.getByLabel('Condition 2: Field').selectOption('Owner');
  await dialog.getByLabel('Condition 2: Part').selectOption('Email');
  await dialog.getByLabel('Condition 2: Comparison').selectOption('is filled');
  await dialog.getByRole('button', { name: 'Remove condition 2' }).click();
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await dialog.getByLabel('Condition 2: Field').selectOption('Company');
  await dialog.getByLabel('Condition 2: Value').fill('Quarry');
  await dialog.getByLabel('Order by', { exact: true }).selectOption('Name');
  await dialog.getByLabel('Direction').selectOption('Descending');
  await dialog.getByLabel('Limit').fill('0');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('Enter a whole number from 1 to 1000')).toBeVisible();
  await dialog.getByLabel('Limit').fill('40');
  await look(page, 'filter-builder-light');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'filter-builder-dark');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));

  // SQL and back: the server parses what is written, and shows where it is wrong.
  await dialog.getByRole('button', { name: 'Edit as SQL' }).click();
  const text = dialog.getByLabel('Query');
  await expect(text).toHaveValue(/WHERE contact\.phone\.extension = '12'\n {2}AND contact\.company LIKE 'Quarry'\nORDER BY contact\.name DESC\nLIMIT 40$/);
  await text.fill("SELECT id, name, compny FROM contact WHERE phone.extension = '12' AND company LIKE 'Quarry' ORDER BY name DESC LIMIT 40");
  await expect(dialog.getByRole('alert')).toContainText('Line 1, column 18: Unknown or unreadable field');
  await look(page, 'filter-sql-error');
  await dialog.getByRole('button', { name: 'Did you mean company?' }).click();
  await dialog.getByRole('button', { name: 'Back to conditions' }).click();
  await expect(dialog.getByLabel('Condition 1: Part')).toHaveValue('extension');
  await expect(dialog.getByLabel('Order by', { exact: true })).toHaveValue('name');
  await expect(dialog.getByRole('button', { name: /Company/ })).toBeVisible(); // a selected field
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Cy Fell');
  await expect(bar).toContainText('Unsaved filter');
  await expect(bar).toContainText('Phone extension is 12');
  await expect(page.getByText('Page Size: 40')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['', 'Name', 'Company', 'Actions']);

  // The link has all of it, for another user too.
  const ben = await desk('agent2', new URL(page.url()).pathname + new URL(page.url()).search);
  await expect(ben.page.locator('[data-record]')).toHaveCount(2);
  await expect(ben.page.locator('[data-record]').first()).toContainText('Cy Fell');
  await expect(ben.page.getByRole('columnheader')).toHaveText(['', 'Name', 'Company', 'Actions']);

  // Saved, it is the same list by its name; without it, all records are there.
  await bar.getByRole('button', { name: 'Save…' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Extension 12');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(bar).toContainText('Extension 12');
  await expect(rows.first()).toContainText('Cy Fell');
  await expect(page.getByText('Page Size: 40')).toBeVisible();
  expect(new URL(page.url()).searchParams.has('where')).toBe(false);
  await bar.getByRole('button', { name: 'Reset' }).click();
  await expect(rows.nth(5)).toBeVisible();

  // Ordered by a field of the records that a lookup names.
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('menuitem', { name: 'New filter…' }).click();
  await dialog.getByLabel('Condition 1: Field').selectOption('Company');
  await dialog.getByLabel('Condition 1: Value').fill('Quarry');
  await dialog.getByLabel('Order by object').selectOption('Owner (User)');
  await dialog.getByLabel('Order by', { exact: true }).selectOption('Email');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('Ada Fell');
  await bar.getByRole('button', { name: 'Reset' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('menuitem', { name: 'New filter…' }).click();
  await look(page, 'filter-builder-narrow');
});

test('a record leads to the lists that name it; lists say how current they are, and ask nothing twice', async ({ desk, admin }) => {
  const [ada] = await admin.post<{ id: string }[]>('/v1/object/contact', [{ name: 'Ada Hearth', company }]);
  await admin.post('/v1/object/note', [{ name: 'About Ada', notes: 'x', related_to: { schema: 'contact', id: ada?.id } }]);
  const sue = await desk('supervisor', `/view/contact/record/${ada?.id}/standard/note`);
  const page = sue.page;
  const rows = page.locator('[data-record]');
  await expect(page.getByRole('heading', { name: 'Notes', level: 1 })).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('About Ada');
  await look(page, 'related-route-light');

  // Contacts, notes, contacts: the second time nothing is asked.
  await sue.go('/view/contact/list');
  await expect(rows.nth(5)).toBeVisible();
  await expect(page.locator('[data-liveness=live]')).toBeVisible();
  await page.getByRole('link', { name: 'Notes' }).first().click();
  await expect(page.getByRole('heading', { name: 'Notes', level: 1 })).toBeVisible();
  await expect(rows.first()).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/object/')) asked.push(request.url());
  });
  await page.getByRole('link', { name: 'Contacts' }).first().click();
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible();
  await expect(rows.nth(5)).toBeVisible();
  expect(asked).toEqual([]);

  // Without a connection it is stale since then, and live again once that is back.
  await page.context().setOffline(true);
  await expect(page.locator('[data-liveness=stale]')).toContainText('Stale since', { timeout: 60_000 });
  await page.context().setOffline(false);
  await expect(page.locator('[data-liveness=live]')).toBeVisible({ timeout: 60_000 });
});
