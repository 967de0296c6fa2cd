import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n' +
    '4 0 obj<</Length 40>>stream\nBT /F1 24 Tf 40 100 Td (Offer) Tj ET     \nendstream endobj\ntrailer<</Root 1 0 R>>\n',
);
const file = (name: string, content: Buffer | string, mimeType = 'application/octet-stream') => ({ name, mimeType, buffer: Buffer.from(content) });

/** The card of a record's files. */
const cardOf = (page: Page) => page.getByRole('region', { name: /^(Related Files|Add Related File)$/ });

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

test('files are attached to a record, seen by a colleague at once, viewed and downloaded', async ({ desk, admin }) => {
  const [contact] = await admin.post<{ id: string }[]>('/v1/object/contact', [{ name: 'Filed Fiona' }]);
  const path = `/view/contact/record/${contact?.id}/standard`;
  const [alice, bob] = [await desk('agent1', path), await desk('agent2', path)];
  const { page } = alice;
  for (const one of [alice, bob]) await one.page.setViewportSize({ width: 1440, height: 860 });
  const card = cardOf(page);
  await expect(card).toContainText('No related files found');
  await expect(cardOf(bob.page)).toContainText('No related files found');

  // Nothing is chosen yet, one file gets a name of its own, several don't.
  await card.getByRole('button', { name: 'Add a related file' }).click();
  await expect(card.getByRole('heading')).toHaveText('Add Related File');
  const input = card.getByLabel('Browse files');
  await input.setInputFiles(file('offer.pdf', pdf));
  await card.getByLabel('Name', { exact: true }).fill('Offer of March');
  await card.getByRole('button', { name: 'Upload', exact: true }).click();
  await said(page, 'Related files created successfully');
  await expect(card).toContainText('uploaded successfully!');
  await input.setInputFiles([
    file('page.png', '<html><script>document.title = "taken"</script></html>', 'image/png'),
    file('customers.csv', 'name;city\n"Whitfield; Dana";Boston\nMia;Austin\n'),
    file('a name that is longer than thirty letters.png', png),
    file('notes.bin', Buffer.from([0, 1, 2, 3, 250])),
  ]);
  await expect(card.getByLabel('Name', { exact: true })).toHaveCount(0);
  await card.getByRole('button', { name: 'Upload 4 files' }).click();
  await expect(card.getByRole('status').getByRole('button')).toHaveCount(4);
  await card.getByRole('button', { name: 'Show related files' }).click();
  await expect(card.getByRole('heading')).toHaveText('Related Files');

  // The colleague's card was open all the while.
  const seen = cardOf(bob.page);
  await expect(seen.getByRole('listitem')).toHaveCount(5);
  await expect(seen.getByRole('button', { name: 'Offer of March', exact: true })).toBeVisible();
  await expect(seen.getByRole('button', { name: 'a name that is longer than thi…', exact: true })).toBeVisible();
  await seen.getByLabel('Search Files').fill('OFFER');
  await expect(seen.getByRole('listitem')).toHaveCount(1);
  await seen.getByLabel('Search Files').fill('nothing');
  await expect(seen).toContainText('No files found');

  // What each holds.
  const viewer = page.getByRole('dialog');
  const view = async (name: string) => {
    await card.getByRole('button', { name: `View ${name}`, exact: true }).click();
    await expect(viewer).toBeVisible();
  };
  await view('Offer of March');
  await expect(viewer.getByRole('img', { name: 'Page 1' })).toHaveAttribute('data-drawn', 'true');
  const box = await viewer.boundingBox();
  expect([box?.width, box?.height]).toEqual([1000, 600]);
  await page.keyboard.press('Escape');
  await view('customers.csv');
  await expect(viewer.getByRole('columnheader')).toHaveText(['name', 'city']);
  await expect(viewer.getByRole('cell', { name: 'Whitfield; Dana' })).toBeVisible();
  await look(page, 'file-viewer-light');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'file-viewer-dark');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  await page.keyboard.press('Escape');
  await view('page.png');
  await expect(viewer.locator('pre')).toContainText('<script>document.title = "taken"</script>');
  await expect(page).not.toHaveTitle(/taken/);
  await page.keyboard.press('Escape');
  await view('a name that is longer than thirty letters.png');
  await expect(viewer.getByRole('img')).toHaveJSProperty('naturalWidth', 1);
  await page.keyboard.press('Escape');
  await view('notes.bin');
  await said(page, 'Preview not supported for this file type.');
  const downloading = page.waitForEvent('download');
  await viewer.getByRole('button', { name: 'Download File' }).click();
  expect((await downloading).suggestedFilename()).toBe('notes.bin');
  await said(page, 'File download initiated!');
  await page.keyboard.press('Escape');

  // Pictures for the eye: the list, what is pasted, a narrow screen.
  await look(page, 'files-card-light');
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['pasted'], 'pasted.txt', { type: 'text/plain' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(card.getByLabel('Name', { exact: true })).toHaveValue('pasted.txt');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'files-card-dark');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  await page.setViewportSize({ width: 390, height: 780 });
  await bob.page.setViewportSize({ width: 390, height: 780 });
  await bob.page.getByRole('button', { name: 'Details', exact: true }).click();
  await seen.getByLabel('Search Files').fill('');
  await seen.getByRole('button', { name: 'View customers.csv' }).click();
  await expect(bob.page.getByRole('dialog').getByRole('cell', { name: 'Boston' })).toBeVisible();
  await look(bob.page, 'file-viewer-narrow-light');
});

test('refusals are said, an existing file is chosen, and a file has its buttons on its own page', async ({ desk, admin }) => {
  const [contact] = await admin.post<{ id: string }[]>('/v1/object/contact', [{ name: 'Filed Fred' }]);
  const alice = await desk('agent1', `/view/contact/record/${contact?.id}/standard`);
  const { page } = alice;
  await page.setViewportSize({ width: 1440, height: 860 });
  const card = cardOf(page);
  await card.getByRole('button', { name: 'Add a related file' }).click();
  await card.getByLabel('Browse files').setInputFiles([file('empty.txt', '')]);
  await card.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(card.getByRole('alert')).toContainText('empty.txt is empty');
  await card.getByRole('button', { name: 'Remove empty.txt' }).click();
  await card.getByLabel('Browse files').setInputFiles([file('terms.txt', 'Terms of sale')]);
  await card.getByRole('button', { name: 'Upload', exact: true }).click();
  await said(page, 'Related files created successfully');

  await card.getByRole('button', { name: 'Choose Existing File' }).click();
  await card.getByRole('button', { name: 'Add file' }).click();
  await said(page, 'No file selected or an error occurred.');
  await card.getByLabel('Choose Existing File').fill('terms');
  await page.getByRole('option', { name: 'terms.txt' }).first().click();
  await card.getByLabel('Name', { exact: true }).fill('Terms again');
  await card.getByRole('button', { name: 'Add file' }).click();
  await expect(card.getByRole('listitem')).toHaveCount(2);

  const [stored] = await admin.list<{ id: string }>('file', { filter: JSON.stringify([{ field: 'name', operator: '=', value: 'terms.txt' }]) });
  await alice.go(`/view/file/record/${stored?.id}/standard`);
  await page.getByRole('button', { name: 'View File' }).click();
  await expect(page.getByRole('dialog').locator('pre')).toHaveText('Terms of sale');
});

test('a large file goes on after a lost connection, and after a reload where it stopped', async ({ desk, admin }) => {
  const [contact] = await admin.post<{ id: string }[]>('/v1/object/contact', [{ name: 'Large Lara' }]);
  const alice = await desk('agent1', `/view/contact/record/${contact?.id}/standard`);
  const { page } = alice;
  await page.setViewportSize({ width: 1440, height: 860 });
  const card = cardOf(page);
  const tour = test.info().outputPath('tour of the harbor.txt');
  await writeFile(tour, Buffer.alloc(34 << 20, 'harbor and pine\n'));
  const begin = async () => {
    await card.getByRole('button', { name: 'Add a related file' }).click();
    await card.getByLabel('Browse files').setInputFiles(tour);
    await card.getByRole('button', { name: 'Upload', exact: true }).click();
  };
  const sent: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes('/v1/files/resumable/')) sent.push(Number(request.headers()['upload-offset']));
  });
  const first = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.url().includes('/v1/files/resumable/'));
  await begin();
  await first;
  await page.context().setOffline(true);
  await expect(card.getByText('Connection lost. The upload goes on by itself.')).toBeVisible();
  await page.context().setOffline(false);
  await page.reload();
  await begin();
  await said(page, 'Related files created successfully');
  expect(sent.filter((offset) => offset === 0), 'the first piece was sent once').toHaveLength(1);
  const [stored] = await admin.list<{ size: number; content_type: string }>('file', { order: '-created_date', limit: '1' });
  expect(stored).toMatchObject({ size: 34 << 20, content_type: 'text/plain; charset=utf-8' });
});
