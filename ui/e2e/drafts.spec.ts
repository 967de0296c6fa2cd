import { signInAs, signOut } from './support/signing.ts';
import { expect, test } from './support/test.ts';

test('a draft outlives going elsewhere, a reload and signing out, and is nobody else\'s', async ({ desk, admin }) => {
  const [conversation] = await admin.list<{ id: string }>('twilio_conversation', { order: '-last_message_at', limit: '1' });
  const chat = (await admin.list<{ id: string; name: string }>('chat', { limit: '25' })).find((one) => one.name === 'Everyone');
  const threads = [
    [`/view/twilio_conversation/record/${conversation?.id}/conversation`, 'We could also'],
    [`/view/chat/record/${chat?.id}/conversation`, 'Does anybody know'],
  ] as const;
  const { page } = await desk('agent1');
  const composer = page.getByRole('textbox', { name: 'Message' });
  for (const [path, draft] of threads) {
    await page.goto(path);
    await composer.fill(draft);
    await page.getByRole('navigation').getByRole('link', { name: 'Contacts' }).first().click();
    await expect(composer).toHaveCount(0);
    await page.goBack();
    await expect(composer).toHaveValue(draft);
    await page.reload();
    await expect(composer).toHaveValue(draft);
  }
  await signOut(page);
  await signInAs(page, 'agent2', threads[0][0]);
  for (const [path] of threads) {
    await page.goto(path);
    await expect(page.getByRole('log', { name: 'Messages' })).toBeVisible();
    await expect(composer).toHaveValue('');
  }
  await composer.fill('Ben was here');
  await signOut(page);
  await signInAs(page, 'agent1', threads[0][0]);
  for (const [path, draft] of threads) {
    await page.goto(path);
    await expect(composer).toHaveValue(draft);
  }
});
