import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const path = '/administration/organization';

test('superusers set their organization up, live; others do not see it', async ({ desk }) => {
  const boss = await desk('admin', path);
  const other = await desk('admin', path);
  const calls = boss.page.getByLabel('Calls per minute');
  await expect(calls).toHaveValue('10');
  await expect(boss.page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  for (const theme of ['light', 'dark']) {
    await boss.page.evaluate((t) => document.documentElement.setAttribute('data-theme', t), theme);
    await look(boss.page, `organization-${theme}`);
  }

  // A wrong value is refused at its place, and nothing is lost.
  await calls.fill('500');
  await boss.page.getByLabel('Allowed countries for calls and texts').fill('us, gb');
  await expect(boss.page.getByText('United Kingdom · United States')).toBeVisible();
  await boss.page.getByRole('button', { name: 'Save changes' }).click();
  await expect(boss.page.getByText('calls_per_minute must be from 1 to 120')).toBeVisible();
  await look(boss.page, 'organization-refused');
  await expect(calls).toBeFocused();

  // Somebody else stores another setting meanwhile: it shows here at once, and both stay.
  await boss.mark();
  await other.page.getByLabel('Texts per minute').fill('33');
  await other.page.keyboard.press('Enter');
  await expect(other.page.getByText('Orgs updated')).toBeVisible();
  await expect(boss.page.getByLabel('Texts per minute')).toHaveValue('33');
  expect(boss.reads(), 'it came by the socket').toEqual([]);
  await calls.fill('7');
  await boss.page.getByRole('button', { name: 'Save changes' }).click();
  await expect(other.page.getByLabel('Calls per minute')).toHaveValue('7');
  await boss.page.reload();
  await expect(boss.page.getByLabel('Texts per minute')).toHaveValue('33');
  await expect(boss.page.getByLabel('Allowed countries for calls and texts')).toHaveValue('GB, US');

  // The same setting by two: one is told.
  await calls.fill('9');
  await other.page.getByLabel('Calls per minute').fill('8');
  await other.page.keyboard.press('Enter');
  await expect(boss.page.getByText('Someone else set this to 8')).toBeVisible();
  await boss.page.getByRole('button', { name: 'Discard' }).click();
  await expect(calls).toHaveValue('8');

  await boss.page.setViewportSize({ width: 390, height: 780 });
  await look(boss.page, 'organization-narrow');
  expect(boss.errors().filter((text) => !text.includes('422'))).toEqual([]);

  // Other tests text and call Americans at their leisure.
  await other.page.getByLabel('Texts per minute').fill('60');
  await other.page.getByLabel('Calls per minute').fill('10');
  await other.page.getByLabel('Allowed countries for calls and texts').fill('CA, US');
  await other.page.getByRole('button', { name: 'Save changes' }).click();
  await expect(boss.page.getByLabel('Calls per minute')).toHaveValue('10');

  const agent = await desk('agent1');
  await expect(agent.page.getByRole('navigation').getByRole('link', { name: 'Organization' })).toHaveCount(0);
  await agent.page.goto(path);
  await expect(agent.page.getByText('This page does not exist')).toBeVisible();
});

test('the apps of the organization are moved between two lists by several at once, and nobody undoes another', async ({ desk, admin }) => {
  const apps = await admin.post<{ id: string; name: string }[]>('/v1/object/app', [{ name: 'Route planner' }, { name: 'Wholesale' }]);
  try {
    const [boss, other] = [await desk('admin', path), await desk('admin', path)];
    const listOf = ({ page }: typeof boss, side: string) => page.getByRole('group', { name: 'Apps in use' }).getByRole('listbox', { name: side });
    const option = (of: typeof boss, side: string, name: string) => listOf(of, side).getByRole('option', { name });
    await expect(option(boss, 'Excluded', 'Wholesale')).toBeVisible();
    await boss.mark();
    await other.mark();

    const [meanwhile] = await admin.post<{ id: string; name: string }[]>('/v1/object/app', [{ name: 'Installed meanwhile' }]);
    if (meanwhile) apps.push(meanwhile);
    for (const at of [boss, other]) await expect(option(at, 'Excluded', 'Installed meanwhile'), 'it is there without a reload').toBeVisible();

    // By the keyboard here, by the mouse there, of what each read before the other stored.
    await option(boss, 'Excluded', 'Route planner').click();
    await boss.page.keyboard.press('Enter');
    await expect(option(boss, 'Included', 'Route planner')).toBeVisible();
    await expect(boss.page.getByText('1 unsaved change')).toBeVisible();
    await option(other, 'Excluded', 'Wholesale').dblclick();
    await boss.page.getByRole('button', { name: 'Save changes' }).click();
    await expect(boss.page.getByText('Orgs updated')).toBeVisible();
    await expect(option(other, 'Included', 'Route planner')).toBeVisible();
    await other.page.getByRole('button', { name: 'Save changes' }).click();
    await expect(option(boss, 'Included', 'Wholesale')).toBeVisible();
    await expect(option(boss, 'Included', 'Route planner')).toBeVisible();
    expect(boss.reads(), 'it came by the socket').toEqual([]);
    for (const theme of ['light', 'dark']) {
      await boss.page.evaluate((t) => document.documentElement.setAttribute('data-theme', t), theme);
      await listOf(boss, 'Included').scrollIntoViewIfNeeded();
      await look(boss.page, `organization-apps-${theme}`);
    }
    const me = await admin.get<{ apps: { name: string }[] }>('/v1/me');
    expect(me.apps.map(({ name }) => name)).toEqual(expect.arrayContaining(['Route planner', 'Wholesale']));

    // Taken out again, and it stays so after a reload.
    await option(boss, 'Included', 'Wholesale').dblclick();
    await boss.page.getByRole('button', { name: 'Save changes' }).click();
    await expect(option(other, 'Excluded', 'Wholesale')).toBeVisible();
    await boss.page.reload();
    await expect(option(boss, 'Excluded', 'Wholesale')).toBeVisible();
    await expect(option(boss, 'Included', 'Route planner')).toBeVisible();
    expect(boss.errors()).toEqual([]);
  } finally {
    const [organization] = await admin.list<{ id: string; apps: { id: string }[] }>('organization', { limit: '1' });
    const others = organization?.apps.filter(({ id }) => !apps.some((app) => app.id === id)).map(({ id }) => id);
    await admin.patch('/v1/object/organization', [{ id: organization?.id, apps: others }]);
    for (const { id } of apps) await admin.remove(`/v1/object/app/${id}`);
  }
});
