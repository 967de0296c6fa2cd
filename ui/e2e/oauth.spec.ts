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

interface Made {
  id: string;
}

const block = (page: Page) => page.getByRole('region', { name: 'Salesforce', exact: true });
const dark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
const light = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
const pathOf = (one: Made) => `/view/auth_credential/record/${one.id}/standard`;

test('Salesforce comes with its app, says what is missing, and is connected in a new tab', async ({ desk, admin, provider }) => {
  test.slow();
  const make = async (object: string, fields: object) => {
    const [made] = await admin.post<Made[]>(`/v1/object/${object}`, [fields]);
    if (!made) throw new Error(`no ${object} was made`);
    return made;
  };
  const { organization } = await admin.get<{ organization: Made }>('/v1/me');
  const [{ apps = [] } = {}] = await admin.list<{ apps: Made[] }>('organization', { limit: '1' });
  const agent = await desk('agent1', '/phone2/phone_settings');
  const { page, context } = agent;
  await expect(page.getByRole('heading', { name: 'Phone tabs' })).toBeVisible();
  await expect(block(page)).toHaveCount(0);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  // It comes with its app, and says what an administrator must do first.
  const app = await make('app', { name: 'ValPhone for Salesforce', active: true });
  await admin.patch('/v1/object/organization', [{ id: organization.id, apps: [...apps, app].map(({ id }) => id) }]);
  const connect = block(page).getByRole('button', { name: 'Connect Salesforce' });
  await expect(block(page)).toContainText('An administrator must first make an integrated app for Salesforce');
  await block(page).scrollIntoViewIfNeeded();
  await look(page, 'salesforce-missing-light');
  const system = await make('integrated_app', {
    name: 'Salesforce',
    authentication_url: `${provider.url}/services/oauth2/authorize`,
    token_url: `${provider.url}/services/oauth2/token`,
    client_secret: provider.client.secret,
    config: { client_id: provider.client.id, redirect_uri: '/oauth2/callback', response_type: 'code' },
  });
  await admin.patch('/v1/object/app', [{ id: app.id, records: { integrated_app: [system.id] } }]);
  await connect.click();
  await expect(block(page)).toContainText('An administrator must first make an auth credential for Salesforce');
  const me = (await admin.list<Made & { email: string }>('user', { limit: '100' })).find((one) => one.email === 'agent1@demo.test');
  const credential = await make('auth_credential', { name: 'Salesforce of agent 1', integrated_app: system.id, user: me?.id });
  await connect.click();
  await expect(block(page)).toContainText('Authorize Switchboard in Salesforce.');

  // Who is refused there is told so in both tabs.
  const asks = async () => {
    const [tab] = await Promise.all([context.waitForEvent('page'), block(page).getByRole('button').click()]);
    await expect(tab.getByRole('heading', { name: 'Allow access?' })).toBeVisible();
    return tab;
  };
  const refused = await asks();
  await refused.getByRole('link', { name: 'Deny' }).click();
  await expect(refused.getByText('Salesforce refused: end-user denied <b>authorization</b>').first()).toBeVisible();
  await expect(refused).toHaveURL(/\/$/);
  await expect(block(page)).toContainText('Not connected: Salesforce refused: end-user denied <b>authorization</b>');
  await look(page, 'salesforce-refused-light');
  await dark(page);
  await look(page, 'salesforce-refused-dark');
  await refused.close();

  const allowed = await asks();
  const asked = allowed.url();
  await allowed.getByRole('link', { name: 'Allow' }).click();
  await expect(allowed.getByText('Connected to Salesforce.')).toBeVisible();
  await expect(block(page)).toContainText('Salesforce is connected.');
  await expect(block(page).getByRole('button', { name: 'Connect again' })).toBeVisible();
  await look(page, 'salesforce-connected-dark');
  await light(page);
  await look(page, 'salesforce-connected-light');
  expect(await page.evaluate(() => 'sameDocument' in window), 'nothing was loaded anew').toBe(true);

  // The same authorization does not count again, and its answer in another browser for nobody.
  await allowed.goto(asked);
  await allowed.getByRole('link', { name: 'Allow' }).click();
  await expect(allowed.getByText('This authorization was already used.')).toBeVisible();
  await look(allowed, 'authorized-used-light');
  await allowed.close();

  // Superusers run it from its record; others, and for other protocols, do not.
  const boss = await desk('admin', pathOf(credential));
  const run = boss.page.getByRole('button', { name: 'Run Auth' });
  await expect(boss.page.getByRole('heading', { level: 1, name: 'Salesforce of agent 1' })).toBeVisible();
  await expect(run).toBeVisible();
  await look(boss.page, 'run-auth-light');
  await dark(boss.page);
  await look(boss.page, 'run-auth-dark');
  await run.click();
  await expect(boss.page.getByText('The credential works. A new token was issued.')).toBeVisible();
  const others = await admin.list<Made & { name: string }>('auth_credential', { limit: '50' });
  const [keyed] = others.filter(({ name }) => name === 'Order look-up');
  await boss.go(pathOf(keyed ?? credential));
  await expect(boss.page.getByRole('heading', { level: 1, name: 'Order look-up' })).toBeVisible();
  await expect(boss.page.getByRole('button', { name: 'More actions' })).toBeVisible();
  await expect(run).toHaveCount(0);
  const own = await desk('agent1', pathOf(credential));
  await expect(own.page.getByRole('heading', { level: 1, name: 'Salesforce of agent 1' })).toBeVisible();
  await expect(own.page.getByRole('button', { name: 'Run Auth' })).toHaveCount(0);

  // It goes with its app.
  await admin.patch('/v1/object/app', [{ id: app.id, active: false }]);
  await expect(block(page)).toHaveCount(0);
  expect([...agent.errors(), ...boss.errors(), ...own.errors()]).toEqual([]);
});
