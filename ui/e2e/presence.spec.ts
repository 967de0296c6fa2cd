import { expect, test } from './support/test.ts';

test('presence is live: a choice, a call, leaving', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const ben = await desk('agent2');
  const dot = (status: string) => alice.page.getByRole('listitem').filter({ hasText: 'Ben Sorensen' }).getByRole('img', { name: status });
  await expect(dot('Available')).toBeVisible({ timeout: 45_000 });
  await alice.mark();

  await ben.page.getByRole('button', { name: /Your account|Ben Sorensen/ }).first().click();
  await ben.page.getByRole('menuitemradio', { name: 'Do not disturb' }).click();
  await expect(dot('Do not disturb')).toBeVisible();

  const sid = await simulator.call('+12065550166');
  await expect(alice.alert()).toBeVisible();
  await expect(ben.alert(), 'who must not be disturbed is not rung').toHaveCount(0);
  await simulator.hangUp(sid);

  await ben.page.keyboard.press('Escape');
  await ben.page.getByRole('button', { name: /Your account|Ben Sorensen/ }).first().click();
  await ben.page.getByRole('menuitemradio', { name: 'Available' }).click();
  await expect(dot('Available')).toBeVisible();
  expect(alice.reads()).toEqual([]);
});
