import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

async function inBothThemes(page: Page, name: string) {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
    await look(page, `${name}-${theme}`);
  }
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
}

test('a field that refers to a record makes the one that is missing, over the form it stands in', async ({ desk, admin }) => {
  await admin.post('/v1/schema', {
    api_name: 'vessel',
    title: 'Vessel',
    properties: { code: { title: 'Code', format: 'text', unique: true }, berths: { title: 'Berths', format: 'integer' } },
  });
  await admin.post('/v1/schema', {
    api_name: 'trip',
    title: 'Trip',
    properties: {
      vessel: { title: 'Vessel', format: 'lookup', anyOf: [{ schema_api_name: 'vessel' }] },
      about: { title: 'About', format: 'any-object' },
    },
  });
  await admin.post('/v1/object/vessel', [{ name: 'Albatross', code: 'A1' }]);
  const dana = await desk('admin', '/view/trip/new');
  const { page } = dana;
  const vessel = page.getByRole('combobox', { name: 'Vessel' });
  const offers = page.getByRole('listbox', { name: 'Matches' }).getByRole('option');
  const entry = page.getByRole('option', { name: /^Create/ });
  const dialog = page.getByRole('dialog', { name: 'New Vessel' });

  // By keys: behind what was found, and where nothing was.
  await page.getByLabel('Name', { exact: true }).fill('Round the islands');
  await vessel.click();
  await expect(offers).toHaveText(['Albatross', 'Create new vessel']);
  await inBothThemes(page, 'lookup-create');
  await vessel.press('ArrowDown');
  await expect(entry).toHaveAttribute('aria-selected', 'true');
  await vessel.fill('Kestrel');
  await expect(offers).toHaveText(['Create “Kestrel”']);
  await expect(page.getByText('No matches')).toBeVisible();
  await expect(entry).toHaveAttribute('aria-selected', 'true');
  await inBothThemes(page, 'lookup-create-named');
  await vessel.press('Enter');
  await expect(dialog.getByLabel('Name')).toHaveValue('Kestrel');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await inBothThemes(page, 'lookup-new');

  // One leaves it with nothing lost.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(vessel).toBeFocused();
  await expect(vessel).toHaveValue('Kestrel');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Round the islands');

  // What the server refuses is said in the dialog, and the form below is not sent.
  await entry.click();
  await dialog.getByLabel('Code').fill('A1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert').first()).toContainText('Error creating record');
  await expect(dialog.getByLabel('Code')).toBeFocused();
  await inBothThemes(page, 'lookup-refused');
  await dialog.getByLabel('Code').fill('K1');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(vessel).toHaveValue('Kestrel');
  await expect(vessel).toBeFocused();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Round the islands');

  // A user is invited, not made in passing; any other kind is.
  await page.getByRole('combobox', { name: 'Owner' }).click();
  await expect(offers.first()).toBeVisible();
  await expect(entry).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByLabel('About: Kind of record').selectOption('Contact');
  await page.getByRole('combobox', { name: 'About', exact: true }).fill('Jane Miller-Ferry');
  await page.getByRole('option', { name: 'Create “Jane Miller-Ferry”' }).click();
  const contact = page.getByRole('dialog', { name: 'New Contact' });
  await contact.getByLabel('Company').fill('Ferry & Co');
  await look(page, 'lookup-new-contact');

  // A form over a form over a form.
  await contact.getByRole('combobox', { name: 'Related Note' }).fill('Wants a cabin');
  await page.getByRole('option', { name: 'Create “Wants a cabin”' }).click();
  const note = page.getByRole('dialog', { name: 'New Note' });
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(note.getByText('Value is required')).toBeVisible();
  await note.getByLabel('Value').fill('On the upper deck');
  await look(page, 'lookup-new-nested');
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(contact.getByRole('combobox', { name: 'Related Note' })).toHaveValue('Wants a cabin');
  await contact.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('combobox', { name: 'About', exact: true })).toHaveValue('Jane Miller-Ferry');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Round the islands' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Kestrel' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Jane Miller-Ferry' })).toBeVisible();

  // In place, where the record is read.
  await page.getByRole('button', { name: 'Edit Vessel' }).click();
  await vessel.fill('Cormorant');
  await expect(entry).toHaveAttribute('aria-selected', 'true');
  await vessel.press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(vessel).toHaveValue('Cormorant');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Cormorant' })).toBeVisible();
  expect(dana.errors().filter((text) => !text.includes('409'))).toEqual([]);
  await admin.remove('/v1/schema/trip');
  await admin.remove('/v1/schema/vessel');
});
