import type { Locator, Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { look } from './support/look.ts';
import { shifts, watchShifts } from './support/shifts.ts';
import { expect, test as base } from './support/test.ts';

interface Kept {
  id: string;
  api_name: string;
  name: string;
  title: string;
  icon: string;
  folded?: boolean;
}

interface User {
  id: string;
  email: string;
  settings: { leftPanelContent?: Kept[] } | null;
}

const kept = (...objects: [string, string][]): Kept[] =>
  objects.map(([object, name]) => ({ id: crypto.randomUUID(), api_name: object, name, title: name, icon: '' }));

/** A person's own sections, as the server has them; none of them outlasts a test. */
const test = base.extend<{ keep: (person: string, sections: Kept[]) => Promise<void>; keptBy: (person: string) => Promise<Kept[]> }>({
  keep: async ({ admin, server }, use) => {
    const people = new Set<string>();
    const users = await admin.list<User>('user', { limit: '50' });
    const keep = async (person: string, sections: Kept[]) => {
      people.add(person);
      const id = users.find(({ email }) => email === `${person}@demo.test`)?.id;
      await (await Api.signIn(server.url, person)).patch('/v1/object/user', [{ id, settings: { leftPanelContent: sections } }]);
    };
    await use(keep);
    for (const person of people) await keep(person, []);
  },
  keptBy: async ({ admin }, use) => {
    await use(async (person) => {
      const users = await admin.list<User>('user', { limit: '50' });
      return users.find(({ email }) => email === `${person}@demo.test`)?.settings?.leftPanelContent ?? [];
    });
  },
});

const navigationOf = (page: Page) => page.getByRole('navigation', { name: 'Navigation' });
const sectionsOf = (page: Page) => navigationOf(page).locator('[data-section]');
const sectionOf = (page: Page, name: string) => sectionsOf(page).filter({ has: page.getByRole('button', { name, exact: true }) });
const rowsOf = (section: Locator, name: string) => section.getByRole('list', { name }).getByRole('link');
const namesOf = (page: Page) => sectionsOf(page).locator('button[aria-expanded]:not([aria-haspopup])').allTextContents();

async function choose(page: Page, section: string, action: string): Promise<void> {
  await sectionOf(page, section).hover();
  await page.getByRole('button', { name: `Actions for ${section}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('an object is found and added; its latest records are listed, live, in every browser of the person', async ({ desk, admin, keep, keptBy }) => {
  await keep('agent1', []);
  const [here, there] = [await desk('agent1', '/view/note/list'), await desk('agent1', '/')];
  const { page } = here;
  const add = navigationOf(page).getByRole('button', { name: 'Add a section' });
  await add.focus();
  await page.keyboard.press('Enter');
  const box = page.getByRole('combobox', { name: 'Find an object' });
  await expect(box).toBeFocused();
  await look(page, 'sections-add-light');
  await page.keyboard.type('contac');
  await expect(page.getByRole('option')).toHaveText(['Contacts']);
  await page.keyboard.press('Enter');
  const section = sectionOf(page, 'Contacts');
  await expect(rowsOf(section, 'Contacts')).toHaveCount(5);
  await expect(add).toBeFocused();
  const other = sectionOf(there.page, 'Contacts');
  await expect(rowsOf(other, 'Contacts')).toHaveCount(5);
  await expect.poll(() => keptBy('agent1')).toMatchObject([{ api_name: 'contact', name: 'Contacts', title: 'Contact', icon: '' }]);

  await here.mark();
  await there.mark();
  const [made] = await admin.post<{ id: string }[]>('/v1/object/contact', [{ name: 'Aurelia Vance', email: 'aurelia@vance.example' }]);
  for (const one of [section, other]) await expect(rowsOf(one, 'Contacts').first()).toHaveText('Aurelia Vance');
  await admin.patch('/v1/object/contact', [{ id: made?.id, name: 'Aurelia Vance-Hill' }]);
  for (const one of [section, other]) await expect(rowsOf(one, 'Contacts').first()).toHaveText('Aurelia Vance-Hill');
  await expect(rowsOf(section, 'Contacts')).toHaveCount(5);
  expect([...here.reads(), ...there.reads()]).toEqual([]);

  // While one is about to press something there, nothing moves: what is new waits.
  await section.hover();
  const [second] = await admin.post<{ id: string }[]>('/v1/object/contact', [{ name: 'Livia Marchetti' }]);
  await expect(section.getByRole('button', { name: '1 new' })).toBeVisible();
  await expect(rowsOf(section, 'Contacts').first()).toHaveText('Aurelia Vance-Hill');
  await section.getByRole('button', { name: '1 new' }).click();
  await expect(rowsOf(section, 'Contacts').first()).toHaveText('Livia Marchetti');
  await rowsOf(section, 'Contacts').first().click();
  await page.waitForURL(`**/view/contact/record/${second?.id}/standard`);

  await add.click();
  await page.getByRole('combobox', { name: 'Find an object' }).fill('contacts');
  await expect(page.getByRole('option', { name: /Contacts/ })).toContainText('Added');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Contacts is already in the navigation.')).toBeVisible();
  await expect(sectionsOf(page)).toHaveCount(1);
  expect([...here.errors(), ...there.errors()]).toEqual([]);
});

test('a folded section reads nothing, and stays so over a reload and in another browser', async ({ desk, keep }) => {
  await keep('agent1', kept(['contact', 'My people'], ['note', 'Notes to read']));
  const [here, there] = [await desk('agent1', '/live/active_calls'), await desk('agent1', '/live/active_calls')];
  for (const one of [here, there]) await expect(rowsOf(sectionOf(one.page, 'My people'), 'My people')).toHaveCount(5);
  await navigationOf(here.page).getByRole('button', { name: 'My people', exact: true }).click();
  for (const one of [here, there]) {
    await expect(sectionOf(one.page, 'My people').getByRole('list')).toHaveCount(0);
    await expect(navigationOf(one.page).getByRole('button', { name: 'My people', exact: true })).toHaveAttribute('aria-expanded', 'false');
  }
  await here.mark();
  await here.page.reload();
  await here.connected();
  await here.loaded();
  await expect(rowsOf(sectionOf(here.page, 'Notes to read'), 'Notes to read').first()).toBeVisible();
  await expect(navigationOf(here.page).getByRole('button', { name: 'My people', exact: true })).toHaveAttribute('aria-expanded', 'false');
  expect(here.reads()).toContain('GET /v1/object/note');
  expect(here.reads()).not.toContain('GET /v1/object/contact');
});

test('sections are ordered by drag, by keys and by their menus, and never beyond the ends', async ({ desk, keep, keptBy }) => {
  await keep('agent1', kept(['contact', 'First'], ['note', 'Second'], ['user', 'Third']).map((one) => ({ ...one, folded: true })));
  const alice = await desk('agent1', '/live/active_calls');
  const other = await desk('agent1', '/live/active_calls');
  const { page } = alice;
  const heading = (name: string) => navigationOf(page).getByRole('button', { name, exact: true });
  const order = (names: string[]) => Promise.all([alice, other].map((one) => expect.poll(() => namesOf(one.page)).toEqual(names)));
  const middle = async (name: string) => {
    const box = await heading(name).boundingBox();
    return { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  await order(['First', 'Second', 'Third']);

  const [from, to] = [await middle('First'), await middle('Third')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 20);
  await page.mouse.move(to.x, to.y + 8);
  await look(page, 'sections-drag-light');
  await page.mouse.up();
  await order(['Second', 'Third', 'First']);
  // A drag folds and opens nothing, and Escape ends one without a trace.
  await expect(heading('First')).toHaveAttribute('aria-expanded', 'false');
  const again = await middle('First');
  await page.mouse.move(again.x, again.y);
  await page.mouse.down();
  await page.mouse.move(again.x, again.y - 60);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await order(['Second', 'Third', 'First']);

  await heading('First').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await order(['Second', 'First', 'Third']);
  await expect(heading('First')).toBeFocused();
  await expect(navigationOf(page).getByRole('status').filter({ hasText: 'First: 2 of 3' })).toHaveCount(1);
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await order(['First', 'Second', 'Third']);
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await order(['Second', 'Third', 'First']);
  await expect(heading('First')).toBeFocused();

  await choose(page, 'Third', 'Move up');
  await order(['Third', 'Second', 'First']);
  await sectionOf(page, 'Third').hover();
  await page.getByRole('button', { name: 'Actions for Third' }).click();
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toHaveCount(0);
  await look(page, 'sections-menu-light');
  await page.keyboard.press('Escape');
  await page.reload();
  await alice.connected();
  await order(['Third', 'Second', 'First']);
  expect((await keptBy('agent1')).map(({ name }) => name)).toEqual(['Third', 'Second', 'First']);
  expect(alice.errors()).toEqual([]);
});

test('a section is named, marked, moved and removed in its dialog, and a removal is undone', async ({ desk, keep, keptBy }) => {
  await keep('agent1', kept(['contact', 'Contacts'], ['note', 'Notes']));
  const alice = await desk('agent1', '/live/active_calls');
  const { page } = alice;
  await choose(page, 'Contacts', 'Edit section…');
  const dialog = page.getByRole('dialog', { name: 'Edit section' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await look(page, 'sections-edit-light');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(' ');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Enter a name for the section.');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Regulars');
  await dialog.getByRole('radio', { name: 'Heart' }).check();
  await dialog.getByRole('button', { name: 'Move down' }).click();
  await expect(dialog.getByText('2 of 2')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Move down' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => namesOf(page)).toEqual(['Notes', 'Regulars']);
  await expect.poll(() => keptBy('agent1')).toMatchObject([{ name: 'Notes' }, { name: 'Regulars', icon: 'heart', api_name: 'contact' }]);
  await look(page, 'sections-named-light');

  await choose(page, 'Notes', 'Edit section…');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => namesOf(page)).toEqual(['Regulars']);
  await expect.poll(async () => (await keptBy('agent1')).length).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => namesOf(page)).toEqual(['Notes', 'Regulars']);
  await expect.poll(async () => (await keptBy('agent1')).map(({ name }) => name)).toEqual(['Notes', 'Regulars']);

  // The focus goes on with what stands beside it.
  const heading = (name: string) => navigationOf(page).getByRole('button', { name, exact: true });
  await choose(page, 'Notes', 'Remove');
  await expect(heading('Regulars')).toBeFocused();
  await choose(page, 'Regulars', 'Remove');
  await expect(navigationOf(page).getByRole('button', { name: 'Add a section' })).toBeFocused();
  await expect(sectionsOf(page)).toHaveCount(0);
  for (const _ of ['Regulars', 'Notes']) await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(() => namesOf(page)).toEqual(['Notes', 'Regulars']);
  // Until both are stored: what comes next refuses whatever is sent.
  await expect.poll(async () => (await keptBy('agent1')).map(({ name }) => name)).toEqual(['Notes', 'Regulars']);

  // What the server does not take is as it was, with the reason.
  await page.route('**/v1/object/user', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify({ detail: 'Settings is too large.' }) })
      : route.continue(),
  );
  await choose(page, 'Notes', 'Remove');
  await expect(page.getByText('The navigation could not be changed: Settings is too large.')).toBeVisible();
  await expect.poll(() => namesOf(page)).toEqual(['Notes', 'Regulars']);
});

test('what a section lists leads where it belongs: users, chats that are open, texts, and calls while they live', async ({ desk, admin, keep, simulator }) => {
  const conversation = await simulator.ask('+12065550781', 'Is the workshop open today?');
  await keep('agent1', kept(['user', 'People'], ['chat', 'Talks'], ['twilio_conversation', 'Messages'], ['call', 'Lines']));
  const alice = await desk('agent1', '/');
  const { page } = alice;
  await page.setViewportSize({ width: 1440, height: 1300 });
  const rows = (name: string) => rowsOf(sectionOf(page, name), name);
  const [people, talks, texts, lines] = [rows('People'), rows('Talks'), rows('Messages'), rows('Lines')];
  await expect(people.first()).toHaveAttribute('href', /^\/view\/user\/record\/[^/]+\/standard$/);
  await expect(texts.first()).toHaveAttribute('href', `/view/twilio_conversation/record/${conversation}/conversation`);
  await expect(texts.first()).toHaveText('(206) 555-0781');
  await expect(lines, 'nobody is on a call').toHaveCount(0);
  const [chat] = await admin.list<{ id: string; name: string }>('chat', { limit: '1', order: '-last_message_at', filter: JSON.stringify([{ field: 'direct', operator: '=', value: false }]) });
  const talk = talks.filter({ hasText: chat?.name ?? '' });
  await expect(talk).toHaveAttribute('href', `/view/chat/record/${chat?.id}/conversation`);

  await page.mouse.move(900, 500);
  await alice.mark();
  await admin.patch('/v1/object/chat', [{ id: chat?.id, status: 'Closed' }]);
  await expect(talk, 'a chat that is closed goes').toHaveCount(0);
  await admin.patch('/v1/object/chat', [{ id: chat?.id, status: 'Open' }]);
  await expect(talk, 'and comes back when it is opened again').toHaveCount(1);
  const sid = await simulator.call('+12065550162');
  await expect(lines).toHaveText(['Call from Fatima Erikson']);
  await expect(lines.first()).toHaveAttribute('href', /^\/active_calls\/[^/]+$/);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
    await look(page, `sections-${theme}`);
  }
  await simulator.hangUp(sid);
  await expect(lines, 'a call that is over goes').toHaveCount(0);
  expect(alice.reads().filter((read) => read.startsWith('GET /v1/object/'))).toEqual([]);
  expect(alice.errors()).toEqual([]);
});

test('a section whose object may not be read is not shown and not lost, and comes with the right', async ({ desk, admin, keep, keptBy }) => {
  await keep('agent3', kept(['contact', 'Contacts'], ['permission', 'Rights'], ['note', 'Notes']));
  const users = await admin.list<{ id: string; email: string; permissions: { id: string }[] }>('user', { limit: '50' });
  const user = users.find(({ email }) => email === 'agent3@demo.test');
  const supervisor = (await admin.list<{ id: string; name: string }>('permission', { limit: '50' })).find(({ name }) => name === 'Supervisor');
  const permissions = user?.permissions.map(({ id }) => id) ?? [];
  const may = (is: boolean) => admin.patch('/v1/object/user', [{ id: user?.id, permissions: is ? [...permissions, supervisor?.id] : permissions }]);
  await may(true);
  const person = await desk('agent3', '/live/active_calls');
  const { page } = person;
  await expect(rowsOf(sectionOf(page, 'Rights'), 'Rights').first()).toBeVisible();
  await may(false);
  await expect.poll(() => namesOf(page)).toEqual(['Contacts', 'Notes']);
  await navigationOf(page).getByRole('button', { name: 'Notes', exact: true }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => namesOf(page)).toEqual(['Notes', 'Contacts']);
  await expect.poll(async () => (await keptBy('agent3')).map(({ name }) => name)).toEqual(['Notes', 'Rights', 'Contacts']);
  await page.reload();
  await person.connected();
  await expect.poll(() => namesOf(page)).toEqual(['Notes', 'Contacts']);
  await may(true);
  await page.reload();
  await expect(rowsOf(sectionOf(page, 'Rights'), 'Rights').first()).toBeVisible();
  await may(false);
  await expect.poll(() => namesOf(page)).toEqual(['Notes', 'Contacts']);
  expect(person.errors()).toEqual([]);
});

test('a rail shows the sections by their icons, a phone by More, and a reload moves nothing', async ({ desk, keep }) => {
  await keep('agent1', kept(['contact', 'Contacts'], ['note', 'Notes']).map((one, at) => ({ ...one, icon: at === 0 ? 'star' : '' })));
  const alice = await desk('agent1', '/');
  const { page } = alice;
  await expect(rowsOf(sectionOf(page, 'Notes'), 'Notes').first()).toBeVisible();
  await alice.loaded();
  await watchShifts(page);
  await page.reload();
  await alice.connected();
  await alice.loaded();
  await expect(rowsOf(sectionOf(page, 'Notes'), 'Notes').first()).toBeVisible();
  expect(await shifts(page)).toEqual([]);

  await page.setViewportSize({ width: 1100, height: 800 });
  await expect.poll(async () => (await navigationOf(page).boundingBox())?.width, 'the rail').toBeLessThan(80);
  const star = navigationOf(page).getByRole('button', { name: 'Contacts', exact: true });
  await star.focus();
  await expect(page.getByRole('tooltip')).toHaveText('Contacts');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Contacts' });
  await expect(panel.getByRole('link').first()).toBeVisible();
  await look(page, 'sections-rail-light');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(star).toBeFocused();
  await page.keyboard.press('Enter');
  await panel.getByRole('link').first().click();
  await page.waitForURL('**/view/contact/record/**');
  await expect(panel).toBeHidden();

  await page.setViewportSize({ width: 390, height: 780 });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'More' });
  await expect(sheet.getByRole('list', { name: 'Contacts' }).getByRole('link')).toHaveCount(5);
  await look(page, 'sections-narrow');
  await sheet.getByRole('button', { name: 'Actions for Notes' }).click();
  await page.getByRole('menuitem', { name: 'Edit section…' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit section' })).toBeVisible();
  await look(page, 'sections-edit-narrow');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Edit section' })).toHaveCount(0);
  await expect(sheet).toBeVisible();
  await sheet.getByRole('list', { name: 'Contacts' }).getByRole('link').nth(1).click();
  await expect(sheet).toHaveCount(0);
  await alice.go('/');
  await look(page, 'sections-bar-narrow');
  expect(alice.errors()).toEqual([]);
});
