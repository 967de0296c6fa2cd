import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const path = '/administration/api-keys';

test('a superuser makes a key, sees it used, and revokes it; others do not', async ({ desk, admin, server }) => {
  const [set] = await admin.post<{ id: string }[]>('/v1/object/permission', [
    { name: 'Contact readers', schemas: ['contact'], object_permissions: { contact: { read: true } } },
  ]);
  expect(set).toBeDefined();
  // Other tests make keys too.
  const { data: others } = await admin.get<{ data: { id: string }[] }>('/v1/api_key');
  for (const { id } of others) await admin.remove(`/v1/api_key/${id}`);
  const dana = await desk('admin', path);
  const { page, context } = dana;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await expect(page.getByText('No program has a key yet')).toBeVisible();
  await look(page, 'keys-empty-light');

  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await page.keyboard.type('Order import');
  await dialog.getByText('Contact readers', { exact: true }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Contact readers' })).toBeChecked();
  await dialog.getByLabel('Expires').selectOption('In 90 days');
  await look(page, 'keys-new-light');
  await dialog.getByRole('button', { name: 'Create key' }).click();

  const made = page.getByRole('dialog', { name: 'Key for Order import' });
  const secret = await made.getByLabel('Client secret', { exact: true }).inputValue();
  const client = await made.getByLabel('Client id', { exact: true }).inputValue();
  await look(page, 'keys-secret-light');
  // A secret is not lost by a key that was pressed too early.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Close without copying the secret?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await made.getByRole('button', { name: 'Copy client secret' }).click();
  await expect(page.getByText('Client secret copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(made).toBeHidden();

  const row = page.getByRole('list', { name: 'API keys' }).locator('> li').filter({ hasText: 'Order import' });
  await expect(row).toContainText('Contact readers');
  await expect(row).toContainText('by Dana Whitfield');
  await expect(row).toContainText('Never used');

  const signIn = () =>
    fetch(`${server.url}/v1/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials', client_id: client, client_secret: secret }),
    });
  const answer = await signIn();
  expect(answer.status).toBe(200);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const read = (object: string) => fetch(`${server.url}/v1/object/${object}?limit=1`, { headers: { authorization: `Bearer ${token}` } });
  expect((await read('contact')).status).toBe(200);
  expect((await read('note')).status).toBe(403);

  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(row).toContainText('Just now');
  for (const theme of ['light', 'dark']) {
    await page.evaluate((t) => document.documentElement.setAttribute('data-theme', t), theme);
    await look(page, `keys-${theme}`);
  }
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  await page.setViewportSize({ width: 390, height: 780 });
  await look(page, 'keys-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });

  await row.getByRole('button', { name: 'Revoke Order import' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke Order import?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('The key Order import was revoked.')).toBeVisible();
  await expect(row).toHaveCount(0);
  expect((await read('contact')).status).toBe(401);
  expect((await signIn()).status).toBe(401);
  expect(dana.errors()).toEqual([]);

  const ben = await desk('agent2', path);
  await expect(ben.page.getByText('This page does not exist')).toBeVisible();
  await expect(ben.page.getByRole('navigation').getByRole('link', { name: 'API keys' })).toHaveCount(0);
});
