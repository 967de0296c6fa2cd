import { scriptBytes, watch } from './bench/opening.ts';
import { Api } from './support/api.ts';
import { shifts, watchShifts } from './support/shifts.ts';
import { expect, test } from './support/test.ts';

test('a page that is opened again asks once who is here, keeps what it knows, and moves nothing', async ({ desk, simulator }) => {
  const alice = await desk('agent1', '/');
  const { page } = alice;
  // The sign-in knew all of it already: the browser keeps what a page asks for that begins by itself.
  await alice.go('/');
  await alice.mark();
  // What one missed stands above the rest, and comes by the socket.
  const sid = await simulator.call('+12065550189');
  await expect(alice.alert()).toBeVisible();
  await simulator.hangUp(sid);
  await expect(page.getByRole('main').getByRole('region', { name: 'Missed calls' })).toBeVisible();
  await watchShifts(page);
  await page.addInitScript(watch);
  await page.reload();
  await alice.connected();
  // What is loaded ahead of other pages is not Home's.
  await page.waitForFunction(() => window.__opening.interactive > 0);
  await alice.loaded();

  const asked = alice.requests();
  expect(asked.filter((one) => one === 'POST /v1/oauth2/refresh')).toHaveLength(1);
  expect(asked).not.toContain('GET /v1/me');
  expect(asked).not.toContain('GET /v1/public/instance');
  // By scripts that run anyway, not by dozens one behind the other.
  expect(new Set(asked.filter((one) => one.endsWith('.js'))).size).toBeLessThan(56);
  await expect(page.getByRole('main').getByRole('region', { name: 'Missed calls' })).toBeVisible();
  // The build counts the files that Home names (ui/scripts/home.ts); these are the ones that it loads.
  const bytes = await page.evaluate(scriptBytes);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(200 * 1024);
  expect(await shifts(page)).toEqual([]);
  const overNetwork = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, transferSize }) => transferSize > 0 && /\/assets\/|\/v1\/schema/.test(name))
      .map(({ name }) => name),
  );
  expect(overNetwork).toEqual([]);
  expect(alice.errors()).toEqual([]);
});

test('who chose the dark theme sees it from the first paint', async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem('switchboard.theme', 'dark'));
  // Nothing but the page itself has come yet.
  await page.route('**/assets/**', () => undefined);
  await page.goto(`${server.url}/login`, { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('nothing moves on a page that is opened: a thread, a list, a record, a chat', async ({ desk, admin, simulator, server }) => {
  // More opened records than there is room for: what holds the rest takes room itself.
  const own = await Api.signIn(server.url, 'agent1');
  const opened = await own.list<{ id: string; name: string }>('contact', { order: 'name', limit: '16' });
  const open_tabs = opened.map(({ id, name }) => ({ id, name, path: `/view/contact/record/${id}/standard`, current: false }));
  const { user } = await own.get<{ user: { id: string } }>('/v1/me');
  await own.patch('/v1/object/user', [{ id: user.id, settings: { open_tabs } }]);
  const [contact] = await admin.list<{ id: string; phone: { phone_number: string } }>('contact', { order: 'name', limit: '1', offset: '7' });
  const conversation = await simulator.ask(contact?.phone.phone_number ?? '', 'Is the workshop open on Monday?');
  await admin.post(`/v1/twilio/conversation/${conversation}/read`, {}); // opening it changes no badge
  const [chat] = await admin.list<{ id: string }>('chat', { order: 'name', limit: '1' });
  const alice = await desk('agent1', '/');
  await alice.page.setViewportSize({ width: 1440, height: 900 });
  await alice.mark();
  await watchShifts(alice.page);
  for (const path of [
    `/view/twilio_conversation/record/${conversation}/conversation`,
    '/view/contact/list',
    `/view/contact/record/${contact?.id}/standard`,
    `/view/chat/record/${chat?.id}/conversation`,
    '/live/twilio_conversation',
    '/live/active_calls',
    '/view/call/list',
  ]) {
    await alice.go(path);
    await alice.mark();
    expect.soft(await shifts(alice.page), path).toEqual([]);
  }
});
