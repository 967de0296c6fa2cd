import { expect, test } from './support/test.ts';

test('sign-in: a wrong password, the way back, sign-out', async ({ page, server }) => {
  await page.goto(`${server.url}/view/note/list`);
  await page.waitForURL('**/login?redirect=**');
  await page.getByLabel('Email').fill('agent1@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('switchboard');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/view/note/list');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-socket', 'connected');

  await page.getByRole('button', { name: /Your account|Alice Moreno/ }).first().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login**');
  await page.goto(`${server.url}/view/note/list`);
  await page.waitForURL('**/login?redirect=**');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('a way back that leads elsewhere is not taken', async ({ page, server }) => {
  await page.goto(`${server.url}/login?redirect=${encodeURIComponent('//evil.example/x')}`);
  await page.getByLabel('Email').fill('agent1@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('switchboard');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-socket', 'connected');
  expect(new URL(page.url()).origin).toBe(server.url);
});
