import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const company = 'Bramble & Quay';

test('fields of many records are set in a job, live, and the change is undone', async ({ desk, admin }) => {
  await admin.post('/v1/object/contact', ['Ada', 'Bea', 'Cid'].map((name) => ({ name: `${name} Bramble`, company })));
  const [filter] = await admin.post<{ id: string }[]>('/v1/object/list_filter', [
    { name: 'Bramble', object: 'contact', visibility: 'organization', settings: { filters: [{ field: 'name', operator: 'LIKE', value: 'Bramble' }] } },
  ]);
  const path = `/view/contact/list?filter=${filter?.id}`;
  const sue = await desk('supervisor', path);
  const ben = await desk('agent2', path);
  const { page } = sue;
  const rows = page.locator('[data-record]');
  await expect(rows).toHaveCount(3);
  await expect(ben.page.locator('[data-record]')).toHaveCount(3);

  await page.getByRole('row', { name: /Ada Bramble/ }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit contacts' });
  await expect(dialog.getByRole('button', { name: 'Apply to 1 contact' })).toBeDisabled();
  await dialog.getByLabel('Add a field').selectOption('Company');
  await dialog.getByLabel('Company', { exact: true }).fill('Harbor Lights');
  await dialog.getByLabel('Records').selectOption('All 3 in this filter');
  await look(page, 'bulk-edit-light');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'bulk-edit-dark');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  await page.setViewportSize({ width: 390, height: 780 });
  await look(page, 'bulk-edit-390');
  await page.setViewportSize({ width: 1360, height: 860 });
  await ben.mark();
  await dialog.getByRole('button', { name: 'Apply to 3' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rows.filter({ hasText: 'Harbor Lights' })).toHaveCount(3);
  await expect(ben.page.locator('[data-record]').filter({ hasText: 'Harbor Lights' })).toHaveCount(3);
  expect(ben.reads()).toEqual([]);

  await page.getByRole('button', { name: /^Jobs: / }).click();
  const tray = page.getByRole('region', { name: 'Jobs' });
  await expect(tray).toContainText('Changed 3 contacts.');
  await look(page, 'bulk-done-light');
  await tray.getByRole('button', { name: 'Undo Change records' }).click();
  await expect(tray).toContainText('Restored 3 contacts.');
  await expect(rows.filter({ hasText: company })).toHaveCount(3);
  expect([...sue.errors(), ...ben.errors()]).toEqual([]);
});
