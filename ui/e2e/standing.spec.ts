import type { Locator, Page } from '@playwright/test';
import type { Desk } from './support/desk.ts';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const rows = (page: Page) => page.locator('[data-thread]');
const unreadOf = (row: Locator) => row.locator('[data-badge]');

async function top(row: Locator): Promise<number> {
  return Math.round((await row.boundingBox())?.y ?? Number.NaN);
}

/** Opens the third row of a list, and lets something new arrive: nothing moves until another one is opened. */
async function standsStill(desk: Desk, list: string, arrive: () => Promise<void>, newest: string): Promise<void> {
  const { page } = desk;
  await expect(unreadOf(rows(page).nth(2))).toBeVisible();
  const id = await rows(page).nth(2).getAttribute('data-thread');
  const row = page.locator(`[data-thread="${id}"]`);
  const before = await top(row);
  await row.click();
  await expect(page.getByRole('log', { name: 'Messages' })).toBeVisible();
  await expect(unreadOf(row)).toHaveCount(0);
  expect(await top(row), 'it stands where it was clicked').toBe(before);
  await expect(row, 'and keeps the focus').toBeFocused();

  await desk.mark();
  await arrive();
  const chip = page.getByRole('button', { name: '1 new', exact: true });
  await expect(chip).toBeVisible();
  expect(await top(row), 'nothing is put in above it').toBe(before);
  await look(page, `${list}-new-light`);
  await chip.click();
  await expect(rows(page).first()).toContainText(newest);
  await expect(rows(page).first()).toBeFocused();
  await expect(chip).toHaveCount(0);

  await page.getByRole('textbox', { name: 'Message' }).click();
  expect(await top(row), 'it keeps its place while it is open').toBe(before);
  expect(desk.reads(), 'all of it came by the socket').toEqual([]);
  await rows(page).first().click();
  await expect(unreadOf(rows(page).first())).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Message' }).click();
  await expect.poll(() => top(row), 'read and left, it goes below the unread ones').not.toBe(before);
}

test('after a reload the list of texts shows all that the badge counts', async ({ desk, admin, simulator }) => {
  const texts = (count: number, from: number) =>
    Array.from({ length: count }, (_, index) => `+1206555${String(from + index).padStart(4, '0')}`);
  const newest = () =>
    admin.list<{ id: string; contact_phones: string[] }>('twilio_conversation', { order: '-modified_date', limit: '40' });
  for (const number of texts(3, 400)) await simulator.text(number, 'Do you have a minute?');
  const read = texts(26, 500);
  for (const number of read) await simulator.text(number, 'Thank you!');
  await expect.poll(async () => (await newest()).filter((one) => read.includes(one.contact_phones[0] ?? '')).length).toBe(read.length);
  for (const one of await newest()) {
    if (read.includes(one.contact_phones[0] ?? '')) await admin.post(`/v1/twilio/conversation/${one.id}/read`, {});
  }

  const alice = await desk('agent1', '/live/twilio_conversation');
  await alice.page.reload();
  await alice.connected();
  await expect(alice.badge('Texts')).toBeVisible();
  const counted = async () => {
    const numbers = await unreadOf(rows(alice.page)).allTextContents();
    return numbers.reduce((sum, number) => sum + Number(number), 0);
  };
  await expect.poll(counted).toBe(Number(await alice.badge('Texts').textContent()));
  await look(alice.page, 'texts-unread-light');
});

test('an opened text stays under the pointer, and what is new waits behind a chip', async ({ desk, simulator }) => {
  for (const number of ['+12065550601', '+12065550602', '+12065550603', '+12065550604']) {
    await simulator.text(number, 'Is the shop open today?');
  }
  const alice = await desk('agent1', '/live/twilio_conversation');
  await standsStill(alice, 'texts', () => simulator.text('+12065550605', 'A new question.'), 'A new question.');
});

test('an opened chat stays under the pointer, and what is new waits behind a chip', async ({ desk, admin }) => {
  const people = await admin.list<{ id: string; email: string }>('user', { limit: '50' });
  const alices = people.find((one) => one.email === 'agent1@demo.test')?.id ?? '';
  const begin = async (name: string, body: string) => {
    const [chat] = await admin.post<{ id: string }[]>('/v1/object/chat', [{ name, members: [alices] }]);
    await admin.post('/v1/object/chat_message', [{ chat: chat?.id, name, body }]);
  };
  for (const name of ['Stock', 'Returns', 'Repairs', 'Windows']) await begin(name, 'Who has a minute?');
  const alice = await desk('agent1', '/live/chat');
  await standsStill(alice, 'chats', () => begin('Deliveries', 'The truck is here.'), 'Deliveries');
});
