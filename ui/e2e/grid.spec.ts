import type { Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface Contact {
  id: string;
  name: string;
  email: string | null;
  company: string | null;
  version: number;
}

const byCompany = (company: string) => JSON.stringify([{ field: 'company', operator: '=', value: company }]);
const only = (company: string) => `/view/contact/table?where=${encodeURIComponent(JSON.stringify({ filters: [{ field: 'company', operator: '=', value: company }], limit: 50 }))}&sort=name&columns=name,email,company,do_not_call`;

/** Pastes text into the focused cell, as from a spreadsheet. */
const paste = (page: Page, text: string) =>
  page.evaluate((cells) => {
    const data = new DataTransfer();
    data.setData('text/plain', cells);
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);

test('cells are edited by keyboard and paste, and saved at once; what is refused stays', async ({ desk, admin }) => {
  const company = 'Gridiron Forge';
  const people = await admin.post<Contact[]>('/v1/object/contact', ['Ann', 'Bea', 'Cal', 'Dot'].map((name) => ({ name: `${name} Forge`, company })));
  const sue = await desk('supervisor', only(company));
  const page = sue.page;
  const cell = (row: number, column: number) => page.locator(`[data-cell="${row}:${column}"]`);
  const save = page.getByRole('button', { name: 'Save Changes' });
  const stored = async () => admin.list<Contact>('contact', { filter: byCompany(company), order: 'name' });
  await expect(page.locator('[data-record]')).toHaveCount(4);
  await page.keyboard.press('Control+Alt+e');
  await expect(save).toBeDisabled();

  // By keyboard: a typed key replaces, Enter goes down, Escape takes nothing, Tab goes on.
  await cell(0, 1).click();
  await page.keyboard.type('ann@forge.test');
  await page.keyboard.press('Enter');
  await expect(cell(0, 1)).toContainText('ann@forge.test');
  await expect(cell(1, 1)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('nothing');
  await page.keyboard.press('Escape');
  await expect(cell(1, 1)).toBeFocused();
  await expect(cell(1, 1)).not.toContainText('nothing');

  // A block of a spreadsheet; what can't be stored is marked with its reason, and rows beyond the page are said.
  await paste(page, 'bea@forge.test\tGridiron Forge\tperhaps\ncal@\tGridiron Forge\tyes\ndot@forge.test\tGridiron Forge\tno\nmore\tmore\tno\n');
  await expect(page.getByText('Pasted 3 of 4 rows')).toBeVisible();
  await expect(cell(1, 3)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Do Not Call: Enter yes or no')).toBeVisible();
  await look(page, 'grid-light');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'grid-dark');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  await cell(2, 3).click();
  await page.keyboard.press('Control+c');
  await cell(1, 3).click();
  await page.keyboard.press('Control+v');
  await expect(cell(1, 3)).not.toHaveAttribute('aria-invalid', 'true');

  // One PATCH; the server refuses one row, which stays with its reason.
  const sent = page.waitForRequest((request) => request.method() === 'PATCH' && request.url().includes('/v1/object/contact'));
  await save.click();
  expect(await (await sent).postDataJSON()).toHaveLength(4);
  await expect(page.getByText('Error saving record(s): 1 record was not saved.', { exact: false })).toBeVisible();
  await expect(page.getByText('Cal Forge: Email', { exact: false })).toBeVisible();
  await expect(cell(2, 1)).toHaveAttribute('aria-invalid', 'true');
  expect((await stored()).map(({ email }) => email)).toEqual(['ann@forge.test', 'bea@forge.test', null, 'dot@forge.test']);

  // Leaving asks.
  await page.getByRole('link', { name: 'Notes' }).first().click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button').first().click();

  // The network goes in the middle: nothing typed is lost, and it is saved once.
  await cell(2, 1).dblclick();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('cal@forge.test');
  await page.keyboard.press('Enter');
  await page.route('**/v1/object/contact?partial=true', async (route) => {
    await route.fetch();
    await route.abort();
  }, { times: 1 });
  await save.click();
  await expect(page.getByText("The server can't be reached", { exact: false })).toBeVisible();
  await page.keyboard.press('Control+Alt+c');
  await expect(page.getByText('Records saved')).toBeVisible();
  await expect(save).toBeDisabled();

  // Others change the same cell, and delete a row, while both are edited.
  await cell(0, 1).click();
  await page.keyboard.type('mine@forge.test');
  await page.keyboard.press('Enter');
  await page.keyboard.type('mine@forge.test');
  await page.keyboard.press('Enter');
  await admin.patch('/v1/object/contact', [{ id: people[0]?.id, email: 'theirs@forge.test' }]);
  await admin.remove(`/v1/object/contact/${people[1]?.id}`);
  await expect(page.getByText('Changed by someone else. Now: theirs@forge.test').first()).toBeVisible();
  await expect(page.getByText('Deleted by someone else').first()).toBeVisible();
  await expect(cell(0, 1)).toContainText('mine@forge.test');
  await page.getByRole('button', { name: 'Use the stored value of Email' }).click();
  await expect(cell(0, 1)).toContainText('theirs@forge.test');
  await page.getByRole('button', { name: "Discard this record's changes" }).click();

  // One value for the ticked rows, by a job, after the number was shown.
  await page.getByRole('checkbox', { name: 'Select Cal Forge' }).check();
  await page.getByRole('checkbox', { name: 'Select Dot Forge' }).check();
  await cell(2, 2).dblclick();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Forge & Daughters');
  await look(page, 'grid-cell');
  await page.getByRole('button', { name: 'Apply to Selected (2)' }).click();
  await expect(page.getByRole('dialog')).toContainText('Set Company to “Forge & Daughters” in 2 contacts?');
  await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(async () => expect(await admin.list<Contact>('contact', { filter: byCompany('Forge & Daughters') })).toHaveLength(2)).toPass();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(save).toHaveCount(0);
});

test('the toolbar keeps to one row, JSON is checked before it is saved, and New opens over the list', async ({ desk, admin, server }) => {
  const company = 'Jason & Sons';
  await admin.post('/v1/object/contact', [{ name: 'Jo Jason', company }, { name: 'Kit Jason', company }]);
  const sue = await desk('supervisor', '/view/contact/table');
  const page = sue.page;
  const own = await Api.signIn(server.url, 'supervisor');
  const me = async () => (await own.get<{ user: { settings: { list_widths?: { contact?: Record<string, number> } } } }>('/v1/me')).user;
  await page.getByRole('button', { name: 'Pin as default' }).click();
  await expect(page.getByText('Please select a filter to pin')).toBeVisible();
  const scroller = page.locator('[data-scroller]');
  await expect(page.locator('[data-record]').nth(5)).toBeVisible();
  await page.getByRole('button', { name: 'Scroll to Bottom' }).click();
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Scroll to Top' }).click();
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(0);
  await look(page, 'toolbar-light');

  // A column's edge is dragged: the others keep their widths, and so does the table after a reload.
  const head = (title: string) => page.locator('th', { hasText: title }).first();
  const width = async (title: string) => Math.round((await head(title).boundingBox())?.width ?? 0);
  const [before, other] = [await width('Name'), await width('Phone')];
  const edge = await head('Name').locator('[data-edge]').boundingBox();
  await page.mouse.move((edge?.x ?? 0) + 4, (edge?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move((edge?.x ?? 0) + 84, (edge?.y ?? 0) + 10, { steps: 3 });
  await page.mouse.up();
  expect(Math.abs((await width('Name')) - before - 80)).toBeLessThan(3);
  expect(Math.abs((await width('Phone')) - other)).toBeLessThan(3);
  await expect(async () => expect((await me()).settings.list_widths?.contact?.['name']).toBeGreaterThan(before + 70)).toPass();
  await page.reload();
  await expect(page.locator('[data-record]').nth(5)).toBeVisible();
  expect(Math.abs((await width('Name')) - before - 80)).toBeLessThan(3);
  // Dragged by its head, a column goes elsewhere.
  const second = page.locator('th[data-field]').nth(1);
  const title = (await second.textContent()) ?? '';
  const box = await second.boundingBox();
  await head('Name').hover();
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 4, (box?.y ?? 0) + 10, { steps: 4 });
  await expect(page.locator('th[data-drop]')).toHaveCount(1);
  await page.mouse.up();
  await expect(page.locator('th[data-field]').first()).toHaveText(title);
  expect(new URL(page.url()).searchParams.get('columns')).toMatch(/^\w+,name,/);
  await head('Name').locator('[data-edge]').dblclick();
  await expect(async () => expect((await me()).settings.list_widths?.contact?.['name']).toBeUndefined()).toPass();

  // A new record over the list; Escape closes it, and what was typed is there again.
  await page.keyboard.press('Control+Alt+n');
  const dialog = page.getByRole('dialog', { name: 'New Contact' });
  await dialog.getByLabel('Name', { exact: true }).fill('Lou Jason');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Lou Jason');
  await look(page, 'new-modal-light');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/view\/contact\/record\/.+\/standard/);
  await expect(page.getByRole('heading', { name: 'Lou Jason', level: 1 })).toBeVisible();

  await page.goto(only(company).replace('/table', '/json'));
  await page.getByRole('button', { name: 'Edit in place' }).click();
  const text = page.getByLabel('JSON of the records on this page');
  const json = JSON.parse(await text.inputValue()) as Record<string, unknown>[];
  await text.fill(JSON.stringify([{ ...json[0], do_not_call: 'maybe' }, json[1]], null, 2));
  await expect(page.getByRole('alert')).toContainText('Record 1, do_not_call: The value must be boolean');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Error saving record(s): Record 1, do_not_call', { exact: false })).toBeVisible();
  await look(page, 'json-edit');
  await text.fill(JSON.stringify([{ ...json[0], do_not_call: true }, json[1]], null, 2));
  await expect(page.getByText('1 record changed')).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Records saved')).toBeVisible();
  const [saved] = await admin.list<Contact & { do_not_call: boolean }>('contact', { filter: byCompany(company), order: 'name' });
  expect(saved?.do_not_call).toBe(true);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(only(company));
  await page.getByRole('button', { name: 'More list actions' }).click();
  await look(page, 'toolbar-narrow');
  await page.getByRole('menuitem', { name: 'Edit in place' }).click();
  await look(page, 'grid-narrow');
});
