import { expect, test } from './support/test.ts';

test('a person changes the password: this page stays, other browsers are signed out', async ({ page, server, browser }) => {
  const [before, after] = ['switchboard', 'another password'];
  const enter = async (at: typeof page, password: string) => {
    await at.goto(`${server.url}/login`);
    await at.getByLabel('Email').fill('agent2@demo.test');
    await at.getByLabel('Password', { exact: true }).fill(password);
    await at.getByRole('button', { name: 'Sign in' }).click();
    await expect(at.locator('html')).toHaveAttribute('data-socket', 'connected');
  };
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await enter(page, before);
  await enter(other, before);

  await page.getByRole('button', { name: /Your account|Ben Sorensen/ }).first().click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const fill = async (current: string, next: string, confirmed: string) => {
    await dialog.getByLabel('Current password').fill(current);
    await dialog.getByLabel('New password', { exact: true }).fill(next);
    await dialog.getByLabel('Confirm new password').fill(confirmed);
    await dialog.getByRole('button', { name: 'Change password' }).click();
  };
  await fill(before, after, 'something else');
  await expect(dialog.getByText("The passwords don't match")).toBeVisible();
  await fill('wrong horse', after, after);
  await expect(dialog.getByText('This is not your current password')).toBeVisible();
  await fill(before, after, after);
  await expect(dialog).toBeHidden();
  await other.waitForURL('**/login**');
  await expect(page.locator('html')).toHaveAttribute('data-socket', 'connected');
  await enter(other, after);
  await elsewhere.close();

  // The server's other tests sign in with the demo's password.
  const signedIn = await page.request.post(`${server.url}/v1/oauth2/token`, { data: { username: 'agent2@demo.test', password: after } });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const restored = await page.request.post(`${server.url}/v1/me/password`, {
    headers: { authorization: `Bearer ${token}` },
    data: { current_password: after, new_password: before },
  });
  expect(restored.status()).toBe(204);
});
