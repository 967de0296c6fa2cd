import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface Made {
  id: string;
  name: string;
}

const column = (page: Page, name: string) => page.locator(`section[aria-label="${name}"]`);
const card = (page: Page, name: string) => page.locator('[data-card]').filter({ hasText: name });

async function theme(page: Page, to: 'light' | 'dark'): Promise<void> {
  await page.evaluate((one) => document.documentElement.setAttribute('data-theme', one), to);
}

/** Takes a card by the mouse to a column. */
async function drag(page: Page, name: string, to: string): Promise<void> {
  const from = await card(page, name).boundingBox();
  const goal = await column(page, to).boundingBox();
  if (!from || !goal) throw new Error(`no way from ${name} to ${to}`);
  await page.mouse.move(from.x + 40, from.y + from.height - 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + from.height, { steps: 3 });
  await page.mouse.move(goal.x + goal.width / 2, goal.y + 140, { steps: 6 });
  await expect(page.locator('[data-gap]')).toBeVisible();
  await page.mouse.up();
}

test('cards are moved by mouse and keys, move by themselves for others, and go back where a move is refused', async ({ desk, admin }) => {
  const object = `deal_${Date.now()}`;
  await admin.post('/v1/schema', {
    api_name: object,
    title: 'Deal',
    properties: {
      stage: {
        title: 'Stage',
        format: 'picklist',
        options: [
          { value: 'lead', label: 'Lead', color: 'sky' },
          { value: 'talks', label: 'In talks', color: 'violet' },
          { value: 'offer', label: 'Offer sent', color: 'amber' },
          { value: 'won', label: 'Won', color: 'green' },
        ],
      },
      amount: { title: 'Amount', format: 'currency' },
      company: { title: 'Company', format: 'text' },
      region: { title: 'Region', format: 'enum', options: [{ value: 'West' }, { value: 'East' }] },
    },
  });
  const deals = await admin.post<Made[]>(`/v1/object/${object}`, [
    { name: 'Office refit, phase two', stage: 'lead', amount: 12400, company: 'Thistle & Wick', region: 'West' },
    { name: 'Harbor signage', stage: 'lead', amount: 3150.5, company: 'Pell Marine', region: 'East' },
    { name: 'Spring catalog', stage: 'talks', amount: 8200, company: 'Orchard Print', region: 'West' },
    { name: 'Fleet of delivery bikes', stage: 'talks', amount: 21990, company: 'Kite & Cove' },
    { name: 'Warehouse racking', stage: 'offer', amount: 47800, company: 'Northgate Storage', region: 'East' },
    { name: 'Showroom lighting', stage: 'won', amount: 5600, company: 'Lumen Row', region: 'West' },
    { name: 'Annual service plan', amount: 1800, company: 'Brant Cafe', region: 'East' },
  ]);
  const [, harbor, spring] = deals;

  // From the list to the board, in the toolbar.
  const { page } = await desk('admin', `/view/${object}/list`);
  await page.getByRole('button', { name: 'Kanban', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/view/${object}/kanban`));
  await expect(column(page, 'Lead').locator('[data-card]')).toHaveCount(2);
  await expect(column(page, 'No stage').locator('[data-card]')).toHaveCount(1);
  const other = await desk('admin', `/view/${object}/kanban`);
  await expect(column(other.page, 'Lead').locator('[data-card]')).toHaveCount(2);

  // The total of a field stands in the heads.
  await page.getByRole('button', { name: 'More list actions' }).click();
  await page.getByRole('menuitem', { name: 'Board settings' }).click();
  const sheet = page.getByRole('dialog', { name: 'Board settings' });
  await sheet.getByLabel('Total').selectOption('Amount');
  await sheet.getByLabel('Color of Lead').selectOption('pink');
  await look(page, 'kanban-settings-light');
  await sheet.getByRole('button', { name: 'Apply' }).click();
  await expect(column(page, 'Lead').locator('[data-sum]')).toHaveText('$15,550.50');
  await expect(column(page, 'Lead').locator('.option-pink')).toHaveCount(1);

  // By the mouse, which the other sees without reading anything.
  await other.mark();
  await drag(page, 'Harbor signage', 'Offer sent');
  await expect(column(page, 'Offer sent').locator('[data-card]').first()).toContainText('Harbor signage');
  await expect(column(page, 'Offer sent').locator('[data-sum]')).toHaveText('$50,950.50');
  await expect(column(other.page, 'Offer sent').locator('[data-card]')).toHaveCount(2);
  await expect(column(other.page, 'Lead').locator('[data-card]')).toHaveCount(1);
  expect(other.reads()).toEqual([]);
  await expect.poll(async () => (await admin.get<{ stage: string }>(`/v1/object/${object}/${harbor?.id}`)).stage).toBe('offer');

  // By keys alone; the focus stays with the card.
  await card(page, 'Spring catalog').getByRole('link').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(column(page, 'Won').locator('[data-gap]')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(column(page, 'Won').locator('[data-card]').first()).toContainText('Spring catalog');
  await expect(card(page, 'Spring catalog').getByRole('link')).toBeFocused();
  await expect(column(other.page, 'Won').locator('[data-card]')).toHaveCount(2);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await expect(column(page, 'Won').locator('[data-card]')).toHaveCount(2);
  await look(page, 'kanban-light');
  await theme(page, 'dark');
  await look(page, 'kanban-dark');
  await theme(page, 'light');

  // Refused, a card goes back, and says why.
  await page.route(`**/v1/object/${object}`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify({ status: 409, detail: 'The deal is closed.' }) })
      : route.fallback(),
  );
  await drag(page, 'Showroom lighting', 'Lead');
  await expect(page.getByText('Update failed: The deal is closed.')).toBeVisible();
  await expect(column(page, 'Won').locator('[data-card]')).toHaveCount(2);
  await expect(column(page, 'Lead').locator('[data-card]')).toHaveCount(1);
  await page.unroute(`**/v1/object/${object}`);

  // A value that is no option has a column of its own; a new card begins with its column's value.
  await admin.patch(`/v1/object/${object}`, [{ id: spring?.id, stage: null }]);
  await expect(column(page, 'No stage').locator('[data-card]')).toHaveCount(2);
  await page.getByRole('button', { name: 'Add deal to In talks' }).click();
  const form = page.getByRole('dialog', { name: 'New Deal' });
  await form.getByLabel('Name').fill('Garden furniture');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(column(page, 'In talks').locator('[data-card]')).toHaveCount(2);
  await expect(column(other.page, 'In talks').locator('[data-card]')).toHaveCount(2);

  // Swimlanes; who has none is 'Unassigned'. All of it survives a reload.
  await page.getByRole('button', { name: 'Swimlanes: None' }).click();
  await page.getByRole('menuitemradio', { name: 'Region' }).click();
  const lane = page.getByRole('button', { name: /^Unassigned/ });
  await expect(lane).toContainText('2');
  await lane.click();
  await page.getByRole('button', { name: 'Collapse No stage' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: /^West/ })).toHaveAttribute('aria-expanded', 'true');
  await expect(lane).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('button', { name: 'Expand No stage' })).toBeVisible();
  await expect(page.locator('[data-board] .option-pink')).toHaveCount(1);
  await look(page, 'kanban-lanes-light');
  await theme(page, 'dark');
  await look(page, 'kanban-lanes-dark');
  await theme(page, 'light');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'kanban-lanes-narrow');
  await page.goto(`/view/${object}/kanban?board=${encodeURIComponent(JSON.stringify({ columns: 'stage', sum: 'amount', swimLanes: '' }))}`);
  await expect(card(page, 'Garden furniture')).toBeVisible();
  await look(page, 'kanban-narrow');

  // The navigation opens what one saw last; the board is kept with one for the list without a filter.
  await page.setViewportSize({ width: 1360, height: 860 });
  await expect(page.locator(`a[data-nav="${object}"]`)).toHaveAttribute('href', `/view/${object}/kanban`);
  await page.locator(`a[data-nav="${object}"]`).click();
  await expect(page.getByRole('button', { name: 'Swimlanes: Region' })).toBeVisible();
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(page.locator('[data-record]')).toHaveCount(8);
  await expect(page.locator(`a[data-nav="${object}"]`)).toHaveAttribute('href', `/view/${object}/table`);

  // A filter has a board of its own, and opens it.
  const [filter] = await admin.post<Made[]>('/v1/object/list_filter', [
    {
      name: 'Big deals',
      object,
      visibility: 'organization',
      filters: [{ field: 'amount', operator: '>', value: 5000 }],
      settings: { displayMode: 'kanban', kanbanSettings: { columns: 'region' } },
    },
  ]);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('menuitemradio', { name: 'Big deals' }).click();
  await expect(column(page, 'West').locator('[data-card]')).toHaveCount(3);
  await page.getByRole('button', { name: 'More list actions' }).click();
  await page.getByRole('menuitem', { name: 'Board settings' }).click();
  await sheet.getByLabel('Swimlanes').selectOption('Stage');
  await sheet.getByRole('button', { name: 'Save with Big deals' }).click();
  await expect(page.getByText('Board saved')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Won/ })).toBeVisible();
  const { settings } = await admin.get<{ settings: object }>(`/v1/object/list_filter/${filter?.id}`);
  expect(settings).toMatchObject({ displayMode: 'kanban', kanbanSettings: { columns: 'region', swimLanes: 'stage' } });
});

test('an object without options has no board, and says why', async ({ desk, admin }) => {
  const object = `crate_${Date.now()}`;
  await admin.post('/v1/schema', { api_name: object, title: 'Carton', properties: { weight: { title: 'Weight', format: 'number' } } });
  const { page } = await desk('admin', `/view/${object}/list`);
  await expect(page.getByRole('button', { name: /^Kanban/ })).toHaveAttribute('aria-disabled', 'true');
  await page.goto(`/view/${object}/kanban`);
  await expect(page.getByText("This list can't be shown as a board")).toBeVisible();
  await look(page, 'kanban-none');
  await page.getByRole('button', { name: 'Open the list' }).click();
  await expect(page).toHaveURL(new RegExp(`/view/${object}/list`));
});

test('a finger that rests on a card moves it, and one that moves at once scrolls', async ({ desk, admin }) => {
  const object = `visit_${Date.now()}`;
  const options = [{ value: 'open', label: 'Open' }, { value: 'done', label: 'Done' }];
  await admin.post('/v1/schema', { api_name: object, title: 'Visit', properties: { state: { title: 'State', format: 'picklist', options } } });
  await admin.post(`/v1/object/${object}`, [{ name: 'Pier nine', state: 'open' }]);
  const { page } = await desk('admin', `/view/${object}/kanban`);
  const from = await card(page, 'Pier nine').boundingBox();
  const goal = await column(page, 'Done').boundingBox();
  if (!from || !goal) throw new Error('no board');
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const [x, y] = [from.x + 60, from.y + 15];

  await touch('touchStart', x, y);
  await touch('touchMove', x, y - 40);
  await touch('touchMove', goal.x + 100, y);
  await expect(page.locator('[data-gap]')).toHaveCount(0);
  await touch('touchEnd', 0, 0);
  await expect(column(page, 'Open').locator('[data-card]')).toHaveCount(1);

  await touch('touchStart', x, y);
  // The card that flies with the finger is a copy.
  await expect(page.getByText('Pier nine')).toHaveCount(2);
  await touch('touchMove', x + 40, y + 10);
  await touch('touchMove', goal.x + 100, goal.y + 120);
  await expect(page.locator('[data-gap]')).toBeVisible();
  await touch('touchEnd', 0, 0);
  await expect(column(page, 'Done').locator('[data-card]')).toHaveCount(1);
  await expect.poll(async () => (await admin.list<{ state: string }>(object))[0]?.state).toBe('done');
});
