import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAF0lEQVR42mPgnPUfK2IYTBLqtmXY0IBKAABj/1jRHHyuPAAAAABJRU5ErkJggg==',
  'base64',
);
const from = '+13035550462';

async function inDark(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, name);
  await page.evaluate(() => document.documentElement.removeAttribute('data-theme'));
}

test('pictures and files go both ways in a text', async ({ desk, admin }) => {
  const outside = await desk('admin', '/simulator');
  await outside.page.getByLabel('From').nth(1).fill(from);
  await outside.page.getByRole('option', { name: /^Use / }).click();
  await outside.page.getByLabel('Add files: drop them here, or browse').last().setInputFiles({ name: 'boots.png', mimeType: 'image/png', buffer: png });
  await outside.page.getByRole('button', { name: 'Send text' }).click();
  await expect(outside.page.getByText('boots.png').first()).toBeVisible();

  const filter = JSON.stringify([{ field: 'contact_phones', operator: '=', value: from }]);
  const find = () => admin.get<{ data: { id: string }[] }>(`/v1/object/twilio_conversation?filter=${encodeURIComponent(filter)}`);
  await expect.poll(async () => (await find()).data.length).toBe(1);
  const [conversation] = (await find()).data;
  const alice = await desk('agent1', `/view/twilio_conversation/record/${conversation?.id}/conversation`);
  const { page } = alice;
  await expect(page.getByRole('img', { name: 'Image boots.png' })).toBeVisible();

  const composer = page.getByRole('textbox', { name: 'Message' });
  await page.getByLabel('Attach files').last().setInputFiles([
    { name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('Ten percent off') },
    { name: 'chart.png', mimeType: 'image/png', buffer: png },
  ]);
  await expect(page.getByText('2 file(s) uploaded successfully!')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')).toHaveCount(2);
  await look(page, 'attachments-light');
  await inDark(page, 'attachments-dark');
  await composer.fill('Here is our offer');
  await composer.press('Enter');
  await expect(page.getByText('Related file records created successfully!')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Image chart.png' })).toBeVisible();
  await page.getByRole('button', { name: 'View File' }).nth(1).click();
  await expect(page.getByRole('dialog')).toContainText('Ten percent off');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 800 });
  await look(page, 'attachments-390');

  await outside.page.reload();
  await expect(outside.page.getByText('chart.png').first()).toBeVisible();
  await expect(outside.page.getByText('offer.txt').first()).toBeVisible();
  expect(alice.errors()).toEqual([]);
  expect(outside.errors()).toEqual([]);
});
