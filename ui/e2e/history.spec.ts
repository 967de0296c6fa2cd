import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface Contact {
  id: string;
  version: number;
  company: string | null;
}

const pathOf = (one: { id: string }) => `/view/contact/record/${one.id}/standard`;
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name: `History of ${name}` });

test('a record tells what became of it, live, and is brought back field by field and as a whole', async ({ desk, admin }) => {
  const [one] = await admin.post<Contact[]>('/v1/object/contact', [{ name: 'Ottilie Marsh', company: 'Fern & Fable' }]);
  if (one === undefined) throw new Error('no contact was made');
  await admin.patch('/v1/object/contact', [{ id: one.id, company: 'Fern, Fable & Sons', do_not_call: true }]);
  const marcus = await desk('supervisor', pathOf(one));
  const elsewhere = await desk('agent1', pathOf(one));
  const { page } = marcus;
  await marcus.more('History');
  const dialog = dialogOf(page, 'Ottilie Marsh');
  const changes = dialog.getByRole('list', { name: 'Changes, newest first' }).locator('> li');
  await expect(changes).toHaveCount(2);
  await expect(changes.first()).toContainText('Dana Whitfield changed Company, Do Not Call');
  await expect(changes.first()).toContainText('through the API');
  await expect(changes.first()).toContainText('Fern & Fable');
  await expect(changes.last()).toContainText('Dana Whitfield created it');

  // What is changed elsewhere stands there at once.
  await admin.patch('/v1/object/contact', [{ id: one.id, company: 'The Marsh Press', tags: ['printer'] }]);
  await expect(changes).toHaveCount(3);
  await expect(changes.first()).toContainText('The Marsh Press');
  await look(page, 'history');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'history-dark');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));

  // One value, by keyboard.
  const back = changes.first().getByRole('button', { name: 'Restore Company to Fern, Fable & Sons' });
  await back.focus();
  await page.keyboard.press('Enter');
  await expect(changes).toHaveCount(4);
  await expect(changes.first()).toContainText('Marcus Okafor changed Company');
  await expect(elsewhere.page.getByText('Fern, Fable & Sons').first()).toBeVisible();
  await expect(elsewhere.page.getByText('printer').first()).toBeVisible();

  // All of it, as it was made; and that is undone from its message.
  await changes.last().getByRole('button', { name: /^Restore this version/ }).click();
  await expect(changes).toHaveCount(5);
  await expect(elsewhere.page.getByText('Fern & Fable', { exact: true }).first()).toBeVisible();
  await expect(elsewhere.page.getByText('printer')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(elsewhere.page.getByText('Fern, Fable & Sons').first()).toBeVisible();
  await expect(elsewhere.page.getByText('printer').first()).toBeVisible();
  await page.reload();
  await marcus.more('History');
  await expect(changes).toHaveCount(6);
  await page.setViewportSize({ width: 390, height: 780 });
  await look(page, 'history-narrow');
});

test('who may only read sees what became of a record and no way back', async ({ desk, admin }) => {
  const number = (await admin.list<{ id: string; name: string }>('twilio_phone', { limit: '1' }))[0];
  if (number === undefined) throw new Error('no number of ours');
  await admin.patch('/v1/object/twilio_phone', [{ id: number.id, name: 'Front counter' }]);
  const alice = await desk('agent1', `/view/twilio_phone/record/${number.id}/standard`);
  await alice.more('History');
  const dialog = dialogOf(alice.page, 'Front counter');
  await expect(dialog.getByText('changed Name').first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Restore/ })).toHaveCount(0);
  await admin.patch('/v1/object/twilio_phone', [{ id: number.id, name: number.name }]);
});

test('what was deleted comes back from its message, for everybody', async ({ desk, admin }) => {
  const [one, two] = await admin.post<Contact[]>('/v1/object/contact', [{ name: 'Percival Stroud' }, { name: 'Quillon Stroud' }]);
  if (one === undefined || two === undefined) throw new Error('no contacts were made');
  const marcus = await desk('supervisor', pathOf(one));
  const elsewhere = await desk('agent1', '/view/contact/list?search=Stroud');
  const { page } = marcus;
  const listed = (name: string) => elsewhere.page.getByRole('row', { name: new RegExp(name) });
  await expect(listed('Percival Stroud')).toBeVisible();
  await marcus.more('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Record deleted successfully!')).toBeVisible();
  await expect(listed('Percival Stroud')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Record restored')).toBeVisible();
  await marcus.go(pathOf(one));
  await expect(page.getByRole('heading', { level: 1, name: 'Percival Stroud' })).toBeVisible();

  // Several at once, in a list.
  await marcus.go('/view/contact/list?search=Stroud');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Records deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Records restored')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row', { name: /Percival Stroud/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Quillon Stroud/ })).toBeVisible();
});

test('what was deleted long before is found again, and comes back for everybody', async ({ desk, admin }) => {
  const names = ['Quentin Askew', 'Rosalind Askew'];
  const made = await admin.post<Contact[]>('/v1/object/contact', names.map((name) => ({ name })));
  const marcus = await desk('admin', '/view/contact/list?search=Askew');
  const alice = await desk('agent1', '/view/contact/list?search=Askew');
  const rows = (page: Page) => page.locator('[data-row-link]');
  await expect(rows(alice.page)).toHaveCount(2);
  await expect(alice.page.getByRole('button', { name: 'Recently deleted' })).toHaveCount(0); // she may not delete
  await admin.remove(`/v1/object/contact/${made[0]?.id}`);
  await expect(rows(alice.page)).toHaveCount(1);

  const { page } = marcus;
  await page.getByRole('button', { name: 'Recently deleted' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deleted contacts' });
  const entries = dialog.getByRole('list', { name: 'Deleted contacts' }).locator('> li');
  await expect(entries.filter({ hasText: 'Quentin Askew' })).toContainText('Deleted by Dana Whitfield');
  // What is deleted elsewhere meanwhile stands first.
  await admin.remove(`/v1/object/contact/${made[1]?.id}`);
  await expect(entries.first()).toContainText('Rosalind Askew');
  await look(page, 'deleted');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'deleted-dark');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));

  const restore = dialog.getByRole('button', { name: 'Restore Quentin Askew' });
  await restore.focus();
  await page.keyboard.press('Enter');
  await expect(entries.filter({ hasText: 'Quentin Askew' })).toHaveCount(0);
  await alice.page.getByRole('button', { name: '1 new' }).click();
  await expect(rows(alice.page)).toHaveText(['Quentin Askew']);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveText(['Quentin Askew']);
  expect(marcus.errors()).toEqual([]);
});
