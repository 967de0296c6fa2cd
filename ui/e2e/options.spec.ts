import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

test('an option that an administrator gives a pick-list is offered at once in the form that another has open', async ({ desk, admin }) => {
  const object = `visit_${Date.now()}`;
  await admin.post('/v1/schema', {
    api_name: object,
    title: 'Visit',
    properties: {
      outcome: { title: 'Outcome', format: 'picklist', options: [{ value: 'open', label: 'Open' }] },
      price: { title: 'Price', format: 'number' },
    },
  });
  const made = await admin.post<{ id: string }[]>(`/v1/object/${object}`, [{ name: 'Monday', outcome: 'open' }]);
  const bob = await desk('admin', `/view/${object}/record/${made[0]?.id}/standard`);
  await bob.page.getByRole('button', { name: 'Edit Outcome' }).click();
  const box = bob.page.getByRole('combobox', { name: 'Outcome' });
  await box.press('ArrowDown');
  await expect(bob.page.getByRole('option')).toHaveText(['Open']);

  // The form of a label offers the pick-lists of its object, and no other field.
  const { page } = await desk('admin', '/view/picklist_label/new');
  const field = page.getByLabel('Field', { exact: true });
  await expect(field.getByRole('option')).toHaveText(['Choose an object first']);
  await page.getByLabel('Object', { exact: true }).selectOption(object);
  await expect(field.getByRole('option')).toHaveText(['Choose…', 'Outcome']);
  await field.selectOption('Outcome');
  await page.getByLabel('Label', { exact: true }).fill('Sold');
  await page.getByLabel('Teal').check();
  for (const theme of ['light', 'dark']) {
    await page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
    await look(page, `option-form-${theme}`);
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sold' })).toBeVisible();

  await expect(bob.page.getByRole('option')).toHaveText(['Open', 'Sold']);
  await bob.page.getByRole('option', { name: 'Sold' }).click();
  await look(bob.page, 'option-chosen');
  await bob.page.getByRole('button', { name: 'Save' }).click();
  await expect(bob.page.locator('#content').getByText('Sold', { exact: true })).toHaveClass(/option-teal/);

  // Called otherwise, it is so everywhere; what the record holds stays.
  const of = JSON.stringify([{ field: 'object', operator: '=', value: object }]);
  const [label] = await admin.list<{ id: string }>('picklist_label', { filter: of });
  await admin.patch('/v1/object/picklist_label', [{ id: label?.id, label: 'Signed' }]);
  await expect(bob.page.locator('#content').getByText('Signed', { exact: true })).toHaveClass(/option-teal/);
  const [stored] = await admin.list<{ outcome: string }>(object);
  expect(stored?.outcome).toBe('Sold');

  // A record holds it: it can't be deleted, and says what to do instead.
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 record has Sold. Set Active to false instead of deleting it')).toBeVisible();
  await look(page, 'option-in-use');

  // In the settings it stands beside the tags.
  await page.goto('/view/picklist_label/list');
  await expect(page.getByRole('row', { name: /Signed/ })).toContainText('Visit');
  await look(page, 'options-list');
});
