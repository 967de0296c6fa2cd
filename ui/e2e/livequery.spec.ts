import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

test('a live query follows what others do: rows come, change, move and go without a request', async ({ desk, admin }) => {
  const company = `Followed ${Date.now()}`;
  const make = async (name: string) => (await admin.post<{ id: string }[]>('/v1/object/contact', [{ name, company }]))[0]?.id ?? '';
  const ada = await make('Ada Followed');
  const alice = await desk('agent1', '/query');
  const ben = await desk('agent2', '/query');
  const consoles = [alice, ben].map(({ page }) => ({
    page,
    editor: page.getByRole('textbox', { name: 'Query', exact: true }),
    live: page.getByRole('checkbox', { name: 'Live' }),
    rows: page.getByRole('table', { name: 'Result' }).locator('tbody').getByRole('row'),
    told: page.getByRole('region', { name: 'Result' }).locator('p[role=status]'), // while it is loaded that says so, too
  }));
  const [hers, his] = consoles;
  if (!hers || !his) throw new Error('there are two');
  await hers.editor.fill(`SELECT id, name, email FROM contact WHERE company = '${company}' ORDER BY name`);
  await his.editor.fill(`SELECT company, COUNT(*) AS n, MIN(name) AS first FROM contact WHERE company = '${company}' GROUP BY company`);
  for (const { page, live, rows, told } of consoles) {
    await live.check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Run' }).click();
    await expect(rows).toHaveCount(1);
    await expect(told).toContainText('1 record · Live');
  }
  await alice.mark();
  await ben.mark();

  const zoe = await make('Zoe Followed');
  await expect(hers.rows).toHaveCount(2);
  await expect(hers.rows.nth(1)).toHaveClass(/animate-tint/);
  await expect(hers.rows.nth(0)).not.toHaveClass(/animate-tint/);
  await expect(his.rows.getByRole('cell')).toHaveText([company, '2', 'Ada Followed']);
  for (const theme of ['light', 'dark']) {
    await alice.page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
    await look(alice.page, `live-query-${theme}`);
  }

  await admin.patch('/v1/object/contact', { id: ada, email: 'ada@followed.test' });
  await expect(hers.rows.nth(0)).toContainText('ada@followed.test');
  await admin.patch('/v1/object/contact', { id: zoe, name: 'Aaron Followed' });
  await expect(hers.rows.nth(0)).toContainText('Aaron Followed');
  await expect(hers.rows.nth(1)).toContainText('Ada Followed');
  await expect(his.rows.getByRole('cell')).toHaveText([company, '2', 'Aaron Followed']);
  await admin.patch('/v1/object/contact', { id: zoe, company: 'Elsewhere' });
  await expect(hers.rows).toHaveCount(1);
  await expect(hers.told).toContainText('1 record · Live');
  expect(alice.reads(), 'all of it came over the socket').toEqual([]);
  expect(ben.reads()).toEqual([]);

  // A cut misses nothing either, and what is switched off stands still.
  await alice.context.setOffline(true);
  await make('Bea Followed');
  await expect(his.rows.getByRole('cell')).toHaveText([company, '2', 'Ada Followed']);
  await alice.context.setOffline(false);
  await expect(hers.rows).toHaveCount(2, { timeout: 45_000 });
  await hers.live.uncheck();
  await expect(hers.told).toContainText(/2 records · [\d,]+ ms/);
  await make('Cal Followed');
  await expect(his.rows.getByRole('cell')).toHaveText([company, '3', 'Ada Followed']);
  await expect(hers.rows).toHaveCount(2);
});
