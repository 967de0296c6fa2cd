import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const path = '/administration/realtime';

test('administrators see nodes, sockets and rooms live, others do not', async ({ desk, admin }) => {
  const boss = await desk('admin', path);
  const figure = (name: string) => boss.page.locator('dl > div').filter({ hasText: name }).locator('dd');
  await expect(figure('Nodes')).toHaveText('1');
  const before = Number(await figure('Sockets').textContent());
  expect(before).toBeGreaterThan(0);
  await boss.mark();

  const alice = await desk('agent1');
  await expect(figure('Sockets')).toHaveText(String(before + 1));
  const room = boss.page.getByRole('row', { name: /^calls:all/ });
  await expect(room).toBeVisible();

  // What is delivered draws the plot.
  const [contact] = await admin.list<{ id: string; version: number }>('contact', { limit: '1' });
  await alice.go(`/view/contact/record/${contact?.id}/standard`);
  const plot = boss.page.getByRole('img', { name: /^Deliveries in the last minute/ });
  const points = async () => (await plot.locator('polyline').getAttribute('points')) ?? '';
  await expect
    .poll(async () => {
      await admin.patch('/v1/object/contact', { id: contact?.id, last_name: `Reed ${Date.now() % 1000}` });
      return new Set((await points()).split(' ').map((point) => point.split(',')[1])).size;
    }, 'deliveries lift the line')
    .toBeGreaterThan(1);
  await expect(plot.locator('polyline')).toBeVisible();
  await expect(boss.page.getByRole('row', { name: new RegExp(`record:contact:${contact?.id}`) })).toBeVisible();

  await alice.close();
  await expect(figure('Sockets')).toHaveText(String(before));
  await expect(room).toHaveCount(0);
  expect(boss.requests().filter((r) => !r.startsWith('POST /v1/oauth2')), 'the figures come by the socket').toEqual([]);
  expect(boss.errors()).toEqual([]);

  const ben = await desk('agent2');
  await expect(ben.page.getByRole('navigation').getByRole('link', { name: 'Realtime' })).toHaveCount(0);
  await ben.page.goto(path);
  await expect(ben.page.getByText('This page does not exist')).toBeVisible();

  for (const theme of ['light', 'dark']) {
    await boss.page.evaluate((t) => document.documentElement.setAttribute('data-theme', t), theme);
    await look(boss.page, `realtime-${theme}`);
  }
  await boss.page.setViewportSize({ width: 390, height: 780 });
  await look(boss.page, 'realtime-narrow');
});
