import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const dock = (page: Page) => page.getByRole('region', { name: 'Calls', exact: true });

test('the phone goes with its app in every open browser, and comes back', async ({ desk, admin, simulator }) => {
  const { organization } = await admin.get<{ organization: { id: string } }>('/v1/me');
  const [{ apps = [] } = {}] = await admin.list<{ apps: { id: string }[] }>('organization', { limit: '1' });
  const [contact] = await admin.post<{ id: string }[]>('/v1/object/contact', [{ name: 'Nell Quarry', phone: { country_code: '+1', phone_number: '+13035550196' } }]);
  const boss = await desk('admin', '/administration/organization');
  const alice = await desk('agent1', `/view/contact/record/${contact?.id}/standard`);
  const phone = await desk('agent2', '/phone2/keypad');
  const places = alice.page.getByRole('navigation').getByRole('link', { name: 'Active Calls' });
  const callButton = alice.page.getByRole('button', { name: 'Call', exact: true });
  await expect(dock(alice.page)).toBeVisible();
  await expect(places.first()).toBeVisible();
  await expect(callButton.first()).toBeVisible();
  await expect(phone.page.getByLabel('Name or number')).toBeVisible();
  // One that registers at the moment at which the phone goes is refused.
  for (const { page } of [alice, boss, phone]) await expect(page.locator('html')).toHaveAttribute('data-phone', 'ready');

  try {
    const listed = boss.page.getByRole('group', { name: 'Apps in use' });
    await listed.getByRole('listbox', { name: 'Included' }).getByRole('option', { name: 'ValPhone' }).dblclick();
    await boss.page.getByRole('button', { name: 'Save changes' }).click();
    await expect(dock(alice.page)).toHaveCount(0);
    await expect(dock(boss.page)).toHaveCount(0);
    await expect(places).toHaveCount(0);
    await expect(callButton).toHaveCount(0);
    await expect(phone.page.getByText('This page does not exist')).toBeVisible();
    await look(alice.page, 'phone-away-light');
    await look(phone.page, 'phone-window-away-light');
    await phone.page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
    await look(phone.page, 'phone-window-away-dark');
    await phone.page.reload();
    await expect(phone.page.getByText('This page does not exist')).toBeVisible();
    await alice.go('/live/active_calls');
    await expect(alice.page.getByText('This page does not exist')).toBeVisible();
    const sid = await simulator.call('+13035550197');
    await expect.poll(async () => (await simulator.calls()).find((c) => c.sid === sid)?.status).toBe('completed');
    await listed.getByRole('listbox', { name: 'Excluded' }).getByRole('option', { name: 'ValPhone' }).dblclick();
    await boss.page.getByRole('button', { name: 'Save changes' }).click();
    await expect(dock(alice.page)).toBeVisible();
    await expect(places.first()).toBeVisible();
    await expect(phone.page.getByLabel('Name or number')).toBeVisible();
  } finally {
    await admin.patch('/v1/object/organization', [{ id: organization.id, apps: apps.map(({ id }) => id) }]);
  }
  expect([...alice.errors(), ...boss.errors(), ...phone.errors()]).toEqual([]);
});
