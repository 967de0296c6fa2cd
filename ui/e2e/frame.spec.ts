import { Desk } from './support/desk.ts';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';
import { test as alone } from './support/network.ts';

interface Named {
  id: string;
  name: string;
}

test('the navigation marks the section, also on threads and records', async ({ desk, admin }) => {
  const alice = await desk('agent1');
  const current = alice.page.getByRole('navigation', { name: 'Navigation' }).locator('[aria-current]');
  const [contact] = await admin.list<Named>('contact', { order: 'name', limit: '1' });
  const [conversation] = await admin.list<Named>('twilio_conversation', { limit: '1' });
  const [chat] = await admin.list<Named>('chat', { limit: '1' });
  const sections: [string, string | RegExp][] = [
    ['/view/contact/list?page=2', 'Contacts'],
    [`/view/contact/record/${contact?.id}/standard`, 'Contacts'],
    ['/view/contact/new', 'Contacts'],
    ['/live/twilio_conversation', /^Texts/],
    [`/view/twilio_conversation/record/${conversation?.id}/conversation`, /^Texts/],
    [`/view/chat/record/${chat?.id}/conversation`, /^Chat/],
  ];
  for (const [path, name] of sections) {
    await alice.go(path);
    await expect(current).toHaveCount(1);
    await expect(current).toHaveText(name);
  }
});

test('an unknown and a refused page stand in the frame, beside a live call', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const sid = await simulator.call('+12065550171');
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  const hangUp = alice.page.getByRole('button', { name: 'Hang up' }).first();
  await expect(alice.page.getByRole('button', { name: 'Mute' }), 'it is put through').toBeVisible();
  for (const path of ['/nowhere/at/all', '/administration/organization']) {
    await alice.go(path);
    await expect(alice.page.getByText('This page does not exist')).toBeVisible();
    await expect(alice.page.getByRole('navigation', { name: 'Navigation' })).toBeVisible();
    await expect(hangUp).toBeVisible();
  }
  await look(alice.page, 'page-unknown');
  for (const path of ['/view/gizmo/list', '/view/gizmo/new', '/view/gizmo/record/1/standard']) {
    await alice.go(path);
    await expect(alice.page.getByText('Object not found')).toBeVisible();
    await expect(alice.page.getByRole('link', { name: 'Go to Home' })).toBeVisible();
  }
  await look(alice.page, 'object-unknown-light');
  await alice.page.getByRole('link', { name: 'Go to Home' }).click();
  await expect(alice.page.getByRole('heading', { name: 'Home' })).toBeVisible();
  await simulator.hangUp(sid);
  await expect(hangUp).toHaveCount(0);
});

test('a list keeps its page, order and place when one comes back to it', async ({ desk }) => {
  const alice = await desk('agent1', '/view/contact/list');
  const page = alice.page;
  await page.setViewportSize({ width: 1360, height: 560 });
  await page.getByRole('button', { name: 'Sort by Name' }).or(page.getByRole('columnheader', { name: 'Name' }).getByRole('button')).first().click();
  await page.waitForURL(/sort=-?name/);
  const answered = page.waitForResponse((answer) => /\/object\/contact\?.*offset=25/.test(answer.url()));
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Next' }).click();
  await page.waitForURL(/page=2/);
  await expect(page.getByText(/Page 2 of \d+/)).toBeVisible();
  const address = page.url();
  const scroller = page.locator('[data-virtuoso-scroller]').first();
  const rows = page.locator('[data-record]');
  // Until the second page has come the first one's rows stand there.
  const { data } = (await (await answered).json()) as { data: { name: string }[] };
  await expect(rows.first()).toContainText(data[0]?.name ?? '');
  const returns = [
    () => page.goBack(),
    () => page.getByRole('button', { name: 'Back to List' }).click(),
    async () => {
      await page.keyboard.press('Alt+Control+e'); // to the form and back again
      await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Back to List' }).click();
    },
  ];
  for (const comeBack of returns) {
    await scroller.evaluate((element) => element.scrollTo({ top: 300 }));
    const row = rows.nth(12).locator('[data-row-link]');
    await row.scrollIntoViewIfNeeded();
    const top = await scroller.evaluate((element) => element.scrollTop);
    expect(top).toBeGreaterThan(100);
    await row.click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForURL(/\/record\//);
    await comeBack();
    await page.waitForURL(address);
    await expect(page.getByText(/Page 2 of \d+/)).toBeVisible();
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeCloseTo(top, -1);
  }

  // Scrolled to its end, the list goes on from page to page, and is found again as far as it was scrolled.
  await scroller.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect.poll(() => scroller.evaluate((element) => element.scrollHeight)).toBeGreaterThan(3_000);
  await scroller.evaluate((element) => element.scrollTo({ top: 2_500 }));
  await expect(page.getByText(/Page 4 of \d+/)).toBeVisible();
  const deep = page.locator('[data-record]').filter({ visible: true }).nth(14).locator('[data-row-link]');
  const name = (await deep.textContent()) ?? '';
  await deep.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/Page 4 of \d+/)).toBeVisible();
  await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
});

alone('the line that tells of a lost connection moves nothing', async ({ browser, network }) => {
  const alice = await Desk.signIn(browser, network.link.url, 'agent1', '/view/contact/list');
  const page = alice.page;
  const row = page.locator('[data-row-link]').first();
  const places = () => Promise.all([row, page.getByRole('heading', { level: 1 }), page.getByRole('navigation').first()].map((one) => one.boundingBox()));
  await expect(row).toBeVisible();
  const before = await places();
  const connects = (await alice.connection()).connects;
  network.link.cut();
  const line = page.getByText('Reconnecting…').first();
  await expect(line).toBeVisible();
  expect(await places()).toEqual(before);
  await look(page, 'reconnecting');
  await page.setViewportSize({ width: 390, height: 780 });
  await look(page, 'reconnecting-narrow');
  network.link.mend();
  await alice.reconnected(connects + 1);
  await expect(line).toHaveCount(0);
  await alice.close();
});

test('who signs in after somebody else does not land where that one was', async ({ desk }) => {
  const alice = await desk('agent1', '/view/note/list');
  const page = alice.page;
  const signIn = async (user: string) => {
    await page.getByLabel('Email').fill(`${user}@demo.test`);
    await page.getByLabel('Password', { exact: true }).fill('switchboard');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await alice.connected();
  };
  const second = await alice.context.newPage();
  await second.goto('/view/contact/list');
  await expect(second.getByText(/Page 1 of \d+/)).toBeVisible();
  await page.getByRole('button', { name: /Your account|Alice Moreno/ }).first().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login$/);
  await signIn('agent2');
  await page.waitForURL((url) => url.pathname === '/');

  // The other page of hers was ended with it; whoever signs in there is somebody else.
  await second.waitForURL(/\/login/);
  await second.getByLabel('Email').fill('agent2@demo.test');
  await second.getByLabel('Password', { exact: true }).fill('switchboard');
  await second.getByRole('button', { name: 'Sign in' }).click();
  await second.waitForURL((url) => url.pathname === '/');
});

test('the sheet of keys and the account menu are whole on any screen', async ({ desk }) => {
  const alice = await desk('agent1');
  const page = alice.page;
  for (const [name, size] of Object.entries({ wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 780 } })) {
    await page.setViewportSize(size);
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog');
    await expect(sheet).toBeVisible();
    const overlaps = await sheet.locator('dl > div').evaluateAll((lines) =>
      lines
        .filter((line) => {
          const [meaning, keys] = [line.querySelector('dt'), line.querySelector('dd')];
          const range = document.createRange();
          if (!meaning || !keys) return true;
          range.selectNodeContents(meaning);
          const [text, box, frame] = [range.getBoundingClientRect(), keys.getBoundingClientRect(), line.getBoundingClientRect()];
          return text.right > box.left || text.bottom > frame.bottom + 1 || box.right > frame.right + 1;
        })
        .map((line) => line.textContent),
    );
    expect(overlaps, `${name}: lines of the sheet that overlap`).toEqual([]);
    await look(page, `keys-${name}`);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /Your account|Alice Moreno/ }).first().click();
    const menu = page.getByRole('menu');
    await expect(menu).toBeVisible();
    const box = await menu.boundingBox();
    expect(box?.x, name).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(size.width);
    expect(box?.y, name).toBeGreaterThanOrEqual(0);
    await look(page, `account-${name}`);
    await page.keyboard.press('Escape');
  }
});

test('the tab says what is open, how much waits, and that it rings', async ({ desk, admin, simulator }) => {
  const alice = await desk('agent1', '/view/note/list');
  const page = alice.page;
  await expect(page).toHaveTitle(/^(\(\d+\+?\) )?Notes – Switchboard$/);
  const [contact] = await admin.list<Named & { phone: { phone_number: string } }>('contact', { order: 'name', limit: '1', offset: '4' });
  await alice.go(`/view/contact/record/${contact?.id}/standard`);
  await expect(page).toHaveTitle(new RegExp(`${contact?.name} – Contacts$`));
  const [conversation] = await admin.list<Named>('twilio_conversation', { order: '-last_message_at', limit: '1' });
  await alice.go(`/view/twilio_conversation/record/${conversation?.id}/conversation`);
  await expect(page).toHaveTitle(/^(\(\d+\+?\) )?.+ – Texts$/);

  await alice.go('/view/note/list');
  const count = async () => Number(/^\((\d+)/.exec(await page.title())?.[1] ?? 0);
  await alice.mark();
  const before = await count();
  await simulator.text('+12065550179', 'Are you open on Sunday?');
  await expect.poll(count).toBe(before + 1);
  const icon = () => page.locator('link[rel="icon"]').getAttribute('href');
  await expect.poll(icon).toMatch(/^data:image\/svg\+xml,/);

  const sid = await simulator.call(contact?.phone.phone_number ?? '');
  await expect(page).toHaveTitle(`☎ ${contact?.name} is calling`);
  await simulator.hangUp(sid);
  await expect(page).toHaveTitle(/Notes – Switchboard$/);
});

test('the navigation speaks in people\'s words, and is a rail where the work needs the room', async ({ desk }) => {
  const dana = await desk('admin', '/view/contact/list');
  const page = dana.page;
  const navigation = page.getByRole('navigation', { name: 'Navigation' });
  await expect(navigation.getByRole('heading')).toHaveText(['Inbox', 'Customers', 'Team', 'Administration']);
  for (const name of ['Call log', 'Phone numbers']) await expect(navigation.getByRole('link', { name })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await look(page, 'frame-1440');
  await page.setViewportSize({ width: 1100, height: 900 });
  await expect.poll(async () => (await navigation.boundingBox())?.width).toBe(56);
  await look(page, 'frame-rail');
});

test('whatever one can begin is begun from every page, and its places are reached by keys', async ({ desk }) => {
  const alice = await desk('agent1', '/view/contact/list');
  const { page } = alice;
  await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Control+Alt+p');
  await expect(page).toHaveURL(/\/live\/active_calls$/);
  await expect(page.getByRole('heading', { name: 'Active Calls', level: 1 })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog'), 'a page without a search has the palette').toBeVisible();
  await page.keyboard.type('(303) 555-0155');
  await page.getByRole('option', { name: 'Call (303) 555-0155' }).click();
  await expect(page.getByRole('dialog', { name: 'New call' }).getByRole('textbox')).toHaveValue('(303) 555-0155');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const create = page.getByRole('button', { name: 'Create' });
  await create.click();
  await expect(page.getByRole('menuitem', { name: 'New text' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'New call' })).toBeVisible();
  await look(page, 'create');
  await page.getByRole('menuitem', { name: 'New Contact' }).click();
  await expect(page.getByRole('heading', { name: 'New Contact', level: 1 })).toBeVisible();
  await page.setViewportSize({ width: 1100, height: 800 });
  await create.click();
  await page.getByRole('menuitem', { name: 'New Note' }).click();
  await expect(page.getByRole('heading', { name: 'New Note', level: 1 })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 780 });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('menuitem', { name: 'New call' }).click();
  await expect(page.getByRole('dialog', { name: 'New call' })).toBeVisible();
  expect(alice.errors()).toEqual([]);
});

test('a colleague in the navigation opens a menu: message, profile', async ({ desk }) => {
  const alice = await desk('agent1');
  const page = alice.page;
  const ben = page.getByRole('list', { name: 'Team' }).getByRole('button', { name: /Ben Sorensen/ });
  const marcus = page.getByRole('list', { name: 'Team' }).getByRole('button', { name: /Marcus Okafor/ });
  await ben.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: 'Ben Sorensen' });
  await expect(menu.getByRole('menuitem', { name: 'Message Ben Sorensen' })).toBeFocused();
  await look(page, 'colleague-menu');
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(ben).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/view/chat/record/*/conversation');
  await expect(page.getByRole('heading', { name: /Ben Sorensen/ })).toBeVisible();

  // The last of them, near the lower edge: all of the menu is to be seen.
  await page.setViewportSize({ width: 1360, height: 520 });
  await marcus.click();
  const box = await page.getByRole('menu').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(520);
  await page.getByRole('menuitem', { name: 'Profile of Marcus Okafor' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Marcus Okafor' })).toBeVisible();
});
