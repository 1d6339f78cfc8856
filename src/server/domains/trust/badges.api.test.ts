import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Market as MarketReader, openMarket } from '#server/domains/market/market.ts';
import { createQueue } from '#server/domains/operator/queue.ts';
import { queueKinds } from '#server/wiring/queue-kinds.ts';
import type { Person } from '#tests/callers.ts';
import { silentLog } from '#tests/database.ts';
import { marketOf, type Tutor } from '#tests/market.ts';
import { addPerson, samplePerson, testPhoneEncryption } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { whileLocked } from '#tests/while-locked.ts';
import { tendBadge } from './badge-job.ts';
import { trustData } from './personal-data.ts';

const market = marketOf(await serve());
const { call, query, noticeKindsOf: toldTo } = market;
let reader: MarketReader;
beforeAll(async () => {
  reader = await openMarket(market.database, silentLog);
});
afterAll(() => reader.close());

/** Free long enough for a class. */
const teaching = {
  match_time: ['17:00', '17:30', '18:00', '18:30'].map((start) => ({ weekday: 3, start })),
};

async function operator() {
  const { id } = await addPerson(market.database, { operator: true });
  return { id, identity: 0 as const, operator: true };
}

/** Inserts pending evidence and has an operator decide it. */
async function decided(tutor: Tutor, kind: string, decision = 'verify') {
  const [evidence] = await query(
    `insert into evidence (user_id, kind, file_key, media_type, byte_size)
     values ($1, $2, 'evidence/' || gen_random_uuid(), 'image/webp', 9) returning id::int`,
    [tutor.id, kind],
  );
  const [item] = await query(
    `insert into queue_items (kind, subject_id, opened_by, about_user) values ('evidence', $1, $2, $2)
     returning id::int`,
    [evidence.id, tutor.id],
  );
  const { id: operatorId } = await operator();
  const given = { id: item.id, decision, note: '', answer: '看不清楚', operatorId };
  await market.database.transaction((tx) =>
    createQueue(queueKinds(testPhoneEncryption)).decide(tx, given, 'en'),
  );
  return evidence.id as number;
}

const shown = async ({ listingId }: Tutor) =>
  (await call(undefined, `GET /api/common_info/teacher_case/${listingId}`)).data.badges;
const badgeOf = async (tutor: Tutor) =>
  (
    await query('select id::int, expires_at from badges where user_id = $1 order by id desc limit 1', [
      tutor.id,
    ])
  )[0];
const context = () => ({
  database: market.database,
  log: silentLog,
  signal: new AbortController().signal,
  attempt: 1,
});
const tend = async (badge: number) => tendBadge.run({ badge }, context());
const moveEnd = (id: number, end: string) =>
  query(`update badges set expires_at = now() + $2::interval where id = $1`, [id, end]);
const dueJobs = (id: number) =>
  query('select run_at from graphile_worker.jobs where key = $1', [`badge ${id}`]);

/** How often a change of the tutor was reported to the market index. */
const changesOf = async ({ listingId }: Tutor) =>
  (
    await query(`select count(*)::int as times from market_changes where kind = 'tutor' and row_id = $1`, [
      listingId,
    ])
  )[0].times;

/** The number of badges in the matching index, after all committed changes were read. */
async function indexed({ listingId }: Tutor) {
  await reader.index.settled();
  const { matchableTutors } = reader.index;
  return matchableTutors.facts(listingId)?.badges;
}

describe('verified evidence', () => {
  test('is shown as a badge with its expiry date on the page, in the list and in the matching index', async () => {
    const tutor = await market.tutor(teaching);
    expect(await indexed(tutor)).toBe(0);
    expect(await shown(tutor)).toEqual([]);
    await decided(tutor, 'transcript', 'refuse');
    expect(await shown(tutor)).toEqual([]);

    await decided(tutor, 'transcript');
    await decided(tutor, 'teacher_registration');
    const today = new Date(Date.now() + 8 * 3600_000);
    const [year, rest] = [today.getUTCFullYear(), today.toISOString().slice(4, 10)];
    expect(await shown(tutor)).toMatchObject([
      { kind: 'teacher_registration', until: `${year + 1}${rest}`, confirmed_by: 'operator' },
      { kind: 'transcript', since: `${year}${rest}`, until: `${year + 3}${rest}` },
    ]);
    expect(await indexed(tutor)).toBe(2);
    const { data } = await call(tutor, 'GET /api/users/badges');
    expect(data.list.map((badge: { kind: string; state: string }) => [badge.kind, badge.state])).toEqual([
      ['teacher_registration', 'held'],
      ['transcript', 'held'],
    ]);
  });

  test('removed by its owner also removes the badge', async () => {
    const tutor = await market.tutor(teaching);
    const evidence = await decided(tutor, 'certificate');
    expect(await shown(tutor)).toHaveLength(1);
    expect(await indexed(tutor)).toBe(1);
    expect((await call(tutor, `DELETE /api/users/evidence/${evidence}`)).code).toBe(0);
    expect(await shown(tutor)).toEqual([]);
    expect(await indexed(tutor)).toBe(0);
  });
});

describe('the expiry of a badge', () => {
  test('is announced to the tutor thirty days before, once, and not earlier', async () => {
    const tutor = await market.tutor(teaching);
    await decided(tutor, 'student_card');
    const { id, expires_at } = await badgeOf(tutor);
    const [job] = await dueJobs(id);
    expect((expires_at - job.run_at) / 86_400_000).toBeCloseTo(30, 5);
    const before = await toldTo(tutor);
    await tend(id);
    expect(await toldTo(tutor)).toEqual(before);

    await moveEnd(id, '29 days');
    await tend(id);
    await tend(id);
    expect((await toldTo(tutor)).filter((kind) => kind === 'badge_expiring')).toHaveLength(1);
    const [last] = await dueJobs(id);
    expect(last.run_at).toEqual((await badgeOf(tutor)).expires_at);
    expect(await shown(tutor)).toHaveLength(1);
  });

  test('removes the badge from the page at once, and from the index when the job runs', async () => {
    const tutor = await market.tutor(teaching);
    const evidence = await decided(tutor, 'student_card');
    expect(await indexed(tutor)).toBe(1);
    const { id } = await badgeOf(tutor);
    // Without a market change, as when time passes.
    await query('alter table badges disable trigger badge_changed');
    await moveEnd(id, '-1 second');
    await query('alter table badges enable trigger badge_changed');
    await query(`update evidence set expires_at = now() where id = $1`, [evidence]);
    expect(await shown(tutor)).toEqual([]);
    // Not checked on the index, which may read a row once more while another long transaction of the cluster
    // is open.
    const before = await changesOf(tutor);
    await tend(id);
    expect(await changesOf(tutor)).toBe(before + 1);
    expect(await indexed(tutor)).toBe(0);
    await tend(id);
    expect((await toldTo(tutor)).filter((kind) => kind === 'badge_expired')).toHaveLength(1);
    expect((await call(tutor, 'GET /api/users/evidence')).data.list[0].status).toBe('expired');
    expect((await call(tutor, 'GET /api/users/badges')).data.list[0].state).toBe('expired');
  });

  test('is not announced when the same evidence was verified again', async () => {
    const tutor = await market.tutor(teaching);
    await decided(tutor, 'student_card');
    const { id } = await badgeOf(tutor);
    await moveEnd(id, '3 days');
    await decided(tutor, 'student_card');
    await tend(id);
    await moveEnd(id, '-1 day');
    await tend(id);
    expect((await toldTo(tutor)).filter((kind) => kind.startsWith('badge_'))).toEqual([]);
    expect(await shown(tutor)).toHaveLength(1);
  });
});

describe('an operator', () => {
  const revoke = (person: Person | undefined, id: number, body: object = { reason: 'mistaken' }) =>
    call(person, `POST /api/operator/badges/${id}/revoke`, body);

  test('revokes a badge with a reason: it is no longer shown, and its owner is notified of the reason', async () => {
    const tutor = await market.tutor(teaching);
    const evidence = await decided(tutor, 'certificate');
    expect(await indexed(tutor)).toBe(1);
    const { id } = await badgeOf(tutor);
    const operatorUser = await operator();
    const listed = await call(operatorUser, `GET /api/operator/users/${tutor.id}/badges`);
    expect(listed.data.list).toMatchObject([
      { id, kind: 'certificate', state: 'held', evidence_id: evidence },
    ]);

    expect((await revoke(operatorUser, id, {})).data.fields).toHaveProperty('reason');
    const answer = await revoke(operatorUser, id, { reason: 'not_genuine', note: '印章不符' });
    expect(answer.data).toMatchObject({
      state: 'revoked',
      revoke_reason: 'not_genuine',
      revoked_by: operatorUser.id,
    });
    expect(await shown(tutor)).toEqual([]);
    expect(await indexed(tutor)).toBe(0);
    expect((await call(tutor, 'GET /api/users/evidence')).data.list[0].status).toBe('revoked');
    const notices = await call(tutor, 'GET /api/users/notices');
    expect(notices.data.list[0]).toMatchObject({ kind: 'badge_revoked' });
    expect(notices.data.list[0].text).toContain('could not be shown to be genuine');
    expect(JSON.stringify([notices.data, (await call(tutor, 'GET /api/users/badges')).data])).not.toContain(
      '印章',
    );
    expect((await revoke(operatorUser, id)).code).toBe(2403);
    const log = await query(
      'select action, about_user::int, params from audit_log where operator_id = $1 order by id',
      [operatorUser.id],
    );
    expect(log).toEqual([
      { action: 'badges.listed', about_user: tutor.id, params: {} },
      {
        action: 'badges.revoked',
        about_user: tutor.id,
        params: { badge: id, kind: 'certificate', reason: 'not_genuine' },
      },
    ]);
    // The expiry job does nothing for a revoked badge.
    await tend(id);
    expect((await toldTo(tutor)).at(-1)).toBe('badge_revoked');
  });

  test('cannot revoke their own badge, and no other user can revoke any', async () => {
    const tutor = await market.tutor(teaching);
    await decided(tutor, 'other');
    const { id } = await badgeOf(tutor);
    expect((await revoke({ ...tutor, operator: true } as never, id)).code).toBe(3006);
    expect((await revoke(tutor, id)).code).toBe(3006);
    expect((await revoke(undefined, id)).code).toBe(3002);
    expect((await call(tutor, `GET /api/operator/users/${tutor.id}/badges`)).code).toBe(3006);
    const operatorUser = await operator();
    expect((await revoke(operatorUser, 999_999)).code).toBe(1005);
    expect((await call(operatorUser, 'GET /api/operator/users/999999/badges')).code).toBe(1005);
    expect(await shown(tutor)).toHaveLength(1);
  });

  test('of two concurrent revocations exactly one succeeds', async () => {
    const tutor = await market.tutor(teaching);
    await decided(tutor, 'other');
    const { id } = await badgeOf(tutor);
    const operatorUsers = [await operator(), await operator()];
    const answers = await whileLocked(
      market.database,
      (tx) => tx.execute(`select from badges where id = ${id} for update`),
      operatorUsers.map((operatorUser) => () => revoke(operatorUser, id)),
    );
    expect(answers.map(({ code }) => code)).toEqual([0, 2403]);
    expect((await toldTo(tutor)).filter((kind) => kind === 'badge_revoked')).toHaveLength(1);
  });
});

test('badges are exported to their owner, and deleted with the account', async () => {
  const tutor = await market.tutor(teaching);
  await decided(tutor, 'transcript');
  const { db, transaction } = market.database;
  const exported = await trustData.exportRows(db, samplePerson(tutor.id));
  expect(exported.badges).toMatchObject([{ kind: 'transcript' }]);
  await transaction((tx) => trustData.forget(tx, samplePerson(tutor.id)));
  expect((await trustData.exportRows(db, samplePerson(tutor.id))).badges).toEqual([]);
  expect(await query('select from badges where user_id = $1', [tutor.id])).toEqual([]);
});
