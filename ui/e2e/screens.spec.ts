import type { Api } from './support/api.ts';
import type { Desk } from './support/desk.ts';
import { look } from './support/look.ts';
import type { Simulator } from './support/simulator.ts';
import { expect, test } from './support/test.ts';

const themes = ['light', 'dark'] as const;

async function theme(desk: Desk, to: (typeof themes)[number]): Promise<void> {
  await desk.page.getByRole('button', { name: /Your account|Alice Moreno/ }).first().click();
  await desk.page.getByRole('menuitemradio', { name: to === 'light' ? 'Light' : 'Dark' }).click();
  await desk.page.keyboard.press('Escape');
  await expect(desk.page.locator('html')).toHaveAttribute('data-theme', to);
}

interface Contact {
  id: string;
  name: string;
  phone: { phone_number: string };
}

/** Each screen's name, its path, and a text that shows that it stands. */
type Screen = [string, string, string | RegExp];

/** The screens, about a contact who has just written. */
async function screensOf(admin: Api, simulator: Simulator): Promise<{ contact: Contact; screens: Screen[] }> {
  const filter = JSON.stringify([{ field: 'do_not_call', operator: '=', value: false }]);
  const [contact] = await admin.list<Contact>('contact', { filter, order: 'name', limit: '1', offset: '3' });
  if (!contact) throw new Error('the demo has no fourth contact');
  const conversation = await simulator.ask(contact.phone.phone_number, 'Could you hold the blue 60 L pack for me until Friday?');
  const [chat] = await admin.list<{ id: string }>('chat', { order: 'name', limit: '1' });
  const screens: Screen[] = [
    ['conversation', `/view/twilio_conversation/record/${conversation}/conversation`, 'Could you hold the blue 60 L pack for me until Friday?'],
    ['conversations', '/live/twilio_conversation', /Great, thank you!|See you then\./],
    ['chat', `/view/chat/record/${chat?.id}/conversation`, 'Welcome to the new desk. Calls, texts and this chat are live for all of us.'],
    ['list', '/view/contact/list', /Page 1 of \d+/],
    ['record', `/view/contact/record/${contact.id}/standard`, /No earlier activity\.|You have no past activities/],
    ['home', '/', 'My team now'],
    ['new-record', '/view/contact/new', 'New Contact'],
    ['simulator', '/simulator', 'Place an incoming call'],
  ];
  return { contact, screens };
}

async function lookAtAll(desk: Desk, screens: readonly Screen[], form: string): Promise<void> {
  for (const [name, path, text] of screens) {
    await desk.go(path);
    await expect(desk.page.getByText(text).filter({ visible: true }).last()).toBeVisible();
    if (path.endsWith('/list')) await expect(desk.page.locator('[data-row-link]').first()).toBeVisible();
    await look(desk.page, `${name}-${form}`);
  }
}

for (const to of themes) {
  test(`every screen, ${to}, is shown and is accessible`, async ({ desk, admin, simulator, page, server }) => {
    test.setTimeout(180_000);
    await page.goto(`${server.url}/login`);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await page.emulateMedia({ colorScheme: to });
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), to);
    await look(page, `sign-in-${to}`);

    const { contact, screens } = await screensOf(admin, simulator);
    const alice = await desk('agent1');
    await theme(alice, to);
    await lookAtAll(alice, screens, to);
    await alice.go('/live/active_calls');
    await look(alice.page, `active-calls-empty-${to}`);
    const sid = await simulator.call(contact.phone.phone_number);
    await expect(alice.alert()).toBeVisible();
    await look(alice.page, `call-alert-${to}`);
    await alice.alert().getByRole('button', { name: 'Accept' }).click();
    await expect(alice.page.getByRole('heading', { name: contact.name, level: 1 })).toBeVisible();
    await expect(alice.page.getByRole('button', { name: 'Mute' }), 'it is put through').toBeVisible();
    await alice.go('/live/active_calls');
    await expect(alice.page.getByRole('region', { name: 'My Active Calls' })).toContainText('In progress');
    await look(alice.page, `active-call-${to}`);
    await simulator.hangUp(sid);
    await expect(alice.page.getByText('No active calls at the moment.')).toBeVisible();
    await theme(alice, 'light');
  });
}

test('every screen, narrow, is shown and is accessible', async ({ desk, admin, simulator }) => {
  test.setTimeout(180_000);
  const { contact, screens } = await screensOf(admin, simulator);
  const alice = await desk('agent1');
  await alice.page.setViewportSize({ width: 390, height: 780 });
  await lookAtAll(alice, screens, 'narrow');
  await alice.go(`/view/contact/record/${contact.id}/standard`);
  const name = alice.page.getByRole('heading', { name: contact.name, level: 1 });
  expect(await name.evaluate((heading) => heading.scrollWidth <= heading.clientWidth), 'the name can be read').toBe(true);
  await expect(alice.page.getByRole('main').getByRole('button', { name: 'Call', exact: true })).toBeVisible();
  await alice.go('/view/contact/record/00000000-0000-7000-8000-000000000000/standard');
  await expect(alice.page.getByText('Record not found')).toBeVisible();
  await look(alice.page, 'record-not-found');
});

// The picture that the README opens with: docs/desk.png is a copy of it.
test('the desk at work', async ({ desk, admin, simulator }) => {
  const [contact] = await admin.list<{ id: string; phone: { phone_number: string } }>('contact', { order: 'name', limit: '1', offset: '40' });
  const number = contact?.phone.phone_number ?? '';
  const about = { schema: 'contact', id: contact?.id };
  await admin.post('/v1/object/note', [{ name: 'Gift cards for staff', notes: 'Twenty cards of $50, one invoice, needed by the fifteenth.', related_to: about }]);
  const alice = await desk('agent1', `/view/contact/record/${contact?.id}/standard`);
  await alice.page.setViewportSize({ width: 1440, height: 810 });
  await simulator.text(number, 'Hi! Are the printed gift cards ready? I could come by on Friday.');
  await expect(alice.page.getByText('Are the printed gift cards ready?').first()).toBeVisible();
  const sid = await simulator.call(number);
  await expect(alice.alert()).toBeVisible();
  await expect(alice.page.getByRole('region', { name: 'Timeline' }).getByText('Ringing')).toBeVisible();
  await expect(alice.alert().getByRole('link', { name: 'Texted today' })).toBeVisible();
  await expect(alice.page.getByRole('navigation').getByRole('img', { name: 'Offline' }).first(), 'after the first half minute of a server').toBeVisible({ timeout: 60_000 });
  await look(alice.page, 'desk');
  await simulator.hangUp(sid);
});
