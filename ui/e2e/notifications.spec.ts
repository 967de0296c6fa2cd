import { Api } from './support/api.ts';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

test('a subscriber of a chat is notified on every screen, and reads it once', async ({ desk, admin, server }) => {
  const chats = await admin.list<{ id: string; name: string }>('chat', { limit: '25' });
  const everyone = chats.find(({ name }) => name === 'Everyone');
  if (everyone === undefined) throw new Error('no demo chat');
  const path = `/view/chat/record/${everyone.id}/conversation`;
  // Other tests notify Ben too.
  const own = await Api.signIn(server.url, 'agent2');
  const before = await own.list<{ id: string; read: boolean }>('notification', { limit: '100' });
  const unread = before.filter(({ read }) => !read);
  if (unread.length > 0) await own.patch('/v1/object/notification', unread.map(({ id }) => ({ id, read: true })));
  const ben = await desk('agent2', path);
  await ben.page.getByRole('button', { name: 'Subscriber Management' }).click();
  const dialog = ben.page.getByRole('dialog', { name: 'Subscriber Management' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please select a user to add as a subscriber.');
  await dialog.getByRole('checkbox', { name: /Ben Sorensen/ }).check();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByRole('button', { name: /^Remove Ben Sorensen/ })).toBeVisible();
  await look(ben.page, 'subscribers-light');
  await dialog.getByRole('button', { name: 'Close' }).click();

  // On another page, at two screens.
  await ben.go('/view/contact/list');
  const second = await desk('agent2', '/live/missed');
  const alice = await desk('agent1', path);
  await ben.mark();
  await alice.page.getByRole('textbox', { name: 'Message' }).fill('The **van** is here.');
  await alice.page.keyboard.press('Enter');
  const bell = (page: typeof ben.page) => page.getByRole('button', { name: '1 unread notification' });
  await expect(bell(ben.page)).toBeVisible();
  await expect(bell(second.page)).toBeVisible();
  expect(ben.reads(), 'it comes by the socket').toEqual([]);

  await bell(ben.page).click();
  const list = ben.page.getByRole('region', { name: 'Notifications' });
  await expect(list.getByRole('link', { name: /Alice Moreno wrote in Everyone/ })).toContainText('The van is here.');
  await ben.page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(ben.page, 'bell-dark');
  await list.getByRole('link', { name: /Alice Moreno wrote in Everyone/ }).click();
  await expect(ben.page).toHaveURL(new RegExp(path));
  for (const one of [ben, second]) {
    await expect(one.page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
    expect(one.errors()).toEqual([]);
  }
});

test('an assignment waits until it is done; the settings choose what is shown', async ({ desk, admin }) => {
  const people = await admin.list<{ id: string; email: string }>('user', { limit: '50' });
  const chloe = people.find(({ email }) => email === 'agent3@demo.test');
  const [contact] = await admin.list<{ id: string; name: string }>('contact', { limit: '1' });
  if (contact === undefined || chloe === undefined) throw new Error('no demo contact');
  const desk3 = await desk('agent3', '/live/missed');
  const { page } = desk3;
  await expect(page.getByText('Nothing is waiting for you')).toBeVisible();
  await admin.patch('/v1/object/contact', [{ id: contact.id, owner: chloe.id }]);
  const row = page.getByRole('listitem').filter({ hasText: `assigned ${contact.name} to you` });
  await expect(row).toBeVisible();
  await look(page, 'missed-light');
  await row.getByRole('button', { name: /^Done/ }).click();
  await expect(page.getByText('Nothing is waiting for you')).toBeVisible();

  await desk3.go('/notifications/settings');
  const box = page.getByRole('checkbox', { name: 'Assignment: In app' });
  await box.uncheck();
  await look(page, 'notification-settings-light');
  await page.reload();
  await expect(box).not.toBeChecked();
  expect(desk3.errors()).toEqual([]);
});
