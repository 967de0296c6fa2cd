import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

test('everything is searched on a page of its own, with what was found marked, and live', async ({ desk, admin }) => {
  const made = await admin.post<{ id: string }[]>('/v1/object/contact', [
    { name: 'Winifred Oakhurst', company: 'Oakhurst & Daughters', email: 'winifred@oakhurst.example', phone: { country_code: '+1', phone_number: '206 444 0177' } },
    { name: '<b>Tess</b> Nolan', company: 'Oakhurst & Daughters' },
  ]);
  await admin.post('/v1/object/note', [{ name: 'Oakhurst wants a quote', notes: 'For ten kayaks', related_to: { schema: 'contact', id: made[0]?.id } }]);
  const alice = await desk('agent1');
  const page = alice.page;

  // From the palette by keyboard alone.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('oakhurst');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette.getByRole('option', { name: 'Search everything for “oakhurst”' })).toBeVisible();
  await page.keyboard.press('ArrowUp'); // to the last
  await page.keyboard.press('Enter');
  await page.waitForURL('**/search?q=oakhurst');
  const contacts = page.getByRole('region', { name: 'Contacts' });
  await expect(contacts.getByRole('link', { name: 'Winifred Oakhurst' })).toBeVisible();
  await expect(contacts.getByRole('link', { name: '<b>Tess</b> Nolan' })).toBeVisible(); // as it is written
  await expect(contacts.locator('mark')).toHaveText(['Oakhurst', 'Oakhurst', 'oakhurst', 'Oakhurst']);
  await expect(page.getByRole('region', { name: 'Notes' }).locator('mark')).toHaveText('Oakhurst');
  await look(page, 'search-light');
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await look(page, 'search-dark');
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light';
  });

  // What is made meanwhile comes in, and a reload shows the same.
  await admin.post('/v1/object/contact', [{ name: 'Edgar Oakhurst' }]);
  await expect(contacts.getByRole('link', { name: 'Edgar Oakhurst' })).toBeVisible({ timeout: 15_000 });
  await page.reload();
  await expect(contacts.getByRole('link', { name: 'Edgar Oakhurst' })).toBeVisible();

  // A number in any notation, and a name with a slip.
  const box = page.getByRole('searchbox', { name: 'Search everything' });
  await box.fill('+1 (206) 444-0177');
  await expect(contacts.locator('mark')).toHaveText(['206) 444-0177']);
  await box.fill('winifrde');
  await expect(contacts.getByText('Did you mean')).toBeVisible();
  await expect(contacts.locator('mark')).toHaveText(['Winifred']);
  await box.fill('nobody is called so');
  await expect(page.getByText('Nothing matches.')).toBeVisible();
  await look(page, 'search-nothing');
  await box.fill('winifred');
  await contacts.getByRole('link', { name: 'Winifred Oakhurst' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Winifred Oakhurst' })).toBeVisible();
});
