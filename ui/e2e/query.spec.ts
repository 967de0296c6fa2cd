import { readFile } from 'node:fs/promises';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

test('somebody asks by a query, mends what is wrong in it, and takes the answer along', async ({ desk, admin }) => {
  const company = `Consulted ${Date.now()}`;
  const made = await admin.post<{ id: string }[]>(
    '/v1/object/contact',
    ['Ada Asked', 'Bo, Answered', 'Cy Counted'].map((name) => ({ name, company })),
  );
  const alice = await desk('agent1', '/view/contact/list');
  const { page } = alice;
  await page.getByRole('navigation').getByRole('link', { name: 'Query console' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Query console' })).toBeVisible();
  const editor = page.getByRole('textbox', { name: 'Query', exact: true });
  await expect(editor).toBeFocused();
  await expect(page.getByText('Write a query or pick a recent one')).toBeVisible();

  // What may follow is offered from the objects and fields that one may read.
  await page.keyboard.type('SELECT name, compny');
  await page.keyboard.press('Escape');
  await page.keyboard.type(' FROM conta');
  await page.getByRole('option', { name: /^contactContact$/ }).click();
  await expect(editor).toContainText('FROM contact');

  // What is wrong is marked where it stands, and what was meant is one press away.
  const mark = page.locator('.cm-lintRange-error');
  await expect(mark).toHaveText('compny');
  await mark.hover();
  await expect(page.getByRole('button', { name: 'Replace with “company”' })).toBeVisible();
  await look(page, 'query-fault');
  await page.getByRole('button', { name: 'Replace with “company”' }).click();
  await expect(mark).toHaveCount(0);

  await editor.press('Control+End');
  await page.keyboard.type(` WHERE company = '${company}' ORDER BY name`);
  await page.keyboard.press('Control+Enter');
  const table = page.getByRole('table', { name: 'Result' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table.getByRole('columnheader')).toHaveText(['name', 'company']);
  await expect(table.getByRole('cell').first()).toHaveText('Ada Asked');
  await expect(page.getByText(/^3 records · /)).toBeVisible();
  for (const theme of ['light', 'dark']) {
    await page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
    await look(page, `query-${theme}`);
  }

  await page.getByRole('button', { name: 'JSON' }).click();
  await expect(page.locator('pre')).toContainText('"name": "Cy Counted"');
  await page.getByRole('button', { name: 'CSV' }).click();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
  expect(await readFile(await saved.path(), 'utf8')).toBe(
    `name,company\r\nAda Asked,${company}\r\n"Bo, Answered",${company}\r\nCy Counted,${company}\r\n`,
  );

  // What refers to a record leads there.
  await editor.fill(`SELECT name, owner FROM contact WHERE id = '${made[0]?.id}'`);
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('button', { name: 'Table' }).click();
  await expect(table.getByRole('link', { name: 'Dana Whitfield' })).toHaveAttribute('href', /\/view\/user\/record\//);

  // What was run is there again after a reload, and can be forgotten.
  await page.reload();
  await expect(editor).toContainText('SELECT name, owner');
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('menuitem', { name: new RegExp(company) }).click();
  await expect(editor).toContainText(company);
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('menuitem', { name: 'Clear history' }).click();
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('menuitem', { name: new RegExp(company) })).toHaveCount(0);
  // Beside what was refused above there is what Chromium itself logs when text in an editor takes another's place.
  expect(alice.errors().filter((one) => !/422|Applying inline style/.test(one))).toEqual([]);
});

test('a refused query says where and why, and a long answer comes page by page', async ({ desk }) => {
  const { page } = await desk('agent1', '/query');
  const editor = page.getByRole('textbox', { name: 'Query', exact: true });
  await editor.fill('SELECT name\nFROM contact\nWHERE pg_sleep(9) > 1');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert')).toContainText('Line 3, column 7');
  await expect(page.locator('.cm-lintRange-error')).toHaveText('pg_sleep');

  await editor.fill('SELECT name FROM contact ORDER BY name');
  await page.keyboard.press('Control+Enter');
  const rows = page.getByRole('table', { name: 'Result' }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const first = await rows.count();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(first);

  await editor.fill("SELECT name FROM contact WHERE name = 'nobody at all'");
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('No matching records')).toBeVisible();
});
