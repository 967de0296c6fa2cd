import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

test('what sends is as the organization has it, or as one chose oneself', async ({ desk, admin }) => {
  const [contact] = await admin.post<{ id: string }[]>('/v1/object/contact', [{ name: 'Sender Sam' }]);
  const [organization] = await admin.list<{ id: string }>('organization');
  const setKey = (key: string) => admin.patch('/v1/object/organization', [{ id: organization?.id, settings: { enter_key: key } }]);
  const alice = await desk('agent3', `/view/contact/record/${contact?.id}/standard`);
  const { page } = alice;
  const note = page.getByRole('textbox', { name: 'Note', exact: true });
  const isSentBy = async (text: string, keys: string, isSent: boolean) => {
    await note.fill(text);
    await note.press(keys);
    if (isSent) {
      await expect(note).toHaveValue('');
      await expect(page.locator('main')).toContainText(text);
    } else await expect(note).toHaveValue(`${text}\n`);
  };
  await isSentBy('By Enter', 'Enter', true);
  await isSentBy('A line', 'Shift+Enter', false);
  try {
    await setKey('ctrl_enter');
    await expect.poll(() => page.getByRole('button', { name: 'Add note' }).getAttribute('data-tip-keys')).toBe('Ctrl+Enter'); // without a reload
    await isSentBy('Not by Enter', 'Enter', false);
    await isSentBy('By Ctrl+Enter', 'Control+Enter', true);

    await page.locator('main').press('?');
    const sheet = page.getByRole('dialog');
    const own = sheet.getByRole('group', { name: 'Messages and notes are sent with' });
    await expect(own.getByRole('button', { name: 'Organization default' })).toHaveAttribute('aria-pressed', 'true');
    await look(page, 'sendkey-light');
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
    await look(page, 'sendkey-dark');
    await own.getByRole('button', { name: 'Shift+Enter' }).click();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await isSentBy('By Shift+Enter', 'Shift+Enter', true);
    await page.reload();
    await isSentBy('Not by Enter either', 'Enter', false);
    await isSentBy('By Shift+Enter again', 'Shift+Enter', true);

    await page.locator('main').press('?');
    await own.getByRole('button', { name: 'Organization default' }).click();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await isSentBy('By Ctrl+Enter again', 'Control+Enter', true);
  } finally {
    await setKey('enter');
  }
  await isSentBy('By Enter again', 'Enter', true);
});
