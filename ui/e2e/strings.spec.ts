import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

const url = `https://example.com/${'very-long-path-without-a-break'.repeat(12)}?order=1`;
const hebrew = 'שלום! מתי אתם פותחים? (10:00)';

test('whatever is written stays in its bubble, leads where it says, and reads in its own direction', async ({ desk, admin, simulator }) => {
  const number = '+12065550671';
  await admin.post('/v1/object/contact', [{ name: 'דנה לוי', phone: { country_code: '+1', phone_number: number }, sms_opt_in: true }]);
  for (const body of [url, `${hebrew}\nOr write to desk@example.com, javascript:alert(1)`, 'x'.repeat(600)]) await simulator.text(number, body);
  const find = async () =>
    (await admin.list<{ id: string; contact_phones: string[]; last_number: number }>('twilio_conversation', { order: '-last_message_at', limit: '5' })).find(
      (one) => one.contact_phones.includes(number) && one.last_number === 3,
    );
  await expect.poll(find).toBeTruthy();
  const { page } = await desk('agent1', `/view/twilio_conversation/record/${(await find())?.id}/conversation`);
  const log = page.getByRole('log', { name: 'Messages' });
  const link = log.getByRole('link', { name: url });
  await expect(link).toHaveAttribute('href', url);
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(log.getByRole('link', { name: 'desk@example.com' })).toHaveAttribute('href', 'mailto:desk@example.com');
  await expect(log.getByRole('link')).toHaveCount(2);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 860 });
    const isInside = async () =>
      log.evaluate((box) => {
        const right = box.getBoundingClientRect().right;
        return [...box.querySelectorAll('*')].every((one) => one.getBoundingClientRect().right <= right + 1);
      });
    await expect.poll(isInside, `nothing reaches out of the thread at ${width}`).toBe(true);
    await look(page, `strings-${width}-light`);
  }
  await page.setViewportSize({ width: 1440, height: 860 });
  // The name of one direction stands in a line of the other without turning it round.
  const direction = (text: string) => page.getByRole('heading', { level: 1 }).getByText(text).evaluate((one) => getComputedStyle(one).unicodeBidi);
  expect(await direction('דנה לוי')).toBe('isolate');
  const line = log.getByText(hebrew);
  expect(await line.evaluate((one) => [getComputedStyle(one).unicodeBidi, getComputedStyle(one).direction])).toEqual(['plaintext', 'rtl']);
});

test('what is too long is kept whole and said to be so, before it is sent', async ({ desk, admin }) => {
  const chat = (await admin.list<{ id: string; name: string }>('chat', { limit: '25' })).find((one) => one.name === 'Everyone');
  const [conversation] = await admin.list<{ id: string }>('twilio_conversation', { order: '-last_message_at', limit: '1' });
  const { page } = await desk('agent1');
  const composer = page.getByRole('textbox', { name: 'Message' });
  for (const [name, path, length, said] of [
    ['chat', `/view/chat/record/${chat?.id}/conversation`, 12_000, '4,000 characters too many: at most 8,000 can be sent at once.'],
    ['text', `/view/twilio_conversation/record/${conversation?.id}/conversation`, 5_000, '3,400 characters too many: at most 1,600 can be sent at once.'],
  ] as const) {
    await page.goto(path);
    await composer.click();
    await page.keyboard.insertText(`${'a '.repeat(length / 2 - 1)}ab`);
    expect((await composer.inputValue()).length, 'nothing is cut').toBe(length);
    await expect(page.getByRole('alert')).toHaveText(said);
    await composer.press('Enter');
    await expect(page.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    expect((await composer.inputValue()).length).toBe(length);
    await look(page, `too-long-${name}-light`);
    await composer.fill('');
  }
});

test('on a record and in a list, numbers beside names of the other direction stay in order, and a long name is cut at its end', async ({ desk, admin }) => {
  const name = `מרים ${'בן דוד אלקנה '.repeat(9)}לוי`;
  const [made] = await admin.post<{ id: string }[]>('/v1/object/contact', [{ name, company: 'חברת האור', phone: { country_code: '+1', phone_number: '+12065550672' } }]);
  const alice = await desk('agent1', `/view/contact/record/${made?.id}/standard`);
  const lead = alice.page.getByRole('main').getByText('חברת האור').first();
  await expect(lead).toContainText('(206) 555-0672');
  const isInOrder = await lead.evaluate((one) => {
    const text = one.firstChild as Text;
    const at = text.data.indexOf('(206)');
    const left = (place: number) => {
      const range = document.createRange();
      range.setStart(text, place);
      range.setEnd(text, place + 1);
      return range.getBoundingClientRect().left;
    };
    return left(at) < left(at + 13);
  });
  expect(isInOrder, 'the number reads from left to right').toBe(true);
  await alice.go(`/view/contact/list?search=${encodeURIComponent('מרים')}`);
  const link = alice.page.getByRole('main').getByRole('link', { name: /^מרים/ });
  const shows = await link.evaluate((one) => {
    const range = document.createRange();
    range.setStart(one.firstChild as Text, 0);
    range.setEnd(one.firstChild as Text, 4);
    const [word, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
    return one.scrollWidth > one.clientWidth && word.left >= box.left - 1 && word.right <= box.right + 1;
  });
  expect(shows, 'its first word is to be seen').toBe(true);
});
