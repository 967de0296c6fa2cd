import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

test('a user sets hours for calls', async ({ desk, admin }) => {
  // Calls of other tests ring others.
  const { page } = await desk('agent5', '/account');
  const hours = page.getByRole('form', { name: 'Availability' });
  await expect(hours.getByText('No hours are set, so calls can ring at any time.')).toBeVisible();
  await hours.getByRole('checkbox', { name: 'Monday' }).check();
  await hours.getByRole('button', { name: 'Add a range to Monday' }).click();
  await hours.getByRole('button', { name: 'More for Monday' }).click();
  await page.getByRole('menuitem', { name: 'Copy to All Days' }).click();
  await hours.getByRole('button', { name: 'More for Sunday' }).click();
  await page.getByRole('menuitem', { name: 'Remove Availability' }).click();
  await hours.getByRole('button', { name: 'Add holiday' }).click();
  await hours.getByLabel('Date of holiday 1').fill('2026-12-25');
  await look(page, 'account-availability-light');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'account-availability-narrow');
  await hours.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Users updated')).toBeVisible();
  await page.reload();
  await expect(hours.getByLabel('Saturday from, range 2')).toHaveValue('18:00');
  await expect(hours.getByRole('checkbox', { name: 'Sunday' })).not.toBeChecked();
  const [ella] = await admin.list<{ id: string }>('user', { filter: JSON.stringify([{ field: 'email', operator: '=', value: 'agent5@demo.test' }]) });
  await admin.patch('/v1/object/user', [{ id: ella?.id, availability: {} }]);
});

test('an app is published after its difference was shown', async ({ desk, admin }) => {
  const [app] = await admin.post<{ id: string }[]>('/v1/object/app', [{ name: 'Dispatch' }]);
  const id = app?.id ?? '';
  for (const name of ['On depot', 'On truck']) {
    await admin.post('/v1/object/record_trigger', [{ name, app: id, object: 'contact', events: ['after_create'] }]);
  }
  const { page } = await desk('admin', `/view/app/record/${id}/standard`);
  await page.getByRole('tab', { name: 'Records' }).click();
  const table = page.getByRole('region', { name: 'Record triggers' }).getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(3);
  await table.getByRole('checkbox', { name: 'Select all record triggers' }).check();
  await table.getByRole('cell', { name: 'On depot' }).first().hover();
  await table.getByRole('button', { name: 'Edit Name of On depot' }).click();
  await table.getByLabel('Name', { exact: true }).fill('On depot or truck');
  await look(page, 'app-records-light');
  await page.getByRole('button', { name: 'Apply to Selected' }).click();
  await expect(page.getByText('Records saved')).toBeVisible();
  await expect(table.getByText('On depot or truck')).toHaveCount(2);

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await page.getByRole('button', { name: 'Deploy to Base' }).click();
  const sheet = page.getByRole('dialog', { name: 'Deploy to Base' });
  await expect(sheet.getByRole('listitem')).toHaveCount(3);
  await look(page, 'app-deploy-dark');
  await sheet.getByRole('button', { name: 'Deploy', exact: true }).click();
  await expect(page.getByText('App deployed to base')).toBeVisible();
  await expect(page.getByText('Version 1 published')).toBeVisible();
  await look(page, 'app-settings-dark');
  await page.getByRole('button', { name: 'Create Install Code' }).click();
  await expect(page.getByRole('dialog', { name: 'Install code' })).toBeVisible();
});

test('a superuser views as another user: nothing changes, nobody is present, and it ends', async ({ desk, admin }) => {
  const [chloe] = await admin.list<{ id: string }>('user', { filter: JSON.stringify([{ field: 'email', operator: '=', value: 'agent3@demo.test' }]) });
  const [contact] = await admin.post<{ id: string }[]>('/v1/object/contact', [{ name: 'Viewed Vera' }]);
  const ben = await desk('agent2', '/live/chat');
  const dana = await desk('admin', `/view/user/record/${chloe?.id}/standard`);
  const { page } = dana;
  const bar = page.getByText('You are viewing as Chloe Tanaka. Nothing can be changed.');
  await page.getByRole('button', { name: 'View as', exact: true, expanded: false }).click();
  await page.getByRole('button', { name: 'View as', exact: true }).last().click();
  await expect(bar).toBeVisible();
  await expect(page.getByRole('button', { name: /Chloe Tanaka/ }).first()).toBeVisible();
  const phone = page.getByRole('region', { name: 'Calls' });
  await expect(phone.getByText("Calls don't ring here.")).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Call', exact: true })).toHaveCount(0);
  await look(page, 'view-as-light');
  await dana.go(`/view/contact/record/${contact?.id}/standard`);
  await expect(bar).toBeVisible();
  await page.getByRole('tab', { name: 'Note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Not mine to write');
  await page.getByRole('button', { name: 'Add note' }).last().click();
  await expect(page.getByText(/You are viewing as another user/).first()).toBeVisible();
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'view-as-dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'view-as-narrow');
  await page.setViewportSize({ width: 1360, height: 860 });
  const dot = ben.page.getByRole('listitem').filter({ hasText: 'Chloe Tanaka' }).getByRole('img');
  await expect(dot).toHaveAccessibleName('Offline');
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(bar).toBeHidden();
  await expect(page.getByRole('button', { name: /Dana Whitfield/ }).first()).toBeVisible();
  expect(await admin.list('note', { filter: JSON.stringify([{ field: 'notes', operator: '=', value: 'Not mine to write' }]) })).toEqual([]);
});
