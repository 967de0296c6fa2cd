import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Phone' });
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name: new RegExp(`^${name}`) });
const small = { width: 400, height: 720 };

test('the phone has a window of its own, whose tabs lead to its pages', async ({ desk }) => {
  const alice = await desk('agent1', '/live/active_calls');
  const [phone] = await Promise.all([
    alice.page.waitForEvent('popup'),
    alice.page.getByRole('button', { name: 'Open the phone in a window of its own' }).click(),
  ]);
  await phone.setViewportSize(small);
  await expect(phone).toHaveURL(/\/phone2\/keypad$/);
  await expect(tab(phone, 'Keypad')).toHaveAttribute('aria-current', 'page');
  await expect(phone.getByRole('navigation'), 'nothing else is navigation').toHaveCount(1);
  for (const [name, address, heading] of [
    ['Active Calls', 'active_calls', 'Active Calls'],
    ['Texts', 'twilio_conversation', 'Texts'],
    ['Contacts', 'contact', 'Contacts'],
  ] as const) {
    await tab(phone, name).click();
    await expect(phone).toHaveURL(new RegExp(`/phone2/${address}$`));
    await expect(phone.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  await phone.locator('tbody a[href]').first().click();
  await expect(phone, 'a record opens inside the phone').toHaveURL(/\/phone2\/contact\/record\/[^/]+\/standard$/);
  await expect(tab(phone, 'Contacts')).toHaveAttribute('aria-current', 'page');
  await look(phone, 'softphone-record');
  await phone.reload();
  await expect(tabs(phone)).toBeVisible();
  await phone.goBack();
  await expect(phone).toHaveURL(/\/phone2\/contact$/);
  await phone.goto('/phone/anything');
  await expect(phone.getByRole('heading', { level: 1, name: 'Texts' })).toBeVisible();
  await phone.goto('/phone2');
  await expect(phone.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  expect(alice.errors()).toEqual([]);
});
