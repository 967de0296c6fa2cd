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
  const toolbar = page.locator('main header').filter({ hasText: 'Tomas Mitchell' });
  const tab = (name: string) => ben.page.getByRole('group', { name: 'Show' }).getByRole('button', { name, exact: true });

  // Assigned in the list; the assignee is notified, and has it under Mine.
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
  await page.getByRole('menuitem', { name: 'Pick a time…' }).click();
  const asked = page.getByRole('dialog', { name: 'Snooze conversation' });
  await asked.getByLabel('Pick a time').fill('2020-01-01T09:00');
  await asked.getByRole('button', { name: 'Snooze', exact: true }).click();
  await expect(asked.getByRole('alert')).toHaveText('Choose a time in the future.');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'snooze-dark');
  await asked.getByRole('button', { name: /^In 1 hour/ }).click();
  await expect(page.getByText(/^Snoozed until/).first()).toBeVisible();
  await expect(bens).toHaveCount(0);
  await tab('Snoozed').click();
  await expect(bens).toBeVisible();
  await simulator.text(from, 'And with life vests?');
  await expect(bens).toHaveCount(0);
  await expect(toolbar.getByRole('button', { name: 'Close', exact: true })).toBeVisible();

  // Closed; a snooze of a closed one is refused; reopened and snoozed briefly, it returns by itself.
  await toolbar.getByRole('button', { name: 'Close', exact: true }).click();
  await tab('All').click();
  await expect(bens).toContainText('Closed');
  const path = `/v1/twilio/conversation/${id}`;
  const until = () => new Date(Date.now() + 1500).toISOString();
  await expect(admin.post(`${path}/snooze`, { until: until() })).rejects.toThrow(/closed. Reopen it before you snooze it/);
  await toolbar.getByRole('button', { name: 'Reopen' }).click();
  await expect(bens).not.toContainText('Closed');
  await alice.go('/live/active_calls'); // an open thread is read
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
  // On a phone the thread's menu holds it.
  await bens.click();
  await ben.page.getByRole('button', { name: 'More about this conversation' }).click();
  await ben.page.getByRole('menuitem', { name: 'Snooze…' }).click();
  await expect(ben.page.getByRole('dialog', { name: 'Snooze conversation' })).toBeVisible();
  await ben.page.keyboard.press('Escape');
  expect([...alice.errors(), ...ben.errors()]).toEqual([]);
});

test('a message is found among all, and in its conversation where it was not loaded yet', async ({ desk, admin, simulator }) => {
  const from = '+12065550189';
  const id = await simulator.ask(from, 'Do you rent the Zephyr paddleboard?');
  for (let number = 1; number <= 24; number++) await simulator.text(from, `Line ${number} of a long story`);
  await simulator.ask(from, 'So: the zephyr one, please.');
  const alice = await desk('agent1', '/live/twilio_conversation');
  const { page } = alice;
  await page.getByRole('searchbox', { name: 'Search names, numbers and messages' }).fill('zephyr');
  const hits = page.getByRole('region', { name: 'In messages' });
  await expect(hits.getByRole('listitem')).toHaveCount(2);
  await expect(hits.locator('mark').first()).toHaveText('zephyr');
  await look(page, 'hits-light');
  await hits.getByRole('link', { name: /Do you rent/ }).click();

  // It is far above what was loaded.
  const thread = page.getByRole('log', { name: 'Messages' });
  const bar = page.getByRole('search', { name: 'Search in this conversation' });
  await expect(bar.getByRole('status')).toHaveText('2 of 2');
  await expect(thread.getByText('Do you rent the')).toBeInViewport();
  await expect(thread.locator('[aria-current=true] mark')).toHaveText('Zephyr');
  await bar.getByRole('searchbox').press('Enter');
  await expect(bar.getByRole('status')).toHaveText('1 of 2');
  await expect(thread.getByText('So: the', { exact: false }).last()).toBeInViewport();
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'find-dark');
  await bar.getByRole('searchbox').press('Escape');
  await expect(bar).toHaveCount(0);
  await page.keyboard.press('Control+f');
  await expect(bar.getByRole('searchbox')).toBeFocused();
  await bar.getByRole('searchbox').fill('nobody says this');
  await expect(bar.getByRole('status')).toHaveText('No matches');
  await bar.getByRole('button', { name: 'Close search' }).click();

  // The toolbar: a step is most of what is visible; who is notified.
  const more = async (item: string) => {
    await page.getByRole('button', { name: 'More about this conversation' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const place = () => thread.evaluate((box) => [box.scrollTop, box.clientHeight] as const);
  await more('Scroll to Bottom');
  const [bottom, height] = await place();
  await more('Scroll to Top');
  await expect.poll(async () => Math.round(bottom - (await place())[0])).toBe(Math.round(Math.min(bottom, 0.8 * height)));
  await more('Subscriber Management');
  await expect(page.getByRole('dialog', { name: 'Subscriber Management' })).toBeVisible();
  await page.keyboard.press('Escape');

  // By any app's address.
  await alice.go(`/desk/twilio_conversation/record/${id}/conversation`);
  await expect(page).toHaveURL(new RegExp(`/view/twilio_conversation/record/${id}/conversation`));
  expect(alice.errors()).toEqual([]);
  expect((await admin.list('twilio_message', { filter: JSON.stringify([{ field: 'conversation', operator: '=', value: id }]) })).length).toBeGreaterThan(25);
});
