import { expect, test } from './support/test.ts';

test("whole numbers keep their digits, and times are shown and taken in the user's own zone", async ({ desk, admin }) => {
  const { user } = await admin.get<{ user: { id: string } }>('/v1/me');
  const zone = (time_zone: string | null) => admin.patch('/v1/object/user', [{ id: user.id, time_zone }]);
  await admin.post('/v1/schema', {
    api_name: 'meter', title: 'Meter', columns: ['serial', 'read_at'],
    properties: { serial: { title: 'Serial', format: 'integer' }, read_at: { title: 'Read at', format: 'date-time' } },
  });
  await admin.post('/v1/object/meter', [{ name: 'Pier', serial: '9007199254740993', read_at: '2031-03-09T15:30:00Z' }]);
  await zone('Asia/Tokyo');
  const dana = await desk('admin', '/view/meter/list');
  const { page } = dana;
  const row = page.getByRole('row', { name: /Pier/ });
  await expect(row).toContainText('9,007,199,254,740,993');
  await expect(row).toContainText(/Mar 10, 2031.*12:30 AM/);

  // A zone that is set elsewhere is in force at once.
  await zone('America/New_York');
  await expect(row).toContainText(/Mar 9, 2031.*11:30 AM/);

  await dana.go('/view/meter/new');
  await page.getByLabel('Name', { exact: true }).fill('Quay');
  await page.getByLabel('Serial', { exact: true }).fill('9223372036854775808');
  await page.getByLabel('Serial', { exact: true }).blur();
  await expect(page.getByText('Enter a whole number from')).toBeVisible();
  await page.getByLabel('Serial', { exact: true }).fill('9007199254740995');
  await page.getByLabel('Read at', { exact: true }).fill('2031-03-09T10:00');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Quay' })).toBeVisible();
  await expect(page.getByText('9,007,199,254,740,995')).toBeVisible();
  const found = await admin.list<{ name: string; read_at: string }>('meter', {
    filter: JSON.stringify([{ field: 'serial', operator: '=', value: '9007199254740995' }, { field: 'read_at', operator: '=', value: '2031-03-09' }]),
  });
  expect(found).toMatchObject([{ name: 'Quay', read_at: '2031-03-09T14:00:00.000Z' }]);
  await zone(null);
});
