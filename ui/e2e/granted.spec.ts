import { expect, test } from './support/test.ts';

interface Person {
  id: string;
  permissions: { id: string }[] | null;
}

test('a right that is given shows in the navigation of who has it at once, and one that is taken away is gone', async ({ desk, admin }) => {
  const [clerks] = await admin.post<{ id: string }[]>('/v1/object/permission', [
    { name: 'Set readers', object_permissions: { permission: { read: true } } },
  ]);
  const [cara] = await admin.list<Person>('user', { filter: JSON.stringify([{ field: 'email', operator: '=', value: 'agent3@demo.test' }]) });
  if (clerks === undefined || cara === undefined) throw new Error('no set was made');
  const before = (cara.permissions ?? []).map(({ id }) => id);
  const assign = (permissions: string[]) => admin.patch('/v1/object/user', [{ id: cara.id, permissions }]);

  const hers = await desk('agent3', '/view/contact/list');
  const { page } = hers;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/') && request.resourceType() !== 'websocket') asked.push(new URL(request.url()).pathname);
  });
  const place = page.getByRole('navigation').getByRole('link', { name: 'Permission Sets' });
  await expect(place).toHaveCount(0);
  try {
    await assign([...before, clerks.id]);
    await expect(place).toBeVisible();
    await place.click();
    await expect(page.getByRole('row', { name: /Set readers/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'New' })).toHaveCount(0);
    // What the socket told was followed: the objects were read, once, and nothing was asked again and again.
    expect(asked.filter((path) => path === '/v1/schema')).toHaveLength(1);
    expect(asked).not.toContain('/v1/me');

    // The set itself grows: what it gives more is there, too.
    await admin.patch('/v1/object/permission', [{ id: clerks.id, object_permissions: { permission: { read: true }, organization: { read: true, update: true } } }]);
    await assign(before);
    await expect(place).toHaveCount(0);
  } finally {
    await assign(before);
    await admin.remove(`/v1/object/permission/${clerks.id}`);
  }
});
