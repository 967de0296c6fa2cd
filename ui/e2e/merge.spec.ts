import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface Made {
  id: string;
}

const pathOf = (id: string) => `/view/contact/record/${id}/standard`;
const number = (digits: string) => ({ country_code: '+1', phone_number: digits, friendly_number: digits, extension: '' });

test('duplicates are merged field by field; the colleague\'s open tab leads to the master record, and it is undone', async ({ desk, admin }) => {
  const phone = number('+12065557101');
  const [keep, gone] = await admin.post<Made[]>('/v1/object/contact', [
    { name: 'Merged Mona', company: 'Orchard', phone, tags: ['vip'] },
    { name: 'Mona M.', company: 'Garden', email: 'mona@example.com', second_phone: phone, tags: ['late'] },
  ]);
  const [master, loser] = [keep?.id ?? '', gone?.id ?? ''];
  await admin.post('/v1/object/note', [{ name: 'Wants a tree', notes: 'An apple tree', related_to: { schema: 'contact', id: loser } }]);
  const boss = await desk('supervisor', pathOf(loser));
  const colleague = await desk('agent1', pathOf(loser));
  await expect(colleague.page.getByRole('heading', { level: 1, name: 'Mona M.' })).toBeVisible();
  const { page } = boss;
  await page.setViewportSize({ width: 1440, height: 900 });
  await boss.go(pathOf(master));

  const card = page.getByRole('region', { name: 'Duplicates' });
  await expect(card.getByRole('listitem')).toHaveCount(2);
  await expect(card.getByRole('button', { name: 'Merge', exact: true })).toBeDisabled();
  await expect(card.getByLabel('Keep Merged Mona as the master record')).toBeChecked();
  await expect(card.getByLabel('Merge Merged Mona into the master record')).toBeDisabled();
  await card.getByLabel('Merge Mona M. into the master record').check();
  await card.getByRole('button', { name: 'Merge', exact: true }).click();

  const sheet = page.getByRole('dialog', { name: 'Merge into Merged Mona' });
  const company = sheet.getByRole('group', { name: 'Company' });
  await expect(company.getByRole('radio', { name: /Orchard/ })).toBeChecked();
  await expect(sheet.getByRole('group', { name: 'Tags' }).getByRole('radio', { name: /All of them/ })).toBeChecked();
  await expect(sheet.getByRole('region', { name: 'Moves to the master record' })).toContainText('1 note');
  await look(page, 'merge-sheet-light');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'merge-sheet-dark');
  await page.evaluate(() => document.documentElement.removeAttribute('data-theme'));
  await company.getByRole('radio', { name: /Garden/ }).check();
  await sheet.getByRole('button', { name: 'Merge 2 records' }).click();

  await expect(page.getByText('Records merged successfully')).toBeVisible();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('complementary', { name: /Related/ })).toContainText('Merged 1 record into this one');
  await expect(page.getByText('Garden').first()).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Wants a tree');
  const tabs = page.getByRole('tablist', { name: 'Open records' });
  await expect(tabs.getByRole('tab', { name: 'Merged Mona' })).toBeVisible();
  await expect(tabs.getByRole('tab', { name: 'Mona M.' })).toHaveCount(0);

  await colleague.page.waitForURL(`**${pathOf(master)}`);
  await expect(colleague.page.getByText('This record was merged into Merged Mona')).toBeVisible();
  await expect(colleague.page.getByRole('heading', { level: 1, name: 'Merged Mona' })).toBeVisible();
  await expect(colleague.page.getByRole('tablist', { name: 'Open records' }).getByRole('tab', { name: 'Mona M.' })).toHaveCount(0);
  await colleague.go(`/view/contact/${loser}`); // an old link
  await colleague.page.waitForURL(`**${pathOf(master)}`);

  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(page.getByText('Merge undone')).toBeVisible();
  await expect(page.getByText('Orchard').first()).toBeVisible();
  await expect(card.getByRole('listitem')).toHaveCount(2);
});

test('all suspected duplicates of an object stand in one list, and what fails is said', async ({ desk, admin }) => {
  const phone = number('+12065557102');
  const [one, two] = await admin.post<Made[]>('/v1/object/contact', [{ name: 'Twin Ada', phone }, { name: 'Twin Bea', phone }]);
  const boss = await desk('supervisor');
  const { page } = boss;
  await page.route('**/v1/object/contact/*/duplicates', (route) => route.fulfill({ status: 500, json: { code: 'internal', detail: 'It broke.' } }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await boss.go(pathOf(one?.id ?? ''));
  await expect(page.getByText('Failed to search for duplicates.')).toBeVisible();
  await page.unroute('**/v1/object/contact/*/duplicates');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'All duplicate contacts' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Duplicate contacts' })).toBeVisible();
  const group = page.getByRole('region', { name: 'Twin Ada' });
  await expect(group.getByRole('listitem')).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 780 });
  await look(page, 'duplicates-390-light');
  await group.getByRole('button', { name: 'Merge 2 records' }).click();
  const sheet = page.getByRole('dialog', { name: 'Merge into Twin Ada' });
  await expect(sheet.getByRole('group', { name: 'Name' })).toBeVisible();
  await look(page, 'merge-sheet-390-light');
  const submit = sheet.getByRole('button', { name: 'Merge 2 records' });

  await page.route('**/v1/merge', (route) => route.fulfill({ status: 500, json: {} }));
  await expect(submit).toBeEnabled();
  await submit.click();
  await expect(page.getByText('Failed to merge records.')).toBeVisible();
  await page.unroute('**/v1/merge');
  await page.route('**/v1/merge', (route) => route.abort());
  await submit.click();
  await expect(page.getByText('An unexpected error occurred while merging records.')).toBeVisible();
  await page.unroute('**/v1/merge');

  // Another user changes one first: nothing is merged, and it says why.
  await admin.patch('/v1/object/contact', [{ id: two?.id, company: 'Changed' }]);
  await submit.click();
  await expect(page.getByText('Someone else changed Twin Bea. Review it before merging.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(group).toContainText('Changed');
  await group.getByRole('button', { name: 'Merge 2 records' }).click();
  await expect(submit).toBeEnabled();
  await submit.click();
  await expect(page.getByText('Records merged successfully')).toBeVisible();
  await expect(group).toHaveCount(0);
});
