import { Api } from './support/api.ts';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

test('the feed tells what others do, live, and gathers it while one reads', async ({ desk, admin, server }) => {
  const [contact] = await admin.post<{ id: string }[]>('/v1/object/contact', [{ name: 'Nina Newsworthy' }]);
  const alice = await desk('agent1', '/live/feed');
  const { page } = alice;
  const today = page.getByRole('region', { name: 'Today' });
  const rows = today.getByRole('listitem');
  await expect(page.getByRole('heading', { level: 1, name: 'Feed' })).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Feed' })).toHaveAttribute('aria-current', 'page');
  await expect(rows.first()).toContainText('Dana Whitfield created contact Nina Newsworthy');
  await page.mouse.move(2, 2);

  // What another does in his browser is there without a request.
  const ben = await desk('agent2', '/view/contact/new');
  await alice.mark();
  await ben.page.getByLabel('Name', { exact: true }).fill('Otto Overheard');
  await ben.page.getByRole('button', { name: 'Save' }).click();
  await expect(rows.first()).toContainText('Ben Sorensen created contact Otto Overheard');
  expect(alice.reads()).toEqual([]);

  // While the focus is in it nothing moves; the chip brings what waits.
  await rows.first().getByRole('link').focus();
  await admin.patch('/v1/object/contact', [{ id: contact?.id, company: 'Daily Post' }]);
  const chip = page.getByRole('button', { name: '1 new' });
  await expect(chip).toBeVisible();
  await expect(rows.first()).toContainText('Otto Overheard');
  await chip.focus();
  await page.keyboard.press('Enter');
  await expect(rows.first()).toContainText('Dana Whitfield changed Company of contact Nina Newsworthy');

  // Of one kind; of one's own alone, which can be undone.
  await admin.post('/v1/object/note', [{ name: 'Left for later', notes: 'x' }]);
  await page.getByRole('button', { name: /^Filter|All changes/ }).click();
  await page.getByRole('menuitemradio', { name: 'Contact', exact: true }).click();
  await expect(page).toHaveURL(/object=contact/);
  await page.mouse.move(2, 2); // nothing moves under the pointer
  await expect(rows.first()).toContainText('Dana Whitfield changed Company of contact Nina Newsworthy');
  const own = await Api.signIn(server.url, 'agent1');
  await own.patch('/v1/object/contact', [{ id: contact?.id, company: 'Evening Post' }]);
  const undo = page.getByRole('button', { name: 'Undo the change of Company of Nina Newsworthy' });
  await expect(undo).toHaveCount(1);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
    await look(page, `feed-${theme}`);
  }
  await undo.click();
  await expect(page.getByText('Change undone')).toBeVisible();
  expect((await admin.get<{ company: string }>(`/v1/object/contact/${contact?.id}`)).company).toBe('Daily Post');
  await rows.first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/contact/record/${contact?.id}`));
  expect(alice.errors()).toEqual([]);
});
