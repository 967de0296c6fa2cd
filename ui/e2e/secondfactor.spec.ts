import { createHmac } from 'node:crypto';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

/** What an authenticator shows for a key some seconds from now (RFC 6238). */
function codeOf(key: string, ahead = 0): string {
  const bits = [...key.replaceAll(' ', '')].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1000 + ahead) / 30)));
  const mac = createHmac('sha1', secret).update(step).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

test('a user sets up a second factor, signs in with a code and with a recovery code, and turns it off', async ({ desk, server }) => {
  const { page } = await desk('agent2', '/account');
  const part = page.getByRole('region', { name: 'Second factor' });
  await part.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up a second factor' });
  await expect(dialog.getByRole('img', { name: 'QR code of your key' })).toBeVisible();
  const key = await dialog.getByLabel('Or type this key').inputValue();
  await look(page, 'second-factor-setup-light');
  await dialog.getByLabel('Code from the app').fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('This code is not right.')).toBeVisible();
  await dialog.getByLabel('Code from the app').fill(codeOf(key));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recovery = ''] = await codes.allInnerTexts();
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'second-factor-codes-dark');
  await dialog.getByRole('button', { name: 'I saved these codes' }).click();
  await expect(part.getByText('10 recovery codes left')).toBeVisible();

  const enter = async () => {
    await page.context().clearCookies();
    await page.goto(`${server.url}/login`);
    await page.getByLabel('Email').fill('agent2@demo.test');
    await page.getByLabel('Password', { exact: true }).fill('switchboard');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  };
  await enter();
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'second-factor-code-narrow');
  await page.getByLabel('6-digit code').fill('111111');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('The code is not right');
  await page.getByLabel('6-digit code').fill(codeOf(key, 30)); // the code of the set-up counts once
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-socket', 'connected');
  await page.setViewportSize({ width: 1280, height: 800 });

  await enter();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-socket', 'connected');
  await page.goto(`${server.url}/account`);
  await expect(part.getByText('9 recovery codes left')).toBeVisible();
  await part.getByRole('button', { name: 'Turn off' }).click();
  const proof = page.getByRole('dialog', { name: 'Turn off the second factor?' });
  await proof.getByLabel('Password or 6-digit code').fill('switchboard');
  await proof.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Second factor turned off')).toBeVisible();
  await expect(part.getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('a user whose organization requires a second factor sets it up before anything else', async ({ page, admin, server }) => {
  const [organization] = await admin.list<{ id: string }>('organization');
  const user = (await admin.list<{ id: string; email: string }>('user', { limit: '100' })).find(({ email }) => email === 'agent2@demo.test');
  const require = (second_factor: boolean) => admin.patch('/v1/object/organization', [{ id: organization?.id, settings: { second_factor } }]);
  await require(true);
  try {
    await page.goto(`${server.url}/login?redirect=%2Faccount`);
    await page.getByLabel('Email').fill('agent2@demo.test');
    await page.getByLabel('Password', { exact: true }).fill('switchboard');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    const key = await page.getByLabel('Or type this key').inputValue();
    await look(page, 'second-factor-required-light');
    await page.goto(`${server.url}/view/contact/list`);
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    const next = await page.getByLabel('Or type this key').inputValue();
    expect(next).not.toBe(key);
    await page.getByLabel('Code from the app').fill(codeOf(next));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: 'I saved these codes' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-socket', 'connected');
    await expect(page).toHaveURL(/\/view\/contact\/list/);
  } finally {
    await require(false);
    await admin.remove(`/v1/second_factor/${user?.id}`);
  }
});
