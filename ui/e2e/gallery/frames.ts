import type { Page } from '@playwright/test';
import { look } from '../support/look.ts';

/** The widths at which the frame is another one: with its navigation, with room beside the work, and a phone's. */
const widths = { 1440: 900, 1920: 1080, 390: 844 } as const;
const themes = ['light', 'dark'] as const;

async function paint(page: Page, theme: (typeof themes)[number]): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name;
  }, theme);
}

/**
 * Takes a screen at each width in both themes, and lets axe look at each; what was opened over it
 * is opened again by `again`.
 */
export async function lookEverywhere(page: Page, name: string, again?: () => Promise<void>): Promise<void> {
  for (const [width, height] of Object.entries(widths)) {
    await page.setViewportSize({ width: Number(width), height });
    await again?.();
    for (const theme of themes) {
      await paint(page, theme);
      // What fades in or out does so before the picture.
      await page.evaluate(() => Promise.allSettled(document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY).map((one) => one.finished)));
      await look(page, `gallery/${name}-${width}-${theme}`);
    }
  }
  await paint(page, 'light');
  await page.setViewportSize({ width: 1440, height: 900 });
}
