import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { Provider } from './support/provider.ts';
import { Server } from './support/server.ts';
import { expect, test as shared } from './support/test.ts';

const test = shared.extend<{ provider: Provider }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's first parameter
    async ({}, use) => {
      const server = await Server.start({ SWITCHBOARD_PRIVATE_NETWORKS: '127.0.0.1' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's first parameter
  provider: async ({}, use) => {
    const provider = await Provider.start();
    await use(provider);
    await provider.stop();
  },
});

const dark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
const step = (page: Page, name: string) => expect(page.getByRole('heading', { level: 3, name })).toBeVisible();

test('Salesforce is connected step by step, and a colleague follows', async ({ desk, provider }) => {
  const one = await desk('admin', '/onboarding/salesforce');
  const { page } = one;
  await expect(page.getByRole('heading', { level: 2, name: 'ValRM for Salesforce Onboarding' })).toBeVisible();
  await expect(page.getByText('Step 1 of 4')).toBeVisible();
  await look(page, 'onboarding-salesforce-light');
  const other = await desk('admin', '/onboarding/salesforce');
  await step(other.page, 'Prepare Salesforce');
  await press(page, 'Next');
  await step(page, 'Salesforce credentials');
  await step(other.page, 'Salesforce credentials');

  await page.getByLabel('Client ID').focus();
  await page.getByLabel('Client secret').focus();
  await expect(page.getByText('This field is required')).toHaveCount(1);
  await page.getByLabel('Client ID').fill(provider.client.id);
  await page.getByLabel('Client secret').fill(provider.client.secret);
  await page.getByLabel('Salesforce domain').fill(provider.url);
  await press(page, 'Save');
  await expect(page.getByText('Credentials saved')).toBeVisible();
  await step(page, 'Auth credential');

  // It goes on where it was, in any browser.
  await page.reload();
  await expect(page.getByText('Step 3 of 4')).toBeVisible();
  await press(page, 'Create');
  await step(other.page, 'Authorize');
  await press(other.page, 'Back');
  await expect(other.page.getByText('already created')).toBeVisible();
  await look(other.page, 'onboarding-created-light');
  await press(other.page, 'Next');

  await step(page, 'Authorize');
  const [tab] = await Promise.all([one.context.waitForEvent('page'), press(page, 'Authorize')]);
  await tab.getByRole('link', { name: 'Allow' }).click();
  await expect(page.getByText('Authorized.')).toBeVisible();
  await dark(page);
  await look(page, 'onboarding-salesforce-dark');
  await press(page, 'Done');
  await expect(page.getByText('Onboarding complete, please refresh the page')).toBeVisible();
  await expect(other.page.getByText('All steps are done.')).toBeVisible();
  expect([...one.errors(), ...other.errors()]).toEqual([]);
});

test('an account is set up pay-as-you-go, from its number to its first conversation', async ({ desk }) => {
  const one = await desk('admin', '/onboarding/telephony');
  const { page } = one;
  const said = (text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  await said('Step 1 of 10');
  await press(page, 'No, pay as you go');
  await look(page, 'onboarding-telephony-light');
  await press(page, 'Continue');
  const areaCode = page.getByLabel('Area code');
  const search = page.getByRole('main').getByRole('button', { name: 'Search', exact: true });
  await areaCode.fill('41');
  await expect(search).toBeDisabled();
  await areaCode.fill('900');
  await search.click();
  await said('No phone numbers found');
  await areaCode.fill('415');
  await search.click();
  const numbers = page.getByRole('group', { name: 'Phone numbers for sale' }).getByRole('checkbox');
  await numbers.first().check();
  await numbers.nth(1).check();
  await press(page, 'Buy');
  await said('Start off with just one phone. You can add more later.');
  await numbers.nth(1).uncheck();
  await dark(page);
  await look(page, 'onboarding-numbers-dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'onboarding-numbers-narrow');
  await page.setViewportSize({ width: 1360, height: 860 });
  await press(page, 'Buy');

  await step(page, 'Save account credentials');
  await said('already created');
  await press(page, 'Next');
  for (const [name, button] of [
    ['Create the voice application', 'Create'],
    ['Create the API key', 'Create'],
    ['Create the messaging service', 'Create'],
    ['Update the event filters', 'Update'],
    ['Import phone numbers', 'Import phone numbers'],
  ] as const) {
    await step(page, name);
    await press(page, button);
  }
  for (const [name, button, end] of [
    ['Assign phones to the voice application', 'Assign', 'Next'],
    ['Assign phones to the messaging service', 'Assign', 'Next'],
    ['Set up automatic conversations', 'Set up', 'Done'],
  ] as const) {
    await step(page, name);
    await page.getByRole('button', { name: `${button} (415)` }).click();
    await said('already created');
    await press(page, end);
  }
  await said('Onboarding complete, please refresh the page');
  expect(one.errors()).toEqual([]);
});
