import { expect, test } from './support/test.ts';

interface Person {
  id: string;
  permissions: { id: string }[] | null;
}

test('a row offers what may be done with this one, live when its owner changes', async ({ desk, admin }) => {
  const every = { create: true, read: true, update: true, delete: true };
  const sets = await admin.post<{ id: string }[]>('/v1/object/permission', [
    { name: 'Campaigns to read', object_permissions: { campaign: { read: true } } },
    { name: 'Own campaigns', object_permissions: { campaign: every }, scopes: { campaign: 'own' } },
  ]);
  const [cara] = await admin.list<Person>('user', { filter: JSON.stringify([{ field: 'email', operator: '=', value: 'agent3@demo.test' }]) });
  if (cara === undefined) throw new Error('Cara is not there');
  const before = (cara.permissions ?? []).map(({ id }) => id);
  const assign = (permissions: string[]) => admin.patch('/v1/object/user', [{ id: cara.id, permissions }]);
  const campaigns = await admin.post<{ id: string }[]>('/v1/object/campaign', [{ name: 'Spring mailing', owner: cara.id }, { name: 'Autumn mailing' }]);
  const autumn = campaigns[1]?.id ?? '';
  try {
    await assign([...before, ...sets.map(({ id }) => id)]);
    const { page } = await desk('agent3', '/view/campaign/list');
    const mine = page.getByRole('row', { name: /Spring mailing/ });
    const theirs = page.getByRole('row', { name: /Autumn mailing/ });
    await mine.hover();
    await expect(mine.getByRole('link', { name: 'Edit Spring mailing' })).toBeVisible();
    await expect(mine.getByRole('button', { name: 'Delete' })).toBeVisible();
    await expect(mine.getByRole('checkbox')).toHaveCount(1);
    await theirs.hover();
    await expect(theirs.getByRole('link', { name: 'Autumn mailing', exact: true })).toBeVisible();
    await expect(theirs.getByRole('link', { name: 'Edit Autumn mailing' })).toHaveCount(0);
    await expect(theirs.getByRole('button', { name: 'Delete' })).toHaveCount(0);
    await expect(theirs.getByRole('checkbox')).toHaveCount(0);

    await theirs.getByRole('link', { name: 'Autumn mailing', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Autumn mailing' })).toBeVisible();
    const edit = page.getByRole('button', { name: 'Edit Owner' });
    await expect(edit).toHaveCount(0);
    await admin.patch('/v1/object/campaign', [{ id: autumn, owner: cara.id }]);
    await expect(edit).toBeVisible(); // it was given to her, and the page was told
  } finally {
    await assign(before);
    await admin.remove(`/v1/object/campaign?ids=${campaigns.map(({ id }) => id).join(',')}`);
    await admin.remove(`/v1/object/permission?ids=${sets.map(({ id }) => id).join(',')}`);
  }
});
