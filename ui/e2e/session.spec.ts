import { look } from './support/look.ts';
import { signOut } from './support/signing.ts';
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

test('a click signs in as a person of the demo only where the server tells the password', async ({ page, server }) => {
  await page.goto(`${server.url}/login`);
  const demo = page.getByRole('region', { name: 'Demo organization' });
  const password = page.getByLabel('Password', { exact: true });
  await expect(demo.getByRole('button')).toHaveCount(4);
  await look(page, 'sign-in-light');
  await demo.getByRole('button', { name: 'Marcus Okafor' }).click();
  await expect(page.getByText("You're signed in as Marcus Okafor, supervisor.")).toBeVisible();
  await signOut(page);

  // As a server answers that others reach too.
  await page.route('**/v1/public/instance', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), demo_password: '' } });
  });
  await page.reload();
  await expect(demo.getByText('The server printed their password when it started.')).toBeVisible();
  await demo.getByRole('button', { name: 'agent1@demo.test' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('agent1@demo.test');
  await expect(password).toHaveValue('');
  await expect(password).toBeFocused();
});
