import { whileLocked } from './support/database.ts';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface Made {
  id: string;
}

const pathOf = (one: Made) => `/view/contact/record/${one.id}/standard`;

test('a superuser erases a person, and sees in all browsers how far that is and what came of it', async ({ desk, admin, simulator, server }) => {
  const name = 'Verena Quillon';
  const number = '+12065558461';
  const [one] = await admin.post<Made[]>('/v1/object/contact', [{ name, company: 'Quillon & Daughters', phone: { phone_number: number } }]);
  if (one === undefined) throw new Error('no contact was made');
  // So much is known of her that an erasure takes many portions, of which one can be held up.
  const about = { schema: 'contact', id: one.id };
  const { organization } = await admin.get<{ organization: Made }>('/v1/me');
  const rate = (changes_per_minute: number) => admin.patch('/v1/object/organization', [{ id: organization.id, settings: { rates: { changes_per_minute } } }]);
  await rate(60_000);
  const notes = Array.from({ length: 500 }, (_, i) => ({ name: `Verena ${i}`, notes: 'Asked for a quote', related_to: about }));
  const made: Made[] = [];
  for (let i = 0; i < 8; i++) made.push(...(await admin.post<Made[]>('/v1/object/note', notes)));
  await rate(3000);

  const boss = await desk('admin', pathOf(one));
  const elsewhere = await desk('admin', '/live/chat');
  const { page } = boss;
  const sign = page.getByRole('button', { name: /^Jobs: / });
  await expect(sign).toHaveCount(0);

  // Nothing is erased but by its name.
  await boss.more('Erase this person');
  const dialog = page.getByRole('dialog', { name: `Erase ${name}?` });
  const erase = dialog.getByRole('button', { name: 'Erase permanently' });
  await expect(erase).toBeDisabled();
  await dialog.getByRole('textbox').fill('Verena');
  await expect(erase).toBeDisabled();
  await dialog.getByRole('textbox').fill(name);
  await look(page, 'erase');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'erase-dark');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));

  // Who is on the phone is not erased: the job says so, in both browsers, and is retried by one of them.
  const sid = await simulator.call(number);
  await expect.poll(async () => (await admin.list<{ contact?: Made | null }>('call', { order: '-created_date', limit: '1' }))[0]?.contact?.id).toBe(one.id);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/view\/contact\/list/);
  await expect(page.getByRole('button', { name: 'Jobs: 1 failed' })).toBeVisible();
  const theirs = elsewhere.page.getByRole('button', { name: 'Jobs: 1 failed' });
  await expect(theirs).toBeVisible();
  expect(elsewhere.requests()).not.toContain('GET /v1/job');
  await theirs.click();
  const tray = elsewhere.page.getByRole('region', { name: 'Jobs' });
  await expect(tray).toContainText('A call of this person is in progress');
  await simulator.hangUp(sid);
  await expect.poll(async () => (await admin.list<{ end_time?: string | null }>('call', { order: '-created_date', limit: '1' }))[0]?.end_time ?? '').not.toBe('');
  await expect(elsewhere.alert()).toHaveCount(0); // the tray covers a part of it
  await look(elsewhere.page, 'jobs-failed');

  // Its progress is told live; canceled, it stands still, and goes on when it is retried. A reload loses nothing.
  const here = page.getByRole('region', { name: 'Jobs' });
  await whileLocked(server, made[2500]?.id ?? '', async () => {
    await tray.getByRole('button', { name: 'Retry Erase a person' }).click();
    await expect(tray.getByRole('progressbar', { name: 'Progress of Erase a person' })).toBeVisible();
    await elsewhere.page.screenshot({ path: 'screenshots/jobs-running.png' });
    await tray.getByRole('button', { name: 'Cancel Erase a person' }).click();
    await expect(tray).toContainText('Canceled');
    await expect(page.getByRole('button', { name: 'Jobs: 1 finished' })).toBeVisible();
    await page.reload();
    await sign.click();
    await expect(here).toContainText('Canceled');
    await here.getByRole('button', { name: 'Retry Erase a person' }).click();
    await expect(here.getByRole('progressbar', { name: 'Progress of Erase a person' })).toBeVisible();
  });
  await expect(here).toContainText('Done', { timeout: 30_000 });
  await expect(here).toContainText(new RegExp(`Contact ${one.id} was erased: \\d+ call events, 1 call participant, 1 contact, 4000 notes deleted`));
  await expect(tray).toContainText('Done');
  await look(page, 'jobs');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await look(page, 'jobs-dark');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));

  // By keyboard: Escape closes it and gives the focus back. The job's page is the receipt.
  await page.keyboard.press('Escape');
  await expect(here).toBeHidden();
  await expect(sign).toBeFocused();
  await page.keyboard.press('Enter');
  await here.getByRole('link', { name: 'Erase a person' }).click();
  await expect(page.getByRole('heading', { name: 'Erase a person' })).toBeVisible();
  await expect(here).toBeHidden();
  await expect(page.getByRole('main').getByText(`Contact ${one.id} was erased`).first()).toBeVisible();
  await look(page, 'job');

  // Put away in one browser it is gone from the other, and stays so.
  await tray.getByRole('button', { name: 'Dismiss Erase a person' }).click();
  await expect(elsewhere.page.getByRole('button', { name: /^Jobs: / })).toHaveCount(0);
  await expect(sign).toHaveCount(0);
  await page.reload();
  await boss.connected();
  await expect(sign).toHaveCount(0);

  await page.goto('/administration/audit');
  await expect(page.getByText('erased a person').first()).toBeVisible();
  await look(page, 'jobs-audit');
  await page.goto(pathOf(one));
  await expect(page.getByText(name)).toHaveCount(0);
  expect(elsewhere.errors()).toEqual([]);
});

test('who may not erase is not offered it, and on a phone jobs stand in the sheet of the navigation', async ({ desk, admin }) => {
  const [one] = await admin.post<Made[]>('/v1/object/contact', [{ name: 'Orla Penhallow' }]);
  if (one === undefined) throw new Error('no contact was made');
  const agent = await desk('supervisor', pathOf(one));
  await agent.page.getByRole('button', { name: 'More actions' }).click();
  await expect(agent.page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await expect(agent.page.getByRole('menuitem', { name: 'Erase this person' })).toHaveCount(0);

  await admin.post('/v1/erasure', { object: 'contact', id: one.id, name: 'Orla Penhallow' });
  const boss = await desk('admin', '/live/chat');
  await boss.page.setViewportSize({ width: 390, height: 780 });
  await boss.page.getByRole('button', { name: 'More', exact: true }).click();
  const jobs = boss.page.getByRole('dialog').getByRole('region', { name: 'Jobs' });
  await expect(jobs).toContainText('1 contact deleted');
  await look(boss.page, 'jobs-narrow');
  await jobs.getByRole('button', { name: 'Dismiss Erase a person' }).click();
  await expect(jobs).toHaveCount(0);
});
