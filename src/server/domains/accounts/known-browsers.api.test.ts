import { expect, test } from 'vitest';
import { testKey } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { createKnownBrowsers } from './known-browsers.ts';

const { newBrowser, registered, query } = await serve();

const toldOf = async (id: number) =>
  (
    await query(
      `select params ->> 'browser' as browser from notices where user_id = $1 and kind = 'new_device'`,
      [id],
    )
  ).map(({ browser }) => browser);
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test('a log-in with a browser that the account does not know is told once, and the first of all is not', async () => {
  const { browser, number, id } = await registered();
  expect(await toldOf(id)).toEqual([]);
  await browser.get('/api/users/logout');
  await browser.proveNumber(number);
  expect(await toldOf(id)).toEqual([]);
  const other = newBrowser(firefox);
  await other.proveNumber(number);
  expect(await toldOf(id)).toEqual(['Firefox · Linux']);
  await other.proveNumber(number);
  await other.proveNumber(number, '/api_ai/user');
  expect(await toldOf(id)).toEqual(['Firefox · Linux']);
});

test('a browser of one account is new to another, and knows both afterwards', async () => {
  const one = await registered();
  const other = await registered();
  await one.browser.proveNumber(other.number);
  expect(await toldOf(other.id)).toEqual(['Chrome · Windows']);
  await one.browser.proveNumber(one.number);
  await one.browser.proveNumber(other.number);
  expect(await toldOf(one.id)).toEqual([]);
  expect(await toldOf(other.id)).toHaveLength(1);
});

test('a mark that was made up or belongs to another account counts for nothing', async () => {
  const [one, other] = [await registered(), await registered()];
  const thief = newBrowser();
  thief.cookies.set('known', other.browser.cookies.get('known') ?? '');
  await thief.proveNumber(one.number);
  expect(await toldOf(one.id)).toHaveLength(1);
  const forger = newBrowser();
  forger.cookies.set('known', `9999999999~${'x'.repeat(43)}`);
  await forger.proveNumber(one.number);
  expect(await toldOf(one.id)).toHaveLength(2);
});

test('after the owner has ended a session, every browser is told of again', async () => {
  const { browser, number, id } = await registered();
  const stranger = newBrowser(firefox);
  await stranger.proveNumber(number);
  const { data } = await browser.get('/api/users/sessions');
  const theirs = data.list.find(({ is_current }: { is_current: boolean }) => !is_current);
  expect((await browser.delete(`/api/users/sessions/${theirs.id}`)).code).toBe(0);
  await stranger.proveNumber(number);
  expect(await toldOf(id)).toHaveLength(2);
});

test('the number of marks is bounded, and text that is no mark is dropped', () => {
  const kept = new Map([['known', `${'x'.repeat(4000)}..~`]]);
  const cookies = {
    secure: false,
    get: (name: string) => kept.get(name),
    set: (name: string, value: string) => void kept.set(name, value),
  };
  const { remember } = createKnownBrowsers(testKey);
  for (let user = 1; user <= 8; user += 1) remember(cookies, user);
  remember(cookies, 8);
  const marks = (kept.get('known') ?? '').split('.');
  expect(marks).toHaveLength(6);
  expect(new Set(marks).size).toBe(6);
  expect(marks.join('')).not.toContain('xxxx');
});
