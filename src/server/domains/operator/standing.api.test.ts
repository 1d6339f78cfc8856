import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { splitKey } from '#shared/call.ts';
import { addDays, startOfDay, today } from '#shared/hong-kong.ts';
import type { Person } from '#tests/callers.ts';
import { classroom, minutesOn, slotOf } from '#tests/classes.ts';
import { type Family, marketOf, type Tutor } from '#tests/market.ts';
import { serve } from '#tests/serve.ts';
import { untilWaiting, whileLocked } from '#tests/while-locked.ts';

const market = marketOf(await serve({ environment: { DEMO: '1' } }));
const { call, query, family, tutor, apply, invite, accept, people, database, noticeKindsOf } = market;
const { pair, clockIn } = classroom(market);
const operator: Person = { ...(await people.operator()), locale: 'zh-Hant' };

const at = (path: string, body?: object) => call(operator, `POST /api/operator/${path}`, body ?? {});
const banned = async ({ id }: { id: number }, more: object = {}) => {
  const made = await at('bans', { user_id: id, cause: 'conduct', reason: '言行不當', ...more });
  expect(made).toMatchObject({ code: 0 });
  return made.data;
};
const until = addDays(today(), 14);
const suspend = ({ id }: { id: number }, more: object = {}) =>
  at(`users/${id}/suspend`, { cause: 'conduct', reason: '言行不當', until, key: randomUUID(), ...more });
const suspended = async (person: { id: number }, more: object = {}) => {
  const made = await suspend(person, more);
  expect(made).toMatchObject({ code: 0 });
  return made.data;
};
const previewOf = async ({ id }: { id: number }, search: string) =>
  (await call(operator, `GET /api/operator/users/${id}/consequences?${search}`)).data;
/** Tomorrow at this hour, every week. */
const weekly = () => [slotOf(minutesOn(24 * 60))];
const matchOf = async (person: Person, id: number) =>
  (await call(person, `GET /api/users/matches/${id}`)).data;
const classOf = async (person: Person, id: number) =>
  (await call(person, `GET /api/users/classes/${id}`)).data;
const conversationOf = async (person: Person, id: number) =>
  (await call(person, `GET /api/users/conversations/${id}`)).data;
const write = (person: Person, id: number, text: string) =>
  call(person, `POST /api/users/conversations/${id}/messages`, { text, client_key: randomUUID() });
const scheduleOf = async (person: Person, classId: number) =>
  (
    await call(
      person,
      `GET /api/users/schedule?from=${today()}&to=${addDays(today(), 40)}&class_id=${classId}`,
    )
  ).data.list as { starts_at: string; state: string; by_platform: boolean }[];
const isShown = async ({ listingId }: Tutor) =>
  (await call(undefined, `GET /api/common_info/teacher_case/${listingId}`)).code === 0;

/** A pair that has exchanged numbers and written to each other. */
async function talking(slots: object[] = []) {
  const made = await pair(slots);
  for (const side of [made.family, made.tutor])
    await call(side, `PUT /api/users/matches/${made.matchId}/contact`, { agree: true });
  expect(await write(made.tutor, made.talkId, '打給我 9123 4567')).toMatchObject({ code: 0 });
  return made;
}

describe('a ban', () => {
  test('ends matches and classes, closes the conversation and withdraws what waits, and tells the others', async () => {
    const { family: parent, tutor: teacher, matchId, talkId, classId } = await talking(weekly());
    const [asked, inviting] = [await family(), await family()];
    const { data: application } = await apply(teacher, asked);
    const { data: invitation } = await invite(inviting, teacher);
    expect(await previewOf(teacher, 'measure=ban')).toMatchObject({
      ...{ matches: 1, classes: 1, conversations: 1, applications: 1, invitations: 1, listings: 1, cases: 0 },
    });
    expect((await previewOf(teacher, 'measure=ban')).lessons).toBeGreaterThan(7);
    expect(await matchOf(parent, matchId)).toMatchObject({ status: 'going', halt: null });

    expect(await banned(teacher)).toMatchObject({ followed: { matches: 1, applications: 1 } });
    const halt = { state: 'ended', until: null, is_child_safety: false };
    const match = await matchOf(parent, matchId);
    expect(match).toMatchObject({ status: 'ended', halt, case: { status: 4 } });
    expect(match.contact.mobile).toMatch(/\*/);
    expect(await classOf(parent, classId)).toMatchObject({ finish_status: 2, halt });
    expect((await scheduleOf(parent, classId)).filter(({ state }) => state === 'planned')).toEqual([]);
    const talk = await conversationOf(parent, talkId);
    expect(talk).toMatchObject({ halt, contact_shared: false });
    expect(talk.last.text).not.toContain('9123');
    expect(await write(parent, talkId, '在嗎')).toMatchObject({ code: 2309 });
    for (const [person, id] of [
      [asked, application.id],
      [inviting, invitation.id],
    ] as const)
      expect((await call(person, `GET /api/users/interests/${id}`)).data.status).toBe('closed');
    expect(await noticeKindsOf(parent)).toContain('match_closed');
    // The family goes on: the same case, another tutor.
    expect(await call(parent, `PUT /api/users/matches/${matchId}/end`, { relist: true })).toMatchObject({
      code: 0,
    });
  });

  test('for child safety says so to the other side, in words that accuse nobody', async () => {
    const { family: parent, tutor: teacher, matchId } = await talking();
    await banned(teacher, { cause: 'child_safety', reason: '收到嚴重的報告' });
    expect((await matchOf(parent, matchId)).halt).toEqual({
      ...{ state: 'ended', until: null, is_child_safety: true },
    });
    const { data } = await call(parent, 'GET /api/users/notices', undefined, 'zh-Hant');
    const [notice] = data.list;
    expect(notice).toMatchObject({ title: '請勿再安排上課', path: '/my-tutoring' });
    expect(notice.text).toContain('2755 1122');
    expect(JSON.stringify(data)).not.toContain('收到嚴重的報告');
  });

  test('is told at log-in with its reason, to whoever has proved the number', async () => {
    const { browser, number, id } = await market.registered();
    await banned({ id }, { reason: '冒認導師' });
    expect(await browser.get('/api/users/info')).toMatchObject({ code: 3001 });
    expect(await market.newBrowser().proveNumber(number)).toMatchObject({
      ...{ status: 403, code: 2007, data: { reason: '冒認導師' } },
    });
  });

  test('made twice at once is one ban, and the others are told once', async () => {
    const { family: parent, tutor: teacher } = await pair();
    const made = await Promise.all([banned(teacher), banned(teacher), banned(teacher)]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect((await noticeKindsOf(parent)).filter((kind) => kind === 'match_closed')).toHaveLength(1);
  });

  test('while an application of the banned is accepted: either there is no match, or it has ended', async () => {
    for (let round = 0; round < 2; round++) {
      const [parent, teacher] = [await family(), await tutor()];
      const { data } = await apply(teacher, parent);
      const begin = [() => accept(parent, data.id), () => banned(teacher)];
      const [first, second] = round % 2 === 0 ? begin : begin.toReversed();
      await Promise.all([first?.(), second?.()]);
      const live = await query(
        `select from matches where tutor_user_id = $1 and status in ('trial', 'going')`,
        [teacher.id],
      );
      expect(live).toEqual([]);
      expect(
        await query(`select from interests where tutor_user_id = $1 and status = 'pending'`, [teacher.id]),
      ).toEqual([]);
    }
  });

  test('while the tutor clocks in: the lesson is refused, or it was cut short and awaits confirmation', async () => {
    for (let round = 0; round < 2; round++) {
      const { tutor: teacher, classId } = await pair();
      const tap = () => clockIn(teacher, classId, 1, 0);
      const begin = round % 2 === 0 ? [tap, () => banned(teacher)] : [() => banned(teacher), tap];
      await Promise.all(begin.map((one) => one()));
      expect(await query(`select from lessons where class_id = $1 and state = 'open'`, [classId])).toEqual(
        [],
      );
      expect(await query(`select finish_status from classes where id = $1`, [classId])).toEqual([
        { finish_status: 2 },
      ]);
    }
  });

  test('waits for a message that is being sent, and refuses the next', async () => {
    const { family: parent, tutor: teacher, matchId, talkId } = await pair();
    // The ban has changed the match and is about to commit; the message waits for it.
    const [answer] = await whileLocked(
      database,
      (tx) => tx.execute(sql`select from matches where id = ${matchId} for no key update`),
      [() => write(parent, talkId, '在嗎')],
      (tx) => tx.execute(sql`update matches set status = 'ended', ended_at = now() where id = ${matchId}`),
    );
    expect(answer).toMatchObject({ code: 2309 });
    expect(teacher.id).toBeGreaterThan(0);
  });

  test('killed in the middle leaves nothing half done', { tags: ['whole'] }, async () => {
    const { family: parent, tutor: teacher, matchId, classId } = await pair(weekly());
    const kinds = await noticeKindsOf(parent);
    const child = await database.transaction(async (tx) => {
      // The class is what the ban changes last but one.
      await tx.execute(sql`select from classes where id = ${classId} for update`);
      const started = spawn(
        process.execPath,
        ['tests/standing/ban-process.ts', market.databaseUrl, String(teacher.id), String(operator.id)],
        { stdio: 'inherit' },
      );
      await untilWaiting(database, 1);
      const over = once(started, 'close');
      started.kill('SIGKILL');
      await over;
      return started;
    });
    expect(child.signalCode).toBe('SIGKILL');
    await vi.waitFor(async () => {
      const [row] = await query('select status from matches where id = $1 for update nowait', [matchId]);
      expect(row).toEqual({ status: 'going' });
    });
    expect(
      await query('select from bans join users using (phone_hash) where users.id = $1', [teacher.id]),
    ).toEqual([]);
    expect(await noticeKindsOf(parent)).toEqual(kinds);
    expect(await classOf(parent, classId)).toMatchObject({ finish_status: 1, halt: null });
    await banned(teacher);
    expect(await matchOf(parent, matchId)).toMatchObject({ status: 'ended' });
  });

  test('hides the listing, and lifting it shows it again but revives no match', async () => {
    const { tutor: teacher } = await pair(weekly());
    await expect.poll(() => isShown(teacher)).toBe(true);
    const { id } = await banned(teacher);
    await expect.poll(() => isShown(teacher)).toBe(false);
    expect((await at(`bans/${id}/lift`)).data).toMatchObject({
      restored: { listings: 1, matches: 0 },
      lost: { matches: 1, classes: 1 },
    });
    await expect.poll(() => isShown(teacher)).toBe(true);
    expect(await noticeKindsOf(teacher)).toContain('ban_lifted');
  });
});

describe('a suspension', () => {
  test('lets matches rest, cancels the lessons up to its last day, and tells the others', async () => {
    const { family: parent, tutor: teacher, matchId, talkId, classId } = await talking(weekly());
    const counted = await previewOf(teacher, `measure=suspension&until=${until}`);
    expect(counted).toMatchObject({ matches: 1, lessons: 2, listings: 1 });
    expect(await suspended(teacher)).toMatchObject({ until, lifted_at: null, followed: counted });
    const halt = { state: 'rests', until, is_child_safety: false };
    const match = await matchOf(parent, matchId);
    expect(match).toMatchObject({ status: 'going', halt, case: { status: 3 } });
    expect(match.contact.mobile).toMatch(/\*/);
    expect(await classOf(parent, classId)).toMatchObject({ finish_status: 1, halt });
    const plan = await scheduleOf(parent, classId);
    const end = startOfDay(addDays(until, 1)).toISOString();
    expect(plan.length).toBeGreaterThan(3);
    for (const { starts_at, state, by_platform } of plan)
      expect({ state, by_platform }).toEqual(
        starts_at < end
          ? { state: 'cancelled', by_platform: true }
          : { state: 'planned', by_platform: false },
      );
    const talk = await conversationOf(parent, talkId);
    expect(talk).toMatchObject({ halt, contact_shared: false });
    expect(talk.last.text).not.toContain('9123');
    const { data: earlier } = await call(parent, `GET /api/users/conversations/${talkId}/messages`);
    expect(JSON.stringify(earlier)).not.toContain('9123');
    expect(await write(parent, talkId, '在嗎')).toMatchObject({ status: 409, code: 2312 });
    const later = plan.find(({ starts_at }) => starts_at > end);
    expect(
      await call(parent, `POST /api/users/classes/${classId}/cancel`, {
        planned_at: later?.starts_at,
        reason: '',
      }),
    ).toMatchObject({ code: 2312 });
    expect(await noticeKindsOf(parent)).toContain('match_rests');
    await expect.poll(() => isShown(teacher)).toBe(false);
    expect(await invite(await family(), teacher)).toMatchObject({ code: 1005 });
  });

  test('of a family: the tutor cannot clock in, except for what began before', async () => {
    const { family: parent, tutor: teacher, classId, matchId } = await pair();
    const other = await pair([], teacher);
    expect(await clockIn(teacher, other.classId, 1, -30)).toMatchObject({ code: 0 });
    await suspended(parent);
    await suspended(other.family);
    expect(await call(teacher, `PUT /api/users/matches/${matchId}/contact`, { agree: true })).toMatchObject({
      code: 2312,
    });
    // The running lesson was ended, and the tutor gives the real end.
    expect(await clockIn(teacher, other.classId, 2, 0)).toMatchObject({ code: 0 });
    expect(await clockIn(teacher, classId, 1, 0)).toMatchObject({ code: 2312 });
    expect(await clockIn(teacher, classId, 1, -120)).toMatchObject({ code: 0 });
  });

  test('of a family hides its open case, which is counted before, and shows it again when it is lifted', async () => {
    const parent = await family();
    const isOpen = async () =>
      (await call(undefined, `GET /api/common_info/parent_case/${parent.caseId}`)).code === 0;
    await expect.poll(isOpen).toBe(true);
    expect(await previewOf(parent, `measure=suspension&until=${until}`)).toMatchObject({ cases: 1 });
    const { id } = await suspended(parent);
    expect(await isOpen()).toBe(false);
    expect((await at(`measures/${id}/lift`)).data).toMatchObject({ restored: { cases: 1 } });
    expect(await isOpen()).toBe(true);
  });

  test('is not ended by its job before its last day is over', async () => {
    const teacher = await tutor();
    const { id } = await suspended(teacher);
    await query(
      `select graphile_worker.reschedule_jobs(array(
      select jobs.id from graphile_worker.jobs where key = $1), run_at => now())`,
      [`suspension:${id}`],
    );
    await market.work();
    expect(await query('select lifted_at from measures where id = $1', [id])).toEqual([{ lifted_at: null }]);
  });

  test('for child safety cancels everything that is planned', async () => {
    const { family: parent, tutor: teacher, classId } = await pair(weekly());
    await suspended(teacher, { cause: 'child_safety', until: today() });
    expect((await scheduleOf(parent, classId)).every(({ state }) => state === 'cancelled')).toBe(true);
    const { data } = await call(parent, 'GET /api/users/notices', undefined, 'zh-Hant');
    expect(data.list[0]).toMatchObject({ title: '請勿再安排上課' });
  });

  test('made twice at once is one suspension; the same form sent twice is answered the same', async () => {
    const { tutor: teacher } = await pair();
    const codes = (await Promise.all([suspend(teacher), suspend(teacher)])).map(({ code }) => code);
    expect(codes.sort()).toEqual([0, 2010]);
    const again = await tutor();
    const key = randomUUID();
    const [one, two] = [await suspended(again, { key }), await suspended(again, { key })];
    expect(two.id).toBe(one.id);
  });

  test('needs a day from today up to a year from now, and an account that is no operator', async () => {
    const teacher = await tutor();
    for (const day of [addDays(today(), -1), addDays(today(), 366), '2026-02-30'])
      expect(await suspend(teacher, { until: day })).toMatchObject({ code: 1001 });
    expect(await suspend(await people.operator())).toMatchObject({ code: 3006 });
    expect(await suspend({ id: 9_999_999 })).toMatchObject({ code: 1005 });
    await banned(teacher);
    expect(await suspend(teacher)).toMatchObject({ code: 2010 });
  });

  test('while an application of the suspended is accepted: nothing pending is left, and a match rests', async () => {
    for (let round = 0; round < 2; round++) {
      const [parent, teacher] = [await family(), await tutor()];
      const { data } = await apply(teacher, parent);
      const begin = [() => accept(parent, data.id), () => suspend(teacher)];
      await Promise.all((round % 2 === 0 ? begin : begin.toReversed()).map((one) => one()));
      expect(
        await query(`select from interests where tutor_user_id = $1 and status = 'pending'`, [teacher.id]),
      ).toEqual([]);
      const made = (await call(parent, 'GET /api/users/matches')).data.list;
      for (const match of made) expect(match.halt).toMatchObject({ state: 'rests' });
    }
  });

  test('lifted by an operator: what rested goes on, and cancelled lessons stay cancelled', async () => {
    const { family: parent, tutor: teacher, matchId, talkId, classId } = await talking(weekly());
    const { id } = await suspended(teacher);
    expect((await at(`measures/${id}/lift`)).data).toMatchObject({
      lifted_by: operator.id,
      restored: { matches: 1, classes: 1, conversations: 1, listings: 1 },
      lost: { lessons: 2 },
    });
    expect(await at(`measures/${id}/lift`)).toMatchObject({ code: 1012 });
    expect(await at('measures/999999/lift')).toMatchObject({ code: 1005 });
    expect((await matchOf(parent, matchId)).contact.mobile).not.toMatch(/\*/);
    expect(await classOf(parent, classId)).toMatchObject({ halt: null });
    expect((await conversationOf(parent, talkId)).last.text).toContain('9123');
    expect(await write(parent, talkId, '歡迎回來')).toMatchObject({ code: 0 });
    expect((await scheduleOf(parent, classId)).filter(({ by_platform }) => by_platform)).toHaveLength(2);
    expect(await noticeKindsOf(parent)).toContain('match_resumes');
    expect(await noticeKindsOf(teacher)).toContain('suspension_over');
    await expect.poll(() => isShown(teacher)).toBe(true);
  });

  test('is over with its last day, before and after the job that tells so', async () => {
    const { family: parent, tutor: teacher, matchId } = await pair();
    const { id, reason } = await suspended(teacher, { reason: '言行不當，詳情請電 6123 4567' });
    expect(reason).toMatch(/^言行不當[^\d]*$/);
    await call(teacher, 'POST /api/users/standing/appeal', { words: '請再考慮' });
    await query(
      `update measures set until = until - 30, made_at = made_at - interval '30 days' where id = $1`,
      [id],
    );
    expect((await matchOf(parent, matchId)).halt).toBeNull();
    await query(
      `select graphile_worker.reschedule_jobs(array(
      select jobs.id from graphile_worker.jobs where key = $1), run_at => now())`,
      [`suspension:${id}`],
    );
    await market.work();
    expect(
      await query('select lifted_at is not null as over, lifted_by from measures where id = $1', [id]),
    ).toEqual([{ over: true, lifted_by: null }]);
    expect(await query('select decision from measure_appeals where measure_id = $1', [id])).toEqual([
      { decision: 'over' },
    ]);
    expect(await noticeKindsOf(parent)).toContain('match_resumes');
  });
});

describe('a suspended person', () => {
  /** Registered and logged in with a real session, then suspended. */
  async function inSession() {
    const person = await market.registered();
    const { id } = await suspended(person, { reason: '請先核實身份' });
    return { ...person, measure: id as number };
  }

  test('reads why and until when, appeals, exports, logs out and in again, and nothing else', async () => {
    const { browser, number } = await inSession();
    expect((await browser.get('/api/users/standing')).data).toMatchObject({
      suspension: { reason: '請先核實身份', until, appeal: null },
      warnings: [],
    });
    for (const open of ['/api/users/info', '/api/users/export', '/api_ai/user/profile'])
      expect(await browser.get(open), open).toMatchObject({ code: 0 });
    expect((await browser.get('/api/users/export.zip')).status).toBe(200);
    // Every other call that knows who calls; what anybody may ask is answered as for a visitor.
    const mayCall = new Set([
      ...['GET /api/users/standing', 'POST /api/users/standing/appeal', 'GET /api_ai/user/standing'],
      ...['POST /api_ai/user/standing/appeal', 'GET /api/users/info', 'GET /api_ai/user/profile'],
      ...['GET /api/users/export', 'POST /api/users/delete_account', 'GET /api/users/logout'],
      ...['POST /api/users/logout_everywhere', 'POST /api_ai/user/logout', 'GET /api/users/copies'],
      ...['GET /api_ai/user/export', 'GET /api_ai/user/copies', 'POST /api_ai/user/delete_account'],
    ]);
    const caller = { id: 1, suspended: true, operator: true };
    let refused = 0;
    for (const key of market.app.calls.keys()) {
      if (mayCall.has(key)) continue;
      const { method, path } = splitKey(key);
      const made = `${method} ${path.replace(/\{\w+\}/g, '1')}`;
      const body = method === 'GET' ? undefined : {};
      // Files and plain texts have no envelope.
      const codeFor = (as?: Person) =>
        call(as, made, body).then(
          ({ code }) => code,
          () => undefined,
        );
      const answer = await codeFor(caller);
      if (answer === 3009) refused += 1;
      else expect(answer, key).toBe(await codeFor());
    }
    expect(refused).toBeGreaterThan(100);
    for (const events of ['/api/users/events', '/api_ai/user/events'])
      expect(await browser.get(events)).toMatchObject({ status: 403, code: 3009 });
    expect(await browser.get('/api/users/logout')).toMatchObject({ code: 0 });
    expect(await browser.proveNumber(number)).toMatchObject({ data: { status: 'signed_in' } });
    expect(await browser.get('/api/users/classes')).toMatchObject({ status: 403, code: 3009 });
  });

  test('appeals once at a time; the decision is told, and may lift the suspension', async () => {
    const { browser, id, measure } = await inSession();
    const appeal = (words: string) => browser.post('/api/users/standing/appeal', { words });
    expect(await appeal(' ')).toMatchObject({ code: 1001 });
    const [one, two] = await Promise.all([appeal('已補交文件'), appeal('已補交文件')]);
    expect([one.code, two.code].sort()).toEqual([0, 2011]);
    const itemOf = async () =>
      (await call(operator, 'GET /api/operator/queue?kind=suspension_appeal')).data.list.find(
        ({ opened_by }: { opened_by: number }) => opened_by === id,
      );
    const item = await itemOf();
    expect((await call(operator, `GET /api/operator/queue/${item.id}`)).data.details).toMatchObject({
      appeal: '已補交文件',
      reason: '請先核實身份',
      until,
    });
    expect(await at(`queue/${item.id}/decide`, { decision: 'keep' })).toMatchObject({ code: 0 });
    expect((await browser.get('/api/users/standing')).data.suspension.appeal).toMatchObject({
      decision: 'kept',
    });
    expect(await appeal('還有一份')).toMatchObject({ code: 0 });
    expect(await at(`queue/${(await itemOf()).id}/decide`, { decision: 'lift' })).toMatchObject({ code: 0 });
    expect((await browser.get('/api/users/standing')).data.suspension).toBeNull();
    expect(await browser.get('/api/users/classes')).toMatchObject({ code: 0 });
    expect(await noticeKindsOf({ id })).toEqual([
      'suspension_appeal_decided',
      'suspension_over',
      'suspension_appeal_decided',
    ]);
    expect(
      await query('select decision from measure_appeals where measure_id = $1 order by id', [measure]),
    ).toEqual([{ decision: 'kept' }, { decision: 'lifted' }]);
    expect(await appeal('再一次')).toMatchObject({ code: 1012 });
  });

  test('deletes the account, and does not come back with the same number before the last day', async () => {
    const { browser, number, measure } = await inSession();
    await browser.post('/api/users/standing/appeal', { words: '請再看一次' });
    const sent = await browser.post('/api/users/send_sms', { mobile: number });
    const { request_id, demo_code: code } = sent.data;
    expect(await browser.post('/api/users/delete_account', { request_id, code })).toMatchObject({ code: 0 });
    expect(
      await query('select words, decision from measure_appeals where measure_id = $1', [measure]),
    ).toEqual([{ words: '', decision: 'over' }]);
    expect(await query(`select reason from measures where id = $1`, [measure])).toEqual([
      { reason: '(account deleted)' },
    ]);
    expect(await market.newBrowser().proveNumber(number)).toMatchObject({ status: 403, code: 2007 });
    await query(`update measures set until = until - 30 where id = $1`, [measure]);
    await query(
      `select graphile_worker.reschedule_jobs(array(
      select jobs.id from graphile_worker.jobs where key = $1), run_at => now())`,
      [`suspension:${measure}`],
    );
    await market.work();
    await query('delete from sms_messages');
    expect(await market.newBrowser().proveNumber(number)).toMatchObject({ data: { status: 'register' } });
  });

  test('on the AI side alone can read and appeal too', async () => {
    const browser = market.newBrowser();
    const { data } = await browser.proveNumber('61239876', '/api_ai/user');
    await suspended({ id: data.profile.id });
    expect((await browser.get('/api_ai/user/standing')).data.suspension).toMatchObject({ until });
    expect(await browser.post('/api_ai/user/standing/appeal', { words: '請再看' })).toMatchObject({
      code: 0,
    });
    expect(await browser.get('/api_ai/eraser/erase_trace_record/')).toMatchObject({ code: 3009 });
  });
});

test('a warning is told with its reason, once per form, and restricts nothing', async () => {
  const person = await market.registered();
  const body = { cause: 'fees', reason: '請按議定的學費收費', key: randomUUID() };
  const [one, two] = [await at(`users/${person.id}/warn`, body), await at(`users/${person.id}/warn`, body)];
  expect(two.data.id).toBe(one.data.id);
  expect((await person.browser.get('/api/users/standing')).data).toMatchObject({
    suspension: null,
    warnings: [{ cause: 'fees', reason: '請按議定的學費收費' }],
  });
  expect((await person.browser.get('/api/users/notices')).data.list).toMatchObject([
    { kind: 'warned', path: '/me/standing' },
  ]);
  expect((await call(operator, `GET /api/operator/users/${person.id}/measures`)).data.list).toMatchObject([
    { kind: 'warning', made_by: operator.id },
  ]);
  expect(await at(`users/${operator.id}/warn`, { ...body, key: randomUUID() })).toMatchObject({ code: 3006 });
});

test('what operators did is in the audit log, without the reason', async () => {
  const who: Family = await family();
  const { id } = await suspended(who, { reason: '不應寫入紀錄' });
  await at(`measures/${id}/lift`);
  const rows = await query('select action, params from audit_log where about_user = $1 order by id', [
    who.id,
  ]);
  expect(rows.map(({ action }) => action)).toEqual(['users.suspended', 'users.suspension_lifted']);
  expect(JSON.stringify(rows)).not.toContain('不應寫入紀錄');
});
