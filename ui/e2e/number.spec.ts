import { expect, test } from './support/test.ts';

test('numbers are understood as people of their country write them, in the dialer and in a form', async ({ desk, admin }) => {
  const { organization } = await admin.get<{ organization: { id: string } }>('/v1/me');
  await admin.patch('/v1/object/organization', [{ id: organization.id, settings: { outbound: { countries: ['CA', 'DE', 'US'] } } }]);
  const [greta] = (await admin.list<{ id: string; email: string }>('user', { limit: '50' })).filter((user) => user.email === 'agent3@demo.test');
  await admin.patch('/v1/object/user', [{ id: greta?.id, locale: 'de-DE' }]);
  const someone = await desk('agent3');
  const { page } = someone;
  for (const typed of ['030/90 18 20', '0049 (0)30 901820', '+49 30 90-18-20']) {
    await page.getByRole('button', { name: 'New call' }).click();
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    const calling = page.getByRole('region', { name: 'Calling +49 30 901820' });
    await expect(calling, typed).toBeVisible();
    await calling.getByRole('button', { name: 'Hang up' }).click();
    await expect(page.getByRole('button', { name: 'New call' })).toBeEnabled();
  }

  await someone.go('/view/contact/new');
  await page.getByLabel('Name', { exact: true }).fill('Klara Vogt');
  await page.getByLabel('Phone', { exact: true }).fill('0151 12345678');
  await expect(page.getByLabel('Country code, Phone', { exact: true })).toHaveValue('+49');
  await page.getByLabel('Second Phone', { exact: true }).fill('001 (415) 555-2671');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('+49 1512 3456789').or(page.getByText('+49 1511 2345678')).first()).toBeVisible();
  await expect(page.getByText('(415) 555-2671').first()).toBeVisible();
  await expect(page.getByText('Invalid Phone')).toHaveCount(0);
});
