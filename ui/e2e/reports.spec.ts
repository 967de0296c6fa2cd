import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

test('a report is built, saved, edited, cloned and deleted, and its chart is downloaded', async ({ desk }) => {
  const { page } = await desk('admin', '/view/report/new');
  await expect(page.getByText('Choose an object first.').first()).toBeVisible();
  const settings = page.getByRole('complementary', { name: 'Settings' });
  await settings.getByLabel('Name').fill('Contacts by month');
  await settings.getByLabel('Object').selectOption('contact');
  await expect(page.getByText('Please select x and y fields')).toBeVisible();
  await settings.getByLabel('X axis').selectOption('created_date');
  await settings.getByLabel('Y axis').selectOption('id');
  await settings.getByLabel('Group dates by').selectOption('Month');
  await expect(page.getByRole('img', { name: 'Contacts by month, Line chart' })).toBeVisible();
  await look(page, 'report-new-light');

  // One field instead of x and y, and a count that nobody chooses.
  await settings.getByRole('button', { name: 'Gauge' }).click();
  await expect(settings.getByLabel('Aggregate')).toBeHidden();
  await settings.getByRole('button', { name: 'Donut' }).click();
  await settings.getByLabel('Field').selectOption('');
  await expect(page.getByText('Please select a field')).toBeVisible();
  await settings.getByLabel('Field').selectOption('owner');
  await expect(settings.getByLabel('Aggregate').locator('option')).toHaveText(['Count', 'Value']);
  await expect(page.getByRole('img', { name: 'Contacts by month, Donut chart' })).toBeVisible();

  // What is not saved survives a reload.
  await page.reload();
  await expect(page.getByText('Unsaved changes restored.')).toBeVisible();
  await expect(settings.getByLabel('Name')).toHaveValue('Contacts by month');
  await settings.getByRole('button', { name: 'Bar', exact: true }).click();
  await settings.getByLabel('X axis').selectOption('created_date');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/view\/report\/record\/[0-9a-f-]+\/standard/);
  await expect(page.getByRole('heading', { name: 'Contacts by month' })).toBeVisible();

  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('columnheader', { name: 'Count of Id' })).toBeVisible();
  await expect(page).toHaveURL(/tab=table/);
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByText('Dana Whitfield').first()).toBeVisible();
  await page.getByRole('button', { name: 'Chart', exact: true }).click();
  await page.getByRole('button', { name: 'Download' }).click();
  const png = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download PNG' }).click();
  expect((await png).suggestedFilename()).toBe('Contacts by month.png');

  // The records of a query, whose mistakes are said where they are.
  await page.keyboard.press('Control+Alt+e');
  await settings.getByRole('button', { name: 'SQL' }).click();
  await settings.getByLabel('Query').fill('SELECT owner, COUNT(*) AS n FRM contact GROUP BY owner');
  await expect(settings.getByText(/Line 1, column \d+/)).toBeVisible();
  await settings.getByLabel('Query').fill('SELECT owner, COUNT(*) AS n FROM contact GROUP BY owner');
  await settings.getByLabel('X axis').selectOption('owner');
  await settings.getByLabel('Y axis').selectOption('n');
  await settings.getByLabel('Aggregate').selectOption('Sum');
  await expect(page.getByRole('img', { name: 'Contacts by month, Bar chart' })).toBeVisible();
  await page.keyboard.press('Control+Alt+c');
  await expect(page.getByText('Report saved')).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Clone' }).click();
  await expect(settings.getByLabel('Name')).toHaveValue('Copy of Contacts by month');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Contacts by month', exact: true }).first().click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('Are you sure you want to delete Contacts by month?')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Report deleted')).toBeVisible();
});

test('a dashboard is made of reports, arranged by mouse and keys, set, and shared live', async ({ admin, desk }) => {
  const settings = { x: 'created_date', y: 'id', aggregate: 'Count', groupByDateTime: 'Month' };
  const bar = { name: 'Customers by month', object: 'contact', chart_settings: { ...settings, chartType: 'Bar' } };
  const ring = { name: 'Customers by owner', object: 'contact', chart_settings: { chartType: 'Donut', field: 'owner' } };
  const one = { name: 'Customers', object: 'contact', chart_settings: { chartType: 'Metric', field: 'id' } };
  for (const report of [bar, ring, one]) await admin.post('/v1/object/report', report);

  const { page } = await desk('admin', '/view/dashboard/new');
  for (const name of ['Customers by month', 'Customers by owner', 'Customers']) {
    await page.getByRole('button', { name: 'Add Component' }).click();
    await page.getByRole('dialog').getByRole('button', { name: `${name} contact`, exact: true }).click();
    await expect(page.getByRole('region', { name: `${name} tile` })).toBeVisible();
  }
  // By keys: one column wider, and a row lower.
  const first = page.getByRole('region', { name: 'Customers by month tile' });
  const before = (await first.boundingBox())?.width ?? 0;
  await first.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(async () => (await first.boundingBox())?.width ?? 0).toBeGreaterThan(before * 1.3);

  // The chart of one tile is set by itself.
  await page.getByRole('button', { name: 'Actions of Customers by owner' }).click();
  await page.getByRole('menuitem', { name: 'Chart settings' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pie' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('img', { name: 'Customers by owner, Pie chart' })).toBeVisible();
  await look(page, 'dashboard-arrange-light');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Name').fill('Wall');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Dashboard saved successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Wall' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Customers, Metric chart: [\d,]+$/ })).toBeVisible();
  await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'));
  await look(page, 'dashboard-dark');

  // A colleague has it open: a change of its name and tiles is there at once.
  const other = await desk('agent1', new URL(page.url()).pathname);
  await expect(other.page.getByRole('heading', { name: 'Wall' })).toBeVisible();
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('button', { name: 'Actions of Customers', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remove tile' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(other.page.getByRole('region', { name: 'Customers tile', exact: true })).toBeHidden();
  await other.page.setViewportSize({ width: 390, height: 844 });
  await expect(other.page.getByRole('img', { name: 'Customers by owner, Pie chart' })).toBeVisible();
  await look(other.page, 'dashboard-narrow');
});

test('the ready dashboard is filled from the first minute', async ({ desk }) => {
  const { page } = await desk('supervisor', '/view/dashboard/list');
  await page.getByRole('link', { name: 'Desk at a glance' }).click();
  for (const [name, type] of [
    ['Calls by day', 'Bar'],
    ['Calls by outcome', 'Donut'],
    ['Calls by person', 'Horizontal Bar'],
    ['Texts in and out', 'Area'],
    ['Average call length', 'Line'],
    ['Contacts by owner', 'Pie'],
    ['Contacts', 'Metric'],
  ]) {
    await expect(page.getByRole('img', { name: new RegExp(`^${name}, ${type} chart`) })).toBeVisible();
  }
  await look(page, 'dashboard-ready-light');
});
