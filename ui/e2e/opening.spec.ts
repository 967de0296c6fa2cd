import { expect, test } from './support/test.ts';

declare global {
  interface Window {
    __shifts: string[];
  }
}

test('a page that is opened again asks once who is here, keeps what it knows, and moves nothing', async ({ desk }) => {
  const alice = await desk('agent1', '/');
  const { page } = alice;
  // The sign-in knew all of it already: the browser keeps what a page asks for that begins by itself.
  await alice.go('/');
  await alice.mark();
  // Missed calls of other tests: their card comes by the socket, after those that the page reads.
  const missed = page.getByRole('main').getByRole('button', { name: 'Mark all as seen' });
  if (await missed.isVisible()) await missed.click();
  await expect(missed).toHaveCount(0);
  await alice.mark();
  await page.addInitScript(() => {
    window.__shifts = [];
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[] };
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `${node?.textContent?.slice(0, 60)}: ${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`,
        );
        window.__shifts.push(`${value}: ${moved.join('; ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.reload();
  await alice.connected();
  await alice.loaded();

  const asked = alice.requests();
  expect(asked.filter((one) => one === 'POST /v1/oauth2/refresh')).toHaveLength(1);
  expect(asked).not.toContain('GET /v1/me');
  expect(asked).not.toContain('GET /v1/public/instance');
  // By scripts that run anyway, not by dozens one behind the other.
  expect(new Set(asked.filter((one) => one.endsWith('.js'))).size).toBeLessThan(40);
  expect(await page.evaluate(() => window.__shifts)).toEqual([]);
  const overNetwork = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, transferSize }) => transferSize > 0 && /\/assets\/|\/v1\/schema/.test(name))
      .map(({ name }) => name),
  );
  expect(overNetwork).toEqual([]);
  expect(alice.errors()).toEqual([]);
});

test('who chose the dark theme sees it from the first paint', async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem('switchboard.theme', 'dark'));
  // Nothing but the page itself has come yet.
  await page.route('**/assets/**', () => undefined);
  await page.goto(`${server.url}/login`, { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
