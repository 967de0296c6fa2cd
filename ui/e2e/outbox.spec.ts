import { withDatabase } from './support/database.ts';
import { expect, test } from './support/test.ts';

test('a row put into the outbox by hand paints in a browser', async ({ desk, admin, server }) => {
  const [contact] = await admin.list<{ id: string; name: string; version: number }>('contact', { order: '-modified_date', limit: '1' });
  if (contact === undefined) throw new Error('no demo contact');
  const me = await admin.get<{ organization: { id: string } }>('/v1/me');
  const alice = await desk('agent1', `/view/contact/record/${contact.id}/standard`);
  await expect(alice.page.getByRole('heading', { name: contact.name })).toBeVisible();
  await expect(alice.page.getByText(/No earlier activity\.|You have no past activities/)).toBeVisible();
  await alice.mark();

  await withDatabase(server, async (database) => {
    await database.query('INSERT INTO core.outbox (organization_id, entry) VALUES ($1, $2)', [
      me.organization.id,
      JSON.stringify({
        organization: me.organization.id,
        at: new Date().toISOString(),
        object: 'contact',
        id: contact.id,
        op: 'updated',
        version: contact.version + 1000,
        cause: 'by.hand',
        before: { company: null },
        after: { company: 'Written By Hand' },
        route: { before: {}, after: {} },
      }),
    ]);
  });
  await expect(alice.page.getByText('Written By Hand').first()).toBeVisible();
  expect(alice.reads()).toEqual([]);
});
