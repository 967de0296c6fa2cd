import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const password = 'a word of my own';

const bothThemes = async (page: Page, name: string) => {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
    await look(page, `${name}-${theme}`);
  }
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
};

/** The link of the newest letter to somebody, as the simulator's page shows it. */
async function linkFor(page: Page, address: string): Promise<string> {
  await page.goto('/simulator');
  const letters = page.getByRole('region', { name: 'Emails' });
  const letter = letters.getByRole('listitem').filter({ hasText: address }).first();
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(letter).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await letter.locator('summary').click();
  const link = await letter.getByRole('link', { name: 'Open the link' }).getAttribute('href');
  if (link === null) throw new Error('the letter has no link');
  return link;
}

test('an administrator invites, the invited accepts, and the open list shows it live', async ({ desk, browser, server }) => {
  test.setTimeout(120_000);
  const admin = await desk('admin', '/view/user/new');
  await admin.page.getByLabel('Name', { exact: true }).fill('Nora Field');
  await admin.page.getByLabel('Email').fill('nora@field.example');
  await admin.page.getByRole('button', { name: 'Save' }).click();
  await expect(admin.page.getByText('Invited: a letter was sent')).toBeVisible();
  await bothThemes(admin.page, 'user-invited');

  const link = await linkFor(admin.page, 'nora@field.example');
  await bothThemes(admin.page, 'simulator-letters');
  expect(new URL(link).search).toBe('');
  await admin.go('/view/user/list');
  const row = admin.page.getByRole('row').filter({ hasText: 'Nora Field' });
  await expect(row).toContainText('Invited');
  await bothThemes(admin.page, 'users-invited');

  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Join Harbor & Pine Outfitters' })).toBeVisible();
  await expect(page.getByText('Dana Whitfield invites you')).toBeVisible();
  await bothThemes(page, 'invitation');
  await page.getByLabel('Choose a password').fill('short');
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.getByText('Use at least 8 characters')).toBeVisible();
  await page.getByLabel('Choose a password').fill(password);
  await page.getByLabel('Your name').fill('Nora Fields');
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-socket', 'connected', { timeout: 20_000 });

  // The administrator's list was open all the while, and asked for nothing.
  await expect(admin.page.getByRole('row').filter({ hasText: 'Nora Fields' })).toContainText('Accepted');

  // What she chose opens her account, and the link opens nothing any more.
  await context.clearCookies();
  await page.goto('/login');
  await page.getByLabel('Email').fill('nora@field.example');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-socket', 'connected', { timeout: 20_000 });
  const other = await browser.newContext({ baseURL: server.url });
  const late = await other.newPage();
  await late.goto(link);
  await expect(late.getByText('This invitation was accepted already. Please sign in.')).toBeVisible();
  await bothThemes(late, 'invitation-over');
  await late.getByRole('button', { name: 'Go to sign-in' }).click();
  await late.waitForURL('**/login');
  await context.close();
  await other.close();
});

test('an invitation is withdrawn, and its link says so', async ({ desk, page, server }) => {
  const admin = await desk('admin', '/view/user/new');
  await admin.page.getByLabel('Name', { exact: true }).fill('Otto Late');
  await admin.page.getByLabel('Email').fill('otto@late.example');
  await admin.page.getByRole('button', { name: 'Save' }).click();
  await expect(admin.page.getByText('Invited: a letter was sent')).toBeVisible();
  const record = admin.page.url();
  await admin.page.getByRole('button', { name: 'Send again' }).click();
  await expect(admin.page.getByText(/has just been sent\. Please wait/)).toBeVisible();
  const link = await linkFor(admin.page, 'otto@late.example');
  await admin.page.goto(record);
  await admin.page.getByRole('button', { name: 'Withdraw' }).click();
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(admin.page.getByText("This person can't sign in.")).toBeVisible();
  await page.goto(server.url + new URL(link).pathname + new URL(link).hash);
  await expect(page.getByText('This invitation was withdrawn.')).toBeVisible();
});
