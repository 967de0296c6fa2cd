import type { Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { look } from './support/look.ts';
import { Outage } from './support/outage.ts';
import { expect, test } from './support/test.ts';

interface Named {
  id: string;
  name: string;
}

interface Settings {
  theme?: string;
  open_tabs?: { name: string; path: string; current: boolean; id: string }[];
}

const pathOf = ({ id }: Named) => `/view/contact/record/${id}/standard`;
const row = (page: Page) => page.getByRole('tablist', { name: 'Open records' });
const tabs = (page: Page) => row(page).getByRole('tab');
const tab = (page: Page, name: string) => row(page).getByRole('tab', { name, exact: true });

/** Goes to a record by the palette, as a person who is in the middle of something does. */
async function open(page: Page, contact: Named): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill(contact.name);
  await page.getByRole('option', { name: new RegExp(`^${contact.name}.*Contact`) }).first().click();
  await page.waitForURL(`**${pathOf(contact)}`);
  await expect(page.getByRole('heading', { level: 1, name: contact.name })).toBeVisible();
}

/** A contact of the test's own. */
async function contact(admin: Api, name: string): Promise<Named> {
  const [one] = await admin.post<Named[]>('/v1/object/contact', [{ name }]);
  if (one === undefined) throw new Error('no contact was made');
  return one;
}

const closeOf = (page: Page, one: Named) => row(page).locator(`[data-close="${pathOf(one)}"]`);

/** As a person who has opened nothing yet: other tests were here before. */
const closeAll = async (base: string, user: string) => (await Api.signIn(base, user)).patch('/v1/me/settings', { open_tabs: null });

const settingsOf = async (admin: Api, name: string) =>
  (await admin.list<{ name: string; settings?: Settings }>('user', { limit: '50' })).find((one) => one.name === name)?.settings;

test('opened records stand as tabs in all of a person\'s browsers, and after a reload', async ({ desk, admin, server }) => {
  await closeAll(server.url, 'agent1');
  const first = await contact(admin, 'Aurelia Finch');
  const second = await contact(admin, 'Bruno Castellan');
  const alice = await desk('agent1', '/view/note/list');
  const elsewhere = await desk('agent1', '/view/note/list');
  const { page } = alice;
  await alice.loaded();
  await elsewhere.mark();
  const main = page.getByRole('main');
  const before = await main.boundingBox();

  await open(page, first);
  await expect(tab(page, first.name)).toHaveAttribute('aria-selected', 'true');
  await open(page, second);
  await expect(tab(page, second.name)).toHaveAttribute('aria-selected', 'true');
  await expect(tab(page, first.name)).toHaveAttribute('aria-selected', 'false');
  expect(await main.boundingBox(), 'the row moves nothing').toEqual(before);

  // The other browser learns of both by the socket, and stays where it is.
  await expect(tab(elsewhere.page, second.name)).toBeVisible();
  await expect(tab(elsewhere.page, first.name)).toBeVisible();
  await expect(row(elsewhere.page).locator('[aria-selected=true]')).toHaveCount(0);
  expect(new URL(elsewhere.page.url()).pathname).toBe('/view/note/list');
  expect(elsewhere.requests().filter((one) => one.includes('/v1/'))).toEqual([]);

  // One that stands is used again.
  await tab(elsewhere.page, first.name).click();
  await elsewhere.page.waitForURL(`**${pathOf(first)}`);
  await expect(row(elsewhere.page).getByRole('tab', { name: first.name })).toHaveCount(1);
  await expect(tab(page, second.name)).toHaveAttribute('aria-selected', 'true');

  // A new name is everywhere at once.
  await admin.patch('/v1/object/contact', [{ id: first.id, name: `${first.name} Vane` }]);
  await expect(tab(elsewhere.page, `${first.name} Vane`)).toBeVisible();
  await expect(tab(page, `${first.name} Vane`)).toBeVisible();

  await page.reload();
  await expect(tab(page, second.name)).toHaveAttribute('aria-selected', 'true');
  await expect(tab(page, `${first.name} Vane`)).toBeVisible();

  // Nothing else of the settings is touched by it, and the theme leaves the tabs alone.
  await page.getByRole('button', { name: /Alice Moreno/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(async () => (await settingsOf(admin, 'Alice Moreno'))?.theme).toBe('dark');
  const kept = (await settingsOf(admin, 'Alice Moreno'))?.open_tabs ?? [];
  expect(kept.map(({ path, id }) => ({ path, id }))).toEqual(
    expect.arrayContaining([
      { path: pathOf(first), id: first.id },
      { path: pathOf(second), id: second.id },
    ]),
  );
  await look(page, 'tabs-dark');
  await page.getByRole('button', { name: /Alice Moreno/ }).click();
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  await look(page, 'tabs-light');
  await page.setViewportSize({ width: 390, height: 780 });
  await expect(row(page)).toBeHidden();
  await look(page, 'tabs-narrow');
  expect(server.output()).not.toContain('panic');
});

test('two browsers that open records at once, one of them away, end with both', async ({ desk, admin, server }) => {
  await closeAll(server.url, 'agent2');
  const first = await contact(admin, 'Clementine Ode');
  const second = await contact(admin, 'Dorian Pell');
  const third = await contact(admin, 'Esme Lark');
  const ben = await desk('agent2', '/view/note/list');
  const outage = await Outage.in(ben.context);
  await ben.go('/view/note/list');
  const elsewhere = await desk('agent2', '/view/note/list');
  await ben.loaded();
  await open(ben.page, third);
  await expect(tab(elsewhere.page, third.name)).toBeVisible();

  await outage.begin();
  await expect(ben.page.getByText('Reconnecting…').first()).toBeVisible();
  await open(ben.page, first);
  await expect(tab(ben.page, first.name)).toBeVisible();
  await tab(ben.page, third.name).press('Delete');
  await expect(tab(ben.page, third.name)).toHaveCount(0);
  await open(elsewhere.page, second);
  await expect(tab(elsewhere.page, first.name)).toHaveCount(0);

  // Loaded again while it is away, it knows what it did.
  await ben.page.reload();
  await expect(tab(ben.page, first.name)).toBeVisible();
  await expect(tab(ben.page, third.name)).toHaveCount(0);

  outage.end();
  // The page that was away tries again at its own pace, up to half a minute later.
  await expect(tab(elsewhere.page, first.name)).toBeVisible({ timeout: 60_000 });
  for (const { page } of [ben, elsewhere]) {
    await expect(tab(page, first.name)).toBeVisible();
    await expect(tab(page, second.name)).toBeVisible();
    await expect(tab(page, third.name)).toHaveCount(0);
  }
});

test('what another browser stored right before is not undone', async ({ desk, admin, server }) => {
  await closeAll(server.url, 'agent2');
  const [mine, theirs] = [await contact(admin, 'Leonora Vey'), await contact(admin, 'Matthias Crowe')];
  const ben = await desk('agent2', '/view/note/list');
  await ben.loaded();
  const elsewhere = await Api.signIn(server.url, 'agent2');
  let written = 0;
  // What the other browser does comes between the page's request and the server.
  await ben.page.route('**/v1/object/user', async (route) => {
    if (route.request().method() === 'PATCH' && written++ === 0) {
      await elsewhere.patch('/v1/me/settings', { open_tabs: [{ ...theirs, path: pathOf(theirs), current: false }] });
    }
    await route.continue();
  });
  await open(ben.page, mine);
  await expect(tab(ben.page, theirs.name)).toBeVisible();
  await expect(tab(ben.page, mine.name)).toBeVisible();
  await expect.poll(async () => ((await settingsOf(admin, 'Ben Sorensen'))?.open_tabs ?? []).map(({ name }) => name).sort()).toEqual([mine.name, theirs.name]);
});

test('the keyboard goes to tabs, moves them and closes them, and the focus is never lost', async ({ desk, admin, server }) => {
  await closeAll(server.url, 'supervisor');
  const people = [await contact(admin, 'Fenna Amory'), await contact(admin, 'Gideon Brandt'), await contact(admin, 'Hollis Crane')];
  const [fenna, gideon, hollis] = people as [Named, Named, Named];
  const marcus = await desk('supervisor', '/view/note/list');
  const { page } = marcus;
  await marcus.loaded();
  for (const one of people) await open(page, one);
  await expect(tabs(page)).toHaveText(people.map(({ name }) => name));

  // By place, from anywhere, also while one writes.
  await page.keyboard.press('Control+Alt+1');
  await page.waitForURL(`**${pathOf(fenna)}`);
  await expect(tab(page, fenna.name)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Control+Alt+3');
  await page.waitForURL(`**${pathOf(hollis)}`);
  await page.keyboard.press('Control+Alt+9');
  await page.waitForURL(`**${pathOf(hollis)}`);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog').getByText('Go to a tab')).toBeVisible();
  await page.keyboard.press('Escape');

  // One stop for the Tab key, arrows within.
  await tab(page, hollis.name).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tab(page, gideon.name)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(tab(page, fenna.name)).toBeFocused();
  await expect(row(page).locator('[tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect(tabs(page)).toHaveText([gideon.name, fenna.name, hollis.name]);
  await expect(tab(page, fenna.name)).toBeFocused();
  await look(page, 'tabs-focus');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${pathOf(fenna)}`);

  await page.keyboard.press('Delete');
  await page.waitForURL(`**${pathOf(hollis)}`);
  await expect(tab(page, hollis.name)).toBeFocused();
  await expect(tabs(page)).toHaveText([gideon.name, hollis.name]);
  await tab(page, gideon.name).click({ button: 'middle' });
  await expect(tabs(page)).toHaveText([hollis.name]);
  await expect(page).toHaveURL(new RegExp(pathOf(hollis)));
  await closeOf(page, hollis).click();
  await page.waitForURL('**/view/contact/list**');
  await expect(tabs(page)).toHaveCount(0);

  // What was closed is among what the palette calls recent.
  await page.keyboard.press('Control+k');
  await page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: gideon.name }).click();
  await expect(tabs(page)).toHaveText([gideon.name]);
  await tab(page, gideon.name).press('Delete');
  await expect(tabs(page)).toHaveCount(0);
});

test('texts and chats are tabs under the names of their pages, are shown again as they were, and are moved by the pointer', async ({ desk, admin, server }) => {
  await closeAll(server.url, 'agent3');
  const [text] = await admin.list<Named>('twilio_conversation', { order: '-last_message_at', limit: '1' });
  const chloe = await desk('agent3', `/view/twilio_conversation/record/${text?.id}/conversation?show=mine`);
  const { page } = chloe;
  await chloe.loaded();
  const heading = page.getByRole('heading', { level: 1 }).last();
  const open = row(page).locator('[aria-selected=true]');
  await expect(open).toBeVisible();
  const texts = (await heading.textContent()) ?? '';
  await expect(open).toHaveText(texts);
  const address = page.url();
  await page.getByRole('list', { name: 'Team' }).getByRole('button', { name: /Ella Fitzgerald/ }).click();
  await page.getByRole('menuitem', { name: 'Message Ella Fitzgerald' }).click();
  await page.waitForURL('**/view/chat/record/*/conversation');
  await expect(open).toHaveText('Ella Fitzgerald');
  await expect(tabs(page)).toHaveText([texts, 'Ella Fitzgerald']);
  await look(page, 'tabs-threads');

  await tab(page, 'Ella Fitzgerald').dragTo(tab(page, texts));
  await expect(tabs(page)).toHaveText(['Ella Fitzgerald', texts]);
  await tab(page, texts).click();
  await expect(page).toHaveURL(address);
  await expect(open).toHaveText(texts);
});

test('closing a tab with unsaved changes asks; staying keeps it', async ({ desk, admin, server }) => {
  await closeAll(server.url, 'supervisor');
  const first = await contact(admin, 'Ines Dahl');
  const marcus = await desk('supervisor', pathOf(first));
  const { page } = marcus;
  await marcus.loaded();
  await marcus.more('Edit');
  await page.getByLabel('Company').fill('Typed and not saved');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const close = closeOf(page, first);
  await close.click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toHaveCount(0);
  await expect(tab(page, first.name)).toBeVisible();
  await expect(page.getByLabel('Company')).toHaveValue('Typed and not saved');
  await close.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/view/contact/list**');
  await expect(tab(page, first.name)).toHaveCount(0);
  // It is kept, as it is for whoever leaves by any other way.
  await page.goto(pathOf(first));
  await expect(page.getByText(/^Unsaved changes from /)).toBeVisible();
  await tab(page, first.name).press('Delete');
});

test('a deleted record takes its tab along: at once where it is not open, else when it is left', async ({ desk, admin, server }) => {
  await closeAll(server.url, 'admin');
  const mine = await contact(admin, 'Juno Ekberg');
  const his = await contact(admin, 'Kasper Frey');
  const dana = await desk('admin', pathOf(mine));
  const { page } = dana;
  await dana.loaded();
  await expect(tab(page, mine.name)).toBeVisible();
  await open(page, his);
  await tab(page, mine.name).click();
  await expect(page.getByRole('heading', { level: 1, name: mine.name })).toBeVisible();
  await dana.more('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/view/contact/list**');
  await expect(tab(page, mine.name)).toHaveCount(0);
  await expect(tab(page, his.name)).toBeVisible();

  // By somebody else, while one looks at it: the page keeps its state, and its tab says so.
  await tab(page, his.name).click();
  await expect(page.getByRole('heading', { level: 1, name: his.name })).toBeVisible();
  const other = await desk('supervisor', pathOf(his));
  await other.more('Delete');
  await other.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await other.page.waitForURL('**/view/contact/list**');
  await expect(tab(page, `${his.name} – not there any more`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: his.name })).toBeVisible();
  await look(page, 'tabs-deleted');
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Notes' }).click();
  await page.waitForURL('**/view/note/list');
  await expect(row(page).getByRole('tab', { name: his.name })).toHaveCount(0);
  await expect.poll(async () => (await settingsOf(admin, 'Dana Whitfield'))?.open_tabs?.length ?? 0).toBe(0);

  // Deleted while nobody was there: one who goes there reads so, and with that it goes.
  const lost = await contact(admin, 'Linnea Gould');
  await open(page, lost);
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Notes' }).click();
  await expect.poll(async () => (await settingsOf(admin, 'Dana Whitfield'))?.open_tabs?.length).toBe(1);
  await page.goto('about:blank');
  await admin.remove(`/v1/object/contact/${lost.id}`);
  await dana.go('/view/note/list');
  await tab(page, lost.name).click();
  await expect(tab(page, `${lost.name} – not there any more`)).toBeVisible();
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Notes' }).click();
  await expect(tabs(page)).toHaveCount(0);
});

test('many tabs move nothing: the rest is in a menu, and the oldest unused goes', async ({ desk, admin, server }) => {
  await closeAll(server.url, 'agent3');
  test.setTimeout(300_000);
  const first = ['Lena', 'Mateo', 'Nadia', 'Oskar', 'Petra', 'Quentin', 'Rosalind', 'Stellan', 'Tamsin', 'Ulrich', 'Verena'];
  const names = first.flatMap((name) => [`${name} Ashdown`, `${name} Featherstonehaugh-Cholmondeley`]);
  const data = await admin.post<Named[]>('/v1/object/contact', names.map((name) => ({ name })));
  const chloe = await desk('agent3', '/view/note/list');
  const { page } = chloe;
  await chloe.loaded();
  await page.setViewportSize({ width: 1440, height: 900 });
  const account = page.getByRole('button', { name: /Chloe Tanaka/ });
  const before = await page.getByRole('main').boundingBox();
  for (const one of data) {
    // Within the page, as a click on a row goes.
    await page.evaluate((path) => {
      history.pushState({}, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, pathOf(one));
    await expect(tab(page, one.name)).toHaveAttribute('aria-selected', 'true');
    await expect(tab(page, one.name), 'the open one is whole').toBeInViewport({ ratio: 1 });
  }
  await expect(tabs(page)).toHaveCount(20);
  await expect(tab(page, data[0]?.name ?? '')).toHaveCount(0);
  expect(await page.getByRole('main').boundingBox()).toEqual(before);
  await expect(account).toBeVisible();
  const more = page.getByRole('button', { name: /^\d+ more$/ });
  await expect(more).toBeVisible();
  await look(page, 'tabs-many');
  await more.click();
  await look(page, 'tabs-many-menu');
  const name = await page.getByRole('menu', { name: 'Open records' }).getByRole('menuitem').first().textContent();
  await page.keyboard.press('Enter');
  await expect(tab(page, name ?? '')).toHaveAttribute('aria-selected', 'true');
  await expect(tab(page, name ?? '')).toBeInViewport();
  await page.setViewportSize({ width: 1920, height: 1000 });
  await look(page, 'tabs-many-wide');
});
