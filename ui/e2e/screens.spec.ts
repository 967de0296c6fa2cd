import type { Desk } from './support/desk.ts';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const themes = ['light', 'dark'] as const;

async function theme(desk: Desk, to: (typeof themes)[number]): Promise<void> {
  await desk.page.getByRole('button', { name: /Your account|Alice Moreno/ }).first().click();
  await desk.page.getByRole('menuitemradio', { name: to === 'light' ? 'Light' : 'Dark' }).click();
  await desk.page.keyboard.press('Escape');
  await expect(desk.page.locator('html')).toHaveAttribute('data-theme', to);
}

test('every screen, light, dark and narrow, is shown and is accessible', async ({ desk, admin, simulator, page, server }) => {
  test.setTimeout(180_000);
  await page.goto(`${server.url}/login`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await look(page, 'sign-in-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'sign-in-dark');

  const [contact] = await admin.list<{ id: string; name: string; phone: { phone_number: string } }>('contact', { order: 'name', limit: '1', offset: '3' });
  const conversation = await simulator.ask(contact?.phone.phone_number ?? '', 'Could you hold the blue 60 L pack for me until Friday?');
  const [chat] = await admin.list<{ id: string }>('chat', { order: 'name', limit: '1' });
  // Each screen's name, its path, and a text that shows that it stands.
  const screens: [string, string, string | RegExp][] = [
    ['conversation', `/view/twilio_conversation/record/${conversation}/conversation`, 'Could you hold the blue 60 L pack for me until Friday?'],
    ['conversations', '/live/twilio_conversation', /Great, thank you!|See you then\./],
    ['chat', `/view/chat/record/${chat?.id}/conversation`, 'Welcome to the new desk. Calls, texts and this chat are live for all of us.'],
    ['list', '/view/contact/list', /Page 1 of \d+/],
    ['record', `/view/contact/record/${contact?.id}/standard`, /Nothing earlier\.|You have no past activities/],
    ['home', '/', 'My team now'],
    ['new-record', '/view/contact/new', 'New Contact'],
    ['simulator', '/simulator', 'Place an incoming call'],
  ];
  const alice = await desk('agent1');
  for (const t of themes) {
    await theme(alice, t);
    for (const [name, path, text] of screens) {
      await alice.go(path);
      await expect(alice.page.getByText(text).filter({ visible: true }).last()).toBeVisible();
      await look(alice.page, `${name}-${t}`);
    }
    await alice.go('/live/active_calls');
    await look(alice.page, `active-calls-empty-${t}`);
    const sid = await simulator.call(contact?.phone.phone_number ?? '');
    await expect(alice.alert()).toBeVisible();
    await look(alice.page, `call-alert-${t}`);
    await alice.alert().getByRole('button', { name: 'Accept' }).click();
    await expect(alice.page.getByRole('region', { name: 'My Active Calls' })).toContainText('In progress');
    await look(alice.page, `active-call-${t}`);
    await simulator.hangUp(sid);
    await expect(alice.page.getByText('No active calls at the moment.')).toBeVisible();
  }
  await theme(alice, 'light');
  await alice.page.setViewportSize({ width: 390, height: 780 });
  for (const [name, path, text] of screens) {
    await alice.go(path);
    await expect(alice.page.getByText(text).filter({ visible: true }).last()).toBeVisible();
    await look(alice.page, `${name}-narrow`);
  }
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
  await look(alice.page, 'desk');
  await simulator.hangUp(sid);
});
