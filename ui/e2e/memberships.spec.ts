import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { Api } from './support/api.ts';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const binary = resolve(import.meta.dirname, '../../bin/switchboard-e2e');
const password = 'correct horse battery';

test('a person of two organizations accepts, switches by his menu, and chooses at sign-in', async ({ desk, server }) => {
  test.setTimeout(120_000);
  execFileSync(binary, ['organization', 'create', 'Cedar & Sons', 'boss@cedar.test', 'Edda Boss'], {
    input: `${password}\n`,
    env: { ...process.env, DATABASE_URL: server.database(), SWITCHBOARD_DATA_DIR: server.dataDir },
  });
  const boss = await Api.as(server.url, 'boss@cedar.test', password);
  await boss.post('/v1/object/user', [{ name: 'Diego There', email: 'agent4@demo.test' }]);
  let link = '';
  await expect(async () => {
    const [letter] = await boss.get<{ text: string }[]>('/simulator/letters');
    link = /\/invitation#\S+/.exec(letter?.text ?? '')?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass();

  // Nobody else's test signs him in: from now on he is asked where.
  const diego = await desk('agent4');
  const { page } = diego;
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Join Cedar & Sons' })).toBeVisible();
  await expect(page.getByText('You are signed in as Diego Ramos.')).toBeVisible();
  await look(page, 'invitation-signed-in');
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.getByRole('button', { name: /Your account|Diego There/ }).first()).toContainText('Diego There', { timeout: 20_000 });
  await diego.connected();

  await page.getByRole('button', { name: /Your account|Diego There/ }).first().click();
  await expect(page.getByRole('menuitemradio', { name: 'Cedar & Sons' })).toHaveAttribute('aria-checked', 'true');
  await look(page, 'organizations-menu');
  await page.getByRole('menuitemradio', { name: 'Harbor & Pine Outfitters' }).click();
  await expect(page.getByRole('button', { name: /Your account|Diego Ramos/ }).first()).toContainText('Diego Ramos', { timeout: 20_000 });
  await diego.connected();

  await page.getByRole('button', { name: /Your account|Diego Ramos/ }).first().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login**');
  await page.getByLabel('Email').fill('agent4@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('switchboard');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Choose an organization' })).toBeVisible();
  await look(page, 'organization-choice-light');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'organization-choice-dark');
  await page.getByRole('button', { name: 'Cedar & Sons' }).click();
  await diego.connected();
  await expect(page.getByRole('button', { name: /Your account|Diego There/ }).first()).toContainText('Diego There');
});
