import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

test('a list is seen as names, a table, cards or JSON, and opens again as one saw it last', async ({ desk }) => {
  const bob = await desk('agent4', '/view/user');
  const { page } = bob;
  const modes = page.getByRole('group', { name: 'View', exact: true });
  const choose = (name: string) => modes.getByRole('button', { name, exact: true }).click();
  await expect(page).toHaveURL(/\/view\/user\/list$/);
  await expect(modes.getByRole('button', { name: 'Table' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('table')).toBeVisible();

  // Reserved words never are ids, and a search goes along from mode to mode.
  await bob.go('/view/Contact/table?search=Reyes');
  await choose('Gallery');
  await expect(page).toHaveURL(/\/view\/contact\/gallery\?search=Reyes$/);
  await expect(page.getByRole('heading', { name: 'Gallery View' })).toBeVisible();
  const cards = page.getByRole('region', { name: 'Gallery View' }).getByRole('listitem');
  await expect(cards.first()).toContainText('Reyes');
  await look(page, 'modes-gallery-light');

  await choose('JSON');
  await expect(page).toHaveURL(/\/view\/contact\/json\?search=Reyes$/);
  const shown = page.getByRole('region', { name: 'Contacts as JSON' }).locator('pre');
  const records = JSON.parse((await shown.textContent()) ?? '') as { name: string }[];
  expect(records.length).toBeGreaterThan(0);
  for (const { name } of records) expect(name).toContain('Reyes');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'modes-json-dark');

  await choose('List');
  await expect(page).toHaveURL(/\/view\/contact\/list\?search=Reyes$/);
  const names = page.getByRole('main').getByRole('list', { name: /^Contacts/ }).getByRole('listitem');
  await expect(names.first().getByRole('link', { name: /Reyes/ })).toBeVisible();
  await expect(names.first().getByRole('time')).toBeVisible();
  await page.getByRole('searchbox').fill('nobody is called so');
  await expect(page.getByText('No records found.', { exact: true })).toBeVisible();
  await choose('Table');
  await expect(page.getByText('No results.', { exact: true })).toBeVisible();

  // It is remembered for each object, with the person; on a phone one menu has all of them.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('searchbox').fill('');
  await expect(page).toHaveURL(/\/view\/contact\/table$/);
  await page.getByRole('button', { name: 'View: Table' }).click();
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.url().includes('/object/user'));
  await page.getByRole('menuitemradio', { name: 'Gallery' }).click();
  await expect(cards.first()).toBeVisible();
  expect((await kept).ok()).toBe(true);
  await bob.go('/view/contact/list');
  await expect(cards.first()).toBeVisible();
  await look(page, 'modes-gallery-390');
  await bob.go('/view/user');
  await expect(page).toHaveURL(/\/view\/user\/list$/);
  await expect(page.getByRole('table')).toBeVisible();
  expect(bob.errors()).toEqual([]);
});
