import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

test('a tag written by one looks the same for another, and as its form says, live', async ({ desk, admin }) => {
  const made = await admin.post<{ id: string }[]>('/v1/object/contact', [{ name: 'Nadia Tagged', tags: ['wholesale'] }]);
  const path = `/view/contact/record/${made[0]?.id}/standard`;
  const alice = await desk('agent1', path);
  const bob = await desk('admin', path);
  for (const { page } of [alice, bob]) await page.setViewportSize({ width: 1440, height: 860 });
  const tag = `First order ${Date.now()}`;

  // Written into the field, it is offered as new, and is stored with the record.
  await alice.page.getByRole('button', { name: 'Edit Tags' }).click();
  const box = alice.page.getByRole('combobox', { name: 'Tags' });
  await box.fill('whole');
  await expect(alice.page.getByRole('option', { name: 'wholesale' })).toHaveCount(0); // it is chosen already
  await box.fill(tag);
  await alice.page.getByRole('option', { name: `Create “${tag}”` }).click();
  await look(alice.page, 'tags-edit');
  await alice.page.getByRole('button', { name: 'Save' }).click();
  await expect(bob.page.getByText(tag, { exact: true })).toBeVisible();

  // Its colour and label are its own to change, and show everywhere without a reload.
  const [stored] = await admin.list<{ id: string }>('tag', { filter: JSON.stringify([{ field: 'value', operator: '=', value: tag }]) });
  await admin.patch('/v1/object/tag', [{ id: stored?.id, label: 'First order', color: 'teal' }]);
  for (const { page } of [alice, bob]) {
    await expect(page.getByText('First order', { exact: true })).toHaveClass(/option-teal/);
  }
  for (const theme of ['light', 'dark']) {
    await alice.page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
    await look(alice.page, `tags-${theme}`);
  }

  // The tag's own form offers the 15 colours.
  await bob.page.goto(`/view/tag/record/${stored?.id}/standard`);
  await bob.page.getByRole('button', { name: 'Edit Color' }).click();
  await expect(bob.page.getByRole('radio')).toHaveCount(15);
  await bob.page.getByRole('radio', { name: 'Pink' }).check();
  await look(bob.page, 'tag-form');
  await bob.page.getByRole('button', { name: 'Save' }).click();
  await expect(alice.page.getByText('First order', { exact: true })).toHaveClass(/option-pink/);
});

test('the form of an app page says what it is for', async ({ desk, admin }) => {
  const { page } = await desk('admin', '/view/app_page/new');
  await page.getByLabel('Name').fill('Front desk');
  await page.getByLabel('Type').selectOption('Home Page');
  await page.getByLabel('Object', { exact: true }).selectOption({ label: 'Contact' });
  await look(page, 'app-page-form');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Front desk' })).toBeVisible();
  const [made] = await admin.list<{ object: { api_name: string; title: string } }>('app_page', {
    filter: JSON.stringify([{ field: 'name', operator: '=', value: 'Front desk' }]),
  });
  expect(made?.object).toMatchObject({ api_name: 'contact', title: 'Contact' });
});
