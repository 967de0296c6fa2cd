import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

test('formatted text is shown as what its marks mean, and written by buttons and keys', async ({ desk, admin }) => {
  await admin.post('/v1/schema', {
    api_name: 'contract',
    title: 'Contract',
    properties: { terms: { title: 'Terms', format: 'rich-text' } },
  });
  const [made] = await admin.post<{ id: string }[]>('/v1/object/contract', [
    { name: 'Lease', terms: '## Rent\n\nPaid **monthly**, see [the list](https://example.com/rents).\n\n- heating\n- water\n\n<b>no HTML</b>' },
  ]);
  if (made === undefined) throw new Error('no contract');
  const { page } = await desk('admin', `/view/contract/record/${made.id}/standard`);
  const terms = page.locator('dd').filter({ hasText: 'monthly' });
  await expect(terms.locator('strong')).toHaveText('monthly');
  await expect(terms.getByRole('listitem')).toHaveText(['heating', 'water']);
  await expect(terms.getByRole('link', { name: 'the list' })).toHaveAttribute('rel', /noopener/);
  await expect(terms).toContainText('<b>no HTML</b>');
  await look(page, 'rich-text-light');

  await page.keyboard.press('Control+e');
  const text = page.getByRole('textbox', { name: 'Terms' });
  await text.fill('Paid yearly');
  await text.press('Shift+Control+ArrowLeft');
  await page.getByRole('toolbar', { name: 'Format Terms' }).getByRole('button', { name: 'Bold' }).click();
  await expect(text).toHaveValue('Paid **yearly**');
  await text.press('Control+i');
  await expect(text).toHaveValue('Paid ***yearly***');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'rich-text-edit-dark');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.locator('em strong, strong em')).toHaveText('yearly');
  await look(page, 'rich-text-preview-dark');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('dd strong')).toHaveText('yearly');
  await page.reload();
  await expect(page.locator('dd strong')).toHaveText('yearly');
});
