import type { Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import type { Desk } from '../support/desk.ts';
import { Desk as Person } from '../support/desk.ts';
import { expect, test as withNetwork } from '../support/network.ts';
import { test } from '../support/test.ts';
import { lookEverywhere } from './frames.ts';

/** Waits until a page shows what it has: no skeleton, nothing on its way. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('[data-skeleton], [aria-busy="true"]').filter({ visible: true })).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

async function take(desk: Desk, name: string, path: string): Promise<void> {
  await desk.go(path);
  await settled(desk.page);
  await lookEverywhere(desk.page, name);
}

interface Named {
  id: string;
  name: string;
}

interface Contact extends Named {
  phone: { phone_number: string };
}

async function contactOf(admin: Api, place: number): Promise<Contact> {
  const [contact] = await admin.list<Contact>('contact', { order: 'name', limit: '1', offset: String(place) });
  if (!contact) throw new Error(`the demo has no contact ${place}`);
  return contact;
}

test('sign-in', async ({ page, server }) => {
  await page.goto(`${server.url}/login`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await lookEverywhere(page, 'sign-in');
  await page.getByLabel('Email').fill('agent1@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await lookEverywhere(page, 'sign-in-refused');
});

test('home, texts, chats and calls', async ({ desk, admin, simulator }) => {
  const empty = await desk('agent3', '/');
  await settled(empty.page);
  await lookEverywhere(empty.page, 'home-empty');
  await take(empty, 'calls-empty', '/live/active_calls');
  await empty.close();

  const alice = await desk('agent1', '/');
  const caller = await contactOf(admin, 7);
  const missed = await simulator.call(caller.phone.phone_number);
  await expect(alice.alert()).toBeVisible();
  await simulator.hangUp(missed);
  await expect(alice.alert()).toHaveCount(0);
  const contact = await contactOf(admin, 3);
  const conversation = await simulator.ask(contact.phone.phone_number, 'Could you hold the blue 60 L pack for me until Friday?');
  const [chat] = await admin.list<Named>('chat', { order: 'name', limit: '1' });
  await take(alice, 'home', '/');
  await take(alice, 'texts', '/live/twilio_conversation');
  await take(alice, 'text', `/view/twilio_conversation/record/${conversation}/conversation`);
  await take(alice, 'chats', '/live/chat');
  await take(alice, 'chat', `/view/chat/record/${chat?.id}/conversation`);
  await take(alice, 'calls-missed', '/live/active_calls');

  const other = await contactOf(admin, 12);
  await admin.post('/v1/object/note', [{ name: 'Prefers mornings', notes: 'Call before ten.', related_to: { schema: 'contact', id: other.id } }]);
  const sid = await simulator.call(other.phone.phone_number);
  await expect(alice.alert()).toBeVisible();
  await lookEverywhere(alice.page, 'calls-ringing');
  const second = await simulator.call(caller.phone.phone_number);
  await take(alice, 'calls-two', `/view/contact/record/${contact.id}/standard`);
  await simulator.hangUp(second);
  await alice.alert().getByRole('button', { name: 'Accept' }).first().click();
  await alice.go('/live/active_calls');
  await expect(alice.page.getByRole('region', { name: 'My Active Calls' })).toContainText('In progress');
  await lookEverywhere(alice.page, 'calls-up');
  await simulator.hangUp(sid);
});

test('every list and a record of each', async ({ desk, admin }) => {
  const dana = await desk('admin', '/');
  const hrefs = await dana.page
    .getByRole('navigation')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  for (const path of new Set(hrefs)) {
    const name = path.replace(/^\/(view\/|live\/)?/, '').replaceAll('/', '-') || 'start';
    await take(dana, `admin-${name}`, path);
    const [, object] = /^\/view\/(\w+)\/list$/.exec(path) ?? [];
    const [record] = object ? await admin.list<Named>(object, { limit: '1' }) : [];
    if (record) await take(dana, `record-${object}`, `/view/${object}/record/${record.id}/standard`);
  }
  const contact = await contactOf(admin, 3);
  await take(dana, 'contact-edit', `/view/contact/record/${contact.id}/standard?edit=true`);
  await take(dana, 'contact-new', '/view/contact/new');
  await take(dana, 'user-new', '/view/user/new');
  await take(dana, 'list-nothing-found', '/view/contact/list?search=nobody+of+this+name');
});

test('what is opened over a page', async ({ desk, admin }) => {
  const dana = await desk('admin', '/live/chat');
  const { page } = dana;
  await settled(page);
  const contact = await contactOf(admin, 3);
  // A menu takes Escape where the focus is in it, which pictures may have taken away: a press beside it closes it too.
  const closed = async () => {
    await page.keyboard.press('Escape');
    if ((await page.locator('[role=menu]').count()) > 0) await page.mouse.click(5, 5);
    await expect(page.locator('dialog[open], [role=menu]')).toHaveCount(0);
  };
  const over = (name: string, open: () => Promise<void>) =>
    lookEverywhere(page, name, async () => {
      await closed();
      await open();
      await expect(page.locator('dialog[open], [role=menu]').first()).toBeVisible();
    });
  await over('palette', () => page.keyboard.press('Control+k'));
  await closed();
  await over('palette-found', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('mia');
    await expect(page.getByRole('option').first()).toBeVisible();
  });
  await closed();
  await over('keys', () => page.keyboard.press('?'));
  await closed();
  await over('account', () => page.getByRole('button', { name: /Your account|Dana/ }).filter({ visible: true }).first().click());
  await closed();
  await over('new-message', () => page.getByRole('button', { name: 'New message' }).filter({ visible: true }).first().click());
  await closed();
  await dana.go('/live/active_calls');
  await over('new-call', () => page.getByRole('button', { name: 'New call' }).first().click());
  await closed();
  await dana.go('/live/twilio_conversation');
  await over('new-text', () => page.getByRole('button', { name: 'New text' }).filter({ visible: true }).first().click());
  await closed();
  await dana.go(`/view/contact/record/${contact.id}/standard`);
  await over('record-menu', () => page.getByRole('button', { name: 'More actions' }).click());
  await closed();
  await over('history', () => dana.more('History'));
  await closed();
  await over('delete', () => dana.more('Delete'));
  await closed();
  await dana.go('/view/contact/list');
  await over('recently-deleted', () => page.getByRole('button', { name: 'Recently deleted' }).click());
  await closed();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await lookEverywhere(page, 'more');
});

test('what is not there, and what one may not see', async ({ desk }) => {
  const alice = await desk('agent1', '/');
  await take(alice, 'not-found', '/view/nothing/of/this/kind');
  await take(alice, 'record-not-found', '/view/contact/record/00000000-0000-7000-8000-000000000000/standard');
  await take(alice, 'text-not-found', '/view/twilio_conversation/record/00000000-0000-7000-8000-000000000000/conversation');
  await take(alice, 'refused-administration', '/administration/audit');
  await take(alice, 'refused-list', '/view/permission_set/list');
});

withNetwork('without network', async ({ browser, network }) => {
  const alice = await Person.signIn(browser, network.link.url, 'agent1', '/');
  const admin = await Api.signIn(network.server.url, 'admin');
  const contact = await contactOf(admin, 3);
  const { page } = alice;
  await alice.loaded();
  network.link.cut();
  await expect(page.locator('html')).not.toHaveAttribute('data-socket', 'connected');
  await lookEverywhere(page, 'offline-home');
  const nav = page.getByRole('navigation', { name: 'Navigation' });
  for (const label of ['Contacts', 'Texts', 'Chat', 'Active Calls']) {
    await nav.getByRole('link', { name: label }).first().click();
    await page.waitForTimeout(1_500);
    await lookEverywhere(page, `offline-${label.toLowerCase().replace(' ', '-')}`);
  }
  await page.evaluate((path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/view/contact/record/${contact.id}/standard`);
  await page.waitForTimeout(1_500);
  await lookEverywhere(page, 'offline-record');
  await alice.close();
});

test('objects and fields', async ({ desk, admin }) => {
  const text = (title: string) => ({ title, format: 'text' });
  await admin.post('/v1/schema', {
    api_name: 'deal',
    title: 'Deal',
    plural: 'Deals',
    properties: {
      name: { title: 'Name', format: 'text', required: true },
      stage: {
        title: 'Stage',
        format: 'picklist',
        options: [
          { value: 'new', label: 'New lead', color: 'blue', active: true },
          { value: 'offer', label: 'Offer sent', color: 'amber', active: true },
          { value: 'won', label: 'Won', color: 'green', active: true },
          { value: 'lost', label: 'Lost', color: 'gray', active: false },
        ],
      },
      amount: { title: 'Amount', format: 'currency', unit: 'USD' },
      customer: { title: 'Customer', format: 'lookup', anyOf: [{ schema_api_name: 'contact' }] },
      closes: { title: 'Expected close', format: 'date' },
      reference: text('Reference'),
      old: text('Former source'),
    },
  });
  await admin.patch('/v1/schema/deal', { properties: { old: null } });
  await admin.post('/v1/object/deal', [
    { name: 'Guided tours 2027', stage: 'offer', amount: 12_400, closes: '2026-12-18' },
    { name: 'Rental fleet, Ballard', stage: 'new', amount: 38_000 },
    { name: 'School program', stage: 'won', amount: 7_250 },
  ]);
  const dana = await desk('admin', '/administration/objects');
  await take(dana, 'objects', '/administration/objects');
  await take(dana, 'object', '/administration/objects/deal');
  await take(dana, 'object-preview', '/administration/objects/deal?tab=preview');
  await take(dana, 'object-retired', '/administration/objects/deal?tab=retired');
  await take(dana, 'object-field', '/administration/objects/deal?field=stage');
  await take(dana, 'object-new-field', '/administration/objects/deal?add=true');
  await take(dana, 'object-list', '/view/deal/list');
  await admin.remove('/v1/schema/deal');
});
