import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const path = '/administration/audit';

test('superusers see who signed in, who was refused and who changed rights, others do not', async ({ desk, admin, server }) => {
  const refused = await fetch(`${server.url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'agent3@demo.test', password: 'not this one' }),
  });
  expect(refused.status).toBe(401);
  const [team] = await admin.post<{ id: string }[]>('/v1/object/team', [{ name: 'Night watch' }]);
  const people = await admin.list<{ id: string; name: string }>('user', { order: 'name', limit: '1' });
  await admin.patch('/v1/object/team', [{ id: team?.id, members: people.map(({ id }) => id) }]);

  const boss = await desk('admin', path);
  const { page } = boss;
  const list = page.getByRole('list', { name: 'Audit entries, newest first' });
  const rows = list.locator('> li');
  const changed = rows.filter({ hasText: 'changed Members of team Night watch' }).first();
  await expect(changed).toContainText('Dana Whitfield');
  await expect(changed).toContainText(people[0]?.name ?? '');
  await expect(changed).toContainText('from 127.0.0.1');
  await expect(rows.filter({ hasText: /Failed sign-in for Chloe Tanaka: wrong password\s*Refused/ }).first()).toBeVisible();
  await expect(rows.filter({ hasText: 'Dana Whitfield signed in' }).first()).toBeVisible();
  for (const theme of ['light', 'dark']) {
    await page.evaluate((t) => document.documentElement.setAttribute('data-theme', t), theme);
    await look(page, `audit-${theme}`);
  }
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));

  // One sort of them, by keyboard; what happens meanwhile is there once one looks again.
  const signIns = page.getByRole('button', { name: 'Sign-ins' });
  await signIns.focus();
  await page.keyboard.press('Enter');
  await expect(signIns).toHaveAttribute('aria-pressed', 'true');
  await expect(changed).toHaveCount(0);
  await expect(rows.filter({ hasText: 'signed in' }).first()).toBeVisible();
  const before = await rows.first().textContent();
  const ben = await desk('agent2');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(rows.first()).not.toHaveText(before ?? '');

  // It leads to what it tells of, and back to how it began.
  await page.getByRole('button', { name: 'Permission sets and teams' }).click();
  await expect(changed).toBeVisible();
  await page.setViewportSize({ width: 390, height: 780 });
  await look(page, 'audit-narrow');
  await page.setViewportSize({ width: 1280, height: 800 });
  await changed.getByRole('link', { name: 'Night watch' }).click();
  await expect(page).toHaveURL(new RegExp(`/team/record/${team?.id}`));
  expect(boss.errors()).toEqual([]);

  await expect(ben.page.getByRole('navigation').getByRole('link', { name: 'Audit' })).toHaveCount(0);
  await ben.page.goto(path);
  await expect(ben.page.getByText('This page does not exist')).toBeVisible();
});

test('the audit goes back page by page', async ({ desk, admin }) => {
  const [team] = await admin.post<{ id: string; version: number }[]>('/v1/object/team', [{ name: 'Many times' }]);
  for (let n = 0; n < 60; n++) await admin.patch('/v1/object/team', [{ id: team?.id, name: `Many times ${n}` }]);
  const { page } = await desk('admin', path);
  await page.getByRole('button', { name: 'Permission sets and teams' }).click();
  const rows = page.getByRole('list', { name: 'Audit entries, newest first' }).locator('> li');
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Show earlier' }).click();
  await expect(rows.filter({ hasText: 'created team' }).first()).toBeVisible();
  expect(await rows.count()).toBeGreaterThan(60);
});

test('the audit tells who changed which object and field, before and after', async ({ desk, admin }) => {
  await admin.post('/v1/schema', { api_name: 'pallet', title: 'Pallet', properties: { name: { title: 'Name', format: 'text' } } });
  await admin.patch('/v1/schema/pallet', { properties: { weight: { title: 'Weight', format: 'number' }, name: { help_text: 'Of whom' } } });
  await admin.patch('/v1/schema/pallet', { properties: { weight: null } });
  const boss = await desk('admin', path);
  const { page } = boss;
  await page.getByRole('button', { name: 'Objects and fields' }).click();
  const rows = page.getByRole('list', { name: 'Audit entries, newest first' }).locator('> li').filter({ hasText: 'Pallet' });
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText('Dana Whitfield changed the object Pallet');
  await expect(rows.nth(0)).toContainText('Field Weight retired');
  await expect(rows.nth(1)).toContainText('New field Weight');
  await expect(rows.nth(1)).toContainText(/Help text.*Of whom/);
  await expect(rows.nth(2)).toContainText('created the object Pallet');
  for (const theme of ['light', 'dark']) {
    await page.evaluate((t) => document.documentElement.setAttribute('data-theme', t), theme);
    await look(page, `audit-objects-${theme}`);
  }
  expect(boss.errors()).toEqual([]);
});
