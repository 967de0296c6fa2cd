import type { Page } from '@playwright/test';
import { test } from '../support/test.ts';

const rounds = Number(process.env['CALLS'] ?? '1000');

/** When the alert of a call reached the browser and when it was on the screen, in ms since 1970. */
interface Seen {
  socket: number;
  painted: number;
  started: number;
  committed: number;
}

/** Watches frames and the alert from inside the page. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const state = { socket: 0, painted: 0, started: 0, committed: 0 };
    Object.assign(window, { __paint: state });
    const Native = window.WebSocket;
    window.WebSocket = class extends Native {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        this.addEventListener('message', (event) => {
          const text = typeof event.data === 'string' ? event.data : '';
          if (!text.includes('"change"') || !text.includes('"object":"call"') || !text.includes('"op":"created"')) return;
          state.socket = performance.timeOrigin + performance.now();
          state.started = Date.parse(/"start_time":"([^"]+)"/.exec(text)?.[1] ?? '');
          state.committed = Date.parse(/"modified_date":"([^"]+)"/.exec(text)?.[1] ?? '');
        });
      }
    };
    const shown = () => document.querySelector('[role="alertdialog"]') !== null;
    let was = false;
    new MutationObserver(() => {
      const is = shown();
      if (is && !was) {
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => {
            state.painted = performance.timeOrigin + performance.now();
          };
          channel.port2.postMessage(null);
        });
      }
      was = is;
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
}

function line(name: string, values: number[]): void {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (q: number) => (sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN).toFixed(1);
  console.log(`${name.padEnd(34)} p50 ${at(0.5).padStart(7)}  p95 ${at(0.95).padStart(7)}  p99 ${at(0.99).padStart(7)} ms`);
}

test('webhook to paint', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  await watch(alice.page);
  await alice.go('/live/active_calls');
  const stages = { 'request → call decided': [] as number[], 'decided → committed': [] as number[], 'committed → socket': [] as number[], 'socket → painted': [] as number[], 'decided → painted': [] as number[] };
  for (let i = 0; i < rounds; i++) {
    await alice.page.evaluate(() => Object.assign((window as unknown as { __paint: Seen }).__paint, { painted: 0, socket: 0 }));
    const placed = performance.timeOrigin + performance.now();
    const sid = await simulator.call('+12065550199');
    await alice.page.waitForFunction(() => (window as unknown as { __paint: Seen }).__paint.painted > 0, undefined, { polling: 20 });
    const seen = await alice.page.evaluate(() => (window as unknown as { __paint: Seen }).__paint);
    stages['request → call decided'].push(seen.started - placed);
    stages['decided → committed'].push(seen.committed - seen.started);
    stages['committed → socket'].push(seen.socket - seen.committed);
    stages['socket → painted'].push(seen.painted - seen.socket);
    stages['decided → painted'].push(seen.painted - seen.started);
    await simulator.hangUp(sid);
    await alice.alert().waitFor({ state: 'detached' });
  }
  console.log(`\nwebhook to paint, ${rounds} calls, one browser`);
  for (const [name, values] of Object.entries(stages)) line(name, values);
});
