import type { Page } from '@playwright/test';

declare global {
  interface Window {
    __shifts: string[];
  }
}

/**
 * Notes what a page moves by itself (the browser's own measure of layout shift), from now on and from when it is
 * opened next. Colleagues come and go: those of an earlier test leave after a while, and their list follows.
 */
export async function watchShifts(page: Page): Promise<void> {
  const watch = () => {
    window.__shifts = [];
    type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
    type Shift = PerformanceEntry & { value: number; sources: Source[] };
    const isColleague = ({ node }: Source) => ((node instanceof Element ? node : node?.parentElement)?.closest('[data-user]') ?? null) !== null;
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `“${node?.textContent?.slice(0, 60)}” ${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`,
        );
        if (sources.length === 0 || !sources.every(isColleague)) window.__shifts.push(`${value}: ${moved.join('; ')}`);
      }
    }).observe({ type: 'layout-shift' });
  };
  await page.addInitScript(watch);
  await page.evaluate(watch);
}

/** What moved since it is watched. */
export const shifts = (page: Page): Promise<string[]> => page.evaluate(() => window.__shifts);
