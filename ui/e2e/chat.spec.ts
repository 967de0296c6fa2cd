import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

test('a chat is live: typing, message, unread, reading', async ({ desk, admin }) => {
  const chats = await admin.list<{ id: string; name: string }>('chat', { limit: '25' });
  const everyone = chats.find((c) => c.name === 'Everyone');
  if (everyone === undefined) throw new Error('no demo chat');
  const path = `/view/chat/record/${everyone.id}/conversation`;
  const alice = await desk('agent1', path);
  const ben = await desk('agent2');
  await alice.mark();
  await ben.mark();

  const composer = alice.page.getByRole('textbox', { name: 'Message' });
  await composer.fill('The new catalogues are at the front desk.');
  await composer.press('Enter');
  await expect(alice.page.getByText('The new catalogues are at the front desk.').last()).toBeVisible();
  await expect(ben.badge('Chat')).toHaveText('1');
  expect(ben.reads()).toEqual([]);

  await ben.page.getByRole('navigation').getByRole('link', { name: /^Chat/ }).click();
  await ben.page.getByRole('link', { name: /Everyone/ }).first().click();
  await expect(ben.page.getByText('The new catalogues are at the front desk.').last()).toBeVisible();
  await expect(ben.badge('Chat')).toHaveCount(0);

  await ben.page.getByRole('textbox', { name: 'Message' }).pressSequentially('On my w');
  await expect(alice.page.getByText(/is typing…/)).toBeVisible();
  await ben.page.getByRole('textbox', { name: 'Message' }).fill('On my way.');
  await ben.page.keyboard.press('Enter');
  await expect(alice.page.getByText('On my way.').last()).toBeVisible();
  expect(alice.reads()).toEqual([]);
  expect(alice.errors()).toEqual([]);
});

test('a new chat reaches its members', async ({ desk }) => {
  const alice = await desk('agent1', '/live/chat');
  const ben = await desk('agent2', '/live/chat');
  await alice.page.getByRole('button', { name: 'New message' }).first().click();
  const dialog = alice.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'New group chat' }).click();
  await dialog.getByLabel('Name').fill('Rain shells');
  await dialog.getByText('Ben Sorensen').click();
  await dialog.getByRole('button', { name: 'Create chat' }).click();
  await expect(ben.page.getByRole('link', { name: /Rain shells/ }).first()).toBeVisible();
});

test('a direct message is two clicks away, needs no name, and both have the same one', async ({ desk }) => {
  const alice = await desk('agent1', '/live/chat');
  const ben = await desk('agent2', '/live/chat');
  await alice.page.getByRole('button', { name: 'New message' }).first().click();
  await look(alice.page, 'new-message-light');
  await alice.page.getByRole('dialog').getByRole('button', { name: /Ben Sorensen/ }).click();
  await expect(alice.page.getByRole('heading', { level: 1, name: 'Ben Sorensen' })).toBeVisible();
  await ben.mark();
  await alice.page.getByRole('textbox', { name: 'Message' }).fill('Do you take the late shift?');
  await alice.page.keyboard.press('Enter');
  await expect(ben.page.getByRole('link', { name: /Alice Moreno/ })).toContainText('Do you take the late shift?');
  expect(ben.reads()).toEqual([]);

  // He begins one with her by the keyboard alone: it is the one that there is.
  await ben.page.getByRole('button', { name: 'New message' }).first().click();
  await expect(ben.page.getByRole('textbox', { name: 'Find a colleague' })).toBeFocused();
  await ben.page.keyboard.type('alice');
  await ben.page.keyboard.press('Enter');
  await expect(ben.page.getByRole('heading', { level: 1, name: 'Alice Moreno' })).toBeVisible();
  await expect(ben.page.getByText('Do you take the late shift?').last()).toBeVisible();
  await look(ben.page, 'direct-message-light');
  expect(new URL(ben.page.url()).pathname).toBe(new URL(alice.page.url()).pathname);
});

test('help is asked for from the navigation; who runs the organization has it live, and a reload finds the same chat', async ({ desk }) => {
  const alice = await desk('agent1', '/');
  const dana = await desk('admin', '/');
  await expect(dana.page.getByRole('navigation').getByRole('link', { name: 'Help Chat' }), 'whom one asks').toHaveCount(0);
  await alice.page.getByRole('navigation').getByRole('link', { name: 'Help Chat' }).click();
  await expect(alice.page).toHaveURL(/\/view\/chat\/record\/.+\/conversation/);
  const chat = alice.page.url();
  await alice.page.getByRole('textbox', { name: 'Message' }).fill('How do I change the line that I call from?');
  await alice.page.keyboard.press('Enter');
  await dana.page.getByRole('region', { name: 'Unread chats' }).getByRole('link', { name: /Help Chat: Alice Moreno/ }).click();
  await expect(dana.page.getByText('How do I change the line that I call from?').last()).toBeVisible();
  await alice.go('/live/help_chat');
  await expect(alice.page).toHaveURL(chat);
  await expect(alice.page.getByText('How do I change the line that I call from?').last()).toBeVisible();
  for (const one of [alice, dana]) expect(one.errors()).toEqual([]);
});

test("a colleague's page leads to the direct message with him", async ({ desk, admin }) => {
  const people = await admin.list<{ id: string; email: string }>('user', { limit: '50' });
  const chloe = people.find((one) => one.email === 'agent3@demo.test');
  const { page } = await desk('agent1', `/view/user/record/${chloe?.id}/standard`);
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Chloe Tanaka' })).toBeVisible();
  await expect(page).toHaveURL(/\/view\/chat\/record\//);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
});

test('the chats that are mine are those that the server knows as mine', async ({ desk }) => {
  const { page } = await desk('agent1', '/live/chat');
  const asked = page.waitForResponse((one) => one.url().includes('/v1/object/chat?') && one.url().includes('members'));
  await page.getByRole('button', { name: 'Mine', exact: true }).click();
  expect((await asked).status()).toBe(200);
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAF0lEQVR42mPgnPUfK2IYTBLqtmXY0IBKAABj/1jRHHyuPAAAAABJRU5ErkJggg==',
  'base64',
);

test('a thread of replies and files, live for two people', async ({ desk, admin }) => {
  const people = await admin.list<{ id: string; email: string }>('user', { limit: '50' });
  const members = people.filter((one) => ['agent1@demo.test', 'agent2@demo.test'].includes(one.email)).map((one) => one.id);
  const [chat] = await admin.post<{ id: string }[]>('/v1/object/chat', [{ name: 'Window display', members, private: true }]);
  const path = `/view/chat/record/${chat?.id}/conversation`;
  const alice = await desk('agent1', path);
  const ben = await desk('agent2', path);
  const composer = alice.page.getByRole('textbox', { name: 'Message' });
  await composer.fill('Which picture for the window?');
  await composer.press('Enter');

  const asked = ben.page.getByText('Which picture for the window?').last();
  await asked.hover();
  await ben.page.getByRole('button', { name: 'Reply in thread' }).last().click();
  const thread = ben.page.getByRole('region', { name: 'Thread' });
  await expect(thread.getByText('No replies yet')).toBeVisible();
  await thread.getByLabel('Attach files').last().setInputFiles([
    { name: 'summit.png', mimeType: 'image/png', buffer: png },
    { name: 'prices.txt', mimeType: 'text/plain', buffer: Buffer.from('Ten percent off') },
  ]);
  await expect(thread.getByRole('list', { name: 'Attached files' }).locator('[data-state=done]')).toHaveCount(2);
  await thread.getByRole('textbox', { name: 'Reply' }).fill('This one');
  await ben.page.keyboard.press('Enter');
  await expect(thread.getByRole('img', { name: 'Image summit.png' })).toBeVisible();

  // Alice wrote what Ben replied to: it is unread for Alice until the thread is open.
  const line = alice.page.getByRole('button', { name: /^1 reply · last .*1 new$/ });
  await expect(line).toBeVisible();
  await line.click();
  const aliceThread = alice.page.getByRole('region', { name: 'Thread' });
  await expect(aliceThread.getByRole('img', { name: 'Image summit.png' })).toBeVisible();
  await expect(alice.page.getByRole('button', { name: /^1 reply · last .* ago$|^1 reply · last just now$/ })).toBeVisible();
  await look(alice.page, 'chat-thread-light');
  await aliceThread.getByRole('button', { name: /^prices.txt/ }).click();
  await expect(alice.page.getByRole('dialog')).toContainText('Ten percent off');
  await alice.page.keyboard.press('Escape');

  await aliceThread.getByRole('textbox', { name: 'Reply' }).fill('Then we print it.');
  await aliceThread.getByRole('checkbox', { name: 'Also send to Window display' }).check();
  await aliceThread.getByRole('textbox', { name: 'Reply' }).press('Enter');
  await expect(ben.page.getByText('Then we print it.')).toHaveCount(3); // in the list of chats, the chat and the thread
  await expect(ben.page.getByRole('button', { name: /^2 replies · last/ })).toBeVisible();
  await ben.page.setViewportSize({ width: 390, height: 800 });
  await expect(ben.page.getByRole('textbox', { name: 'Message' })).toHaveCount(0);
  await look(ben.page, 'chat-thread-390');
  await thread.getByRole('button', { name: 'Close the thread' }).click();
  await expect(ben.page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await ben.page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(ben.page, 'chat-replies-390-dark');

  // Search over all chats leads to the message; a muted chat has no badge.
  await alice.go('/live/chat?search=print%20it');
  const hits = alice.page.getByRole('region', { name: 'Messages' });
  await hits.getByRole('link', { name: /Then we print it/ }).click();
  await expect(alice.page.locator('[data-marked=true]')).toContainText('Then we print it.');
  await alice.page.getByRole('button', { name: 'Mute this chat' }).click();
  await expect(alice.page.getByRole('button', { name: 'Unmute this chat' })).toBeVisible();
  await look(alice.page, 'chat-search-light');
  for (const one of [alice, ben]) expect(one.errors()).toEqual([]);
});
