import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const openZones = async (page: Page) => {
  await page.getByRole('button', { name: /Your account|Chloe Tanaka/ }).first().click();
  await page.getByRole('menuitem', { name: 'Time zone' }).click();
  return page.getByRole('dialog', { name: 'Time zone' });
};

test('a person chooses the time zone: what is on the screen is shown in it at once, and as before after Undo', async ({ desk, admin }) => {
  const [chloe] = await admin.list<{ id: string }>('user', { filter: JSON.stringify([{ field: 'email', operator: '=', value: 'agent3@demo.test' }]) });
  await admin.patch('/v1/object/user', [{ id: chloe?.id, time_zone: 'America/New_York' }]);
  const contact = await admin.post<{ id: string }[]>('/v1/object/contact', [{ name: 'Zona Meridian' }]);
  await admin.post('/v1/object/note', [{ name: 'Call back', notes: 'In the morning', related_to: { schema: 'contact', id: contact[0]?.id } }]);
  const agent = await desk('agent3', '/view/note/list');
  const { page } = agent;
  const time = page.locator('table time').first();
  const shown = async () => Number(((await time.textContent()) ?? '').match(/(\d+):\d\d/)?.[1]);
  await expect(time).toBeVisible();
  const before = await time.textContent();
  expect(await shown()).toBeGreaterThan(0);

  const dialog = await openZones(page);
  const box = dialog.getByRole('combobox', { name: 'Search by city, offset or name' });
  await expect(box).toBeFocused();
  await expect(dialog.getByRole('option').first()).toContainText(/New York\s*America\s*UTC−0[45]:00/);
  await look(page, 'time-zone-light');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'time-zone-dark');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  await page.setViewportSize({ width: 390, height: 780 });
  await look(page, 'time-zone-390-light');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.type('Olympus');
  await expect(dialog.getByText('There is no such time zone.')).toBeVisible();
  await box.fill('kathmandu');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/Times now use the time zone of Kathmandu\./)).toBeVisible();
  await expect(time).not.toHaveText(before ?? '');
  const { user } = await admin.get<{ user: { time_zone: string } }>('/v1/me').then(() => admin.get<{ id: string; time_zone: string }>(`/v1/object/user/${chloe?.id}`)).then((one) => ({ user: one }));
  expect(user.time_zone).toMatch(/^Asia\/Kathmandu$/);
  await look(page, 'time-zone-chosen-light');

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(time).toHaveText(before ?? '');
  await expect(page.getByText('Times now use the time zone of New York.')).toBeVisible();
  expect(agent.errors()).toEqual([]);
});

test("an administrator finds a person's zone by its city on the person's page", async ({ desk, admin }) => {
  const [ben] = await admin.list<{ id: string }>('user', { filter: JSON.stringify([{ field: 'email', operator: '=', value: 'agent2@demo.test' }]) });
  const dana = await desk('admin', `/view/user/record/${ben?.id}/standard`);
  const { page } = dana;
  await dana.more('Edit');
  const box = page.getByLabel('Time Zone', { exact: true });
  await box.fill('lisbon');
  await expect(page.getByRole('option', { name: /Lisbon/ })).toHaveText(/Lisbon\s*Europe\s*UTC/);
  await look(page, 'time-zone-field-light');
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue('Europe/Lisbon');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Western European Time (Lisbon)')).toBeVisible();
  await expect.poll(async () => (await admin.get<{ time_zone: string }>(`/v1/object/user/${ben?.id}`)).time_zone).toBe('Europe/Lisbon');
});
