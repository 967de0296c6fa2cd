import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

test('a conversation is assigned, snoozed, closed and returns, live in two browsers', async ({ desk, admin, simulator }) => {
  const from = '+12065550188';
  const id = await simulator.ask(from, 'Does the canoe come with paddles?');
  const alice = await desk('agent1', '/live/twilio_conversation?search=0188');
  const ben = await desk('agent2', '/live/twilio_conversation');
  const { page } = alice;
  const row = page.locator(`[data-thread="${id}"]`);
  const bens = ben.page.locator(`[data-thread="${id}"]`);
  const tab = (name: string) => ben.page.getByRole('group', { name: 'Show' }).getByRole('button', { name, exact: true });

  // Assigned in the list; whoever gets it is notified, and has it under Mine.
  await tab('Unassigned').click();
  await expect(bens).toBeVisible();
  await ben.mark();
  await row.hover();
  await page.getByRole('button', { name: /^Actions for/ }).first().click();
  await page.getByRole('menuitem', { name: 'Assign…' }).click();
  await look(page, 'assign-light');
  await page.getByRole('searchbox', { name: 'Find a person' }).fill('Sorensen');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 conversation assigned to Ben Sorensen.')).toBeVisible();
  await expect(bens).toHaveCount(0);
  await tab('Mine').click();
  await expect(bens).toBeVisible();
  await ben.page.getByRole('button', { name: /unread notification/ }).click();
  await expect(ben.page.getByRole('region', { name: 'Notifications' }).getByText(/Alice Moreno assigned .* to you/).first()).toBeVisible();
  await ben.page.keyboard.press('Escape');

  // Snoozed in the thread: it leaves all tabs but one, until the contact writes.
  await row.click();
  await page.getByRole('button', { name: 'Snooze', exact: true }).click();
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'snooze-dark');
  await page.getByRole('menuitem', { name: /^In 1 hour/ }).click();
  await expect(page.getByText(/^Snoozed until/).first()).toBeVisible();
  await expect(bens).toHaveCount(0);
  await tab('Snoozed').click();
  await expect(bens).toBeVisible();
  await simulator.text(from, 'And with life vests?');
  await expect(bens).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible();

  // Closed; a snooze of a closed one is refused; reopened and snoozed briefly, it returns by itself.
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await tab('All').click();
  await expect(bens).toContainText('Closed');
  const path = `/v1/twilio/conversation/${id}`;
  const until = () => new Date(Date.now() + 1500).toISOString();
  await expect(admin.post(`${path}/snooze`, { until: until() })).rejects.toThrow(/closed. Reopen it before you snooze it/);
  await page.getByRole('main').getByRole('button', { name: 'Reopen' }).first().click();
  await expect(bens).not.toContainText('Closed');
  await alice.go('/live/active_calls'); // whoever looks at the thread reads it
  await admin.post(`${path}/snooze`, { until: until() });
  await expect(bens).toContainText('Snoozed');
  await expect(bens).not.toContainText('Snoozed');
  await expect(bens).toContainText(/1/);

  // The tab is remembered.
  await tab('Mine').click();
  await ben.go('/live/twilio_conversation');
  await expect(tab('Mine')).toHaveAttribute('aria-pressed', 'true');
  await expect(bens).toBeVisible();
  await ben.page.setViewportSize({ width: 390, height: 844 });
  await look(ben.page, 'work-narrow');
  expect([...alice.errors(), ...ben.errors()]).toEqual([]);
});
