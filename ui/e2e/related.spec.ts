import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface User {
  id: string;
  email: string;
}

/** What a page asks of records about one: how many there are, and lists of them. */
function asksAbout(page: Page, id: string) {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    // The card of files always shows its list.
    const isList = /^\/v1\/object\/(?!related_file)\w+$/.test(pathname) && searchParams.get('filter')?.includes(id);
    if (pathname.includes(id) && pathname.endsWith('/related_counts')) asked.push('counts');
    else if (isList) asked.push(`${pathname.split('/').pop()}${searchParams.get('total') === 'false' ? ', uncounted' : ''}`);
  });
  return asked;
}

test('a record asks once how much belongs to it, and for no list that it does not show', async ({ desk, admin, simulator }) => {
  const phone = { country_code: '+1', phone_number: '+12065559871' };
  const made = await admin.post<{ id: string }[]>('/v1/object/contact', [{ name: 'Related Rita', phone }]);
  const id = made[0]?.id ?? '';
  const alice = await desk('agent1');
  const { page } = alice;
  await page.setViewportSize({ width: 1440, height: 860 });
  const asked = asksAbout(page, id);
  const count = page.getByRole('region', { name: /^Texts/ }).getByRole('heading').locator('span').last();
  await alice.go(`/view/contact/record/${id}/standard`);
  await expect(count).toHaveText('0');
  await alice.mark();
  expect(asked).toEqual(['counts']);

  await simulator.ask(phone.phone_number, 'Is it mended?');
  await expect(count).toHaveText('1');
  expect(asked).toEqual(['counts']);
  asked.length = 0;
  await page.reload();
  await expect(page.getByRole('region', { name: /^Texts/ })).toContainText('Is it mended?');
  await alice.mark();
  expect(asked).toEqual(['counts', 'twilio_conversation']);

  asked.length = 0;
  await page.setViewportSize({ width: 390, height: 780 });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Details', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await expect(count).toHaveText('1');
  expect(asked).toEqual(['counts', 'twilio_conversation']);
});

test('what names a record stands beside it, live, where there is room and where there is none', async ({ desk, admin, simulator }) => {
  const [contact] = await admin.list<{ id: string; phone: { phone_number: string } }>('contact', { order: 'name', limit: '1', offset: '44' });
  const number = contact?.phone.phone_number ?? '';
  const alice = await desk('agent1', `/view/contact/record/${contact?.id}/standard`);
  const { page } = alice;
  await page.setViewportSize({ width: 1440, height: 860 });
  const related = page.getByRole('complementary', { name: 'Related' });
  await alice.mark();
  const conversation = await simulator.ask(number, 'Do you repair zips?');
  const threads = related.getByRole('region', { name: /^Texts/ });
  await expect(threads.getByRole('heading').locator('span').last()).toHaveText('1');
  await expect(threads).toContainText('Do you repair zips?');
  expect(alice.reads().filter((read) => !read.includes('/timeline'))).toEqual([]);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
    await look(page, `related-${theme}`);
  }
  await page.setViewportSize({ width: 390, height: 780 });
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await page.getByRole('region', { name: /^Texts/ }).scrollIntoViewIfNeeded();
  await look(page, 'related-narrow');
  await page.setViewportSize({ width: 1440, height: 860 });
  await threads.getByRole('link').click();
  await page.waitForURL(`**/view/twilio_conversation/record/${conversation}/conversation`);
});

test('the contacts of a colleague follow whose they are', async ({ desk, admin }) => {
  const people = await admin.list<User>('user', { limit: '50' });
  const ben = people.find(({ email }) => email === 'agent2@demo.test');
  const ella = people.find(({ email }) => email === 'agent5@demo.test');
  const [contact] = await admin.list<{ id: string; name: string }>('contact', {
    limit: '1',
    filter: JSON.stringify([{ field: 'owner', operator: '=', value: ella?.id ?? '' }]),
  });
  const dana = await desk('admin', '/view/user/list');
  const asked = asksAbout(dana.page, ben?.id ?? '');
  await dana.go(`/view/user/record/${ben?.id}/standard`);
  await dana.page.setViewportSize({ width: 1440, height: 860 });
  const contacts = dana.page.getByRole('complementary', { name: 'Related' }).getByRole('region', { name: /^Contacts/ });
  await expect(contacts.getByRole('link')).toHaveCount(5);
  const count = contacts.getByRole('heading').locator('span').last();
  await expect(count).toHaveText('25+'); // from so many on they are not counted
  await expect.poll(() => asked).toContain('contact, uncounted');
  expect(asked).not.toContain('contact');
  await contacts.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => contacts.getByRole('link').count()).toBeGreaterThan(5);
  await dana.mark();
  await admin.patch('/v1/object/contact', [{ id: contact?.id, owner: { id: ben?.id } }]);
  await contacts.getByRole('button', { name: '1 new' }).click();
  await expect(contacts.getByRole('link', { name: contact?.name ?? '' })).toBeVisible();
  await look(dana.page, 'related-user');
});
