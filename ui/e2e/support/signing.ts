import type { Page } from '@playwright/test';

/** Signs the person of a page out, by the menu of his account. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').locator('button[aria-haspopup=menu]').last().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login**');
}

/** Signs a person of the demo in, in a browser that another one may have used before. */
export async function signInAs(page: Page, user: string, path: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(`${user}@demo.test`);
  await page.getByLabel('Password', { exact: true }).fill('switchboard');
  await page.getByRole('button', { name: 'Sign in' }).click();
  // Whoever signs in after somebody else begins at the start.
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.goto(path);
}
