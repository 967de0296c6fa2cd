import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface Stored {
  id: string;
  version: number;
  schemas: string[];
  system: string[] | null;
  object_permissions: Record<string, Record<string, boolean>>;
  object_field_permissions: Record<string, Record<string, { read: boolean; update: boolean }>>;
  scopes: Record<string, string>;
}

interface Person {
  id: string;
  permissions: { id: string; name: string }[] | null;
}

const pathOf = (object: string, { id }: { id: string }, open: string) => `/view/${object}/record/${id}/standard?open=${open}`;
const panel = (page: Page, name: string) => page.getByRole('button', { name, exact: false }).and(page.locator('[aria-expanded]')).first();
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
const inDark = (page: Page, is: boolean) => page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), is ? 'dark' : 'light');

/** Steps through the page by keys alone. */
async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key);
}

test('what a set gives is said object by object and field by field, by keyboard, and stored as one', async ({ desk, admin }) => {
  const [set] = await admin.post<Stored[]>('/v1/object/permission', [{ name: 'Front desk' }]);
  if (set === undefined) throw new Error('no set was made');
  const read = () => admin.get<Stored>(`/v1/object/permission/${set.id}`);
  const dana = await desk('admin', pathOf('permission', set, 'rights'));
  const { page } = dana;
  for (const name of ['Objects', 'Object Permissions', 'Manage Assigned Users', 'Permission Details']) await expect(panel(page, name)).toBeVisible();
  await expect(page.getByText('This set grants no rights yet')).toBeVisible();
  await look(page, 'permission-empty');

  // Objects are included by keyboard: two are selected, Enter moves them.
  await page.getByRole('button', { name: 'Include objects' }).click();
  const excluded = page.getByRole('listbox', { name: /^Excluded/ });
  await page.getByRole('searchbox', { name: 'Find in Excluded' }).first().fill('o');
  await expect(excluded.getByRole('option', { name: 'Teams' })).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Find in Excluded' }).first().fill('');
  await expect(excluded.getByRole('option', { name: 'Teams' })).toBeVisible();
  await excluded.getByRole('option', { name: 'Contacts', exact: true }).click();
  await excluded.getByRole('option', { name: 'Users', exact: true }).click();
  await excluded.focus();
  await press(page, 'Enter');
  const included = page.getByRole('listbox', { name: /^Included/ });
  await expect(included.getByRole('option')).toHaveText(['Contacts', 'Users']);
  await expect(page.getByRole('status').filter({ hasText: 'Unsaved: rights' })).toBeVisible();
  await look(page, 'permission-objects');
  await panel(page, 'Objects').click();

  // The matrix has one stop of the Tab key; arrows move, Space gives.
  const matrix = page.getByRole('treegrid', { name: 'Object permissions' });
  await expect(matrix.locator('[tabindex="0"]')).toHaveCount(1);
  await matrix.locator('[tabindex="0"]').focus();
  await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Space'); // update
  await expect(tick(page, 'Update Contacts')).toBeChecked();
  await expect(tick(page, 'Read Contacts')).toBeChecked(); // comes with it
  await press(page, 'ArrowLeft', 'ArrowDown', 'Space');
  await expect(tick(page, 'Read Users')).toBeChecked();
  await expect(tick(page, 'Delete Users')).toHaveCount(0); // nobody may
  await press(page, 'Control+Home', 'Enter');
  await expect(tick(page, 'Read All fields of contacts')).toBeChecked();
  await press(page, 'ArrowDown', 'ArrowRight');
  await expect(tick(page, 'Update All fields of contacts')).toBeFocused();
  await press(page, 'Space');
  await expect(tick(page, 'Update Company of contacts')).not.toBeChecked();
  await tick(page, 'Update Company of contacts').focus();
  await press(page, 'Space', 'ArrowLeft');
  await expect(tick(page, 'Read Company of contacts')).toBeFocused();
  await tick(page, 'Read Email of contacts').uncheck();
  await expect(tick(page, 'Read All fields of contacts')).not.toBeChecked(); // no longer all of them
  await page.getByRole('combobox', { name: 'Which contacts' }).selectOption('Team');
  await panel(page, 'Permission Details').click();
  await tick(page, 'Export').check();
  await tick(page, 'Read Contacts').scrollIntoViewIfNeeded();
  await look(page, 'permission-matrix');
  await inDark(page, true);
  await look(page, 'permission-matrix-dark');
  await inDark(page, false);

  // Nothing of it is lost by a wrong click.
  await page.getByRole('navigation').getByRole('link', { name: 'Notes' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Record saved')).toBeVisible();
  await expect(page.getByText('Unsaved: rights')).toHaveCount(0);
  const stored = await read();
  expect(stored).toMatchObject({
    schemas: ['contact', 'user'],
    system: ['export'],
    scopes: { contact: 'team' },
    object_permissions: { contact: { create: false, read: true, update: true, delete: false }, user: { read: true, update: false } },
  });
  const fields = stored.object_field_permissions['contact'] ?? {};
  expect(fields['all_fields']).toEqual({ read: false, update: false });
  expect(fields['company']).toEqual({ read: true, update: true });
  expect(fields['email']).toEqual({ read: false, update: false });
  expect(fields['phone']).toEqual({ read: true, update: false });

  // It is all there after a reload, with the panels that were open.
  await page.reload();
  await expect(tick(page, 'Update Contacts')).toBeChecked();
  await expect(tick(page, 'Export')).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Which contacts' })).toHaveValue('team');

  // The history tells of it by names.
  await dana.more('History');
  const history = page.getByRole('dialog', { name: 'History of Front desk' });
  await expect(history.getByText('Contacts: Granted Read, Update.')).toBeVisible();
  await expect(history.getByText(/System rights: Granted Export\./)).toBeVisible();
  await expect(history.getByText(/Contacts: Revoked .*Read .*Email/)).toBeVisible();
  await look(page, 'permission-history');
  await page.keyboard.press('Escape');
  await dana.go('/administration/audit');
  await page.getByRole('button', { name: 'Permission sets and teams' }).click();
  await expect(page.getByText('Contacts: Granted Read, Update.').first()).toBeVisible();
  expect(dana.errors()).toEqual([]);
  await admin.remove(`/v1/object/permission/${set.id}`);
});

test('two who change one set see what the other stored, and neither overwrites it unseen', async ({ desk, admin }) => {
  const [set] = await admin.post<Stored[]>('/v1/object/permission', [
    { name: 'Night desk', schemas: ['contact', 'note'], object_permissions: { contact: { read: true }, note: { read: true } } },
  ]);
  if (set === undefined) throw new Error('no set was made');
  const path = pathOf('permission', set, 'rights');
  const [dana, again] = [await desk('admin', path), await desk('admin', path)];
  await tick(dana.page, 'Create Contacts').check();
  await tick(again.page, 'Delete Notes').check();
  await again.page.getByRole('button', { name: 'Save', exact: true }).click();
  // It stands in the other's matrix at once, below what he changed himself, and is told.
  await expect(tick(dana.page, 'Delete Notes')).toBeChecked();
  await expect(tick(dana.page, 'Create Contacts')).toBeChecked();
  await expect(dana.page.getByText('Dana Whitfield changed these rights.')).toBeVisible();
  await expect(dana.page.getByText('Notes: Granted Delete.')).toBeVisible();
  await look(dana.page, 'permission-meanwhile');
  await dana.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dana.page.getByText('Record saved')).toBeVisible();
  await expect(tick(again.page, 'Create Contacts')).toBeChecked();
  expect((await admin.get<Stored>(`/v1/object/permission/${set.id}`)).object_permissions).toMatchObject({
    contact: { create: true, read: true },
    note: { read: true, delete: true },
  });

  // A change that the page has not heard of is not overwritten: the server refuses, and the page tells of it.
  await dana.page.route('**/v1/object/permission', async (route) => {
    await admin.patch('/v1/object/permission', [{ id: set.id, system: ['import'] }]);
    await route.continue();
  }, { times: 1 });
  await tick(dana.page, 'Update Contacts').check();
  await dana.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dana.page.getByText('System rights: Granted Import.')).toBeVisible();
  await dana.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dana.page.getByText('Unsaved: rights')).toHaveCount(0);
  const stored = await admin.get<Stored>(`/v1/object/permission/${set.id}`);
  expect(stored.system).toEqual(['import']);
  expect(stored.object_permissions['contact']).toMatchObject({ update: true });
  await admin.remove(`/v1/object/permission/${set.id}`);
});

test('people are given a set from its page and from theirs, and see at once what it opens', async ({ desk, admin }) => {
  const [set] = await admin.post<Stored[]>('/v1/object/permission', [
    { name: 'Auditors of sets', schemas: ['permission'], object_permissions: { permission: { read: true } } },
  ]);
  const [ben] = await admin.list<Person>('user', { filter: JSON.stringify([{ field: 'email', operator: '=', value: 'agent2@demo.test' }]) });
  if (set === undefined || ben === undefined) throw new Error('nothing to assign');
  const before = (ben.permissions ?? []).map(({ id }) => id);
  const dana = await desk('admin', pathOf('permission', set, 'users'));
  const his = await desk('agent2', '/view/contact/list');
  const place = his.page.getByRole('navigation').getByRole('link', { name: 'Permission Sets' });
  try {
    const { page } = dana;
    const excluded = page.getByRole('listbox', { name: /^Excluded/ });
    const included = page.getByRole('listbox', { name: /^Included/ });
    await excluded.getByRole('option', { name: /Ben Sorensen/ }).click();
    await page.getByRole('button', { name: 'Include', exact: true }).click();
    await expect(included.getByRole('option', { name: /Ben Sorensen/ })).toBeVisible();
    await look(page, 'permission-users');
    await inDark(page, true);
    await look(page, 'permission-users-dark');
    await inDark(page, false);
    await expect(place).toHaveCount(0);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Users updated')).toBeVisible();
    await expect(place).toBeVisible();

    // He may read the set, and change nothing of it.
    await place.click();
    await his.page.getByRole('link', { name: 'Auditors of sets' }).first().click();
    await expect(his.page.getByRole('treegrid', { name: 'Object permissions' })).toBeVisible();
    await expect(his.page.getByRole('checkbox')).toHaveCount(0);
    await panel(his.page, 'Manage Assigned Users').click();
    await expect(his.page.getByText("You don't have permission to see who has this permission set.")).toBeVisible();
    await look(his.page, 'permission-readonly');

    // From his own page, with what he may do and why.
    await dana.go(pathOf('user', ben, 'sets.effective'));
    const grid = page.getByRole('grid', { name: 'What Ben Sorensen may do' });
    await expect(grid.getByRole('button', { name: 'Read Permission Sets: Yes' })).toBeVisible();
    await grid.locator('[tabindex="0"]').focus();
    await grid.getByRole('button', { name: 'Read Permission Sets: Yes' }).click();
    await expect(page.getByRole('heading', { name: 'Ben Sorensen may read permission sets' })).toBeVisible();
    await expect(page.getByText('The permission set Auditors of sets lets one read permission sets: all that are not private.')).toBeVisible();
    await press(page, 'ArrowRight', 'Space');
    await expect(page.getByRole('heading', { name: 'Ben Sorensen may not change permission sets' })).toBeVisible();
    await grid.getByRole('button', { name: 'Read Contacts: Yes' }).click();
    await page.getByLabel('Field').selectOption({ label: 'Company' });
    await expect(page.getByRole('heading', { name: 'Ben Sorensen may read Company of contacts' })).toBeVisible();
    await look(page, 'permission-effective');
    await inDark(page, true);
    await look(page, 'permission-effective-dark');
    await inDark(page, false);
    await page.setViewportSize({ width: 390, height: 780 });
    await page.getByRole('button', { name: 'Details', exact: true }).click();
    await grid.scrollIntoViewIfNeeded();
    await look(page, 'permission-effective-narrow');
    await page.setViewportSize({ width: 1280, height: 800 });

    // What is taken from him elsewhere leaves the list and the table without a reload.
    await admin.patch('/v1/object/user', [{ id: ben.id, permissions: before }]);
    await expect(page.getByRole('listbox', { name: /^Excluded/ }).getByRole('option', { name: 'Auditors of sets' })).toBeVisible();
    await expect(grid.getByRole('button', { name: 'Read Permission Sets: No' })).toBeVisible();
    await page.getByRole('listbox', { name: /^Excluded/ }).getByRole('option', { name: 'Auditors of sets' }).dblclick();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Users updated').last()).toBeVisible();
    await expect(grid.getByRole('button', { name: 'Read Permission Sets: Yes' })).toBeVisible();
    expect((await admin.get<Person>(`/v1/object/user/${ben.id}`)).permissions?.map(({ id }) => id)).toEqual([...before, set.id]);
    expect(dana.errors()).toEqual([]);
  } finally {
    await admin.patch('/v1/object/user', [{ id: ben.id, permissions: before }]);
    await admin.remove(`/v1/object/permission/${set.id}`);
  }
});

test('what the server refuses is told in its words, and what one changed stays', async ({ desk, admin }) => {
  const [set] = await admin.post<Stored[]>('/v1/object/permission', [
    { name: 'Day desk', schemas: ['contact'], object_permissions: { contact: { read: true } } },
  ]);
  if (set === undefined) throw new Error('no set was made');
  const dana = await desk('admin', pathOf('permission', set, 'rights.users'));
  const { page } = dana;
  await page.route('**/v1/object/permission', (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify({ title: 'Forbidden', status: 403, detail: 'Only a superuser may change permission sets', code: 'forbidden' }) }),
  );
  await tick(page, 'Update Contacts').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Only a superuser may change permission sets')).toBeVisible();
  await expect(tick(page, 'Update Contacts')).toBeChecked();
  await page.unroute('**/v1/object/permission');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(tick(page, 'Update Contacts')).not.toBeChecked();

  // On a phone's width all of it is there.
  await page.setViewportSize({ width: 390, height: 780 });
  await look(page, 'permission-narrow');
  await panel(page, 'Object Permissions').click();
  await page.getByRole('listbox', { name: /^Included/ }).scrollIntoViewIfNeeded();
  await look(page, 'permission-users-narrow');
  expect(dana.errors().filter((one) => !one.includes('403'))).toEqual([]);
  await admin.remove(`/v1/object/permission/${set.id}`);
});
