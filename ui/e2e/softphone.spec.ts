import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { hears, listens, plays, rings } from './support/sound.ts';
import { expect, test } from './support/test.ts';

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Phone' });
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name: new RegExp(`^${name}`) });
/** Looks at the page in the dark theme, and goes back. */
async function inDark(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, name);
  await page.evaluate(() => document.documentElement.removeAttribute('data-theme'));
}

const small = { width: 400, height: 720 };

test('the phone has a window of its own, whose tabs lead to its pages', async ({ desk }) => {
  const alice = await desk('agent1', '/live/active_calls');
  const [phone] = await Promise.all([
    alice.page.waitForEvent('popup'),
    alice.page.getByRole('button', { name: 'Open the phone in its own window' }).click(),
  ]);
  await phone.setViewportSize(small);
  await expect(phone).toHaveURL(/\/phone2\/keypad$/);
  await expect(tab(phone, 'Keypad')).toHaveAttribute('aria-current', 'page');
  await expect(phone.getByRole('navigation'), 'nothing else is navigation').toHaveCount(1);
  for (const [name, address, heading] of [
    ['Active Calls', 'active_calls', 'Active Calls'],
    ['Texts', 'twilio_conversation', 'Texts'],
    ['Contacts', 'contact', 'Contacts'],
  ] as const) {
    await tab(phone, name).click();
    await expect(phone).toHaveURL(new RegExp(`/phone2/${address}$`));
    await expect(phone.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  await phone.locator('tbody a[href]').first().click();
  await expect(phone, 'a record opens inside the phone').toHaveURL(/\/phone2\/contact\/record\/[^/]+\/standard$/);
  await expect(tab(phone, 'Contacts')).toHaveAttribute('aria-current', 'page');
  await look(phone, 'softphone-record');
  await phone.reload();
  await expect(tabs(phone)).toBeVisible();
  await phone.goBack();
  await expect(phone).toHaveURL(/\/phone2\/contact$/);
  await phone.goto('/phone/anything');
  await expect(phone.getByRole('heading', { level: 1, name: 'Texts' })).toBeVisible();
  await phone.goto('/phone2');
  await expect(phone.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  expect(alice.errors()).toEqual([]);
});

test('who is not signed in comes back to the window by the sign-in', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto('/phone2/phone_settings');
  await page.waitForURL('**/login?redirect=%2Fphone2%2Fphone_settings');
  await page.getByLabel('Email').fill('agent1@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('switchboard');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/phone2/phone_settings');
  await expect(tab(page, 'Settings')).toHaveAttribute('aria-current', 'page');
  await context.close();
});

test('calls are counted live on the tab, for everybody who may read them', async ({ desk, simulator }) => {
  const alice = await desk('agent1');
  const ben = await desk('admin', '/phone2/keypad');
  const { page } = ben;
  await page.setViewportSize(small);
  const badge = tab(page, 'Active Calls').locator('[data-badge]');
  await expect(badge).toHaveCount(0);
  const sid = await simulator.call('+13035550181');
  await expect(badge).toHaveAttribute('data-badge', '1');
  await alice.alert().getByRole('button', { name: 'Accept' }).click();
  await expect(badge, 'one that a colleague is on counts, too').toHaveAttribute('data-badge', '1');
  await simulator.hangUp(sid);
  await expect(badge).toHaveCount(0);
  expect(ben.errors()).toEqual([]);
});

test('the keypad finds whom one means and calls him, by keys alone', async ({ desk, admin, simulator }) => {
  // Somebody whose number nobody else has: other tests copy contacts.
  await admin.post('/v1/object/contact', [{ name: 'Ottilie Fernsby', phone: { country_code: '+1', phone_number: '+13035550124' } }]);
  const alice = await desk('agent1');
  const { page } = alice;
  await page.setViewportSize(small);
  await plays(page, 700);
  await alice.go('/phone2/keypad');
  const field = page.getByRole('searchbox', { name: 'Name or number' });
  await expect(field).toBeFocused();
  const matches = page.getByRole('list', { name: 'Matching contacts' });
  const callKey = page.getByRole('button', { name: /^Call .*\d/ });

  await field.fill('Ottilie');
  const ottilie = matches.getByRole('listitem').filter({ hasText: 'Ottilie' }).first();
  await expect(ottilie).toBeVisible();
  await expect(callKey, 'a name is no number').toHaveCount(0);
  await ottilie.getByRole('button', { name: /^Numbers of Ottilie/ }).click();
  await expect(ottilie.getByRole('list').getByRole('button').first()).toBeVisible();
  await look(page, 'softphone-keypad');
  const [, number = ''] = /(\(\d{3}\) \d{3}-\d{4})/.exec((await ottilie.textContent()) ?? '') ?? [];
  const digits = number.replace(/\D/g, '');

  await field.fill('');
  await page.locator('body').click({ position: { x: 5, y: 100 } });
  for (const digit of digits.slice(0, 9)) await page.keyboard.press(digit);
  await expect(field, 'digits go where numbers are typed').toHaveValue(digits.slice(0, 9));
  await expect(callKey).toHaveCount(0);
  await page.getByRole('button', { name: digits.slice(9), exact: true }).click();
  await expect(callKey).toHaveText(`Call ${number}`);
  await expect(matches.getByRole('listitem'), 'one has this number').toHaveCount(1);
  await expect(callKey, 'the only one who has it').toHaveText(/^Call Ottilie .* at /);
  await inDark(page, 'softphone-keypad-dark');
  await field.focus();
  await page.keyboard.press('1');
  await expect(callKey, 'eleven digits are no number').toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter a valid 10-digit number or select a contact.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete the last character' }).click();
  await expect(callKey).toHaveText(/^Call Ottilie/);
  await page.keyboard.press('Enter');

  const placed = async () => (await simulator.calls()).find((c) => c.to === `+1${digits}` && c.status === 'ringing')?.sid ?? '';
  await expect.poll(placed).not.toBe('');
  const sid = await placed();
  await simulator.answer(sid);
  await expect(page.getByText('Keys you press are sent to the other party.')).toBeVisible();
  await page.keyboard.press('5');
  await expect.poll(async () => (await simulator.calls()).find((c) => c.sid === sid)?.legs[0]?.pressed).toBe('5');
  await simulator.hangUp(sid);
  await expect(field).toHaveValue('');
  await page.keyboard.press('Enter');
  await expect(field, 'the last number comes back').toHaveValue(`+1${digits}`);
  expect(alice.errors()).toEqual([]);
});

test('the settings of the phone are saved together and survive a reload', async ({ desk, admin }) => {
  const alice = await desk('agent2');
  const { page } = alice;
  await page.setViewportSize(small);
  await alice.go('/phone2/phone_settings');
  const level = page.getByRole('meter', { name: 'Microphone level' });
  await page.getByRole('heading', { name: 'Phone settings' }).click(); // a page may hear after a gesture alone
  const seen = new Set<string>();
  await expect.poll(async () => seen.add((await level.getAttribute('aria-valuenow')) ?? '').size, { message: 'the level moves with what is heard', intervals: [70] }).toBeGreaterThan(2); // the microphone beeps once a second
  await look(page, 'softphone-settings');
  await inDark(page, 'softphone-settings-dark');

  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  const microphone = page.getByLabel('Microphone', { exact: true });
  await microphone.selectOption({ index: 1 });
  const chosen = await microphone.inputValue();
  await page.getByRole('checkbox', { name: 'Do not disturb' }).check();
  await page.getByLabel('Incoming sound').uncheck();
  await page.getByLabel('Keypad').uncheck();
  await page.getByLabel('Extension').fill('7');
  await save.click();
  await expect(page.getByRole('alert')).toHaveText('Please choose an extension of 2 to 6 digits.');
  const [someone] = await admin.list<{ extension: string }>('user', { limit: '1', order: 'email' });
  await page.getByLabel('Extension').fill(someone?.extension ?? '');
  await save.click();
  await expect(page.getByRole('alert')).toHaveText('Extension is already in use by another user, please choose a different extension.');
  await expect(page.getByLabel('Extension')).toBeFocused();

  await tab(page, 'Texts').click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Do not disturb' }), 'what is not saved is kept').toBeChecked();
  await page.getByLabel('Extension').fill('8123');
  await page.keyboard.press('Enter');
  await expect(page.getByText("Phone settings saved.")).toBeVisible();
  await expect(tab(page, 'Keypad'), 'a hidden tab goes at once').toHaveCount(0);
  const status = async () => {
    const [me] = await admin.list<{ availability: { call_availability: { call_status: string } } }>('user', { search: 'agent2', limit: '1' });
    return me?.availability.call_availability.call_status;
  };
  expect(await status()).toBe('do_not_disturb');
  await page.reload();
  await expect(save).toBeDisabled();
  await expect(page.getByLabel('Extension')).toHaveValue('8123');
  await expect(page.getByLabel('Incoming sound')).not.toBeChecked();
  await expect(microphone).toHaveValue(chosen);
  await expect(tab(page, 'Settings')).toBeVisible();
  await expect(tab(page, 'Keypad')).toHaveCount(0);

  await page.getByRole('button', { name: 'Reset Audio' }).click();
  await expect(page.getByText('Audio devices reset.')).toBeVisible();
  await expect(microphone).toHaveValue('');
  await page.getByRole('checkbox', { name: 'Do not disturb' }).uncheck();
  await page.getByLabel('Incoming sound').check();
  await page.getByLabel('Keypad').check();
  await save.click();
  await expect.poll(status).toBe('available');
  await expect(tab(page, 'Keypad')).toBeVisible();
});

test('the tests of speaker and ringer are heard', async ({ desk }) => {
  const alice = await desk('agent3');
  const { page } = alice;
  await listens(page);
  await alice.go('/phone_settings');
  await look(page, 'softphone-settings-frame');
  await page.getByRole('button', { name: 'Test ringer' }).click();
  expect(await rings(page, 1_000)).toContain(660);
  await expect.poll(() => rings(page, 300), 'it ends').toEqual([]);
  await page.getByRole('button', { name: 'Test speaker' }).click();
  expect(await rings(page, 700)).toContain(440);
});

test('who lets the page hear no microphone is told so, and shown no level', async ({ desk }) => {
  const alice = await desk('agent3');
  const { page } = alice;
  await page.addInitScript(() => {
    navigator.permissions.query = async () => ({ state: 'denied' }) as PermissionStatus;
    navigator.mediaDevices.enumerateDevices = async () => [{ kind: 'audioinput', deviceId: '', label: '', groupId: '' } as MediaDeviceInfo];
  });
  await alice.go('/phone2/phone_settings');
  await expect(page.getByRole('alert')).toHaveText('Please allow microphone access in your browser settings to use the phone feature.');
  await expect(page.getByRole('meter')).toHaveCount(0);
  await expect(page.getByLabel('Microphone', { exact: true })).toBeDisabled();
});

test('a call is taken and spoken in the popped-out window, by the chosen microphone', async ({ desk, simulator }) => {
  const alice = await desk('agent1', '/live/active_calls');
  const [phone] = await Promise.all([
    alice.page.waitForEvent('popup'),
    alice.page.getByRole('button', { name: 'Open the phone in its own window' }).click(),
  ]);
  await phone.setViewportSize(small);
  await plays(phone, 900);
  await phone.goto('/phone2/phone_settings');
  await alice.page.close();
  await phone.getByLabel('Microphone', { exact: true }).selectOption({ index: 1 });
  await phone.getByRole('button', { name: 'Save' }).click();
  await expect(phone.getByText("Phone settings saved.")).toBeVisible();
  await expect(phone.locator('html'), 'the phone is this window\'s now').toHaveAttribute('data-phone', 'ready');
  const sid = await simulator.call('+13035550182');
  await simulator.plays(sid, 400);
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => simulator.hears(sid)).toEqual([900]);
  await expect.poll(() => hears(phone)).toEqual([400]);
  await look(phone, 'softphone-call');
  await phone.reload();
  await expect(phone.getByRole('button', { name: 'Hang up' }).first()).toBeVisible();
  await expect(phone.locator('html')).toHaveAttribute('data-phone', 'ready');
  await expect.poll(() => simulator.hears(sid), 'a reload takes it back').toEqual([900]);
  await phone.getByRole('button', { name: 'Hang up' }).first().click();
  await expect.poll(async () => (await simulator.calls()).find((c) => c.sid === sid)?.status).toBe('completed');
  await expect(phone.getByRole('button', { name: 'Mute', exact: true })).toHaveCount(0);
  await expect(phone.getByText('Could not set audio device'), 'the microphone was let go').toHaveCount(0);
  await phone.getByLabel('Microphone', { exact: true }).selectOption('');
  await phone.getByRole('button', { name: 'Save' }).click();
  await expect(phone.getByRole('button', { name: 'Save' })).toBeDisabled();
});
