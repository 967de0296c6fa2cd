import type { Page } from '@playwright/test';
import type { Api } from './support/api.ts';
import { whileLocked } from './support/database.ts';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface Definition {
  version: number;
  order: string[];
  properties: Record<string, { title: string; format: string; required: boolean; options?: { value: string; label: string; color?: string; active: boolean }[] }>;
  retired: { name: string }[];
}

const definitionOf = (admin: Api, object: string) => admin.get<Definition>(`/v1/schema/${object}/definition`);
const inDark = (page: Page, is: boolean) => page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), is ? 'dark' : 'light');
/** The button of a field's row. */
const field = (page: Page, title: string) => page.getByRole('table').getByRole('button', { name: title, exact: true });

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key);
}

test('an object with fields and colored options is made, ordered and taken back by keyboard alone', async ({ desk, admin }) => {
  const dana = await desk('admin', '/administration/objects');
  const { page } = dana;
  await page.getByRole('button', { name: 'New object' }).first().focus();
  await press(page, 'Enter');
  await page.keyboard.type('Key account');
  await expect(page.getByRole('textbox', { name: 'API name' })).toHaveValue('key_account');
  await expect(page.getByRole('textbox', { name: 'Plural' })).toHaveValue('Key accounts');
  await look(page, 'schema-new-object');
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { name: 'Key account', exact: true })).toBeVisible();
  await expect(page.getByText('Key accounts created.')).toBeVisible();
  await look(page, 'schema-object-new');

  // A field whose options are typed one after the other.
  await page.getByRole('button', { name: 'New field' }).focus();
  await press(page, 'Enter');
  await page.keyboard.type('Tier');
  await press(page, 'Tab', 'Tab');
  await page.keyboard.type('integrations rely on'); // found by what it is good for
  await press(page, 'Enter', 'Tab', 'Enter');
  for (const label of ['Gold', 'Silver', 'Bronze']) {
    await page.keyboard.type(label);
    await press(page, 'Enter');
  }
  await expect(page.getByRole('textbox', { name: 'Label of option 4' })).toBeFocused();
  await press(page, 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab'); // the label of the third
  await expect(page.getByRole('textbox', { name: 'Label of option 3' })).toBeFocused();
  await press(page, 'Alt+ArrowUp', 'Alt+ArrowUp');
  await expect(page.getByRole('textbox', { name: 'Label of option 1' })).toHaveValue('Bronze');
  await press(page, 'Shift+Tab', 'Enter', 'ArrowUp', 'Enter'); // another color
  await look(page, 'schema-field');
  await inDark(page, true);
  await look(page, 'schema-field-dark');
  await inDark(page, false);
  await page.getByRole('button', { name: 'Add field', exact: true }).focus();
  await press(page, 'Enter');
  await expect(field(page, 'Tier')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const tier = (await definitionOf(admin, 'key_account')).properties['tier'];
  expect(tier?.options?.map(({ value, label, active }) => [value, label, active])).toEqual([
    ['bronze', 'Bronze', true],
    ['gold', 'Gold', true],
    ['silver', 'Silver', true],
  ]);
  expect(new Set(tier?.options?.map(({ color }) => color)).size).toBe(3);

  // Its place: Alt with an arrow, and the focus goes along.
  await field(page, 'Tier').focus();
  await press(page, 'Alt+ArrowUp', 'Alt+ArrowUp', 'Alt+ArrowUp');
  await expect(field(page, 'Tier')).toBeFocused();
  await expect.poll(async () => (await definitionOf(admin, 'key_account')).order[0]).toBe('tier');
  await page.reload();
  await expect(page.getByRole('row').nth(1)).toContainText('Tier');

  // The form as people will see it, with what it offers in its colors.
  await page.getByRole('button', { name: 'Preview', exact: true }).focus();
  await press(page, 'Enter');
  await page.getByRole('combobox', { name: 'Tier' }).focus();
  await press(page, 'ArrowDown');
  await expect(page.getByRole('option')).toHaveText(['Bronze', 'Gold', 'Silver']);
  await expect(page.getByRole('option', { name: 'Gold' }).locator('.option-chip')).toBeVisible();
  await look(page, 'schema-preview');
  await inDark(page, true);
  await look(page, 'schema-preview-dark');
  await inDark(page, false);
  await press(page, 'Escape');

  // Retired with a question, and brought back from the message of it.
  await page.getByRole('button', { name: 'Fields', exact: true }).focus();
  await press(page, 'Enter');
  await page.getByRole('button', { name: 'Actions on Tier' }).focus();
  await press(page, 'Enter', 'End', 'Enter');
  await expect(page.getByRole('dialog', { name: 'Retire Tier?' })).toContainText('You can restore it with its values');
  await look(page, 'schema-retire');
  await page.getByRole('button', { name: 'Retire', exact: true }).focus();
  await press(page, 'Enter');
  await expect(field(page, 'Tier')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await press(page, 'Enter');
  await expect(field(page, 'Tier')).toBeVisible();
  // The object as a whole, too.
  await page.getByRole('button', { name: 'More actions' }).focus();
  await press(page, 'Enter', 'End', 'Enter');
  await page.getByRole('button', { name: 'Retire object', exact: true }).focus();
  await press(page, 'Enter');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Key accounts' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Restore Key account' }).focus();
  await press(page, 'Enter');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Key accounts' })).toBeVisible();
  await look(page, 'schema-objects');
  expect(dana.errors()).toEqual([]);
  await admin.remove('/v1/schema/key_account');
});

test('an object and its fields are in an open browser at once: navigation, list, form and page', async ({ desk, admin }) => {
  const [dana, other] = [await desk('admin', '/administration/objects'), await desk('admin', '/')];
  const link = other.page.getByRole('navigation').getByRole('link', { name: 'Bookings' });
  await expect(link).toHaveCount(0);
  await dana.page.getByRole('button', { name: 'New object' }).first().click();
  await dana.page.keyboard.type('Booking');
  await dana.page.keyboard.press('Enter');
  await expect(dana.page.getByRole('heading', { name: 'Booking', exact: true })).toBeVisible();
  await link.click();
  await expect(other.page.getByRole('heading', { name: 'Bookings' })).toBeVisible();
  await expect(other.page.getByText('No results.'), 'the list was read').toBeVisible();

  const [record] = await admin.post<{ id: string }[]>('/v1/object/booking', [{ name: 'Kayak tour' }]);
  if (record === undefined) throw new Error('no record was made');
  await other.page.getByRole('button', { name: '1 new' }).click();
  await expect(other.page.getByRole('link', { name: 'Kayak tour', exact: true })).toBeVisible();
  const column = other.page.getByRole('columnheader', { name: 'State' });
  await expect(column).toHaveCount(0);
  const state = {
    title: 'State',
    format: 'enum',
    options: [
      { value: 'asked', label: 'Asked for', color: 'amber', active: true },
      { value: 'sure', label: 'Confirmed', color: 'green', active: true },
    ],
  };
  await admin.patch('/v1/schema/booking', { properties: { state } });
  await expect(column).toBeVisible();
  await expect(field(dana.page, 'State')).toBeVisible();

  // What one fills in now stands in the other's list in its color.
  await dana.go(`/view/booking/record/${record.id}/standard?edit=true`);
  await dana.page.getByRole('combobox', { name: 'State' }).click();
  await dana.page.getByRole('option', { name: 'Confirmed' }).click();
  await dana.page.getByRole('button', { name: 'Save', exact: true }).click();
  const chip = other.page.locator('.option-chip.option-green', { hasText: 'Confirmed' });
  await expect(chip).toBeVisible();
  await look(other.page, 'schema-list');
  await inDark(other.page, true);
  await look(other.page, 'schema-list-dark');
  await inDark(other.page, false);

  // A form that is filled in gets the next field, and keeps what was typed.
  await other.go('/view/booking/new');
  await other.page.getByRole('textbox', { name: 'Name' }).fill('Sea cave walk');
  await admin.patch('/v1/schema/booking', { properties: { seats: { title: 'Seats', format: 'integer' } } });
  await other.page.getByRole('textbox', { name: 'Seats' }).fill('8');
  await expect(other.page.getByRole('textbox', { name: 'Name' })).toHaveValue('Sea cave walk');
  await other.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.page.getByText('Record created')).toBeVisible();
  await expect(other.page.getByText('Seats')).toBeVisible();
  // And is without it at once when it is retired.
  await admin.patch('/v1/schema/booking', { properties: { seats: null } });
  await expect(other.page.getByText('Seats')).toHaveCount(0);
  expect(dana.errors()).toEqual([]);
  expect(other.errors()).toEqual([]);
  await admin.remove('/v1/schema/booking');
});

test('a change that the records do not fit changes nothing and names them; one that they fit is done', async ({ desk, admin }) => {
  await admin.post('/v1/schema', {
    api_name: 'parcel',
    title: 'Parcel',
    properties: { name: { title: 'Name', format: 'text', required: true }, weight: { title: 'Weight', format: 'text' } },
  });
  const [, heavy] = await admin.post<{ id: string; version: number }[]>('/v1/object/parcel', [
    { name: 'Climbing ropes', weight: '12' },
    { name: 'Tandem kayak', weight: 'heavy' },
  ]);
  if (heavy === undefined) throw new Error('no record was made');
  const dana = await desk('admin', '/administration/objects/parcel');
  const { page } = dana;
  const change = page.getByRole('region', { name: 'Change in progress' });
  const toInteger = async () => {
    await field(page, 'Weight').click();
    await page.getByRole('combobox', { name: 'Format' }).fill('whole number');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Values are converted from Text to Whole number.')).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  };
  await toInteger();
  await expect(change.getByText('The change failed. Nothing was modified.')).toBeVisible();
  await expect(change.getByText("1 record doesn't fit")).toBeVisible();
  await expect(change.getByRole('row', { name: /Tandem kayak heavy Weight: this can't be converted/ })).toBeVisible();
  await look(page, 'schema-change-failed');
  // The job's own page tells it the same way.
  const [failed] = await admin.list<{ id: string }>('job', { order: '-created_date', limit: '1' });
  await dana.go(`/view/job/record/${failed?.id}/standard`);
  const inTheWay = page.getByRole('region', { name: 'Records that blocked this job' });
  await expect(inTheWay.getByRole('row', { name: /Tandem kayak heavy/ })).toBeVisible();
  await expect(page.getByText('"problems"')).toHaveCount(0);
  await look(page, 'schema-job-failed');
  await page.goBack();
  await expect(change.getByText('The change failed. Nothing was modified.')).toBeVisible();
  // It is all there after a reload, and leads to the record.
  await page.reload();
  await change.getByRole('link', { name: 'Tandem kayak' }).click();
  await expect(page.getByRole('heading', { name: 'Tandem kayak' })).toBeVisible();
  await admin.patch('/v1/object/parcel', [{ id: heavy.id, version: heavy.version, weight: '31' }]);
  await page.goBack();
  await change.getByRole('button', { name: 'Dismiss' }).click();
  await toInteger();
  await expect(change.getByText('Change complete')).toBeVisible();
  await expect(page.getByRole('row', { name: /Weight/ })).toContainText('Whole number');
  expect(await admin.list<{ weight: number }>('parcel', { order: 'weight' })).toMatchObject([{ weight: 12 }, { weight: 31 }]);
  expect(dana.errors()).toEqual([]);
  await admin.remove('/v1/schema/parcel');
});

test('what a list is searched by is chosen in the editor, and finds what was there before', async ({ desk, admin }) => {
  await admin.post('/v1/schema', {
    api_name: 'machine',
    title: 'Machine',
    properties: { serial: { title: 'Serial', format: 'text' }, image: { title: 'Picture', format: 'image' } },
  });
  await admin.post('/v1/object/machine', [
    { name: 'Lathe', serial: 'QX-4711' },
    { name: 'Mill', serial: 'QX-9000' },
  ]);
  const dana = await desk('admin', '/administration/objects/machine');
  const { page } = dana;
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit object' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit object' });
  const searched = dialog.getByRole('group', { name: 'Searched by' });
  await expect(searched.getByRole('checkbox', { name: 'Picture' })).toHaveCount(0); // nobody types a picture
  await searched.getByRole('checkbox', { name: 'Serial' }).check();
  await look(page, 'schema-searched');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Change complete')).toBeVisible();
  await dana.go('/view/machine/list');
  const rows = page.getByRole('row');
  await expect(rows.filter({ hasText: 'Mill' })).toBeVisible();
  await page.getByRole('searchbox', { name: /Search/ }).fill('4711');
  await expect(rows.filter({ hasText: 'Lathe' })).toBeVisible();
  await expect(rows.filter({ hasText: 'Mill' })).toHaveCount(0);
  expect(dana.errors()).toEqual([]);
  await admin.remove('/v1/schema/machine');
});

test('a change of many records tells how far it has got, in its bar and in the tray, and can be canceled and retried', async ({ desk, admin, server }) => {
  await admin.post('/v1/schema', {
    api_name: 'stock',
    title: 'Stock',
    properties: { name: { title: 'Name', format: 'text', required: true }, shelf: { title: 'Shelf', format: 'text' } },
  });
  const made = await admin.post<{ id: string }[]>('/v1/object/stock', Array.from({ length: 500 }, (_, n) => ({ name: `Item ${n}` })));
  const dana = await desk('admin', '/administration/objects/stock');
  const { page } = dana;
  const change = page.getByRole('region', { name: 'Change in progress' });
  await expect(field(page, 'Shelf')).toBeVisible();
  // It is held up at a record of its third portion.
  await whileLocked(server, made[450]?.id ?? '', async () => {
    await admin.patch('/v1/schema/stock', { properties: { shelf: { required: true, default: 'A' } } });
    await expect(change.getByRole('progressbar')).toBeVisible();
    await expect(change.getByText('of 500')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Jobs: Change an object/ })).toBeVisible();
    await change.getByRole('button', { name: 'Cancel change' }).click();
    await expect(change.getByText('Change canceled. Nothing was modified.')).toBeVisible();
  });
  const required = async () => (await definitionOf(admin, 'stock')).properties.shelf?.required;
  expect(await required()).toBe(false);

  // What was filled stays filled; a retry does the rest.
  await page.getByRole('button', { name: /^Jobs/ }).click();
  await page.getByRole('button', { name: 'Retry Change an object' }).first().click();
  await expect.poll(required, { timeout: 60_000 }).toBe(true);
  await expect.poll(() => admin.list<{ shelf: string }>('stock', { filter: JSON.stringify([{ field: 'shelf', operator: '!=', value: 'A' }]) })).toEqual([]);
  expect(dana.errors()).toEqual([]);
  await admin.remove('/v1/schema/stock');
});

test('two who change one field see what the other stored, and neither overwrites it unseen', async ({ desk, admin }) => {
  await admin.post('/v1/schema', {
    api_name: 'tour',
    title: 'Tour',
    properties: { name: { title: 'Name', format: 'text', required: true }, guide: { title: 'Guide', format: 'text' } },
  });
  const [dana, again] = [await desk('admin', '/administration/objects'), await desk('admin', '/administration/objects/tour?field=guide')];
  await dana.page.getByRole('main').getByRole('link', { name: 'Tour', exact: true }).click();
  await field(dana.page, 'Guide').click();
  await dana.page.getByRole('textbox', { name: 'Title' }).fill('Leader');
  await again.page.getByRole('textbox', { name: 'Title' }).fill('Guide on duty');
  await again.page.getByRole('textbox', { name: 'Help text' }).fill('Who meets the guests');
  await again.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(field(again.page, 'Guide on duty')).toBeVisible();
  // It stands below what the other one is typing, and is told where both changed the same.
  await expect(dana.page.getByText('Someone else changed title.')).toBeVisible();
  await expect(dana.page.getByRole('textbox', { name: 'Help text' })).toHaveValue('Who meets the guests');
  await expect(dana.page.getByRole('textbox', { name: 'Title' })).toHaveValue('Leader');
  await look(dana.page, 'schema-meanwhile');
  // Nothing of it is lost by a wrong key or a wrong click.
  await dana.page.keyboard.press('Escape');
  await dana.page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  await dana.page.goBack();
  await dana.page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  await dana.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(field(again.page, 'Leader')).toBeVisible();
  expect((await definitionOf(admin, 'tour')).properties['guide']).toMatchObject({ title: 'Leader', help_text: 'Who meets the guests' });
  expect(dana.errors()).toEqual([]);
  expect(again.errors()).toEqual([]);
  await admin.remove('/v1/schema/tour');
});

test('who has a list or a record open is told when its object is retired, and has it back with the object', async ({ desk, admin }) => {
  await admin.post('/v1/schema', { api_name: 'crate', title: 'Crate', properties: { name: { title: 'Name', format: 'text', required: true } } });
  const [one] = await admin.post<{ id: string }[]>('/v1/object/crate', [{ name: 'Blue crate' }]);
  const [list, record] = [await desk('admin', '/view/crate/list'), await desk('admin', `/view/crate/record/${one?.id}/standard`)];
  const link = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Crates', exact: true });
  await expect(list.page.getByRole('link', { name: 'Blue crate', exact: true })).toBeVisible();
  await expect(record.page.getByRole('heading', { name: 'Blue crate' })).toBeVisible();
  await expect(link(list.page)).toBeVisible();

  await admin.remove('/v1/schema/crate');
  for (const { page } of [list, record]) {
    await expect(page.getByText('Crates are no longer available')).toBeVisible();
    await expect(page.getByText('Retired objects can be restored')).toBeVisible();
    await expect(link(page)).toHaveCount(0);
  }
  await look(list.page, 'schema-gone');
  await inDark(list.page, true);
  await look(list.page, 'schema-gone-dark');
  await inDark(list.page, false);

  await admin.post('/v1/schema/crate/restore', {});
  await expect(list.page.getByRole('link', { name: 'Blue crate', exact: true })).toBeVisible();
  await expect(record.page.getByRole('heading', { name: 'Blue crate' })).toBeVisible();
  await expect(link(list.page)).toBeVisible();
  await admin.patch('/v1/object/crate', [{ id: one?.id, name: 'Green crate' }]); // live again
  await expect(list.page.getByRole('link', { name: 'Green crate', exact: true })).toBeVisible();
  // What a page reads in the very moment is not found.
  const unexpected = (one: typeof list) => one.errors().filter((text) => !text.includes('404'));
  expect([...unexpected(list), ...unexpected(record)]).toEqual([]);
  await admin.remove('/v1/schema/crate');
});

test('by what duplicates are found, and whether a history is kept, is chosen in the editor', async ({ desk, admin }) => {
  await admin.post('/v1/schema', {
    api_name: 'engine',
    title: 'Engine',
    properties: {
      serial: { title: 'Serial', format: 'text' },
      hotline: { title: 'Hotline', format: 'phone' },
      manual: { title: 'Manual', format: 'text-area' },
    },
  });
  const [lathe] = await admin.post<{ id: string }[]>('/v1/object/engine', [
    { name: 'Lathe', serial: 'QX-4711' },
    { name: 'Lathe again', serial: ' qx-4711' },
  ]);
  if (lathe === undefined) throw new Error('no engine was made');
  const namesOf = async () => (await admin.get<{ name: string }[]>(`/v1/object/engine/${lathe.id}/duplicates`)).map(({ name }) => name);
  expect(await namesOf()).toEqual([]);

  const dana = await desk('admin', '/administration/objects/engine');
  const { page } = dana;
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit object' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit object' });
  const duplicates = dialog.getByRole('group', { name: 'Find duplicates by' });
  await expect(duplicates.getByRole('checkbox', { name: 'Hotline' })).toBeChecked();
  await expect(duplicates.getByRole('checkbox', { name: 'Manual' })).toHaveCount(0); // nobody compares long texts
  await duplicates.getByRole('checkbox', { name: 'Serial' }).check();
  const history = dialog.getByRole('checkbox', { name: 'Track history' });
  await history.uncheck();
  await expect(dialog.getByText('New changes are not recorded.')).toBeVisible();
  await history.scrollIntoViewIfNeeded();
  await look(page, 'schema-tracks');
  await inDark(page, true);
  await look(page, 'schema-tracks-dark');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: 'Stop tracking history for engines?' });
  await expect(question).toContainText('Existing history stays readable');
  await look(page, 'schema-history-off-dark');
  await inDark(page, false);
  await look(page, 'schema-history-off');
  await question.getByRole('button', { name: 'Stop tracking' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await namesOf()).toEqual(['Lathe again']);

  // The page of a record says so, live, and what was recorded before stays.
  await admin.patch('/v1/object/engine', [{ id: lathe.id, serial: 'QX-4712' }]);
  await dana.go(`/view/engine/${lathe.id}`);
  await dana.more('History');
  const told = page.getByRole('dialog', { name: 'History of Lathe' });
  await expect(told.getByText('History for engines is off')).toBeVisible();
  await expect(told.getByRole('list', { name: 'Changes, newest first' }).locator('> li')).toHaveCount(1);
  await look(page, 'history-off');
  await inDark(page, true);
  await look(page, 'history-off-dark');
  await inDark(page, false);

  // Switched on again it goes on.
  await admin.patch('/v1/schema/engine', { track_history: true });
  await expect(told.getByText('History for engines is off')).toHaveCount(0);
  await admin.patch('/v1/object/engine', [{ id: lathe.id, serial: 'QX-4713' }]);
  await expect(told.getByRole('list', { name: 'Changes, newest first' }).locator('> li')).toHaveCount(2);
  await expect(told.getByRole('list', { name: 'Changes, newest first' })).toContainText('QX-4712');
  expect(dana.errors()).toEqual([]);
  await admin.remove('/v1/schema/engine');
});
