import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface Contact {
  id: string;
  name: string;
  version: number;
}

const kept = /^Unsaved changes from /;

test('unsaved changes of a record are asked for, kept, and offered again to nobody else', async ({ desk, admin }) => {
  const [contact] = await admin.list<Contact>('contact', { order: 'name', limit: '1', offset: '5' });
  const path = `/view/contact/record/${contact?.id}/standard`;
  const alice = await desk('agent1', '/view/contact/list');
  const page = alice.page;
  await page.getByRole('searchbox').fill(contact?.name ?? '');
  await page.locator(`[data-record="${contact?.id}"] [data-row-link]`).click();
  await alice.more('Edit');
  const company = page.getByLabel('Company');
  await company.fill('Typed and not saved');

  // Inside: a question, which the keyboard answers.
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const notes = page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Notes' });
  await notes.click();
  await expect(question).toBeVisible();
  await look(page, 'unsaved-question');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(company).toHaveValue('Typed and not saved');
  await page.goBack();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(new URL(page.url()).pathname).toBe(path);
  await notes.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/view/note/list');

  // It is there again when one returns.
  await page.goto(path);
  await expect(page.getByText(kept)).toBeVisible();
  await look(page, 'unsaved-offered');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(company).toHaveValue('Typed and not saved');

  // Outside: the browser asks, and what was typed stands after a reload.
  let asked = '';
  page.once('dialog', (dialog) => {
    asked = dialog.type();
    void dialog.accept();
  });
  await company.press('End');
  await page.keyboard.type(' at all');
  await page.reload();
  expect(asked).toBe('beforeunload');
  await expect(company).toHaveValue('Typed and not saved at all');

  // Somebody else changes the record: what is stored is shown, and the choice is mine.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto('/view/note/list');
  await admin.patch('/v1/object/contact', [{ id: contact?.id, company: 'Changed by another' }]);
  await page.goto(`${path}?edit=true`);
  await expect(page.getByText(kept)).toBeVisible();
  await expect(company).toHaveValue('Changed by another');
  await look(page, 'unsaved-changed-since');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(company).toHaveValue('Typed and not saved at all');
  await expect(page.getByText('Now: Changed by another')).toBeVisible();

  // Another person at the same browser hears nothing of it.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto('/view/note/list');
  await page.getByRole('button', { name: /Your account|Alice Moreno/ }).first().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login/);
  await page.getByLabel('Email').fill('agent2@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('switchboard');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await alice.connected();
  await page.goto(`${path}?edit=true`);
  await expect(company).toHaveValue('Changed by another');
  await expect(page.getByText(kept)).toHaveCount(0);
});

test('a new record that was not saved is kept, and gone once it is saved', async ({ desk }) => {
  const alice = await desk('supervisor', '/view/contact/new');
  const page = alice.page;
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Wilma Keptdraft');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(name).toHaveValue('Wilma Keptdraft');
  await expect(page.getByText(kept)).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Wilma Keptdraft' })).toBeVisible();
  await page.goto('/view/contact/new');
  await expect(name).toHaveValue('');
  await expect(page.getByText(kept)).toHaveCount(0);

  // Given up by hand it is gone, too, and nobody asks.
  await name.fill('Given up');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('**/view/contact/list**');
  await page.goto('/view/contact/new');
  await expect(name).toHaveValue('');
});
