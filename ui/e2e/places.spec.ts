import { Desk } from './support/desk.ts';
import { look } from './support/look.ts';
import { expect, test } from './support/network.ts';

const notLoaded = 'This page is not loaded yet';

test('without network, a place that was not loaded yet keeps the frame and opens when the network is back', async ({ browser, network }) => {
  const alice = await Desk.signIn(browser, network.link.url, 'agent1');
  const page = alice.page;
  // Nothing is loaded before somebody goes there, as in a page's first moments.
  await alice.context.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.goto('about:blank');
  await (await alice.context.newCDPSession(page)).send('Network.clearBrowserCache');
  await alice.go('/live/active_calls');
  const navigation = page.getByRole('navigation', { name: 'Navigation' });
  const chat = navigation.getByRole('link', { name: /^Chat/ });
  const before = await alice.connection();

  network.link.cut();
  await chat.click();
  await expect(page.getByRole('alert').getByText(notLoaded)).toBeVisible();
  await expect(chat).toBeVisible();
  // The navigation is drawn again, its mark too.
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Control+b');
  const mark = navigation.locator('img[src="/mark.svg"]');
  await expect.poll(() => mark.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);
  await look(page, 'place-not-loaded');
  const overlay = page.getByRole('dialog');
  await page.keyboard.press('Control+k');
  await expect(overlay.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(overlay).toBeVisible();
  await expect(overlay.getByRole('alert')).toBeVisible();
  await expect(chat).toBeVisible();
  await look(page, 'sheet-not-loaded');

  network.link.mend();
  await alice.reconnected(before.connects + 1);
  await expect(overlay.getByText('Command palette')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: /Everyone/ }).first()).toBeVisible();
  await expect(page.getByText(notLoaded)).toHaveCount(0);
  expect(alice.errors()).toEqual([]);
  await alice.close();
});

test('without network, a list says that there is no connection, nothing claims that calls ring, and it is read by itself on return', async ({ browser, network }) => {
  const alice = await Desk.signIn(browser, network.link.url, 'agent1');
  const page = alice.page;
  await alice.loaded();
  const before = await alice.connection();
  await expect(page.getByText('Calls ring here.')).toBeVisible();

  network.link.cut();
  const navigation = page.getByRole('navigation', { name: 'Navigation' });
  await navigation.getByRole('link', { name: 'Contacts' }).click();
  await expect(page.getByRole('alert').getByText('No connection')).toBeVisible();
  await expect(page.getByText('Error fetching records')).toHaveCount(0);
  await expect(page.getByText(/Total Records/)).toHaveCount(0);
  await expect(page.getByText("Calls don't ring here.")).toBeVisible();
  await expect(page.getByText('Calls ring here.')).toHaveCount(0);
  await look(page, 'list-without-network');
  await navigation.getByRole('link', { name: /^Active Calls/i }).click();
  await expect(page.getByRole('main').getByRole('alert').getByText('No connection')).toBeVisible();
  await look(page, 'active-calls-without-network');
  await page.goBack();

  network.link.mend();
  await alice.reconnected(before.connects + 1);
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
  await expect(page.getByText('Calls ring here.')).toBeVisible();
  await alice.close();
});

test('a text that is not there says so, with nothing empty beside it', async ({ desk }) => {
  const alice = await desk('agent1', '/view/twilio_conversation/record/00000000-0000-4000-8000-000000000001/conversation');
  await expect(alice.page.getByRole('alert').getByText('Conversation not found.')).toBeVisible();
  await expect(alice.page.getByRole('complementary', { name: 'Customer' })).toHaveCount(0);
});

test('with the server killed, every place that was never opened stands', async ({ browser, network }) => {
  const dana = await Desk.signIn(browser, network.server.url, 'admin');
  const page = dana.page;
  const navigation = page.getByRole('navigation', { name: 'Navigation' });
  await expect(page.locator('html')).toHaveAttribute('data-loaded', 'all');

  await network.server.kill();
  const links = navigation.getByRole('link');
  const paths = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
  expect(paths.length).toBeGreaterThan(8);
  for (const path of paths) {
    await navigation.locator(`a[href="${path}"]`).click();
    await page.waitForURL(`**${path}`);
    await expect(page.locator('main').getByRole('heading').first()).toBeVisible();
    await expect(page.getByText(notLoaded)).toHaveCount(0);
  }
  for (const keys of ['Control+k', '?']) {
    await page.keyboard.press(keys);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(navigation).toBeVisible();
  expect(dana.errors()).toEqual([]);
  await dana.close();
});
