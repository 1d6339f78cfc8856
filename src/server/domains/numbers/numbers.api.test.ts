import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import type { Tx } from '#server/ground/db/db.ts';
import { createPhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { type createBrowser, newNumber } from '#tests/browser.ts';
import { serve } from '#tests/serve.ts';
import { whileLocked } from '#tests/while-locked.ts';

const { newBrowser, run, registered, work, call, people, database, keys } = await serve();
const vault = createPhoneEncryption(keys.phone);
type Browser = ReturnType<typeof createBrowser>;

async function codeFor(browser: Browser, mobile: string) {
  await run(sql`delete from sms_messages`);
  const { data } = await browser.post('/api/users/send_sms', { mobile });
  return { request_id: data.request_id as string, code: data.demo_code as string };
}
const ban = (id: number) =>
  run(sql`
    insert into bans (phone_hash, phone_key, reason)
    select phone_hash, phone_key, 'sample' from users where id = ${id}`);

const suspend = (id: number) =>
  run(sql`
    insert into measures (user_id, kind, cause, reason, until, key)
    values (${id}, 'suspension', 'other', 'sample', current_date + 30, gen_random_uuid())`);

/** Messages that wait for the person beside those that a job of their own sends. */
const toldBySms = async (id: number) =>
  (await run(sql`select from deliveries where user_id = ${id} and channel = 'sms'`)).rows.length;

async function change(browser: Browser, from: string, to: string, more: object = {}) {
  const present = await codeFor(browser, from);
  const next = { ...(await codeFor(browser, to)), mobile: to };
  return browser.post('/api/users/change_number', { present, next, ...more });
}

describe('changing the number by codes to both', () => {
  test('the account logs in with the new number, the old one opens nothing, other sessions end', async () => {
    const { browser, number, id } = await registered();
    const elsewhere = newBrowser();
    await run(sql`delete from sms_messages`);
    await elsewhere.proveNumber(number);
    const to = newNumber();
    expect((await change(browser, number, to)).data).toMatchObject({ id, mobile: `+852 ${to}` });
    expect((await browser.get('/api/users/info')).data.mobile).toBe(`+852 ${to}`);
    expect((await browser.get('/api_ai/user/profile')).code).toBe(0);
    expect((await elsewhere.get('/api/users/info')).code).toBe(3001);
    await run(sql`delete from sms_messages`);
    expect((await newBrowser().proveNumber(to)).data.user.id).toBe(id);
    expect((await newBrowser().proveNumber(number)).data.status).toBe('register');
    const { data } = await browser.get('/api/users/notices?page=1');
    expect(data.list).toContainEqual(expect.objectContaining({ kind: 'number_changed', path: '/me/number' }));
    expect(await toldBySms(id)).toBe(1);
  });

  test('needs the right code of each number, each code once', async () => {
    const { browser, number } = await registered();
    const to = newNumber();
    const present = await codeFor(browser, number);
    const next = { ...(await codeFor(browser, to)), mobile: to };
    const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
    const send = (body: object) => browser.post('/api/users/change_number', body);
    expect((await send({ present: { ...present, code: wrong(present.code) }, next })).code).toBe(2001);
    expect((await send({ present, next: { ...next, code: wrong(next.code) } })).code).toBe(2001);
    // The code of the present number is used up by now.
    expect((await send({ present, next })).code).toBe(2002);
    // Neither number's code counts for the other.
    const other = await codeFor(browser, number);
    expect((await send({ present: other, next: { ...other, mobile: to } })).code).toBe(2002);
    expect((await newBrowser().post('/api/users/change_number', { present, next })).code).toBe(3002);
    expect((await browser.get('/api/users/info')).data.mobile).toBe(`+852 ${number}`);
  });

  test('a number of another account, a banned one and the present one are refused', async () => {
    const { browser, number } = await registered();
    const other = await registered();
    expect((await change(browser, number, other.number)).code).toBe(2022);
    expect((await change(browser, number, number)).code).toBe(2002);
    await ban(other.id);
    expect((await change(browser, number, other.number)).code).toBe(2007);
    expect((await browser.get('/api/users/info')).data.mobile).toBe(`+852 ${number}`);
  });

  test('a second factor is asked for as well', async () => {
    const { browser, number } = await registered();
    const { data: setup } = await browser.post('/api/users/second_factor/setup');
    const totp = new TOTP({ secret: Secret.fromBase32(setup.secret) });
    await browser.post('/api/users/second_factor/confirm', { code: totp.generate() });
    const to = newNumber();
    expect((await change(browser, number, to)).code).toBe(3007);
    expect((await change(browser, number, to, { factor_code: '000000' })).code).toBe(2001);
    const factor_code = totp.generate({ timestamp: Date.now() + 30_000 });
    expect((await change(browser, number, to, { factor_code })).code).toBe(0);
  });

  test('two accounts that move to one number at the same time: one gets it', async () => {
    const [one, two] = [await registered(), await registered()];
    const to = newNumber();
    const presents = [await codeFor(one.browser, one.number), await codeFor(two.browser, two.number)];
    // Each needs a code of its own for the number, and a new one replaces the last.
    const first = await codeFor(one.browser, to);
    const answers = await Promise.all([
      one.browser.post('/api/users/change_number', { present: presents[0], next: { ...first, mobile: to } }),
      two.browser.post('/api/users/change_number', { present: presents[1], next: { ...first, mobile: to } }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 2002]);
  });

  test('the code of a number that the account had before moves nothing', async () => {
    const { browser, number, id } = await registered();
    const [between, to] = [newNumber(), newNumber()];
    const present = await codeFor(browser, number);
    const next = { ...(await codeFor(browser, to)), mobile: to };
    // The change waits for the code of the new number, after that of the present one was checked.
    const [answer] = await whileLocked(
      database,
      async (tx) => {
        await tx.execute(sql`select from sms_codes order by expires_at desc limit 1 for update`);
        const { hash, key } = vault.hash(`+852${between}`);
        const { cipher } = vault.encrypt(`+852${between}`, 'users.phone');
        await tx.execute(sql`
          update users set phone_hash = ${hash}, phone_cipher = ${cipher}, phone_key = ${key} where id = ${id}`);
      },
      [() => browser.post('/api/users/change_number', { present, next })],
    );
    expect(answer?.code).toBe(1012);
    expect((await browser.get('/api/users/info')).data.mobile).toBe(`+852 ${between}`);
  });

  test('a number whose account has slept for a year is taken, and that account is sealed', async () => {
    const former = await registered({ name: '舊機主' });
    await run(sql`update users set active_on = current_date - 500 where id = ${former.id}`);
    await run(sql`update sessions set ended_at = now() where user_id = ${former.id}`);
    const { browser, number } = await registered();
    expect((await change(browser, number, former.number)).code).toBe(0);
    const { rows } = await run(
      sql`select user_id::int as id from sealed_accounts where user_id = ${former.id}`,
    );
    expect(rows).toEqual([{ id: former.id }]);
  });

  test('bans that were lifted stay with the person and not with the number', async () => {
    const { number, id } = await registered();
    await ban(id);
    await run(sql`update bans set lifted_at = now(), reason = '舊紀錄' where lifted_at is null`);
    const back = newBrowser();
    await run(sql`delete from sms_messages`);
    await back.proveNumber(number);
    expect((await change(back, number, newNumber())).code).toBe(0);
    expect((await back.get('/api/users/export')).text).toContain('舊紀錄');
    await run(sql`delete from sms_messages`);
    const next = newBrowser();
    await next.register(number);
    expect((await next.get('/api/users/export')).text).not.toContain('舊紀錄');
  });
});

type Asked = { old: string; to?: string; name?: string; browser?: Browser };
async function readyToAsk({ old, to = newNumber(), name = '樣本人', browser = newBrowser() }: Asked) {
  const code = await codeFor(browser, to);
  const body = { ...code, mobile: to, old_mobile: old, name, story: '女兒讀中二，電話 61234567' };
  return { browser, to, send: () => browser.post('/api/users/lost_number', body) };
}
async function ask(asked: Asked) {
  const { browser, to, send } = await readyToAsk(asked);
  return { browser, to, answer: await send() };
}
const requestsOf = async (id: number) =>
  (
    await run(
      sql`select id::int, state, due_at, phone_hash from number_requests where user_id = ${id} order by id`,
    )
  ).rows as { id: number; state: string; due_at: string | null; phone_hash: Buffer | null }[];
async function decide(requestId: number, decision: 'grant' | 'refuse') {
  const operator = await people.operator();
  const { rows } = await run(sql`
    select id::int from queue_items where kind = 'number_request' and subject_id = ${String(requestId)}`);
  return call(operator, `POST /api/operator/queue/${rows[0]?.id}/decide`, { decision, note: '已核對' });
}
/** The waiting time is over. */
async function passTime(requestId: number) {
  await run(sql`update number_requests set due_at = now() where id = ${requestId}`);
  await run(sql`
    select graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where key = ${`move number ${requestId}`}), run_at => now())`);
}
/** The time has come to answer everybody who asked. */
const answerAll = async () => {
  await run(sql`
    select graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where key like 'answer ask %'), run_at => now())`);
  await work();
};
const messages = async () =>
  Number((await run(sql`select coalesce(sum(messages), 0)::int as sent from sms_days`)).rows[0]?.sent);

describe('a lost number', () => {
  test('an operator grants it, the old number is told, and after 72 hours the account moves', async () => {
    const { browser, number, id } = await registered();
    const { to, answer } = await ask({ old: number });
    expect(answer).toMatchObject({ code: 0, data: {} });
    const [request] = await requestsOf(id);
    expect((await decide(request?.id ?? 0, 'grant')).code).toBe(0);
    const before = await messages();
    await work();
    expect(await messages()).toBe(before + 1);
    const [waiting] = await requestsOf(id);
    expect(waiting?.state).toBe('waiting');
    const hours = (Date.parse(String(waiting?.due_at)) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThan(72.1);
    // Its owner is told on the page, too, and sees the new number masked.
    const { data: notices } = await browser.get('/api/users/notices?page=1');
    expect(notices.list[0].kind).toBe('number_move_granted');
    const { data: shown } = await browser.get('/api/users/number_request');
    expect(shown.pending).toMatchObject({ id: request?.id });
    expect(shown.pending.mobile).not.toContain(to);

    // Early runs of the job change nothing.
    await run(sql`
      select graphile_worker.reschedule_jobs(
        array(select id from graphile_worker.jobs where key = ${`move number ${request?.id}`}), run_at => now())`);
    await work();
    expect((await requestsOf(id))[0]?.state).toBe('waiting');
    await passTime(request?.id ?? 0);
    const beforeMove = await messages();
    await work();
    expect(await requestsOf(id)).toMatchObject([{ state: 'moved', phone_hash: null }]);
    expect((await messages()) - beforeMove + (await toldBySms(id))).toBe(1);
    expect((await browser.get('/api/users/info')).code).toBe(3001);
    await run(sql`delete from sms_messages`);
    expect((await newBrowser().proveNumber(to)).data.user.id).toBe(id);
    expect((await newBrowser().proveNumber(number)).data.status).toBe('register');
  });

  test('its owner stops it, and then nothing moves; who asked hears it later, and not why', async () => {
    await run(sql`delete from number_asks`);
    const { browser, number, id } = await registered();
    const { to } = await ask({ old: number });
    const [request] = await requestsOf(id);
    await decide(request?.id ?? 0, 'grant');
    await work();
    const stranger = await registered();
    const before = await messages();
    await answerAll();
    const stop = (by: Browser) => by.post('/api/users/stop_number_request', { id: request?.id });
    expect((await stop(stranger.browser)).code).toBe(1005);
    expect((await stop(browser)).code).toBe(0);
    expect((await stop(browser)).code).toBe(1005);
    await passTime(request?.id ?? 0);
    await work();
    expect(await messages()).toBe(before);
    await answerAll();
    expect(await messages()).toBe(before + 1);
    expect(await requestsOf(id)).toMatchObject([{ state: 'stopped' }]);
    await run(sql`delete from sms_messages`);
    expect((await newBrowser().proveNumber(to)).data.status).toBe('register');
    expect((await browser.get('/api/users/number_request')).data).toEqual({ pending: null });
  });

  test('who uses the AI side alone sees it and stops it there; an AI session beside an account does not', async () => {
    const number = newNumber();
    const owner = newBrowser();
    const { data } = await owner.proveNumber(number, '/api_ai/user');
    const id = data.profile.id as number;
    await ask({ old: number });
    const [request] = await requestsOf(id);
    await decide(request?.id ?? 0, 'grant');
    await work();
    const seen = async () => (await owner.get('/api_ai/user/number_request')).data.pending;
    expect(await seen()).toMatchObject({ id: request?.id, mobile: expect.stringContaining('*') });
    const stop = (by: Browser) => by.post('/api_ai/user/stop_number_request', { id: request?.id });
    const { browser } = await registered();
    expect((await browser.get('/api_ai/user/number_request')).code).toBe(3006);
    expect((await stop(browser)).code).toBe(3006);
    const stranger = newBrowser();
    expect((await stop(stranger)).code).toBe(3002);
    await stranger.proveNumber(newNumber(), '/api_ai/user');
    expect((await stop(stranger)).code).toBe(1005);
    expect((await stop(owner)).code).toBe(0);
    expect(await seen()).toBeNull();
    expect(await requestsOf(id)).toMatchObject([{ state: 'stopped' }]);
  });

  test('an owner who changes the number with both codes stops every move that others asked for', async () => {
    const { browser, number, id } = await registered();
    const { to: theirs } = await ask({ old: number });
    const [request] = await requestsOf(id);
    await decide(request?.id ?? 0, 'grant');
    await work();
    const own = newNumber();
    expect((await change(browser, number, own)).code).toBe(0);
    await passTime(request?.id ?? 0);
    await work();
    expect(await requestsOf(id)).toMatchObject([{ state: 'stopped' }]);
    await run(sql`delete from sms_messages`);
    expect((await newBrowser().proveNumber(theirs)).data.status).toBe('register');
    expect((await newBrowser().proveNumber(own)).data.user.id).toBe(id);
  });

  test('an account that is suspended, whose owner could not stop it, does not move', async () => {
    const { number, id } = await registered();
    await ask({ old: number });
    const [request] = await requestsOf(id);
    await decide(request?.id ?? 0, 'grant');
    await work();
    await suspend(id);
    await passTime(request?.id ?? 0);
    await work();
    expect(await requestsOf(id)).toMatchObject([{ state: 'failed' }]);
  });

  test('one that is refused changes nothing, and its owner is told', async () => {
    const { browser, number, id } = await registered();
    await ask({ old: number });
    const [request] = await requestsOf(id);
    expect((await decide(request?.id ?? 0, 'refuse')).code).toBe(0);
    expect((await decide(request?.id ?? 0, 'grant')).code).toBe(1012);
    await work();
    expect(await requestsOf(id)).toMatchObject([{ state: 'refused', phone_hash: null }]);
    const { data } = await browser.get('/api/users/notices?page=1');
    expect(data.list[0].kind).toBe('number_move_refused');
  });

  test('who asked hears the same at the same time, with an account, without one, and with one that is banned', async () => {
    await run(sql`delete from number_asks`);
    const [refused, undecided, banned] = [await registered(), await registered(), await registered()];
    await ban(banned.id);
    for (const old of [refused.number, undecided.number, banned.number, newNumber()]) await ask({ old });
    const { rows } = await run(sql`
      select count(*)::int as asks, array_agg(distinct extract(epoch from run_at - asked_at)::int / 60) as minutes
      from number_asks join graphile_worker.jobs on key = 'answer ask ' || number_asks.id`);
    expect(rows).toEqual([{ asks: 4, minutes: [72 * 60] }]);
    const before = await messages();
    await decide((await requestsOf(refused.id))[0]?.id ?? 0, 'refuse');
    await work();
    expect(await messages()).toBe(before);
    await answerAll();
    expect(await messages()).toBe(before + 4);
    const kept = () =>
      run(
        sql`select count(phone_hash)::int as numbers, count(phone_cipher)::int as ciphers, count(*)::int as asks from number_asks`,
      );
    expect((await kept()).rows).toEqual([{ numbers: 0, ciphers: 0, asks: 4 }]);
    // After 30 days nothing is left of having asked.
    await answerAll();
    expect((await kept()).rows).toMatchObject([{ asks: 4 }]);
    await run(sql`update number_asks set asked_at = now() - interval '30 days'`);
    await run(sql`
      select graphile_worker.add_job('answer-number-ask', json_build_object('ask', id)) from number_asks`);
    await work();
    expect((await kept()).rows).toMatchObject([{ asks: 0 }]);
    expect(await messages()).toBe(before + 4);
  });

  test('a move that died in the middle is done once when it runs again', async () => {
    const { number, id } = await registered();
    await ask({ old: number });
    const [request] = await requestsOf(id);
    await decide(request?.id ?? 0, 'grant');
    await work();
    await passTime(request?.id ?? 0);
    await work();
    const again = () =>
      run(
        sql`select graphile_worker.add_job('move-number', ${JSON.stringify({ request: request?.id })}::json)`,
      );
    await again();
    await work();
    expect(await requestsOf(id)).toMatchObject([{ state: 'moved' }]);
    const { rows } = await run(sql`select from notices where user_id = ${id} and kind = 'number_changed'`);
    expect(rows).toHaveLength(1);
  });

  test('the answer is the same for a number without an account and a banned one, and writes nothing', async () => {
    const unknown = await ask({ old: newNumber() });
    expect(unknown.answer).toMatchObject({ code: 0, data: {} });
    const { number, id } = await registered();
    await ban(id);
    const { answer } = await ask({ old: number });
    expect({ code: answer.code, data: answer.data }).toEqual({
      code: unknown.answer.code,
      data: unknown.answer.data,
    });
    expect(await requestsOf(id)).toEqual([]);
  });

  test('asking twice makes one request; after three times in 30 days, refused ones too, nobody can ask', async () => {
    const { number, id } = await registered();
    const { to } = await ask({ old: number });
    await ask({ old: number, to });
    const [first] = await requestsOf(id);
    expect(await requestsOf(id)).toHaveLength(1);
    expect((await decide(first?.id ?? 0, 'refuse')).code).toBe(0);
    await ask({ old: number });
    const tooOften = await ask({ old: number });
    expect(tooOften.answer).toMatchObject({
      code: 1001,
      data: { fields: { old_mobile: expect.any(String) } },
    });
    const [, second, ...more] = await requestsOf(id);
    expect(more).toEqual([]);
    const { rows } = await run(sql`
      select id::int from queue_items where kind = 'number_request' and subject_id = ${String(second?.id)}`);
    const { data } = await call(await people.operator(), `GET /api/operator/queue/${rows[0]?.id}`);
    expect(data.details).toMatchObject({ refused_before: 1, stopped_before: 0 });
    await run(sql`update number_asks set asked_at = asked_at - interval '30 days'`);
    await ask({ old: number });
    const [, , third] = await requestsOf(id);
    // One of them is granted at a time.
    expect((await decide(second?.id ?? 0, 'grant')).code).toBe(0);
    expect((await decide(third?.id ?? 0, 'grant')).code).toBe(1012);

    // A number without an account is answered alike, and two at the same time count as two.
    const unknown = newNumber();
    for (let time = 0; time < 2; time++) await ask({ old: unknown });
    const ready = [await readyToAsk({ old: unknown }), await readyToAsk({ old: unknown })];
    const lock = (tx: Tx) => tx.execute(sql`lock table number_asks in share row exclusive mode`);
    const answers = await whileLocked(
      database,
      lock,
      ready.map(({ send }) => send),
    );
    expect(answers.map(({ code }) => code)).toEqual([0, 1001]);
    expect(answers[1]?.data).toEqual(tooOften.answer.data);
  });

  test('one address asks ten times a day at most, whatever the numbers', async () => {
    await run(sql`delete from number_asks`);
    const { browser } = await ask({ old: newNumber() });
    await run(sql`
      insert into number_asks (locale, old_trace, address_trace)
      select locale, sha256(n::text::bytea), address_trace from number_asks, generate_series(1, 9) n`);
    const old = (await registered()).number;
    expect((await ask({ old, browser })).answer.code).toBe(1008);
    expect((await ask({ old })).answer.code).toBe(0);
    await run(sql`update number_asks set asked_at = now() - interval '1 day'`);
    expect((await ask({ old, browser })).answer.code).toBe(0);
  });

  test('without the right code of the new number nothing is asked', async () => {
    const { number, id } = await registered();
    const to = newNumber();
    const { request_id, code } = await codeFor(newBrowser(), to);
    const wrong = code === '000000' ? '000001' : '000000';
    const body = { request_id, mobile: to, old_mobile: number, name: '樣本人', story: '' };
    expect((await newBrowser().post('/api/users/lost_number', { ...body, code: wrong })).code).toBe(2001);
    expect(await requestsOf(id)).toEqual([]);
    // Who still has the number can log in.
    const own = await codeFor(newBrowser(), number);
    const asked = { ...body, ...own, mobile: number };
    expect((await newBrowser().post('/api/users/lost_number', asked)).data.fields.old_mobile).toBeTruthy();
  });

  test('if the new number gets an account meanwhile, nothing moves and its owner is told', async () => {
    const { browser, number, id } = await registered();
    const { to } = await ask({ old: number });
    const [request] = await requestsOf(id);
    await decide(request?.id ?? 0, 'grant');
    await work();
    await run(sql`delete from sms_messages`);
    await newBrowser().register(to);
    await passTime(request?.id ?? 0);
    await work();
    expect(await requestsOf(id)).toMatchObject([{ state: 'failed' }]);
    expect((await browser.get('/api/users/info')).data.mobile).toBe(`+852 ${number}`);
  });

  test('a ban within the waiting time stays with the account: it does not move away from it', async () => {
    const { number, id } = await registered();
    const { to } = await ask({ old: number });
    const [request] = await requestsOf(id);
    await decide(request?.id ?? 0, 'grant');
    await work();
    await ban(id);
    await passTime(request?.id ?? 0);
    await work();
    expect(await requestsOf(id)).toMatchObject([{ state: 'failed' }]);
    await run(sql`delete from sms_messages`);
    expect((await newBrowser().proveNumber(to)).data.status).toBe('register');
    expect((await newBrowser().proveNumber(number)).code).toBe(2007);
  });

  test('an account whose number has a new owner comes back to its former owner', async () => {
    const { number, id } = await registered({ name: '舊機主' });
    await run(sql`update users set active_on = current_date - 400 where id = ${id}`);
    await run(sql`update sessions set ended_at = now() where user_id = ${id}`);
    const stranger = newBrowser();
    await run(sql`delete from sms_messages`);
    const { data } = await stranger.proveNumber(number);
    await stranger.post('/api/users/old_account_leave', { challenge: data.challenge });
    // The new owner has an account with the number and lost it as well: that one is meant, but for the former name.
    await run(sql`delete from sms_messages`);
    const holder = await registered({ name: '新機主' }, number);
    await ask({ old: number, name: '新機主' });
    await ask({ old: number, name: '不記得' });
    expect(await requestsOf(id)).toEqual([]);
    expect(await requestsOf(holder.id)).toHaveLength(2);
    const { to } = await ask({ old: number, name: ' 舊 機主' });
    expect(await requestsOf(holder.id)).toHaveLength(2);
    const [request] = await requestsOf(id);
    await decide(request?.id ?? 0, 'grant');
    const before = await messages();
    await work();
    // The old number belongs to somebody else: it is not told.
    expect(await messages()).toBe(before);
    await passTime(request?.id ?? 0);
    await work();
    await run(sql`delete from sms_messages`);
    expect((await newBrowser().proveNumber(to)).data.user.id).toBe(id);
    expect((await run(sql`select from sealed_accounts where user_id = ${id}`)).rows).toEqual([]);
  });

  test('the operator reads what was written without numbers, and another operator’s decision is refused', async () => {
    const { number, id } = await registered();
    await ask({ old: number, name: '陳大文' });
    const [request] = await requestsOf(id);
    const operator = await people.operator();
    const { rows } = await run(sql`
      select id::int from queue_items where kind = 'number_request' and subject_id = ${String(request?.id)}`);
    const { data } = await call(operator, `GET /api/operator/queue/${rows[0]?.id}`);
    expect(data.details).toMatchObject({
      given_name: '陳大文',
      account_name: '樣本人',
      has_second_factor: false,
    });
    expect(JSON.stringify(data)).not.toMatch(/61234567/);
    expect((await decide(request?.id ?? 0, 'grant')).code).toBe(0);
    expect((await decide(request?.id ?? 0, 'refuse')).code).toBe(1012);
  });

  test('deleting the account ends its move, and forgets what its number asked for', async () => {
    const { browser, number, id } = await registered();
    await run(sql`delete from number_asks`);
    await ask({ old: newNumber(), to: number });
    await ask({ old: number });
    const [request] = await requestsOf(id);
    await decide(request?.id ?? 0, 'grant');
    await work();
    const code = await codeFor(browser, number);
    expect((await browser.post('/api/users/delete_account', code)).code).toBe(0);
    const { rows } = await run(sql`select request_id, phone_hash is not null as has_number from number_asks`);
    expect(rows).toEqual([{ request_id: null, has_number: true }]);
    await passTime(request?.id ?? 0);
    await work();
    expect(await requestsOf(id)).toEqual([]);
  });
});
