import { expect, test } from 'vitest';
import { promotionRules } from '#shared/eraser/limits.ts';
import { newNumber } from '#tests/browser.ts';
import { samplePerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { sharingData } from './personal-data.ts';

const accounts = await serve({ environment: { QUOTA_FREE: 'paper=30' } });
const { newcomerPages, ownerPages, rewardedNewcomers } = promotionRules;

type Browser = ReturnType<typeof accounts.newBrowser>;
const query = async (text: string, values: unknown[] = []) =>
  (await accounts.database.pool.query(text, values)).rows;
const follow = (browser: Browser, code: string) =>
  browser.post(`/api_ai/eraser/promotion_link_access/${code}`);
const link = async (browser: Browser) => (await browser.post('/api_ai/eraser/promotion_link')).data;
const pages = async (browser: Browser) => (await browser.get('/api_ai/user/profile')).data.remaining_count;

async function newOwner() {
  const browser = accounts.newBrowser();
  const number = newNumber();
  await browser.proveNumber(number, '/api_ai/user');
  return { browser, number, code: (await link(browser)).code as string };
}

test('a new user who followed a link: both sides get pages, once, when the number is verified', async () => {
  const { browser, code } = await newOwner();
  const friend = accounts.newBrowser();
  expect((await follow(friend, code)).data).toEqual({ is_own: false, newcomer_pages: newcomerPages });
  await follow(friend, code);
  expect(await pages(browser)).toBe(30);
  const { data } = await friend.proveNumber(newNumber(), '/api_ai/user');
  expect(data.profile.remaining_count).toBe(30 + newcomerPages);
  expect(await pages(browser)).toBe(30 + ownerPages);
  // Following the link again changes nothing.
  await follow(friend, code);
  expect(await link(browser)).toMatchObject({ accesses: 1, rewarded: 1, pages_earned: ownerPages });
  expect(await pages(friend)).toBe(30 + newcomerPages);
  const notices = await query('select params from notices where kind = $1', ['promotion_rewarded']);
  expect(notices).toHaveLength(2);
});

test('registration on the tutoring side of the product counts as well', async () => {
  const { browser, code } = await newOwner();
  const friend = accounts.newBrowser();
  await follow(friend, code);
  await friend.register(newNumber());
  expect(await pages(friend)).toBe(30 + newcomerPages);
  expect(await pages(browser)).toBe(30 + ownerPages);
});

test('an existing user who follows a link earns nothing, and is counted once', async () => {
  const { browser, code } = await newOwner();
  const known = accounts.newBrowser();
  const number = newNumber();
  await known.proveNumber(number, '/api_ai/user');
  await follow(known, code);
  await follow(known, code);
  const elsewhere = accounts.newBrowser();
  await follow(elsewhere, code);
  await elsewhere.proveNumber(number, '/api_ai/user');
  expect(await pages(elsewhere)).toBe(30);
  expect(await pages(browser)).toBe(30);
  expect(await link(browser)).toMatchObject({ accesses: 1, rewarded: 0 });
});

test("a user's own link gives nothing, not even to a second number in the same browser", async () => {
  const { browser, code } = await newOwner();
  await browser.post('/api_ai/user/logout');
  browser.tokens.ai = undefined;
  await follow(browser, code);
  const { data } = await browser.proveNumber(newNumber(), '/api_ai/user');
  expect(data.profile.remaining_count).toBe(30);
  const [row] = await query(
    `select count(*)::int as rewarded from promotion_accesses join promotion_links on promotion_links.id = link_id
     where code = $1 and rewarded_at is not null`,
    [code],
  );
  expect(row.rewarded).toBe(0);

  const other = await newOwner();
  expect((await follow(other.browser, other.code)).data.is_own).toBe(true);
  expect(await link(other.browser)).toMatchObject({ accesses: 0, rewarded: 0 });
});

test('a phone number counts as new once, even if its account is deleted', async () => {
  const { browser, code } = await newOwner();
  const number = newNumber();
  const first = accounts.newBrowser();
  await follow(first, code);
  const { data } = await first.proveNumber(number, '/api_ai/user');
  await query(
    `update users set phone_hash = null, phone_cipher = null, phone_key = null, deleted_at = now() where id = $1`,
    [data.profile.id],
  );
  const again = accounts.newBrowser();
  await follow(again, code);
  expect((await again.proveNumber(number, '/api_ai/user')).data.profile.remaining_count).toBe(30);
  expect(await pages(browser)).toBe(30 + ownerPages);
});

test('the link that was followed last counts, and the rewards of one link are limited', async () => {
  const [first, second] = [await newOwner(), await newOwner()];
  await query(
    `insert into promotion_accesses (link_id, user_id, rewarded_at)
     select promotion_links.id, users.id, now() from promotion_links, lateral (
       select id from users where id not in (select user_id from promotion_accesses where rewarded_at is not null)
       limit 1) users where code = $1`,
    [first.code],
  );
  const friend = accounts.newBrowser();
  await follow(friend, first.code);
  await follow(friend, second.code);
  await friend.proveNumber(newNumber(), '/api_ai/user');
  expect(await pages(first.browser)).toBe(30);
  expect(await pages(second.browser)).toBe(30 + ownerPages);

  await query(
    `insert into users (phone_hash, phone_cipher, phone_key)
     select sha256(i::text::bytea), '\\x01', 'k1' from generate_series(1, $1) i`,
    [rewardedNewcomers],
  );
  await query(
    `insert into promotion_accesses (link_id, user_id, rewarded_at)
     select promotion_links.id, users.id, now() from promotion_links, users
     where code = $1 and phone_cipher = '\\x01'`,
    [first.code],
  );
  const late = accounts.newBrowser();
  await follow(late, first.code);
  expect((await late.proveNumber(newNumber(), '/api_ai/user')).data.profile.remaining_count).toBe(30);
});

test('an unknown code answers as not found; a link is deleted with its owner', async () => {
  const { browser, code } = await newOwner();
  expect(await follow(accounts.newBrowser(), 'abcdefghj')).toMatchObject({ code: 1005 });
  expect(await follow(accounts.newBrowser(), 'A')).toMatchObject({ code: 1001 });
  const { id } = (await browser.get('/api_ai/user/profile')).data;
  const { db, transaction } = accounts.database;
  expect(await sharingData.exportRows(db, samplePerson(id))).toMatchObject({ promotion_links: [{ code }] });
  await follow(accounts.newBrowser(), code);
  await transaction((tx) => sharingData.forget(tx, samplePerson(id)));
  expect(await follow(accounts.newBrowser(), code)).toMatchObject({ code: 1005 });
  expect(await query('select from promotion_accesses where user_id = $1', [id])).toEqual([]);
});

test('a user who followed a link before logging in without a number is counted once, in whichever browser', async () => {
  const { browser, code } = await newOwner();
  const [computer, phone] = [accounts.newBrowser(), accounts.newBrowser()];
  await follow(computer, code);
  await phone.proveNumber(newNumber(), '/api_ai/user');
  await follow(phone, code);
  // Like a computer that is logged in by a phone scanning its QR code: no number is verified there.
  computer.tokens.ai = phone.tokens.ai;
  expect(await follow(computer, code)).toMatchObject({ code: 0, data: { is_own: false } });
  expect(await link(browser)).toMatchObject({ accesses: 1, rewarded: 0 });
});
