import type { Locator, Page } from '@playwright/test';

declare global {
  interface Window {
    __keys: number[];
    __lastKey: number;
    __found: number;
  }
}

/** From each key, as the browser got it, to the frame that shows what it did. */
export async function watchKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.__keys = [];
    addEventListener(
      'keydown',
      (event) => {
        window.__lastKey = event.timeStamp;
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => window.__keys.push(performance.now() - event.timeStamp);
          channel.port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
}

/** Types a text as a quick person does; one time for each key. */
export async function type(page: Page, box: Locator, text: string): Promise<number[]> {
  await box.focus();
  await page.evaluate(() => {
    window.__keys = [];
  });
  await page.keyboard.type(text, { delay: 60 });
  await page.waitForFunction((count) => window.__keys.length >= count, text.length);
  return page.evaluate(() => window.__keys);
}

/** Types into the palette; the time from the last key to the frame with the record that was looked for. */
export async function find(page: Page, name: string): Promise<number> {
  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox');
  await box.waitFor();
  await page.evaluate((wanted) => {
    window.__found = 0;
    const watcher = new MutationObserver(() => {
      const is = [...document.querySelectorAll('[role=option]')].some(({ textContent }) => textContent?.startsWith(wanted));
      if (!is) return;
      watcher.disconnect();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          window.__found = performance.now() - window.__lastKey;
        };
        channel.port2.postMessage(null);
      });
    });
    watcher.observe(document, { childList: true, subtree: true, characterData: true });
  }, name);
  await page.keyboard.type(name, { delay: 20 });
  await page.waitForFunction(() => window.__found > 0);
  const found = await page.evaluate(() => window.__found);
  await page.keyboard.press('Escape');
  return found;
}
