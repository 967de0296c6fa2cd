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

test('a field has tags of its own, which it offers in their order and shows live', async ({ desk, admin }) => {
  const run = Date.now();
  const bound = { global: false, object: 'contact', field_api_name: 'tags' };
  const [guest, late, skill] = await admin.post<{ id: string }[]>('/v1/object/tag', [
    { value: `Harbor Guest ${run}`, label: `Guest of the harbor ${run}`, color: 'teal', order: -20, ...bound },
    { value: `Early ${run}`, color: 'amber', order: -30, ...bound },
    { value: `Knots ${run}`, order: -40, ...bound, object: 'user', field_api_name: 'skills' },
  ]);
  // Written otherwise it is the field's own, and makes none for all.
  const [made] = await admin.post<{ id: string; tags: string[] }[]>('/v1/object/contact', [{ name: 'Noor Harbor', tags: [`harbor guest ${run}`] }]);
  expect(made?.tags).toEqual([`Harbor Guest ${run}`]);
  const filter = JSON.stringify([{ field: 'value', operator: 'LIKE', value: `guest ${run}` }]);
  expect((await admin.list<{ id: string }>('tag', { filter })).map(({ id }) => id)).toEqual([guest?.id]);

  const path = `/view/contact/record/${made?.id}/standard`;
  const alice = await desk('agent1', path);
  const bob = await desk('admin', path);
  for (const { page } of [alice, bob]) {
    await page.setViewportSize({ width: 1440, height: 860 });
    await expect(page.getByText(`Guest of the harbor ${run}`, { exact: true })).toHaveClass(/option-teal/);
  }
  await bob.mark();

  await alice.page.getByRole('button', { name: 'Edit Tags' }).click();
  const box = alice.page.getByRole('combobox', { name: 'Tags' });
  const offers = alice.page.getByRole('listbox', { name: 'Tags for Tags' }).getByRole('option');
  await box.click();
  await expect(offers.first()).toHaveText(`Early ${run}`);
  for (const theme of ['light', 'dark']) {
    await alice.page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
    await look(alice.page, `tags-own-${theme}`);
  }
  // Its place among the others changes while they are offered; that of another object's field is not among them.
  await admin.patch('/v1/object/tag', [{ id: late?.id, order: null }]);
  await expect(offers.first()).not.toHaveText(`Early ${run}`);
  await box.fill(`knots ${run}`);
  await expect(offers).toHaveText([`Create “knots ${run}”`]);
  await admin.patch('/v1/object/tag', [{ id: skill?.id, object: 'contact', field_api_name: 'tags' }]);
  await expect(offers).toHaveText([`Knots ${run}`]);
  await offers.click();
  await alice.page.getByRole('button', { name: 'Save' }).click();
  await expect(bob.page.getByText(`Knots ${run}`, { exact: true })).toBeVisible();

  // Called and coloured otherwise, it looks so at once; for another field alone, it has no look here.
  await admin.patch('/v1/object/tag', [{ id: guest?.id, label: `Friend ${run}`, color: 'pink' }]);
  for (const { page } of [alice, bob]) await expect(page.getByText(`Friend ${run}`, { exact: true })).toHaveClass(/option-pink/);
  await admin.patch('/v1/object/tag', [{ id: guest?.id, field_api_name: 'interests' }]);
  for (const { page } of [alice, bob]) await expect(page.getByText(`Harbor Guest ${run}`, { exact: true })).not.toHaveClass(/option-/);
  expect(bob.reads()).toEqual([]);
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
