import type { Browser, BrowserContext, Page } from '@playwright/test';

/** What opening a page costs a browser; times in ms from the start of the navigation. */
export interface Opening {
  interactive: number;
  /** How far what was shown already moved (layout shift). */
  shift: number;
  /** The longest time in which the page answered nothing; below 50 ms none is told of and this is 0. */
  longestTask: number;
  /** Bytes of scripts as they came over the network, until the page was interactive; 0 for those kept by the browser. */
  script: number;
  requests: number;
  /** Processor time of the page's main thread; unlike times it says little of what else the machine does. */
  work: number;
}

declare global {
  interface Window {
    __opening: { interactive: number; shift: number; longestTask: number };
  }
}

/**
 * Watches a page from inside. It is interactive when its frame stands, the first list of its content is painted and
 * the socket is connected.
 */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { interactive: 0, shift: 0, longestTask: 0 };
    window.__opening = seen;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) seen.shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longestTask = Math.max(seen.longestTask, duration);
    }).observe({ type: 'longtask', buffered: true });
    const stands = () =>
      document.documentElement.dataset['socket'] === 'connected' &&
      document.querySelector('nav a') !== null &&
      document.querySelector('main :is(li, tr[data-index])') !== null;
    const watcher = new MutationObserver(() => {
      if (!stands()) return;
      watcher.disconnect();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          seen.interactive = performance.now();
        };
        channel.port2.postMessage(null);
      });
    });
    watcher.observe(document, { childList: true, subtree: true, attributes: true });
  });
}

/** So long a new window of the browser is left alone: it loads pages of the browser's own, which are not ours to measure. */
const rest = 2_000;

/** Opens a page in a window of its own, and leaves it when nothing of it is left to load. */
export async function open(context: BrowserContext, path: string, throttle: number): Promise<Opening> {
  const page = await context.newPage();
  await page.waitForTimeout(rest);
  await watch(page);
  const tools = await context.newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(path);
  await page.waitForFunction(() => window.__opening.interactive > 0);
  const { metrics } = await tools.send('Performance.getMetrics');
  const work = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  const opening = await page.evaluate(() => {
    const before = window.__opening.interactive;
    const loaded = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter((one) => one.startTime < before);
    return {
      ...window.__opening,
      requests: loaded.length,
      script: loaded
        .filter(({ name, transferSize }) => name.endsWith('.js') && transferSize > 0)
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    };
  });
  await page.waitForSelector('html[data-loaded=all]');
  // What is loaded afterwards may still move something or block.
  const { shift, longestTask } = await page.evaluate(() => window.__opening);
  await page.close();
  return { ...opening, shift, longestTask, work };
}

/** A browser of its own that is signed in and has loaded nothing. */
export async function signedIn(browser: Browser, base: string, user: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: base });
  const answer = await context.request.post('/v1/oauth2/token', {
    headers: { origin: base },
    data: { username: `${user}@demo.test`, password: 'switchboard' },
  });
  if (!answer.ok()) throw new Error(`sign-in as ${user}: ${answer.status()} ${await answer.text()}`);
  return context;
}
