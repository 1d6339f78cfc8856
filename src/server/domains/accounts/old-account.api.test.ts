import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { newNumber } from '#tests/browser.ts';
import { wholeListing } from '#tests/forms.ts';
import { serve } from '#tests/serve.ts';

const { newBrowser, run, registered, work } = await serve();

/** Nobody has used the account for so many days. */
const rest = async (id: number, days: number) => {
  await run(
    sql`update users set active_on = (now() at time zone 'Asia/Hong_Kong')::date - ${days}::int where id = ${id}`,
  );
  await run(
    sql`update sessions set ended_at = now(), last_used_at = now() - ${days} * interval '1 day' where user_id = ${id}`,
  );
};
async function oldAccount(name = '陳大文') {
  const { number, id, browser } = await registered({ name });
  await rest(id, 365);
  return { number, id, browser };
}
const nameOf = async (id: number) => (await run(sql`select name from users where id = ${id}`)).rows[0]?.name;

describe('a number that nobody has used for a year', () => {
  test('logs in as before until the year is over', async () => {
    const { number, id } = await oldAccount();
    await rest(id, 364);
    expect((await newBrowser().proveNumber(number)).data.status).toBe('signed_in');
  });

  test('an account of which no day is known counts from its last session, else from its beginning', async () => {
    const { number, id } = await oldAccount();
    await run(sql`update users set active_on = null where id = ${id}`);
    expect((await newBrowser().proveNumber(number)).data.status).toBe('old_account');
    await run(sql`update sessions set last_used_at = now() where user_id = ${id}`);
    expect((await newBrowser().proveNumber(number)).data.status).toBe('signed_in');
  });

  test('opens nothing by a code alone, on neither side', async () => {
    const { number, id } = await oldAccount();
    const visitor = newBrowser();
    const { data } = await visitor.proveNumber(number);
    expect(data).toEqual({ status: 'old_account', asks: 'name', challenge: expect.any(String) });
    expect(JSON.stringify(data)).not.toContain('陳');
    expect((await visitor.proveNumber(number, '/api_ai/user')).code).toBe(2023);
    expect(visitor.cookies.has('session')).toBe(false);
    expect((await run(sql`select from sessions where user_id = ${id} and ended_at is null`)).rows).toEqual(
      [],
    );
  });

  test('the name of the account opens it, in any width and spacing, and then it is in use again', async () => {
    const { number, id } = await oldAccount('Ｍary Chan');
    const owner = newBrowser();
    const { data } = await owner.proveNumber(number);
    const answer = await owner.post('/api/users/old_account_login', {
      challenge: data.challenge,
      answer: ' mary  chan ',
    });
    expect(answer.data).toMatchObject({ status: 'signed_in', user: { id } });
    expect((await newBrowser().proveNumber(number)).data.status).toBe('signed_in');
  });

  test('the name that the form gave to an unnamed family opens nothing', async () => {
    const { number } = await oldAccount('家長');
    const stranger = newBrowser();
    const { data } = await stranger.proveNumber(number);
    expect(data).toMatchObject({ status: 'old_account', asks: 'nothing' });
    const answer = { challenge: data.challenge, answer: '家長' };
    expect((await stranger.post('/api/users/old_account_login', answer)).code).not.toBe(0);
  });

  test('after three wrong names only an operator can open it, also with the right name and a new challenge', async () => {
    const { number, id } = await oldAccount();
    const guesser = newBrowser();
    const { data } = await guesser.proveNumber(number);
    const guess = (answer: string, challenge = data.challenge) =>
      guesser.post('/api/users/old_account_login', { challenge, answer });
    const lefts = [];
    for (const name of ['陳大明', '李大文', '陳']) lefts.push((await guess(name)).data.tries_left);
    expect(lefts).toEqual([2, 1, 0]);
    expect(await guess('陳大文')).toMatchObject({ code: 2021, data: { tries_left: 0 } });
    await run(sql`delete from sms_messages`);
    const { data: again } = await guesser.proveNumber(number);
    expect(again.asks).toBe('nothing');
    expect((await guess('陳大文', again.challenge)).code).toBe(2021);
    // Nor does it help that somebody begins afresh with the number.
    await guesser.post('/api/users/old_account_leave', { challenge: again.challenge });
    const { rows } = await run(sql`select phone_hash, check_failures from users where id = ${id}`);
    expect(rows).toEqual([{ phone_hash: null, check_failures: 3 }]);
  });

  test('twenty guesses at the same time count as three', async () => {
    const { number } = await oldAccount();
    const guesser = newBrowser();
    const { data } = await guesser.proveNumber(number);
    const answers = await Promise.all(
      Array.from({ length: 19 }, (_, at) =>
        guesser.post('/api/users/old_account_login', {
          challenge: data.challenge,
          answer: at === 18 ? '陳大文' : `猜${at}`,
        }),
      ),
    );
    expect(answers.filter((one) => one.data?.tries_left > 0).length).toBeLessThanOrEqual(2);
    const { rows } = await run(sql`select check_failures from users order by id desc limit 1`);
    expect(rows[0]?.check_failures).toBeLessThanOrEqual(3);
  });

  test('where a second factor is on, it is asked for and not the name', async () => {
    const { number, id, browser } = await registered({ name: '陳大文' });
    const { data: setup } = await browser.post('/api/users/second_factor/setup');
    const totp = new TOTP({ secret: Secret.fromBase32(setup.secret) });
    await browser.post('/api/users/second_factor/confirm', { code: totp.generate() });
    await rest(id, 400);
    const owner = newBrowser();
    const { data } = await owner.proveNumber(number);
    expect(data.asks).toBe('second_factor');
    const show = (answer: string) =>
      owner.post('/api/users/old_account_login', { challenge: data.challenge, answer });
    expect((await show('陳大文')).code).toBe(2001);
    const next = totp.generate({ timestamp: Date.now() + 30_000 });
    expect((await show(next)).data.status).toBe('signed_in');
  });

  test('an account of the AI side alone has no name to ask for', async () => {
    const number = newNumber();
    const { data } = await newBrowser().proveNumber(number, '/api_ai/user');
    await rest(data.profile.id, 365);
    expect((await newBrowser().proveNumber(number)).data).toMatchObject({
      status: 'old_account',
      asks: 'nothing',
    });
  });
});

const dueNow = (id: number) =>
  run(sql`
    select graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where key = ${`sealed ${id}`}), run_at => now())`);

describe('the new owner of a number', () => {
  test('begins afresh, and finds nothing of the former owner', async () => {
    const { number, id } = await oldAccount();
    await run(sql`
      insert into bans (phone_hash, phone_key, reason, lifted_at)
      select phone_hash, phone_key, '陳大文 失約', now() from users where id = ${id}`);
    const stranger = newBrowser();
    const { data } = await stranger.proveNumber(number);
    const left = await stranger.post('/api/users/old_account_leave', { challenge: data.challenge });
    expect(left.data.status).toBe('register');
    const body = {
      name: '李新人',
      gender: 'F',
      identity: 1,
      agreed: true,
      registration_method: 'home_register',
    };
    const made = await stranger.post('/api/common_info/simple_registration', {
      ...body,
      ticket: left.data.ticket,
    });
    stranger.keep(made.data);
    expect(made.data.user.id).not.toBe(id);
    const exported = await stranger.get('/api/users/export');
    expect(exported.code).toBe(0);
    expect(exported.text).not.toContain('陳大文');
    // The former owner's data are sealed, not gone.
    expect(await nameOf(id)).toBe('陳大文');
    const { rows } = await run(sql`select phone_hash from users where id = ${id}`);
    expect(rows).toEqual([{ phone_hash: null }]);
  });

  test('cannot leave an account that is suspended: its owner would begin afresh before the last day', async () => {
    const { number, id } = await oldAccount();
    await run(sql`
      insert into measures (user_id, kind, cause, reason, until, key)
      values (${id}, 'suspension', 'other', 'sample', current_date + 30, gen_random_uuid())`);
    const stranger = newBrowser();
    const { data } = await stranger.proveNumber(number);
    const left = await stranger.post('/api/users/old_account_leave', { challenge: data.challenge });
    expect(left.code).toBe(3009);
  });

  test('cannot leave twice, nor leave an account that was opened meanwhile, nor one of another number', async () => {
    const { number } = await oldAccount();
    const [one, owner] = [newBrowser(), newBrowser()];
    const { data } = await one.proveNumber(number);
    await run(sql`delete from sms_messages`);
    const { data: asked } = await owner.proveNumber(number);
    const leave = () => one.post('/api/users/old_account_leave', { challenge: data.challenge });
    const entered = await owner.post('/api/users/old_account_login', {
      challenge: asked.challenge,
      answer: '陳大文',
    });
    expect(entered.code).toBe(0);
    expect((await leave()).code).toBe(2006);
    expect((await one.post('/api/users/old_account_leave', { challenge: 'x' })).code).toBe(2006);

    const second = await oldAccount();
    const { data: challenge } = await one.proveNumber(second.number);
    const again = () => one.post('/api/users/old_account_leave', { challenge: challenge.challenge });
    const answers = await Promise.all([again(), again()]);
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 2006]);
  });

  test('what the former owner showed to everybody is offline, and stays until its time is over', async () => {
    const { number, id, browser } = await registered({ name: '陳大文', identity: 2 });
    const listed = await browser.post('/api/common_info/teacher_detailed_registration', wholeListing);
    expect(listed.code).toBe(0);
    await rest(id, 365);
    const stranger = newBrowser();
    await run(sql`delete from sms_messages`);
    const { data } = await stranger.proveNumber(number);
    await stranger.post('/api/users/old_account_leave', { challenge: data.challenge });
    const { rows } = await run(sql`select is_listed from tutor_listings where user_id = ${id}`);
    expect(rows).toEqual([{ is_listed: false }]);
    await dueNow(id);
    await work();
    expect(await nameOf(id)).toBe('陳大文');
  });

  test('a sealed account is deleted when its time is over', async () => {
    const { number, id } = await oldAccount();
    const stranger = newBrowser();
    const { data } = await stranger.proveNumber(number);
    await stranger.post('/api/users/old_account_leave', { challenge: data.challenge });
    await run(sql`update sealed_accounts set delete_at = now() where user_id = ${id}`);
    await dueNow(id);
    await work();
    const { rows } = await run(sql`select name, deleted_at is not null as gone from users where id = ${id}`);
    expect(rows).toEqual([{ name: '', gone: true }]);
    expect((await run(sql`select from sealed_accounts where user_id = ${id}`)).rows).toEqual([]);
  });
});
