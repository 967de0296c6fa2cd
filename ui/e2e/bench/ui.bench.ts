import type { Desk } from '../support/desk.ts';
import { test } from '../support/test.ts';
import { load, ms, quantile, row } from './figures.ts';
import { type Opening, open } from './opening.ts';
import { Tabs } from './tab.ts';
import { find, type, watchKeys } from './typing.ts';

const rounds = Number(process.env['ROUNDS'] ?? '5');
/** How many times slower than this machine the processor is. */
const throttles = (process.env['THROTTLES'] ?? '1,4').split(',').map(Number);
const places = { home: '/', contacts: '/view/contact/list' };
const sentence = 'Thank you for calling, the red one is held at the counter for you until Saturday at six; please bring this number.'.slice(
  0,
  Number(process.env['KEYS'] ?? '114'),
);

interface Contact {
  name: string;
}

const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;

test('opening the page', async ({ browser, server }) => {
  const seen = new Map<string, Opening[]>();
  const add = (key: string, opening: Opening) => seen.set(key, [...(seen.get(key) ?? []), opening]);
  console.log(`\nOpening, ${rounds} rounds, load average ${load()} before`);
  for (let round = 0; round < rounds; round++) {
    for (const [place, path] of Object.entries(places)) {
      for (const throttle of throttles) {
        const context = await Tabs.signedIn(browser, server.url, 'agent1');
        add(`${place} | ${throttle} × | cold`, await open(context, path, throttle));
        // A browser keeps the code that it compiled from the second time on, so whoever works here every day has it.
        await open(context, path, throttle);
        add(`${place} | ${throttle} × | warm`, await open(context, path, throttle));
        await context.close();
      }
    }
  }
  console.log(`load average ${load()} after\n`);
  row('page', 'processor', 'kept', 'interactive', 'shortest, longest', 'shift', 'longest task', 'scripts', 'requests', 'main thread');
  row('---', '---', '---', '---', '---', '---', '---', '---', '---', '---');
  for (const [key, openings] of seen) {
    const median = (of: (one: Opening) => number) => quantile(openings.map(of), 0.5);
    const times = openings.map((one) => one.interactive);
    row(
      key,
      ms(median((one) => one.interactive)),
      `${ms(Math.min(...times))}, ${ms(Math.max(...times))}`,
      Math.max(...openings.map((one) => one.shift)).toFixed(4),
      ms(median((one) => one.longestTask)),
      kib(median((one) => one.script)),
      String(median((one) => one.requests)),
      ms(median((one) => one.work)),
    );
  }
});

async function measureKeys(desk: Desk, names: readonly string[], throttle: number): Promise<void> {
  const { page } = desk;
  const tools = await page.context().newCDPSession(page);
  const keys: Record<string, number[]> = {};

  await page.goto('/live/twilio_conversation');
  await page.locator('[data-thread]').first().click();
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.waitFor();
  await desk.loaded();
  await tools.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await watchKeys(page);
  keys['composer'] = await type(page, composer, sentence);
  await composer.fill('');

  await page.getByRole('navigation').getByRole('link', { name: 'Contacts' }).click();
  const search = page.getByRole('main').getByRole('searchbox');
  await search.waitFor();
  keys['search of a list'] = await type(page, search, sentence);

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox');
  await palette.waitFor();
  keys['palette'] = await type(page, palette, sentence);
  await page.keyboard.press('Escape');

  for (const [what, times] of Object.entries(keys)) {
    row(`key → paint, ${what}`, `${throttle} ×`, String(times.length), ms(quantile(times, 0.5)), ms(quantile(times, 0.95)));
  }
  const found: number[] = [];
  for (const name of names) found.push(await find(page, name));
  row('last key → found by the palette', `${throttle} ×`, String(found.length), ms(quantile(found, 0.5)), ms(quantile(found, 0.95)));
}

test('keys', async ({ desk, admin }) => {
  const contacts = await admin.list<Contact>('contact', { order: 'name', limit: '20', offset: '40' });
  const alice = await desk('agent1');
  console.log(`\nKeys, load average ${load()} before\n`);
  row('what', 'processor', 'times', 'p50', 'p95');
  row('---', '---', '---', '---', '---');
  for (const throttle of throttles) await measureKeys(alice, contacts.map(({ name }) => name).slice(0, sentence.length), throttle);
  console.log(`\nload average ${load()} after`);
});
