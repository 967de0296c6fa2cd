import { expect, type Page } from '@playwright/test';

/** Presses a letter that does something with a call, once it can be pressed: the sound of a call comes sooner than its keys. */
export async function press(page: Page, letter: string): Promise<void> {
  await expect(page.locator(`button[aria-keyshortcuts="${letter.toUpperCase()}"]`).first()).toBeVisible();
  await page.keyboard.press(letter);
}
