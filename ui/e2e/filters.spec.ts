import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface Filter {
  id: string;
  name: string;
  version: number;
}

const company = 'Thistle & Wick';

test('a list is narrowed by a saved filter, which is pinned, shared, live, and deleted', async ({ desk, admin }) => {
  const made = await admin.post<{ id: string; name: string }[]>('/v1/object/contact', [
    { name: 'Orla Thistle', company },
    { name: 'Piet Wick', company, do_not_call: true },
  ]);
  expect(made).toHaveLength(2);
  for (const { id } of await admin.list<{ id: string }>('list_filter', { limit: '100' })) await admin.remove(`/v1/object/list_filter/${id}`);
  const sue = await desk('supervisor', '/view/contact/list');
  const page = sue.page;
  const menu = page.getByRole('menu', { name: 'Filters' });
  const dialog = page.getByRole('dialog');
  const rows = page.locator('[data-record]');

  // Made with the keyboard alone.
  const trigger = page.getByRole('button', { name: 'Filters' });
  await trigger.focus();
  await page.keyboard.press('Enter');
  await expect(menu.getByText('No filters available')).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Thistle & Wick');
  await dialog.getByLabel('Condition 1: Field').selectOption('Company');
  await dialog.getByLabel('Condition 1: Comparison').selectOption('is');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a value')).toBeVisible();
  await dialog.getByLabel('Condition 1: Value').fill(company);
  await look(page, 'filter-dialog-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await look(page, 'filter-dialog-dark');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Filter saved')).toBeVisible();
  await expect(rows).toHaveCount(2);
  const bar = page.getByRole('region', { name: 'Active filters' });
  await expect(bar).toContainText(`Company is ${company}`);
  await look(page, 'filter-list-dark');
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light';
  });
  await look(page, 'filter-list-light');

  // What is made by somebody else, and fits, appears; what doesn't fit any more goes.
  const [third] = await admin.post<{ id: string }[]>('/v1/object/contact', [{ name: 'Quill Wick', company }]);
  await expect(rows).toHaveCount(3, { timeout: 15_000 });
  await admin.patch('/v1/object/contact', [{ id: third?.id, company: 'Elsewhere' }]);
  await expect(rows).toHaveCount(2, { timeout: 15_000 });

  // The address has it, and so has the reload.
  await page.reload();
  await expect(rows).toHaveCount(2);
  await expect(bar).toBeVisible();

  // Pinned, the list opens with it.
  await page.getByRole('button', { name: 'Thistle & Wick' }).click();
  await menu.getByRole('menuitem', { name: 'Pin as default' }).click();
  await expect(page.getByRole('img', { name: 'Thistle & Wick is the Current Pinned Filter' })).toBeVisible();
  await expect(page.getByText('Pinned Filter: Thistle & Wick')).toBeVisible();
  await page.goto('/view/contact/list');
  await expect(rows).toHaveCount(2);
  await bar.getByRole('button', { name: 'Reset' }).click();
  await expect(bar).toBeHidden();
  await expect(rows.nth(5)).toBeVisible();
  await page.goto('/view/contact/list');
  await expect(bar).toBeVisible();

  // Private until it is shown to everybody, then there at once.
  const ben = await desk('agent2', '/view/contact/list');
  await ben.page.getByRole('button', { name: 'Filters' }).click();
  await expect(ben.page.getByRole('menu', { name: 'Filters' }).getByText('No filters available')).toBeVisible();
  await ben.page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Thistle & Wick' }).click();
  await menu.getByRole('menuitem', { name: 'Edit filter…' }).click();
  await dialog.getByLabel('Shown to').selectOption('Everyone');
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await dialog.getByLabel('Condition 2: Field').selectOption('Do Not Call');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rows).toHaveCount(1);
  await ben.page.getByRole('button', { name: 'Filters' }).click();
  await ben.page.getByRole('menuitemradio', { name: 'Thistle & Wick' }).click();
  await expect(ben.page.locator('[data-record]')).toHaveCount(1);
  await ben.page.getByRole('button', { name: 'Thistle & Wick' }).click();
  await expect(ben.page.getByRole('menuitem', { name: 'Edit filter…' })).toHaveCount(0); // it is hers
  await ben.page.keyboard.press('Escape');

  // Deleted, it says so where it is used, and shows all.
  await page.getByRole('button', { name: 'Thistle & Wick' }).click();
  await menu.getByRole('menuitem', { name: 'Delete filter…' }).click();
  await page.getByRole('button', { name: 'Delete filter' }).click();
  await expect(page.getByText('Filter deleted')).toBeVisible();
  await expect(ben.page.getByText('This filter was deleted', { exact: false })).toBeVisible();
  await expect(ben.page.locator('[data-record]').nth(5)).toBeVisible();
});

test('a filter of a field that is not there says so, and loses nothing', async ({ desk, admin }) => {
  const [made] = await admin.post<Filter[]>('/v1/object/list_filter', [
    { name: 'By shoe size', object: 'contact', visibility: 'organization', filters: [{ field: 'shoe_size', operator: '=', value: 44 }] },
  ]);
  if (made === undefined) throw new Error('no filter');
  const sue = await desk('supervisor', `/view/contact/list?filter=${made.id}`);
  const alert = sue.page.getByRole('alert');
  await expect(alert).toContainText("By shoe size can't be applied");
  await expect(alert).toContainText('shoe_size');
  await look(sue.page, 'filter-broken');
  await alert.getByRole('button', { name: 'Reset' }).click();
  await expect(sue.page.locator('[data-record]').nth(5)).toBeVisible();
  const [kept] = await admin.list<Filter & { filters: unknown }>('list_filter', { filter: JSON.stringify([{ field: 'id', operator: '=', value: made.id }]) });
  expect(kept?.filters).toEqual([{ field: 'shoe_size', operator: '=', value: 44 }]);
  await admin.remove(`/v1/object/list_filter/${made.id}`);
});

test('a filter has words for days, and several values', async ({ desk, admin }) => {
  await admin.post('/v1/object/contact', [
    { name: 'Rhea Loom', company: 'Loom & Daughters' },
    { name: 'Seth Tallow', company: 'Tallow Works' },
    { name: 'Tova Tallow', company: 'Tallow, Ltd' },
  ]);
  const sue = await desk('supervisor', '/view/contact/list');
  const page = sue.page;
  const dialog = page.getByRole('dialog');
  const bar = page.getByRole('region', { name: 'Active filters' });
  const rows = page.locator('[data-record]');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('menuitem', { name: 'New filter…' }).click();
  await dialog.getByLabel('Name').fill('Mills of these days');
  await dialog.getByLabel('Condition 1: Field').selectOption('Company');
  await dialog.getByLabel('Condition 1: Comparison').selectOption('is one of');
  await dialog.getByLabel('Condition 1: Value').fill('Loom & Daughters, ');
  await dialog.getByLabel('Condition 1: Value').pressSequentially('Tallow Works');
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await dialog.getByLabel('Condition 2: Field').selectOption('Created Date');
  await dialog.getByLabel('Condition 2: Value').selectOption('This week');
  await look(page, 'filter-days-light');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'filter-days-dark');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rows).toHaveCount(2);
  await expect(bar).toContainText('Company is one of Loom & Daughters, Tallow Works');
  await expect(bar).toContainText('Created Date is this week');

  // The word is kept, not the day on which it was chosen.
  const [kept] = await admin.list<Filter & { filters: { value: unknown }[] }>('list_filter', {
    filter: JSON.stringify([{ field: 'name', operator: '=', value: 'Mills of these days' }]),
  });
  expect(kept?.filters[1]).toMatchObject({ operator: '=', value: 'THIS WEEK' });
  const open = async () => {
    await page.getByRole('button', { name: 'Mills of these days' }).click();
    await page.getByRole('menuitem', { name: 'Edit filter…' }).click();
  };
  await open();
  await dialog.getByLabel('Condition 2: Value').selectOption('Last year');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('No records match this filter.')).toBeVisible();

  // A day may still be picked, and is asked for.
  await open();
  await dialog.getByLabel('Condition 2: Comparison').selectOption('is more than');
  await dialog.getByLabel('Condition 2: Value', { exact: true }).selectOption('A date…');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a value')).toBeVisible();
  await dialog.getByLabel('Condition 2: Value, date').fill('2020-03-09');
  await look(page, 'filter-picked');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rows).toHaveCount(2);
  await expect(bar).toContainText('Mar 9, 2020');

  // Of options several are chosen.
  await page.goto('/view/call/list');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('menuitem', { name: 'New filter…' }).click();
  await dialog.getByLabel('Name').fill('Over, either way');
  await dialog.getByLabel('Condition 1: Field').selectOption('Status');
  await dialog.getByLabel('Condition 1: Comparison').selectOption('is one of');
  for (const status of ['Completed', 'No Answer']) {
    await dialog.getByLabel('Condition 1: Value').fill(status);
    await page.getByRole('listbox', { name: 'Options of Status' }).getByRole('option').first().click();
  }
  await look(page, 'filter-options');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rows.first()).toBeVisible();
  await expect(bar).toContainText('Status is one of Completed, Missed or no answer');
  for (const name of ['Mills of these days', 'Over, either way']) {
    const [made] = await admin.list<Filter>('list_filter', { filter: JSON.stringify([{ field: 'name', operator: '=', value: name }]) });
    await admin.remove(`/v1/object/list_filter/${made?.id}`);
  }
});

test('a filter that is a query shows what it answers, in its order, live', async ({ desk, admin }) => {
  const company = 'Vellum & Sons';
  const people = await admin.post<{ id: string }[]>('/v1/object/contact', ['Abel', 'Beth', 'Cora'].map((name) => ({ name: `${name} Vellum`, company })));
  await admin.post('/v1/object/note', [{ name: 'Wants a quote', notes: 'For ten', related_to: { schema: 'contact', id: people[1]?.id } }]);
  const [made] = await admin.post<Filter[]>('/v1/object/list_filter', [
    { name: 'Without a note', object: 'contact', visibility: 'organization', query: `SELECT id FROM contact WHERE company = '${company}' AND id NOT IN (SELECT related_to.id FROM note) ORDER BY name DESC LIMIT 7` },
  ]);
  const sue = await desk('supervisor', `/view/contact/list?filter=${made?.id}`);
  const page = sue.page;
  const rows = page.locator('[data-record]');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Cora Vellum');
  await expect(rows.first()).toContainText(company); // the whole record, of which the query answers the id
  await expect(page.getByText('Page 1 of 1 | Total Records: 2')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Name' }).getByRole('button')).toHaveCount(0); // its order is the query's
  const bar = page.getByRole('region', { name: 'Active filters' });
  await expect(bar).toContainText('SELECT id FROM contact');
  await look(page, 'filter-query-light');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'filter-query-dark');

  await admin.post('/v1/object/contact', [{ name: 'Dora Vellum', company }]);
  await expect(rows).toHaveCount(3, { timeout: 15_000 });
  await expect(rows.first()).toContainText('Dora Vellum');

  // What is wrong with it is said, and mended by whoever may.
  await admin.patch('/v1/object/list_filter', [{ id: made?.id, query: 'SELECT frist_name FROM contact' }]);
  const ada = await desk('admin', `/view/contact/list?filter=${made?.id}`);
  const alert = ada.page.getByRole('alert');
  await expect(alert).toContainText('Unknown or unreadable field');
  await alert.getByRole('button', { name: 'Edit filter…' }).click();
  const dialog = ada.page.getByRole('dialog');
  await dialog.getByLabel('Query').fill(`SELECT name FROM contact WHERE company = '${company}'`);
  await look(ada.page, 'filter-query-dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This query returns no id');
  await dialog.getByLabel('Query').fill(`SELECT * FROM contact WHERE company = '${company}' ORDER BY name`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(ada.page.locator('[data-record]')).toHaveCount(4);
  await expect(ada.page.locator('[data-record]').first()).toContainText('Abel Vellum');
  await admin.remove(`/v1/object/list_filter/${made?.id}`);

  // Conditions are written as one, which then says more than they could.
  await ada.page.goto('/view/contact/list');
  await ada.page.getByRole('button', { name: 'Filters' }).click();
  await ada.page.getByRole('menuitem', { name: 'New filter…' }).click();
  await dialog.getByLabel('Name').fill('Vellum, nested');
  await dialog.getByLabel('Condition 1: Field').selectOption('Company');
  await dialog.getByLabel('Condition 1: Comparison').selectOption('is');
  await dialog.getByRole('button', { name: 'Edit as SQL' }).click();
  await expect(dialog.getByText('Enter a value')).toBeVisible(); // half a condition is none
  await dialog.getByLabel('Condition 1: Value').fill(company);
  await dialog.getByRole('button', { name: 'Edit as SQL' }).click();
  const text = dialog.getByLabel('Query');
  await expect(text).toHaveValue(`SELECT *\nFROM contact\nWHERE contact.company = '${company}'\nORDER BY contact.modified_date DESC\nLIMIT 100`);
  await dialog.getByRole('button', { name: 'Back to conditions' }).click();
  await expect(dialog.getByLabel('Condition 1: Value')).toHaveValue(company);
  await dialog.getByRole('button', { name: 'Edit as SQL' }).click();
  await text.fill(`SELECT * FROM contact WHERE company = '${company}' AND (name LIKE 'abel' OR name LIKE 'dora') ORDER BY name`);
  await expect(dialog.getByRole('button', { name: 'Back to conditions' })).toBeDisabled();
  await look(ada.page, 'filter-query-written');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(ada.page.locator('[data-record]')).toHaveCount(2);
  await ada.page.reload();
  await expect(ada.page.locator('[data-record]').last()).toContainText('Dora Vellum');
  const [nested] = await admin.list<Filter & { filters: unknown }>('list_filter', { filter: JSON.stringify([{ field: 'name', operator: '=', value: 'Vellum, nested' }]) });
  expect(nested?.filters).toEqual([]);
  await admin.remove(`/v1/object/list_filter/${nested?.id}`);
});

test('a saved filter has the columns that its list was given, in their order', async ({ desk, admin }) => {
  const company = 'Plover & Tarn';
  await admin.post('/v1/object/contact', [{ name: 'Ines Plover', company, email: 'ines@plover.test' }]);
  const sue = await desk('supervisor', '/view/contact/list');
  const page = sue.page;
  const dialog = page.getByRole('dialog');
  const heads = () => page.getByRole('columnheader').filter({ hasNotText: /^(Actions)?$/ }).allInnerTexts();
  await expect(page.locator('[data-record]').first()).toBeVisible();
  const usual = await heads();

  await page.getByRole('button', { name: 'Columns' }).click();
  await dialog.getByLabel('Add a column').selectOption('Do Not Call');
  for (const title of usual.filter((one) => one !== 'Name' && one !== 'Email')) await dialog.getByRole('button', { name: `Hide ${title}`, exact: true }).click();
  await dialog.getByRole('button', { name: 'Move Email up', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Hide Name', exact: true })).toBeDisabled(); // its link is the way to the record
  await look(page, 'columns-light');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'columns-dark');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const chosen = ['Email', 'Name', 'Do Not Call'];
  await expect.poll(heads).toEqual(chosen);
  await page.reload();
  await expect.poll(heads).toEqual(chosen);

  // What is shown is kept with the filter, without the address.
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('menuitem', { name: 'New filter…' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Plovers');
  await dialog.getByLabel('Condition 1: Field').selectOption('Company');
  await dialog.getByLabel('Condition 1: Value').fill(company);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('[data-record]')).toHaveCount(1);
  await expect.poll(() => new URL(page.url()).searchParams.get('columns')).toBeNull();
  expect(await heads()).toEqual(chosen);
  await look(page, 'columns-list');
  await page.getByRole('button', { name: 'Plovers' }).click();
  await page.getByRole('menuitemradio', { name: 'All contacts' }).click();
  await expect.poll(heads).toEqual(usual);

  // Another client gives them titles and widths of their own, and what is open follows.
  const [made] = await admin.list<Filter & { settings: object }>('list_filter', { filter: JSON.stringify([{ field: 'name', operator: '=', value: 'Plovers' }]) });
  expect(made?.settings).toMatchObject({ columns: [{ field: 'email' }, { field: 'name' }, { field: 'do_not_call' }] });
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('menuitemradio', { name: 'Plovers' }).click();
  await expect.poll(heads).toEqual(chosen);
  const columns = [{ field: 'name' }, { field: 'company', headerName: 'Firm', width: 400 }, { field: 'no_such_field' }];
  await admin.patch('/v1/object/list_filter', [{ id: made?.id, settings: { ...made?.settings, columns } }]);
  await expect.poll(heads).toEqual(['Name', 'Firm']);

  // A change of its name leaves them as they are.
  await page.getByRole('button', { name: 'Plovers' }).click();
  await page.getByRole('menuitem', { name: 'Edit filter…' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Plovers and others');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Plovers and others' })).toBeVisible();
  const [after] = await admin.list<Filter & { settings: object }>('list_filter', { filter: JSON.stringify([{ field: 'id', operator: '=', value: made?.id }]) });
  expect(after?.settings).toMatchObject({ columns });
  await admin.remove(`/v1/object/list_filter/${made?.id}`);
});
