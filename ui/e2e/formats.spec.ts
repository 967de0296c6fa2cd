import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const options = [
  { value: 'gold', label: 'Gold rank', color: 'amber' },
  { value: 'sea', label: 'Sea trips', color: 'teal' },
];

const properties = {
  customer: { title: 'Customer', format: 'lookup', anyOf: [{ schema_api_name: 'contact' }] },
  labels: { title: 'Labels', format: 'multi-select' },
  rank: { title: 'Rank', format: 'picklist', options },
  kind: { title: 'Kind', format: 'enum', options },
  extras: { title: 'Extras', format: 'multi-picklist', options },
  starts: { title: 'Starts', format: 'date-time' },
  day: { title: 'Day', format: 'date' },
  opens: { title: 'Opens', format: 'time' },
  remarks: { title: 'Remarks', format: 'text-area' },
  terms: { title: 'Terms', format: 'rich-text' },
  script: { title: 'Script', format: 'code' },
  hotline: { title: 'Hotline', format: 'phone' },
  photo: { title: 'Photo', format: 'image' },
  badge: { title: 'Badge', format: 'image' },
  lease: { title: 'Lease', format: 'file' },
  harbor: { title: 'Harbor', format: 'address' },
  price: { title: 'Price', format: 'currency', unit: 'EUR' },
  length: { title: 'Length', format: 'number' },
  seats: { title: 'Seats', format: 'integer' },
  licensed: { title: 'Licensed', format: 'boolean' },
  mail: { title: 'Mail', format: 'email' },
  site: { title: 'Site', format: 'url' },
  rules: { title: 'Rules', format: 'json' },
  about: { title: 'About', format: 'any-object' },
  pin: { title: 'Pin', format: 'encrypted' },
};

const typed = {
  Name: 'Harbor tour',
  Starts: '2031-07-04T18:30',
  Day: '2031-03-09',
  Opens: '07:05',
  Remarks: 'First line\nSecond line',
  Terms: 'Paid **monthly**',
  Script: 'if (late) {\n  call();\n}',
  Hotline: '415 555 2671',
  Photo: 'https://example.com/boat.jpg',
  'Photo: Image description': 'The boat',
  Harbor: '12 Pier Road',
  'Harbor: City': 'Tacoma',
  'Harbor: State': 'WA',
  'Harbor: Postal code': '98402',
  Price: '1234.5',
  Length: '12345.75',
  Seats: '12000',
  Mail: 'tours@example.com',
  Site: 'https://example.com/tours',
  Rules: '{"pets": ["dog", "cat"], "max_guests": 8}',
  Pin: 'kestrel-7731',
};

const shown = {
  Customer: 'Odile Formats',
  Labels: 'early bird',
  Rank: 'Gold rank',
  Kind: 'Sea trips',
  Extras: 'Sea tripsGold rank',
  Starts: /Jul 4, 2031.*6:30 PM/,
  Day: 'Mar 9, 2031',
  Opens: '7:05 AM',
  Remarks: 'First line\nSecond line',
  Terms: 'Paid monthly',
  Script: 'if (late) {',
  Hotline: '(415) 555-2671',
  Photo: 'The boat',
  Badge: 'As it hangs at the pier',
  Lease: 'Lease of the pier and its crane.pdf',
  Harbor: '12 Pier RoadTacoma, WA 98402',
  Price: '€1,234.50',
  Length: '12,345.75',
  Seats: '12,000',
  Licensed: 'Yes',
  Mail: 'tours@example.com',
  Site: 'example.com/tours',
  Rules: 'Petsdog, catMax guests8',
  About: 'Odile FormatsContact',
  Pin: '********',
};

/** What has parts or lines is told in one line by a row of a list. */
const inRow = { Badge: 'The mark', Remarks: 'First line', Harbor: '12 Pier Road, Tacoma, WA 98402', Rules: 'Pets, Max guests', About: 'Odile Formats' };

/** What stands beside a field's title on the record page. */
const held = (page: Page, title: string) => page.locator('dt', { has: page.getByText(title, { exact: true }) }).locator('xpath=following-sibling::dd[1]');

async function choose(page: Page, title: string, ...names: string[]) {
  for (const name of names) {
    await page.getByRole('combobox', { name: title, exact: true }).fill(name);
    await page.getByRole('option', { name }).first().click();
  }
}

async function inBothThemes(page: Page, name: string) {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
    await look(page, `${name}-${theme}`);
  }
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
}

test('a field of every format is filled in, shown as people read it, changed in place and listed', async ({ desk, admin }) => {
  await admin.post('/v1/object/contact', [{ name: 'Odile Formats' }]);
  await admin.post('/v1/object/file', [{ name: 'Lease of the pier and its crane.pdf', link: 'https://files.example.com/lease.pdf' }]);
  await admin.post('/v1/schema', { api_name: 'voyage', title: 'Voyage', properties, columns: Object.keys(properties) });
  const dana = await desk('admin', '/view/voyage/new');
  const { page } = dana;
  await page.setViewportSize({ width: 1360, height: 2400 }); // all of it in one picture

  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text);
  await choose(page, 'Customer', 'Odile Formats');
  await choose(page, 'Labels', 'early bird');
  await choose(page, 'Rank', 'Gold rank');
  await choose(page, 'Kind', 'Sea trips');
  await choose(page, 'Extras', 'Sea trips', 'Gold rank');
  await choose(page, 'Lease', 'Lease of the pier and its crane.pdf');
  await page.getByLabel('Licensed', { exact: true }).selectOption('Yes');
  await page.getByLabel('About: Kind of record').selectOption('Contact');
  await choose(page, 'About', 'Odile Formats');
  // A picture of our own host is shown, as large as it is said to be, with all that is said of it.
  await page.getByLabel('Badge', { exact: true }).fill(new URL('/mark.svg', page.url()).href);
  await page.getByLabel('Badge: Image description').fill('The mark');
  await page.getByRole('button', { name: 'Badge: More' }).click();
  const further = page.getByRole('group', { name: 'Badge' });
  await further.getByLabel('Caption').fill('As it hangs at the pier');
  await further.getByLabel('Credit').fill('Odile');
  await further.getByLabel('Width').fill('0');
  await further.getByLabel('Height').fill('64');
  await further.getByLabel('Height').blur();
  await expect(page.getByText('Enter width and height as whole numbers from 1 to 10,000.')).toBeVisible();
  await further.getByLabel('Width').fill('128');
  await further.getByRole('checkbox', { name: 'Public' }).check();
  await expect(page.getByLabel('Price', { exact: true })).toHaveAccessibleDescription('EUR');
  await inBothThemes(page, 'formats-form');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor tour' })).toBeVisible();
  for (const [title, text] of Object.entries(shown)) await expect(held(page, title), title).toContainText(text);
  // A long name ends where its column does.
  const room = await held(page, 'Lease').evaluate((value) => value.scrollWidth - value.clientWidth);
  expect(room).toBe(0);
  await held(page, 'Lease').getByRole('link').hover();
  await expect(page.getByRole('tooltip')).toHaveText('Lease of the pier and its crane.pdf');
  await inBothThemes(page, 'formats-cut');
  const mark = held(page, 'Badge').getByRole('img', { name: 'The mark' });
  await expect(mark).toHaveAttribute('width', '128');
  await inBothThemes(page, 'formats-record');

  // In place: one that is typed, one that is chosen. The secret is told to who asks, and masked for all else.
  await page.setViewportSize({ width: 1360, height: 860 });
  await page.getByRole('button', { name: 'Edit Price' }).click();
  await page.getByRole('textbox', { name: 'Price' }).fill('99');
  await page.keyboard.press('Enter');
  await expect(held(page, 'Price')).toContainText('€99.00');
  await page.getByRole('button', { name: 'Edit Rank' }).click();
  await choose(page, 'Rank', 'Sea trips');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(held(page, 'Rank')).toContainText('Sea trips');
  await page.reload();
  const kept = { ...shown, Price: '€99.00', Rank: 'Sea trips' };
  for (const [title, text] of Object.entries(kept)) await expect(held(page, title), title).toContainText(text);
  await page.getByRole('button', { name: /^Show Pin/ }).click();
  await expect(held(page, 'Pin')).toContainText(typed.Pin);

  // In a list that is as wide as all of them.
  await page.setViewportSize({ width: 6000, height: 860 });
  await dana.go('/view/voyage/list');
  const row = page.getByRole('row').filter({ hasText: 'Harbor tour' });
  await expect(row).toBeVisible();
  const titles = await page.getByRole('columnheader').allInnerTexts();
  for (const [title, text] of Object.entries({ ...kept, ...inRow })) {
    await expect(row.getByRole('cell').nth(titles.indexOf(title)), title).toContainText(text);
  }
  await look(page, 'formats-list');
  // A click anywhere leads to the record, so that nothing else looks like a link; what is cut shows under the pointer.
  await expect(row.getByRole('link', { name: /tours/ })).toHaveCount(0);
  const lease = await row.getByRole('cell').nth(titles.indexOf('Lease')).getByText('Lease of').boundingBox();
  await page.mouse.move((lease?.x ?? 0) + 20, (lease?.y ?? 0) + 8);
  await expect(page.getByRole('tooltip')).toHaveText('Lease of the pier and its crane.pdf');
  await page.mouse.move((lease?.x ?? 0) + 20, (lease?.y ?? 0) + 300);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  const site = await row.getByRole('cell').nth(titles.indexOf('Site')).boundingBox();
  await page.mouse.click((site?.x ?? 0) + 20, (site?.y ?? 0) + 8);
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor tour' })).toBeVisible();
  expect(dana.errors()).toEqual([]);
  await admin.remove('/v1/schema/voyage');
});
