import type { Tabs } from './tab.ts';

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

type Seen = Pick<Opening, 'interactive' | 'shift' | 'longestTask'>;

declare global {
  interface Window {
    __opening: Seen;
  }
}

/**
 * Watches a page from inside. It is interactive when its frame stands, the first list of its content is painted and
 * the socket is connected.
 */
export function watch(): void {
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
}

/** Runs in a page that is watched: the bytes of the scripts that it began to load before it was interactive, as sent; 0 before that. */
export function scriptBytes(): number {
  return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ name, startTime }) => name.endsWith('.js') && startTime < window.__opening.interactive)
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}

/** What was loaded until the page was interactive. */
function loaded(): Pick<Opening, 'requests' | 'script'> {
  const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const before = all.filter((one) => one.startTime < window.__opening.interactive);
  return {
    requests: before.length,
    script: before
      .filter(({ name, transferSize }) => name.endsWith('.js') && transferSize > 0)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  };
}

/** So long a new tab is left alone: it loads pages of the browser's own, which are not ours to measure. */
const rest = 2_000;

/** Opens a page in a tab of its own, and leaves it when nothing of it is left to load. */
export async function open(tabs: Tabs, path: string, throttle: number): Promise<Opening> {
  const tab = await tabs.open();
  await new Promise((next) => setTimeout(next, rest));
  await tab.send('Page.enable');
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${watch})()` });
  if (throttle > 1) await tab.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await tab.send('Performance.enable', { timeDomain: 'threadTicks' });
  await tab.send('Page.navigate', { url: tabs.base + path });
  const interactive = await tab.until<number>('window.__opening?.interactive');
  const { metrics } = (await tab.send('Performance.getMetrics')) as { metrics: { name: string; value: number }[] };
  const work = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  const came = await tab.until<Pick<Opening, 'requests' | 'script'>>(`(${loaded})()`);
  await tab.until('document.documentElement.dataset.loaded === "all" && document.documentElement.dataset.phone === "ready"');
  // What is loaded afterwards may still move something or block.
  const { shift, longestTask } = await tab.until<Seen>('window.__opening');
  await tab.close();
  return { interactive, ...came, shift, longestTask, work };
}
