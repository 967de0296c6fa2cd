import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface Credential {
  id: string;
  version: number;
}

const pathOf = (one: { id: string }) => `/view/auth_credential/record/${one.id}/standard`;
const secret = 'kestrel-7731';

/** Everything that the browser keeps on its own. */
const kept = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));

test('an encrypted field is entered, shown for a moment to who may, told in the audit, and masked for all else', async ({ desk, admin }) => {
  const boss = await desk('admin', '/view/auth_credential/list');
  const { page } = boss;
  await expect(page.getByRole('link', { name: 'Nightly contact sync' })).toBeVisible();

  // A new one, by its form.
  await page.goto('/view/auth_credential/new');
  await page.getByLabel('Name').fill('Parcel tracking');
  await page.getByLabel('API Key', { exact: true }).fill(secret);
  await page.getByLabel('Headers', { exact: true }).fill('{"X-Depot": "Tacoma"');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This is not valid JSON.')).toBeVisible();
  expect(await kept(page)).not.toContain(secret);
  await look(page, 'encrypted-new');
  await page.getByLabel('Headers', { exact: true }).fill('{"X-Depot": "Tacoma"}');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Parcel tracking' })).toBeVisible();
  const id = /record\/([^/]+)/.exec(page.url())?.[1] ?? '';

  // Masked, until one looks; by keyboard.
  const show = page.getByRole('button', { name: /^Show API Key/ });
  await expect(page.getByText('API Key, encrypted')).toBeAttached();
  await expect(page.getByText(secret)).toHaveCount(0);
  await show.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(secret)).toBeVisible();
  await page.getByRole('button', { name: /^Show Headers/ }).click();
  await expect(page.getByText('Tacoma')).toBeVisible();
  for (const theme of ['light', 'dark']) {
    await page.evaluate((t) => document.documentElement.setAttribute('data-theme', t), theme);
    await look(page, `encrypted-shown-${theme}`);
  }
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  expect(await kept(page)).not.toContain(secret);
  await page.getByRole('button', { name: 'Hide API Key' }).click();
  await expect(page.getByText(secret)).toHaveCount(0);
  await show.click();
  await expect(page.getByText(secret)).toBeVisible();

  // Another browser, live: what is entered there hides what stands here, and is nowhere open.
  const elsewhere = await desk('admin', pathOf({ id }));
  await expect(elsewhere.page.getByText('API Key, encrypted')).toBeAttached();
  await elsewhere.more('Edit');
  const key = elsewhere.page.getByLabel('API Key', { exact: true });
  await expect(key).toHaveValue('');
  await expect(key).toHaveAttribute('placeholder', 'Stored encrypted. Type to replace it.');
  await key.fill('osprey-4410');
  await elsewhere.page.getByLabel('Name').fill('Parcel tracking, west');
  await elsewhere.page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Parcel tracking, west' })).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
  await show.click();
  await expect(page.getByText('osprey-4410')).toBeVisible();
  await page.reload();
  await expect(page.getByText('API Key, encrypted')).toBeAttached();
  await expect(page.getByText('osprey-4410')).toHaveCount(0);

  // A whole form that leaves it alone keeps it; one removes it by saying so.
  await elsewhere.more('Edit');
  await elsewhere.page.getByLabel('Name').fill('Parcel tracking');
  await elsewhere.page.getByRole('button', { name: 'Save' }).click();
  await expect(elsewhere.page.getByRole('heading', { level: 1, name: 'Parcel tracking', exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Show API Key/ }).click();
  await expect(page.getByText('osprey-4410')).toBeVisible();
  await elsewhere.more('Edit');
  await elsewhere.page.getByRole('button', { name: 'Remove API Key' }).click();
  await expect(elsewhere.page.getByText('It will be removed when you save.')).toBeVisible();
  await look(elsewhere.page, 'encrypted-edit');
  await elsewhere.page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('API Key, encrypted')).toHaveCount(0);

  // Each view is recorded in the audit log, and nothing of what there was.
  await page.goto('/administration/audit');
  const rows = page.getByRole('list', { name: 'Audit entries, newest first' }).locator('> li');
  await expect(rows.filter({ hasText: 'viewed API Key of auth credential Parcel tracking' })).toHaveCount(4);
  await expect(rows.filter({ hasText: 'viewed Headers of auth credential Parcel tracking' })).toHaveCount(1);
  const text = await page.locator('main').textContent();
  expect(text).not.toContain('osprey');
  expect(text).not.toContain('kestrel');
  const list = await admin.list<Credential & Record<string, unknown>>('auth_credential', { order: 'name' });
  expect(JSON.stringify(list)).not.toMatch(/kestrel|osprey|Tacoma/);
  expect(boss.errors()).toEqual([]);
});
