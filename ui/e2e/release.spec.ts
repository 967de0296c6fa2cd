import type { Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { Desk } from './support/desk.ts';
import { look } from './support/look.ts';
import { expect, test } from './support/network.ts';
import { Simulator } from './support/simulator.ts';

const ready = 'A new version is ready.';

/** From now on the server's start page names another script, as after an update. */
async function update(page: Page): Promise<void> {
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace(/index-[\w-]+\.js/, 'index-newer123.js') });
    },
  );
}

const marked = (page: Page) => page.evaluate(() => 'isStill' in window);

test('after an update the page is opened anew by itself, but never over a call or a text being typed', async ({ browser, network }) => {
  const { server, link } = network;
  const simulator = new Simulator(await Api.signIn(server.url, 'admin'));
  const alice = await Desk.signIn(browser, link.url, 'agent1');
  const page = alice.page;
  await page.evaluate(() => Object.assign(window, { isStill: true }));
  const sid = await simulator.call('+12065550173');
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  const hangUp = page.getByRole('button', { name: 'Hang up' }).first();
  await expect(hangUp).toBeVisible();

  await update(page);
  const { connects } = await alice.connection();
  link.cut();
  await expect(page.getByText('Reconnecting…').first()).toBeVisible();
  link.mend();
  await alice.reconnected(connects + 1);
  await expect(page.getByText(ready)).toBeVisible();
  await look(page, 'release-ready');
  await page.setViewportSize({ width: 390, height: 780 });
  await look(page, 'release-ready-narrow');
  await page.setViewportSize({ width: 1360, height: 860 });
  await expect(hangUp).toBeVisible();

  // A text is typed when the call ends: the page stays.
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: /^Texts/ }).click();
  await page.getByRole('main').getByRole('link').first().click();
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('I am not done with');
  await simulator.hangUp(sid);
  await expect(hangUp).toHaveCount(0);
  expect(await marked(page)).toBe(true);
  await expect(page.getByText(ready)).toBeVisible();
  await expect(box).toHaveValue('I am not done with');

  // With nothing left that a reload could cost, it comes by itself.
  await box.fill('');
  await expect.poll(() => marked(page).catch(() => true), { timeout: 60_000 }).toBe(false);
  await alice.connected();
  await alice.close();
});
