import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const [before, after] = ['switchboard', 'another password'];
const email = 'agent3@demo.test';

const seen = async (page: Page, name: string) => {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
    await look(page, `${name}-${theme}`);
  }
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
};

const enter = async (page: Page, url: string, password: string) => {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

test('a forgotten password is chosen anew by mail, which signs out other browsers', async ({ desk, page, server, browser }) => {
  test.setTimeout(120_000);
  const admin = await desk('admin', '/simulator');
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await enter(other, server.url, before);
  await expect(other.locator('html')).toHaveAttribute('data-socket', 'connected');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/login`);
  await seen(page, 'login-forgot');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await seen(page, 'forgot');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`If an account exists for ${email}, we have sent a link.`)).toBeVisible();
  await seen(page, 'forgot-sent');

  const letter = admin.page.getByRole('region', { name: 'Emails' }).getByRole('listitem').filter({ hasText: email }).first();
  await expect(async () => {
    await admin.page.getByRole('button', { name: 'Refresh' }).click();
    await expect(letter).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await letter.locator('summary').click();
  const link = await letter.getByRole('link', { name: 'Open the link' }).getAttribute('href');
  if (link === null) throw new Error('the letter has no link');
  expect(new URL(link).search).toBe('');

  await page.goto(link);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByLabel('Confirm new password').fill(after);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page.getByText('Use at least 8 characters')).toBeVisible();
  await expect(page.getByText("The passwords don't match")).toBeVisible();
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused();
  await seen(page, 'reset');
  await page.getByLabel('New password', { exact: true }).fill(after);
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-socket', 'connected', { timeout: 20_000 });
  await other.waitForURL('**/login**');

  await enter(other, server.url, before);
  await expect(other.getByText('The e-mail address or the password is not right.')).toBeVisible();
  await other.goto(link);
  await expect(other.getByText('This link has already been used.')).toBeVisible();
  await seen(other, 'reset-over');
  await other.getByRole('button', { name: 'Ask for another link' }).click();
  await other.waitForURL('**/forgot');
  await enter(other, server.url, after);
  await expect(other.locator('html')).toHaveAttribute('data-socket', 'connected', { timeout: 20_000 });
  await elsewhere.close();

  // The server's other tests sign in with the demo's password.
  const signedIn = await page.request.post(`${server.url}/v1/oauth2/token`, { data: { username: email, password: after } });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const restored = await page.request.post(`${server.url}/v1/me/password`, {
    headers: { authorization: `Bearer ${token}` },
    data: { current_password: after, new_password: before },
  });
  expect(restored.status()).toBe(204);
});
