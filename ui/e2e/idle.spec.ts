import { expect, test } from './support/test.ts';

test('an idle minute makes no request, and then a change made elsewhere paints', async ({ desk, admin }) => {
  test.setTimeout(150_000);
  const [contact] = await admin.list<{ id: string; name: string }>('contact', { order: '-modified_date', limit: '1' });
  const alice = await desk('agent1', '/view/contact/list');
  await expect(alice.page.getByText(contact?.name ?? '').first()).toBeVisible();
  await alice.mark();
  // The idle minute is the subject here, so it is waited for in full.
  const end = Date.now() + 60_000;
  await expect.poll(() => Date.now() >= end, { timeout: 90_000, intervals: [1_000] }).toBe(true);
  expect(alice.requests()).toEqual([]);
  await admin.patch('/v1/object/contact', [{ id: contact?.id, company: 'After an idle minute' }]);
  await expect(alice.page.getByText('After an idle minute').first()).toBeVisible();
  expect(alice.requests()).toEqual([]);
});
