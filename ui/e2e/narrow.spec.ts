import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

test('the list of texts shows the unread, mine or all, and finds by name and number, as its address says', async ({ desk, admin, simulator }) => {
  const number = '+12065550771';
  await simulator.text(number, 'Do you sell gift cards?');
  const people = await admin.list<{ id: string; email: string }>('user', { limit: '50' });
  const alices = people.find((one) => one.email === 'agent1@demo.test')?.id;
  const old = (await admin.list<{ id: string; name: string; unread_messages: number }>('twilio_conversation', { order: 'modified_date', limit: '25' }))
    .filter((one) => one.unread_messages === 0).slice(0, 2);
  const [mine, found] = old;
  await admin.patch('/v1/object/twilio_conversation', [{ id: mine?.id, assigned_user: alices }]);

  const alice = await desk('agent1', '/live/twilio_conversation');
  const { page } = alice;
  const rows = page.locator('[data-thread]');
  await expect(rows.filter({ hasText: '(206) 555-0771' })).toBeVisible();
  await page.getByRole('button', { name: 'Unread', exact: true }).click();
  await expect(page).toHaveURL(/show=unread/);
  await expect.poll(async () => (await rows.count()) === (await rows.locator('[data-badge]').count())).toBe(true);
  await look(page, 'texts-unread-tab-light');
  // An opened one is unread no more; it stays until another one is opened.
  const first = await rows.first().getAttribute('data-thread');
  await rows.first().click();
  await expect(page.locator(`[data-thread="${first}"] [data-badge]`)).toHaveCount(0);
  await expect(page.locator(`[data-thread="${first}"]`)).toBeVisible();
  await expect(page).toHaveURL(/show=unread/);
  await page.getByRole('textbox', { name: 'Message' }).click();
  await expect(page.locator(`[data-thread="${first}"]`)).toBeVisible();
  await rows.nth(1).click();
  await page.getByRole('textbox', { name: 'Message' }).click();
  await expect(page.locator(`[data-thread="${first}"]`)).toHaveCount(0);

  await page.getByRole('button', { name: 'Mine', exact: true }).click();
  // Those that Alice began in other tests are hers, too.
  const hers = await admin.list('twilio_conversation', {
    limit: '50',
    filter: JSON.stringify([{ field: 'assigned_user', operator: '=', value: alices }]),
  });
  await expect(rows).toHaveCount(hers.length);
  await expect(page.locator(`[data-thread="${mine?.id}"]`)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/show=unread/);

  await page.getByRole('button', { name: 'All', exact: true }).click();
  const box = page.getByRole('searchbox', { name: 'Search names, numbers and messages' });
  await box.fill(found?.name ?? '');
  await expect(rows.first()).toContainText(found?.name ?? '');
  await box.fill('(206) 555-0771');
  await expect(rows.first()).toContainText('(206) 555-0771');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/search=/);
  await page.reload();
  await expect(box).toHaveValue('(206) 555-0771');
  await expect(rows).toHaveCount(1);
  await box.fill('nobody of this name');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await look(page, 'texts-nothing-found-light');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(rows.first()).toBeVisible();
});

test('chats are narrowed alike', async ({ desk }) => {
  const { page } = await desk('agent1', '/live/chat?show=mine');
  const rows = page.locator('[data-thread]');
  await expect(rows.filter({ hasText: 'Everyone' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search chats and messages' }).fill('every');
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Unread', exact: true }).click();
  await expect(page.getByText('Nothing found')).toBeVisible();
});

test('beside a conversation stands whom it is with, live, where there is room', async ({ desk, admin }) => {
  const [conversation] = (await admin.list<{ id: string; contacts: { id: string; name: string }[] | null }>('twilio_conversation', { order: '-last_message_at', limit: '25' }))
    .filter((one) => one.contacts?.length === 1);
  const contact = conversation?.contacts?.[0];
  const { page } = await desk('agent1', `/view/twilio_conversation/record/${conversation?.id}/conversation`);
  await page.setViewportSize({ width: 1440, height: 860 });
  const panel = page.getByRole('complementary', { name: 'Customer' });
  await expect(panel.getByRole('link', { name: contact?.name ?? '' })).toBeVisible();
  await admin.patch('/v1/object/contact', [{ id: contact?.id, company: 'Fir & Fern Supplies' }]);
  await expect(panel).toContainText('Fir & Fern Supplies');
  for (const theme of ['light', 'dark']) {
    await page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
    await look(page, `customer-panel-${theme}`);
  }
  await page.setViewportSize({ width: 1920, height: 1080 });
  await look(page, 'customer-panel-wide');
  await page.setViewportSize({ width: 1279, height: 860 });
  await expect(panel).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 780 });
  await look(page, 'conversation-foot-narrow');
});
