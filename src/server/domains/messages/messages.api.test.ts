import { expect, test } from 'vitest';
import { type NoticeContent, type NoticeKindName, type NoticeParams, noticeWords } from '#shared/messages.ts';
import { marketOf, match, talkOf } from '#tests/market.ts';
import { serve } from '#tests/serve.ts';
import { notify } from './notices.ts';

const served = await serve();
const { call, database, people } = served;

const notifyQuota = (userId: number, amount: number) =>
  database.transaction((tx) =>
    notify(tx, { userId, kind: 'quota_granted', params: { family: 'paper', amount } }),
  );

test('a user reads their notices in their language, latest first', async () => {
  const { id } = await people.add();
  for (const amount of [1, 2, 3]) await notifyQuota(id, amount);
  const { data } = await call({ id, locale: 'zh-Hant' }, 'GET /api/users/notices?page_size=2');
  expect(data).toMatchObject({ total: 3, page: 1, page_size: 2 });
  expect(data.list.map(({ text }: { text: string }) => text)).toEqual([
    '你獲得 3 頁試卷，現在就可以使用。',
    '你獲得 2 頁試卷，現在就可以使用。',
  ]);
  const english = await call({ id }, 'GET /api/users/notices?page=2&page_size=2');
  expect(english.data.list[0]).toMatchObject({ title: 'Your allowance has grown', is_read: false });
});

test('a notice links to its lesson, class, conversation, or the page where an offer is answered', async () => {
  const market = marketOf(served);
  await market.query('alter sequence interests_id_seq restart with 70001');
  const [family, tutor] = [await market.family(), await market.tutor()];
  const matchId = await match(market, family, tutor);
  const { id } = await people.add();
  await notifyQuota(id, 1);
  await database.transaction(async (tx) => {
    await notify(tx, { userId: id, kind: 'match_made', params: { match: matchId, case: 1 } });
    await notify(tx, { userId: id, kind: 'interest_invited', params: { interest: 8, case: 1 } });
    await notify(tx, { userId: id, kind: 'lesson_ended', params: { lesson: 9, class: 2 } });
    const planned_at = '2026-11-15T10:00:00.000Z';
    await notify(tx, { userId: id, kind: 'lesson_moved', params: { class: 2, planned_at } });
  });
  const { data } = await call({ id }, 'GET /api/users/notices');
  expect(data.list.map(({ path }: { path: string | null }) => path)).toEqual([
    '/clock-in?class=2',
    '/clock-in/9',
    '/my-tutoring',
    `/message/${await talkOf(market, matchId)}`,
    '/erase',
  ]);
});

test('a notice whose words name a page links to that page', async () => {
  const { id } = await people.add();
  const about = { match: 7, case: 1 };
  await database.transaction(async (tx) => {
    await notify(tx, { userId: id, kind: 'police_check_asked', params: about });
    await notify(tx, { userId: id, kind: 'police_check_shared', params: about });
    await notify(tx, { userId: id, kind: 'match_ended', params: about });
    await notify(tx, { userId: id, kind: 'number_move_granted', params: {} });
    await notify(tx, { userId: id, kind: 'evidence_refused', params: { evidence: 'student_card' } });
    await notify(tx, { userId: id, kind: 'badge_expired', params: { badge: 'transcript' } });
    await notify(tx, { userId: id, kind: 'report_decided', params: { report: 3, decision: 'acted' } });
    await notify(tx, { userId: id, kind: 'quota_granted', params: { family: 'voice', amount: 60 } });
  });
  const { data } = await call({ id, locale: 'zh-Hant' }, 'GET /api/users/notices');
  const list: { kind: string; text: string; path: string | null }[] = data.list;
  expect(Object.fromEntries(list.map(({ kind, path }) => [kind, path]))).toEqual({
    police_check_asked: '/my-tutoring',
    police_check_shared: '/my-tutoring',
    match_ended: '/my-tutoring',
    number_move_granted: '/me/number',
    evidence_refused: '/me/tutor',
    badge_expired: '/me/tutor',
    report_decided: '/me/reports',
    quota_granted: '/voice',
  });
  for (const { text, path } of list) if (text.includes('「我的補習」')) expect(path).toBe('/my-tutoring');
});

test('marking a notice as read twice counts once', async () => {
  const { id } = await people.add();
  await notifyQuota(id, 1);
  await notifyQuota(id, 2);
  const { data } = await call({ id }, 'GET /api/users/notices');
  const path = `/api/users/notices/${data.list[0].id}/read`;
  expect((await call({ id }, `PUT ${path}`)).data).toEqual({ unread_count: 1 });
  expect((await call({ id }, `PUT ${path}`)).data).toEqual({ unread_count: 1 });
  expect((await call({ id }, 'GET /api/users/notices/unread_count')).data.unread_count).toBe(1);
});

test('marking as read up to a notice leaves later notices and those of other users unread', async () => {
  const { id } = await people.add();
  const other = await people.add();
  for (const amount of [1, 2, 3]) await notifyQuota(id, amount);
  await notifyQuota(other.id, 1);
  const { data } = await call({ id }, 'GET /api/users/notices');
  const upTo = (up_to: number) => call({ id }, 'PUT /api/users/notices/read', { up_to });
  expect((await upTo(data.list[1].id)).data).toEqual({ unread_count: 1 });
  expect((await upTo(Number.MAX_SAFE_INTEGER)).data).toEqual({ unread_count: 0 });
  const theirs = await call({ id: other.id }, 'GET /api/users/notices/unread_count');
  expect(theirs.data.unread_count).toBe(1);
});

test('another user’s notice can be neither seen nor marked', async () => {
  const { id } = await people.add();
  const other = await people.add();
  await notifyQuota(id, 1);
  const { data } = await call({ id }, 'GET /api/users/notices');
  const marked = await call({ id: other.id }, `PUT /api/users/notices/${data.list[0].id}/read`);
  expect(marked).toMatchObject({ status: 404, code: 1005 });
  expect((await call({ id: other.id }, 'GET /api/users/notices')).data.total).toBe(0);
  expect((await call({ id }, 'GET /api/users/notices/unread_count')).data.unread_count).toBe(1);
});

test('notices need a product login', async () => {
  expect(await call(undefined, 'GET /api/users/notices')).toMatchObject({ code: 3002 });
  expect(await call({ id: 1, face: 'ai' }, 'GET /api/users/notices')).toMatchObject({ code: 3002 });
});

test('parameters that do not belong to a notice kind are refused or dropped before they are stored', async () => {
  const { id } = await people.add();
  await expect(
    database.transaction((tx) =>
      notify(tx, { userId: id, kind: 'quota_granted', params: { family: 'paper', amount: 'many' as never } }),
    ),
  ).rejects.toThrow();
  await database.transaction((tx) =>
    notify(tx, { userId: id, kind: 'ban_lifted', params: { name: '陳大文' } as never }),
  );
  const { rows } = await database.pool.query('select params from notices where user_id = $1', [id]);
  expect(rows).toEqual([{ params: {} }]);
});

test('every notice kind has text in both languages, and leads somewhere', async () => {
  const samples: { [K in NoticeKindName]: NoticeParams<K> } = {
    quota_granted: { family: 'voice', amount: null },
    ban_lifted: {},
    warned: { measure: 1 },
    suspension_over: { measure: 1 },
    suspension_appeal_decided: { measure: 1, is_lifted: false },
    match_rests: { match: 1, case: 1, until: '2026-12-01', is_child_safety: true },
    match_resumes: { match: 1, case: 1 },
    match_closed: { match: 1, case: 1, is_child_safety: true },
    number_changed: { number: true },
    number_move_granted: { number: true },
    number_move_refused: { number: true },
    evidence_verified: { evidence: 'student_card' },
    report_decided: { report: 1, decision: 'acted' },
    evidence_refused: { evidence: 'other' },
    photo_removed: {},
    interest_applied: { interest: 1, case: 1 },
    interest_invited: { interest: 1, case: 1 },
    interest_declined: { interest: 1, case: 1 },
    interest_withdrawn: { interest: 1, case: 1 },
    interest_closed: { interest: 1, case: 1 },
    match_made: { match: 1, case: 1 },
    trial_proposed: { match: 1, case: 1, starts_at: '2026-11-18T09:00:00.000Z' },
    trial_agreed: { match: 1, case: 1, starts_at: '2026-11-18T09:00:00.000Z' },
    trial_moved: { match: 1, case: 1, starts_at: '2026-11-18T09:00:00.000Z' },
    trial_declined: { match: 1, case: 1, starts_at: '2026-11-18T09:00:00.000Z' },
    trial_cancelled: { match: 1, case: 1, starts_at: '2026-11-18T09:00:00.000Z', was_agreed: true },
    trial_over: { match: 1, case: 1 },
    trial_passed: { match: 1, case: 1 },
    trial_failed: { match: 1, case: 1 },
    match_ended: { match: 1, case: 1 },
    contact_asked: { match: 1, case: 1 },
    contact_agreed: { match: 1, case: 1 },
    badge_expiring: { badge: 'police_check', until: '2029-01-31' },
    badge_expired: { badge: 'transcript' },
    badge_revoked: { badge: 'other', reason: 'out_of_date' },
    confirmed_badge_revoked: {},
    police_check_asked: { match: 1, case: 1 },
    police_check_shared: { match: 1, case: 1 },
    police_check_ended: { match: 1, case: 1 },
    police_check_confirmed: { match: 1, case: 1, until: '2029-01-31' },
    shared_record_reported_decided: { is_kept: true },
    shared_record_decided: { record: 1, is_kept: false },
    promotion_rewarded: { pages: 10, is_newcomer: true },
    lesson_started: { lesson: 1, class: 1 },
    lesson_ended: { lesson: 1, class: 1 },
    lesson_end_forgotten: { lesson: 1, class: 1 },
    lesson_confirmed: { lesson: 1, class: 1 },
    lesson_disputed: { lesson: 1, class: 1 },
    lesson_dispute_decided: { lesson: 1, class: 1, decision: 'planned' },
    lesson_moved: { class: 1, planned_at: '2026-11-15T08:00:00.000Z' },
    lesson_cancelled: { class: 1, planned_at: '2026-11-15T08:00:00.000Z' },
    lesson_cancelled_weather: { class: 1, starts_at: '2026-11-15T08:00:00.000Z', signal: 'typhoon' },
    lesson_soon: { class: 1, starts_at: '2026-11-15T08:00:00.000Z' },
    safety_overdue: { lesson: 1, class: 1 },
    review_open: { class: 1, occasion: 'third' },
    reviews_published: { class: 1, occasion: 'end' },
    review_reported_decided: { class: 1, decision: 'kept' },
    reliability_decided: { class: 1, planned_at: '2026-11-15T08:00:00.000Z', excused: true },
  };
  for (const [kind, params] of Object.entries(samples))
    for (const locale of ['zh-Hant', 'en'] as const)
      for (const words of Object.values(noticeWords(kind as keyof typeof samples, params, locale)))
        expect(/\p{Script=Han}/u.test(words)).toBe(locale === 'zh-Hant');
  const { id } = await people.add();
  await database.transaction(async (tx) => {
    for (const [kind, params] of Object.entries(samples))
      await notify(tx, { userId: id, kind, params } as { userId: number } & NoticeContent);
  });
  const { data } = await call({ id }, 'GET /api/users/notices?page_size=100');
  expect(data.list).toHaveLength(Object.keys(samples).length);
  expect(data.list.filter(({ path }: { path: string | null }) => path === null)).toEqual([]);
});
