import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { Outage } from './support/outage.ts';
import { signInAs, signOut } from './support/signing.ts';
import { expect, test } from './support/test.ts';

// The last long file: its tests stand alone, so that no worker is left with all of them at the end.
test.describe.configure({ mode: 'parallel' });

const waits = 'Sends when the connection is back';

const pageOf = (conversation: string) => `/view/twilio_conversation/record/${conversation}/conversation`;

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' });

async function write(page: Page, ...bodies: string[]): Promise<void> {
  for (const body of bodies) {
    await composer(page).fill(body);
    await composer(page).press('Enter');
  }
}

/** The bodies of a thread that are among these, in the order in which the page shows them. */
async function shown(page: Page, bodies: readonly string[]): Promise<string[]> {
  const any = bodies.map((body) => body.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return page.getByRole('log', { name: 'Messages' }).getByText(new RegExp(`^(${any})$`)).allTextContents();
}

test('texts written in an outage outlive a reload and go in their order, each once', async ({ desk, simulator }) => {
  const path = pageOf(await simulator.ask('+12065550161', 'When do you open tomorrow?'));
  const alice = await desk('agent1', path);
  const ben = await desk('agent2', path);
  const outage = await Outage.in(alice.context);
  await alice.go(path);
  await expect(ben.page.getByText('When do you open tomorrow?').last()).toBeVisible();
  await ben.mark();

  const bodies = ['Good evening!', 'We open at ten.', 'The side door is open from nine.', 'See you then, Alice'];
  await outage.begin();
  await expect(alice.page.getByText('Reconnecting…').first()).toBeVisible();
  await write(alice.page, ...bodies);
  await expect(alice.page.getByText(waits)).toHaveCount(4);

  // The page is loaded again while the outage lasts: all stand in their order before anything is
  // live.
  await alice.page.reload();
  await expect(alice.page.getByText(waits)).toHaveCount(4);
  expect(await shown(alice.page, bodies)).toEqual(bodies);
  await look(alice.page, 'texts-unsent-light');
  await alice.page.getByRole('navigation').getByRole('link', { name: 'Contacts' }).first().click();
  await expect(alice.page.getByRole('log', { name: 'Messages' })).toHaveCount(0);

  outage.end();
  await expect.poll(() => shown(ben.page, bodies), { timeout: 40_000 }).toEqual(bodies);
  expect(ben.reads(), 'they came by the socket').toEqual([]);
  await alice.go(path);
  await expect.poll(() => shown(alice.page, bodies)).toEqual(bodies);
  await expect(alice.page.getByText(waits)).toHaveCount(0);
  await expect.poll(async () => (await simulator.sent()).filter((body) => bodies.includes(body)).reverse()).toEqual(bodies);
});

test('one of two tabs is closed in an outage: the other sends what it wrote, once', async ({ desk, simulator }) => {
  const path = pageOf(await simulator.ask('+12065550162', 'Is the red kayak still there?'));
  const alice = await desk('agent1', path);
  const ben = await desk('agent2', path);
  const outage = await Outage.in(alice.context);
  await alice.go(path);
  const other = await alice.context.newPage();
  await other.goto(path);
  await expect(other.getByText('Is the red kayak still there?').last()).toBeVisible();
  await outage.begin();
  const bodies = ['It is.', 'Shall I keep it for you?'];
  await write(alice.page, ...bodies);
  await expect(other.getByText(waits)).toHaveCount(2);
  await alice.page.close();
  outage.end();
  await expect.poll(() => shown(ben.page, bodies), { timeout: 40_000 }).toEqual(bodies);
  // A socket that was being opened in the outage may be given up only after Socket.IO's 20 s.
  await expect.poll(() => shown(other, bodies), { timeout: 40_000 }).toEqual(bodies);
  await expect(other.getByText(waits)).toHaveCount(0);
  await expect.poll(async () => (await simulator.sent()).filter((body) => bodies.includes(body)).reverse()).toEqual(bodies);
});

test('a text that the server can not take now waits, and goes by itself', async ({ desk, simulator }) => {
  const path = pageOf(await simulator.ask('+12065550169', 'Do you sell skis?'));
  const alice = await desk('agent1', path);
  const refusals = [
    { status: 503, code: 'unavailable', detail: 'Not now.' },
    { status: 507, code: 'storage_full', detail: "The server's disk is full." },
  ];
  await alice.page.route('**/v1/twilio/message', (route) => {
    const refusal = refusals.shift();
    return refusal ? route.fulfill({ status: refusal.status, headers: { 'retry-after': '1' }, json: refusal }) : route.continue();
  });
  await write(alice.page, 'We do, all sizes.');
  await expect(alice.page.getByText(waits)).toBeVisible();
  await expect(alice.page.getByText('Delivered').last()).toBeVisible({ timeout: 20_000 });
  await expect(alice.page.getByText(waits)).toHaveCount(0);
  expect((await simulator.sent()).filter((body) => body === 'We do, all sizes.')).toHaveLength(1);
});

test("what is unsent is its writer's alone: another person neither sees nor sends it", async ({ desk, simulator }) => {
  const path = pageOf(await simulator.ask('+12065550163', 'Do you rent skis?'));
  const alice = await desk('agent1', path);
  const outage = await Outage.in(alice.context);
  await alice.go(path);
  await outage.begin();
  const body = 'We do, from 25 dollars a day.';
  await write(alice.page, body);
  await expect(alice.page.getByText(waits)).toHaveCount(1);
  await signOut(alice.page);
  outage.end();

  await signInAs(alice.page, 'agent2', path);
  await alice.connected();
  await expect(alice.page.getByText('Do you rent skis?').last()).toBeVisible();
  await expect(alice.page.getByText(body)).toHaveCount(0);
  await write(alice.page, 'One moment, Alice will answer.');
  await expect(alice.page.getByText('Delivered').last()).toBeVisible();
  expect(await simulator.sent()).not.toContain(body);

  await signOut(alice.page);
  await signInAs(alice.page, 'agent1', path);
  await expect.poll(async () => (await simulator.sent()).filter((sent) => sent === body)).toHaveLength(1);
  await expect(alice.page.getByText(body).last()).toBeVisible();
  await expect(alice.page.getByText(waits)).toHaveCount(0);
});

test('a text that is refused on return stays with its reason until it is let go', async ({ desk, simulator }) => {
  const path = pageOf(await simulator.ask('+12065550164', 'Thanks, that is all.'));
  const alice = await desk('agent1', path);
  const outage = await Outage.in(alice.context);
  await alice.go(path);
  await outage.begin();
  await write(alice.page, 'One more thing: we have a sale.');
  await expect(alice.page.getByText(waits)).toHaveCount(1);
  await simulator.text('+12065550164', 'STOP');
  outage.end();
  const problem = alice.page.getByRole('alert').filter({ hasText: /opted in/ });
  await expect(problem).toBeVisible({ timeout: 40_000 });
  await alice.page.reload();
  await expect(problem).toBeVisible();
  await expect(problem.getByRole('button', { name: 'Retry' })).toBeVisible();
  await look(alice.page, 'text-refused-light');
  await problem.getByRole('button', { name: 'Discard' }).click();
  await expect(problem).toHaveCount(0);
  await alice.page.reload();
  await alice.connected();
  await expect(alice.page.getByText('Thanks, that is all.').last()).toBeVisible();
  await expect(alice.page.getByText('we have a sale')).toHaveCount(0);
  expect(await simulator.sent()).not.toContain('One more thing: we have a sale.');
});

test('messages of a chat written in an outage outlive a reload and go in their order', async ({ desk, admin }) => {
  const [chat] = await admin.list<{ id: string }>('chat', { order: 'name', limit: '1' });
  const path = `/view/chat/record/${chat?.id}/conversation`;
  const alice = await desk('agent1', path);
  const ben = await desk('agent2', path);
  const outage = await Outage.in(alice.context);
  await alice.go(path);
  await outage.begin();
  const bodies = ['The delivery is late.', 'It comes at four.', 'I wait for it.', 'You can all go home.'];
  await write(alice.page, ...bodies);
  await alice.page.reload();
  await expect(alice.page.getByText(waits)).toHaveCount(4);
  expect(await shown(alice.page, bodies)).toEqual(bodies);
  outage.end();
  await expect.poll(() => shown(ben.page, bodies), { timeout: 40_000 }).toEqual(bodies);
  await expect.poll(() => shown(alice.page, bodies)).toEqual(bodies);
  await expect(alice.page.getByText(waits)).toHaveCount(0);
});
