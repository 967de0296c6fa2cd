import type { CDPSession, Page } from '@playwright/test';

/** The frames that a page painted during something. */
export interface Frames {
  perSecond: number;
  /** The longest time between two frames, in ms. */
  longest: number;
  /** The share of frames that came within 20 ms of the one before. */
  smooth: number;
}

declare global {
  interface Window {
    __frames: number[] | undefined;
  }
}

/** Counts the frames of the page's main thread during work. */
export async function framesOf(page: Page, work: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const times: number[] = [];
    window.__frames = times;
    const note = (now: number) => {
      if (window.__frames !== times) return;
      times.push(now);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await work();
  const times = await page.evaluate(() => {
    const seen = window.__frames ?? [];
    window.__frames = undefined;
    return seen;
  });
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time));
  const whole = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return {
    perSecond: (gaps.length * 1_000) / whole,
    longest: Math.max(...gaps),
    smooth: gaps.filter((gap) => gap <= 20).length / gaps.length,
  };
}

/** Scrolls as a hand on a touch pad does: so many pixels at so many per second, from a place of the page. */
export async function scroll(tools: CDPSession, at: { x: number; y: number }, distance: number, speed: number): Promise<void> {
  await tools.send('Input.synthesizeScrollGesture', { ...at, yDistance: -distance, speed, gestureSourceType: 'mouse', preventFling: true });
}
