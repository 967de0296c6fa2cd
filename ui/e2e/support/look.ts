import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = resolve(import.meta.dirname, '../screenshots');

interface Violation {
  id: string;
  help: string;
  nodes: string[];
}

const everything = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** What else than colors axe looks at is the same in both themes. */
const colors = { runOnly: { type: 'rule', values: ['color-contrast'] } };
/** Screens that were looked at as a whole. */
const seen = new Set<string>();

/** Continuous integration has nobody who opens the pictures, and a picture takes as long as axe. */
const hasViewer = !process.env['CI'];

/** Ends what is moving: colors in the middle of a transition are nobody's design. */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
  });
}

/** Takes a picture of the screen, except in CI, and lets axe look at it; it must find nothing. */
export async function look(page: Page, name: string): Promise<void> {
  if (hasViewer) await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' });
  else await endTransitions(page);
  const screen = name.replace(/-(light|dark)$/, '');
  const options = name.endsWith('-dark') && seen.has(screen) ? colors : everything;
  seen.add(screen);
  // Evaluated over the debugging protocol, which the page's content security policy does not bind.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async (wanted) => {
    const axe = (window as unknown as { axe: { run: (options: object) => Promise<{ violations: { id: string; help: string; nodes: { html: string }[] }[] }> } }).axe;
    const { violations: found } = await axe.run(wanted);
    return found.map((v): Violation => ({ id: v.id, help: v.help, nodes: v.nodes.map((n) => n.html.slice(0, 160)) }));
  }, options);
  expect(violations, `axe on ${name}`).toEqual([]);
}
