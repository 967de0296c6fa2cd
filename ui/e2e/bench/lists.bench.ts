import type { CDPSession, Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { expect, test } from '../support/test.ts';
import { load, ms, quantile, row } from './figures.ts';
import { type Frames, framesOf, scroll } from './frames.ts';
import { define, fill } from './seeding.ts';
import { type, watchKeys } from './typing.ts';

const rows = Number(process.env['ROWS'] ?? '100000');
const cards = Number(process.env['CARDS'] ?? '2000');
const rounds = Number(process.env['ROUNDS'] ?? '20');
const seconds = Number(process.env['SCROLL_SECONDS'] ?? '8');
const throttles = (process.env['THROTTLES'] ?? '1,4').split(',').map(Number);
test.use({ actionTimeout: 60_000 });
const fields = 49; // and the name
const [object, board] = ['parcel_wide', 'parcel_board'];

const shown = (frames: Frames) => [`${frames.perSecond.toFixed(1)} frames/s`, `${(100 * frames.smooth).toFixed(0)} % within 20 ms`, `longest ${ms(frames.longest)}`];

async function throttled(page: Page, throttle: number): Promise<CDPSession> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  return tools;
}

/** Goes to the list by the page's own router, for an order that was not read yet; from the end of its answer to the frame with its rows. */
async function opening(page: Page, sort: string): Promise<number> {
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await page.locator('[data-record]').first().waitFor({ state: 'detached' });
  const took = await page.evaluate(
    ({ path, list }) =>
      new Promise<number>((done) => {
        let painted = 0;
        let answered = 0;
        const finish = () => {
          if (painted > 0 && answered > 0) done(painted - answered);
        };
        new PerformanceObserver((seen, observer) => {
          const answer = (seen.getEntries() as PerformanceResourceTiming[]).find(({ name }) => new URL(name).pathname === list);
          if (!answer) return;
          observer.disconnect();
          answered = answer.responseEnd;
          finish();
        }).observe({ type: 'resource' });
        const watcher = new MutationObserver(() => {
          if (!document.querySelector('[data-record]')) return;
          watcher.disconnect();
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => {
              painted = performance.now();
              finish();
            };
            channel.port2.postMessage(null);
          });
        });
        watcher.observe(document, { childList: true, subtree: true });
        history.pushState({}, '', path);
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      }),
    { path: `/view/${object}/table?sort=${sort}`, list: `/v1/object/${object}` },
  );
  return took;
}

/** Changes records of the shown page, a hundred in a request, at so many changes a second. */
function changing(admin: Api, ids: readonly string[], perSecond: number): { stop: () => Promise<number> } {
  let isOver = false;
  let changed = 0;
  const begun = Date.now();
  const writing = (async () => {
    for (let number = 0; !isOver; number++) {
      const from = (number * 100) % ids.length;
      const batch = ids.slice(from, from + 100);
      await admin.patch(`/v1/object/${object}`, batch.map((id) => ({ id, f01: number })));
      changed += batch.length;
      await new Promise((next) => setTimeout(next, Math.max(0, begun + (changed / perSecond) * 1_000 - Date.now())));
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await writing;
      return (changed * 1_000) / (Date.now() - begun);
    },
  };
}

test('a list of many rows and columns', async ({ desk, admin }) => {
  const names = await define(admin, object, fields);
  const ids = await fill(admin, object, fields, rows);
  const [organization] = await admin.list<{ id: string }>('organization');
  await admin.patch('/v1/object/organization', [{ id: organization?.id, settings: { rates: { changes_per_minute: 60_000, megabytes_per_minute: 1_000 } } }]);
  const { page } = await desk('admin', `/view/${object}/table?sort=name`);
  await page.locator('[data-record]').first().waitFor();
  console.log(`\n${rows} rows × ${fields + 1} columns, load average ${load()} before\n`);
  row('what', 'processor', 'figures');
  row('---', '---', '---');
  for (const throttle of throttles) {
    const tools = await throttled(page, throttle);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const field = names[(round + throttle * rounds) % names.length] ?? 'name';
      times.push(await opening(page, round % 2 === 0 ? field : `-${field}`));
    }
    row('answer → rows painted', `${throttle} ×`, `p50 ${ms(quantile(times, 0.5))}, p95 ${ms(quantile(times, 0.95))}`);

    const middle = await page.locator('[data-scroller]').boundingBox();
    if (!middle) throw new Error('the list does not scroll');
    const at = { x: middle.x + middle.width / 2, y: middle.y + middle.height / 2 };
    for (const speed of [1_500, 4_000]) {
      const frames = await framesOf(page, () => scroll(tools, at, speed * seconds, speed));
      row(`scrolling at ${speed} px/s`, `${throttle} ×`, ...shown(frames));
    }
    await page.reload();
    await page.locator('[data-record]').first().waitFor();

    const writer = changing(admin, ids.slice(0, 100), 1_000);
    const scrolling = await framesOf(page, () => scroll(tools, at, 300 * seconds, 300));
    await watchKeys(page);
    const search = await type(page, page.getByRole('main').getByRole('searchbox'), 'Parcel 0000'.slice(0, Math.max(2, seconds)));
    row(`${(await writer.stop()).toFixed(0)} changes/s: scrolling`, `${throttle} ×`, ...shown(scrolling));
    row('the same: key → paint, search', `${throttle} ×`, `p50 ${ms(quantile(search, 0.5))}, p95 ${ms(quantile(search, 0.95))}`);
    // What was typed and changed is over: a list of its own.
    await page.goto(`/view/${object}/table?sort=name`);
    await page.locator('[data-row-link]').first().focus();

    await page.keyboard.press('Control+Alt+e');
    await page.locator('[data-cell="0:1"]').click();
    await page.keyboard.press('Enter');
    await watchKeys(page);
    const box = page.locator(':is(input, textarea):focus');
    await box.waitFor();
    const keys = await type(page, box, 'the red one is held at the counter until Saturday'.slice(0, rounds * 3));
    row('key → paint, cell', `${throttle} ×`, `p50 ${ms(quantile(keys, 0.5))}, p95 ${ms(quantile(keys, 0.95))}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Alt+e');
    await tools.detach();
  }
  console.log(`\nload average ${load()} after`);
});

test('a board of many cards', async ({ desk, admin }) => {
  await define(admin, board, 10);
  await fill(admin, board, 10, cards);
  const { page } = await desk('admin', `/view/${board}/kanban?sort=name`);
  await page.locator('[data-card]').first().waitFor();
  // Every column is read to its end; nothing says when one has no more to read.
  const columns = page.locator('section[aria-label] [data-scroller], section[aria-label] [data-virtuoso-scroller]');
  for (let round = 0; round < 12; round++) {
    for (const one of await columns.all()) await one.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.waitForTimeout(300);
  }
  for (const one of await columns.all()) await one.evaluate((element) => element.scrollTo(0, 0));
  console.log(`\n${cards} cards, load average ${load()} before\n`);
  row('what', 'processor', 'figures');
  row('---', '---', '---');
  for (const throttle of throttles) {
    const tools = await throttled(page, throttle);
    const card = await page.locator('[data-card]').first().boundingBox();
    if (!card) throw new Error('no card to drag');
    await page.mouse.move(card.x + 40, card.y + card.height - 8);
    await page.mouse.down();
    const frames = await framesOf(page, async () => {
      const until = Date.now() + seconds * 1_000;
      for (let step = 0; Date.now() < until; step++) {
        await page.mouse.move(card.x + 60 + 500 * (1 - Math.cos(step / 40)), card.y + 120 + 80 * Math.sin(step / 15));
        await page.waitForTimeout(8);
      }
    });
    row('dragging a card', `${throttle} ×`, ...shown(frames));
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(page.locator('[data-gap]')).toHaveCount(0);
    await tools.detach();
  }
  console.log(`\nload average ${load()} after`);
});
