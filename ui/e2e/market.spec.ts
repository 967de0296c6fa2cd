import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const dark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
const light = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
const tier = (page: Page, name: string) => page.getByRole('tabpanel').getByRole('region', { name, exact: true });

async function pay(page: Page, card: string): Promise<void> {
  const checkout = page.getByRole('dialog', { name: 'Checkout' });
  await checkout.getByLabel('Card number').fill(card);
  await checkout.getByLabel('Expiry').fill('12/49');
  await checkout.getByLabel('Security code').fill('123');
  await checkout.getByRole('button', { name: /^(Pay|Save card)/ }).click();
}

test('A product is found, claimed, bought, changed, canceled, and its failed payment made', async ({ desk }) => {
  test.slow();
  const { page } = await desk('admin', '/marketplace');
  await expect(page.getByRole('link', { name: /Team Phone/ })).toBeVisible();
  await look(page, 'marketplace-light');
  await page.getByRole('searchbox', { name: 'Search products' }).fill('phone');
  await expect(page.getByRole('main').getByRole('link', { name: /Onboarding/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Services' }).click();
  await expect(page.getByText('No product matches')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('link', { name: /Team Phone/ }).click();
  await expect(page.getByRole('heading', { name: 'Every call in its place' })).toBeVisible();
  await look(page, 'product-info-light');
  await page.getByRole('button', { name: 'See plans' }).click();

  // Free first, then paid.
  await expect(tier(page, 'Starter')).toContainText('Free for up to 3 users');
  await expect(tier(page, 'Team')).toContainText('Requires a minimum of 10 user licenses');
  await tier(page, 'Starter').getByRole('button', { name: 'Install Free' }).click();
  await expect(page.getByText('You now have access to this product')).toBeVisible();
  await expect(tier(page, 'Starter')).toContainText('Your plan');
  const team = tier(page, 'Team');
  await team.getByLabel('Quantity of user licenses').fill('9');
  await expect(team).toContainText('Minimum quantity of 10 is required');
  await expect(team.getByRole('button')).toHaveCount(0);
  await team.getByLabel('Quantity of user licenses').fill('12');
  await expect(team).toContainText('$144.00');
  await team.getByRole('button', { name: 'Upgrade' }).click();
  await pay(page, '4000 0000 0000 0002');
  await expect(page.getByRole('dialog', { name: 'Checkout' })).toContainText('Your card was declined.');
  await look(page, 'checkout-light');
  await pay(page, '4000 0000 0000 0341');
  await expect(page.getByText('Your purchase was successful, you can now access your product')).toBeVisible();
  await expect(team).toContainText('Your plan');

  // A renewal that fails, and a card that pays it.
  await page.getByRole('button', { name: 'Simulate renewal' }).click();
  await expect(page.getByText(/The last payment failed\. Update the card by/)).toBeVisible({ timeout: 15_000 });
  await dark(page);
  await look(page, 'product-manage-dark');
  await light(page);
  await page.getByRole('button', { name: 'Update card' }).click();
  await pay(page, '4242 4242 4242 4242');
  await expect(page.getByText(/The last payment failed/)).toHaveCount(0, { timeout: 15_000 });

  // Up, down, and the end.
  await tier(page, 'Business').getByRole('button', { name: 'Upgrade' }).click();
  await expect(page.getByRole('dialog', { name: 'Change to Business' })).toContainText('Charged now');
  await page.getByRole('button', { name: 'Confirm change' }).click();
  await expect(tier(page, 'Business')).toContainText('Your plan');
  await team.getByRole('button', { name: 'Downgrade' }).click();
  await expect(page.getByRole('dialog', { name: 'Change to Team' })).toContainText('Credit on the next invoice');
  await page.getByRole('button', { name: 'Confirm change' }).click();
  await expect(team).toContainText('Your plan');
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText(/You have access until then/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await look(page, 'product-manage-narrow');
});
