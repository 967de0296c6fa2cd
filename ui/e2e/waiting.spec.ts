import type { Desk } from './support/desk.ts';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const waiting = 'Waiting to be sent – retrying';
const cancelled = 'Cancelled – not sent';

async function theme(desk: Desk, to: 'Light' | 'Dark'): Promise<void> {
  await desk.page.getByRole('button', { name: /Your account|Alice Moreno/ }).first().click();
  await desk.page.getByRole('menuitemradio', { name: to }).click();
  await desk.page.keyboard.press('Escape');
  await expect(desk.page.locator('html')).toHaveAttribute('data-theme', to.toLowerCase());
}

test('a text that waits says so in both browsers, and one takes it back', async ({ desk, simulator }) => {
  const question = 'Could you hold the green tent for me?';
  const path = `/view/twilio_conversation/record/${await simulator.ask('+12065550147', question)}/conversation`;
  const alice = await desk('agent1', path);
  const ben = await desk('agent2', path);
  await expect(ben.page.getByText(question).last()).toBeVisible();
  await alice.mark();
  await ben.mark();

  await simulator.refuse(true);
  const reply = 'We will, until Friday. Shall I put the footprint beside it?';
  await alice.page.getByRole('textbox', { name: 'Message' }).fill(reply);
  await alice.page.keyboard.press('Enter');
  for (const d of [alice, ben]) {
    await expect(d.page.getByText(waiting)).toBeVisible();
    await expect(d.page.getByText('The phone provider is busy.')).toBeVisible();
  }
  expect(ben.reads(), 'it was seen without reading anything').toEqual([]);
  const second = 'It is 40 dollars.';
  await alice.page.getByRole('textbox', { name: 'Message' }).fill(second);
  await alice.page.keyboard.press('Enter');
  await expect(ben.page.getByText('The text before it has to go first.')).toBeVisible();
  await look(alice.page, 'text-waiting-light');
  await theme(alice, 'Dark');
  await look(alice.page, 'text-waiting-dark');

  // It is shown after a reload too; and whoever works with the thread takes it back, by the keyboard.
  await ben.go(path);
  await expect(ben.page.getByText(waiting)).toHaveCount(2);
  const takeBack = async (body: string) => {
    const bubble = ben.page.getByText(body, { exact: true }).last().locator('..');
    await expect(async () => { // between two tries only
      await bubble.getByRole('button', { name: 'Cancel' }).press('Enter', { timeout: 2000 });
      await expect(bubble.getByText(cancelled)).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 60_000 });
    await expect(bubble.getByRole('button', { name: 'Send again' })).toBeFocused();
  };
  await takeBack(second);
  await takeBack(reply);
  await expect(alice.page.getByText(cancelled)).toHaveCount(2);
  await expect(alice.page.getByText(waiting)).toHaveCount(0);
  expect(alice.reads(), 'it was seen without reading anything').toEqual([]);
  await look(alice.page, 'text-cancelled-dark');
  await theme(alice, 'Light');
  await look(alice.page, 'text-cancelled-light');

  // The network takes texts again: what was taken back never arrives. What is edited is a new text.
  const stage = await desk('supervisor', '/simulator');
  const away = stage.page.getByRole('checkbox', { name: /Reject outgoing texts/ });
  await expect(away).toBeChecked();
  await look(stage.page, 'simulator-turns-away');
  await away.click();
  await expect(away).not.toBeChecked();
  const typed = 'One moment. ';
  await alice.page.getByRole('textbox', { name: 'Message' }).fill(typed);
  await alice.page.getByText(second, { exact: true }).last().locator('..').getByRole('button', { name: 'Edit' }).click();
  const box = alice.page.getByRole('textbox', { name: 'Message' });
  await expect(box).toBeFocused();
  await expect(box).toHaveValue(`${typed}\n${second}`);
  await box.fill('It is 45 dollars.');
  await alice.page.keyboard.press('Enter');
  await expect(ben.page.getByText('It is 45 dollars.').last()).toBeVisible();
  await expect(alice.page.getByText('Delivered').last()).toBeVisible();
  const sent = await simulator.sent();
  expect(sent).toContain('It is 45 dollars.');
  expect(sent).not.toContain(reply);
  expect(sent).not.toContain(second);

  // Sent again it is a text of its own, which arrives.
  await ben.page.getByText(reply, { exact: true }).last().locator('..').getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => simulator.sent()).toContain(reply);
  await expect(alice.page.getByRole('log').getByText(reply, { exact: true })).toHaveCount(2);
});
