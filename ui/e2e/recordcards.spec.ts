import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface Made {
  id: string;
}

const custom = 'permit';

test('a record shows what names it by kind, custom objects included, with the way to all and to a new one', async ({ desk, admin }) => {
  await admin.post('/v1/schema', {
    api_name: custom,
    title: 'Permit',
    properties: { campaign: { title: 'Campaign', format: 'lookup', anyOf: [{ schema_api_name: 'campaign' }] } },
  });
  const [campaign] = await admin.post<Made[]>('/v1/object/campaign', [{ name: 'Autumn fair' }]);
  const id = campaign?.id ?? '';
  const boss = await desk('admin', `/view/campaign/record/${id}/standard`);
  const { page } = boss;
  await page.setViewportSize({ width: 1440, height: 900 });
  const card = page.getByRole('region', { name: 'Related records' });
  await expect(card).toContainText('No related records found');
  await boss.mark();

  await admin.post(`/v1/object/${custom}`, Array.from({ length: 26 }, (_, at) => ({ name: `Permit ${at}`, campaign: id })));
  await expect(card.getByRole('button', { name: /^permit/ })).toContainText('25+');
  await card.getByRole('button', { name: 'Newest permit' }).click();
  await expect(card.getByRole('link')).toHaveCount(5);

  await card.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New note' }).click();
  const form = page.getByRole('dialog', { name: 'New Note' });
  await form.getByLabel('Name').fill('Book the hall');
  await form.getByLabel('Value').fill('Before May');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByRole('button', { name: /^note/ })).toContainText('1');
  await look(page, 'related-card-light');

  await card.getByRole('button', { name: /^permit/ }).click();
  const tab = page.getByRole('tablist', { name: 'Open records' }).getByRole('tab', { name: 'Autumn fair - permits' });
  await expect(tab).toHaveCount(1);
  expect(await page.evaluate(() => location.pathname)).not.toBe(`/view/campaign/record/${id}/standard`);
});

test('notes are listed, found, written and changed on a record, live; the timeline shows one kind alone', async ({ desk, admin }) => {
  const [contact] = await admin.post<Made[]>('/v1/object/contact', [{ name: 'Noted Nora' }]);
  const id = contact?.id ?? '';
  const related = { schema: 'contact', id };
  const whole = `Wants the long tent. ${'It has to stand by Friday. '.repeat(6)}`.trim();
  await admin.post('/v1/object/email', [{ subject: 'Your order of the large garden tent', from: 'nora@example.com', to: ['desk@example.com'], text_content: 'Please call me about the tent before noon.', related_to: related, sent_date: new Date().toISOString() }]);
  const alice = await desk('agent1', `/view/contact/record/${id}/standard`);
  const { page } = alice;
  await page.setViewportSize({ width: 1440, height: 900 });
  const card = page.getByRole('region', { name: 'Notes' });
  await card.getByRole('button', { name: 'Notes' }).click();
  await expect(card).toContainText('No Notes found');

  await card.getByRole('button', { name: 'Add note' }).click();
  await card.getByLabel('Name').fill('Tent');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please fill in all fields')).toBeVisible();
  await card.getByLabel('Value').fill(whole);
  await page.route('**/v1/object/note', (route) => route.fulfill({ status: 500, json: {} }));
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Failed to create related note.')).toBeVisible();
  await page.unroute('**/v1/object/note');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Related Note created successfully')).toBeVisible();
  await expect(card.getByRole('link', { name: 'Tent' })).toBeVisible();
  await admin.post('/v1/object/note', [{ name: 'From elsewhere', notes: 'x', related_to: related }]);
  await expect(card.getByRole('listitem')).toHaveCount(2);
  await card.getByRole('searchbox').fill('TENT');
  await expect(card.getByRole('listitem')).toHaveCount(1);

  await card.getByRole('button', { name: 'Edit Tent' }).click();
  await card.getByLabel('Name').fill('Long tent');
  await page.route('**/v1/object/note', (route) => route.fulfill({ status: 500, json: {} }));
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Failed to update note.')).toBeVisible();
  await page.unroute('**/v1/object/note');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Related Note updated successfully')).toBeVisible();
  await expect(card.getByRole('link', { name: 'Long tent' })).toBeVisible();

  const timeline = page.getByRole('region', { name: 'Timeline' });
  const said = timeline.getByText(/^Wants the long tent/);
  await expect(said).toContainText('…');
  await said.getByRole('button', { name: 'Show all' }).click();
  await expect(said).toContainText(whole);
  await expect(timeline.getByText('Your order of the large g…')).toBeVisible();
  await expect(timeline.getByText('nora@example.com → desk@example.com')).toBeVisible();
  await expect(timeline.getByText('Please call me about the tent…')).toBeVisible();
  for (const theme of ['light', 'dark']) {
    await page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
    await look(page, `notes-card-${theme}`);
  }
  await timeline.getByRole('button', { name: 'Emails' }).click();
  await expect(said).toHaveCount(0);
  await expect(timeline.getByText('Your order of the large g…')).toBeVisible();
  await timeline.getByRole('button', { name: 'Notes' }).click();
  await expect(timeline.getByText('From elsewhere')).toBeVisible();
  await expect(timeline.getByText('Your order of the large g…')).toHaveCount(0);
});
