import { expect, test } from 'vitest';
import { notify } from '#server/domains/messages/notices.ts';
import { isoTimeAt, monthOf, today } from '#shared/hong-kong.ts';
import {
  type Notice,
  type NoticeContent,
  type NoticeKindName,
  type NoticeParams,
  noticeKinds,
} from '#shared/messages.ts';
import { rowOf } from '#web/ground/routing/rules.ts';
import type { Person } from './callers.ts';
import { classroom } from './classes.ts';
import { marketOf } from './market.ts';
import { serve } from './serve.ts';

const market = marketOf(await serve({ pages: true }));
const room = classroom(market);
const { call, database, newBrowser, query } = market;

const noticesOf = async (person: Person): Promise<Notice[]> =>
  (await call(person, 'GET /api/users/notices?page_size=100')).data.list;

/** Somebody with a paper and a thread of their own, in a class with a lesson that was held. */
async function everything() {
  const pair = await room.pair();
  await room.age(pair.classId, 2);
  const lesson = await room.taught(pair, -90, -30);
  const idOf = async (text: string, values: unknown[]) => (await query(text, values))[0].id as number;
  const { id: owner } = pair.tutor;
  const record = await idOf(
    `insert into eraser_records (user_id, title) values ($1, '期中試') returning id::int`,
    [owner],
  );
  const task = await idOf('insert into eraser_tasks (user_id, record_id) values ($1, $2) returning id::int', [
    owner,
    record,
  ]);
  const thread = await idOf(
    'insert into chat_threads (user_id, assistant_id) values ($1, 1) returning id::int',
    [owner],
  );
  return { ...pair, lesson, record, task, thread };
}

test('every kind has words in both languages, and opens a page that is there for the person who was told', async () => {
  const { family, tutor, matchId, talkId, classId, lesson, record, task, thread } = await everything();
  const about = { match: matchId, case: family.caseId };
  const offer = { interest: talkId, case: family.caseId };
  const at = new Date(isoTimeAt(today(), '18:00')).toISOString();
  const taught = { lesson, class: classId };
  const planned = { class: classId, planned_at: at };
  const start = { class: classId, starts_at: at };
  const plan = { class: classId, proposal: 7 };
  const kinds: { [K in NoticeKindName]: [Person, NoticeParams<K>] } = {
    quota_granted: [family, { family: 'voice', amount: null }],
    evidence_verified: [tutor, { evidence: 'student_card' }],
    evidence_refused: [tutor, { evidence: 'other' }],
    photo_removed: [tutor, {}],
    new_device: [family, { browser: 'Chrome · Windows' }],
    answer_ready: [tutor, { thread }],
    number_changed: [family, { number: true }],
    number_move_granted: [family, { number: true }],
    number_move_refused: [family, { number: true }],
    interest_applied: [family, offer],
    interest_invited: [tutor, offer],
    interest_declined: [tutor, offer],
    interest_withdrawn: [family, offer],
    interest_closed: [tutor, { ...offer, because: 'matched' }],
    match_made: [family, { ...about, others: 2 }],
    trial_proposed: [family, { ...about, starts_at: at }],
    trial_agreed: [tutor, { ...about, starts_at: at }],
    trial_moved: [tutor, { ...about, starts_at: at }],
    trial_declined: [tutor, { ...about, starts_at: at }],
    trial_cancelled: [tutor, { ...about, starts_at: at, was_agreed: true }],
    trial_over: [family, about],
    trial_passed: [tutor, about],
    trial_failed: [tutor, about],
    match_ended: [family, about],
    contact_asked: [family, about],
    contact_agreed: [family, about],
    lesson_started: [family, taught],
    lesson_ended: [family, taught],
    lesson_undone: [family, { ...taught, what: 'end' }],
    lesson_added: [family, taught],
    lesson_end_forgotten: [tutor, taught],
    lesson_confirmed: [tutor, taught],
    lesson_disputed: [tutor, taught],
    lesson_dispute_decided: [family, { ...taught, decision: 'planned' }],
    lesson_moved: [family, { ...planned, starts_at: at }],
    lesson_cancelled: [tutor, planned],
    lesson_cancelled_weather: [family, { ...start, signal: 'typhoon' }],
    lesson_soon: [tutor, start],
    plan_proposed: [family, { ...plan, what: 'move', planned_at: at, was_at: at, starts_at: at }],
    plan_accepted: [tutor, { ...plan, what: 'weekly', from_day: today() }],
    plan_declined: [tutor, { ...plan, what: 'pause', from_day: today(), to_day: today() }],
    statement_ready: [family, { class: classId, month: monthOf(today()) }],
    safety_overdue: [tutor, taught],
    review_open: [family, { class: classId, occasion: 'third' }],
    reviews_published: [tutor, { class: classId, occasion: 'end' }],
    review_reported_decided: [tutor, { class: classId, decision: 'kept' }],
    reliability_decided: [tutor, { ...planned, excused: true }],
    ban_lifted: [family, {}],
    warned: [family, { measure: 1 }],
    suspension_over: [family, { measure: 1 }],
    suspension_appeal_decided: [family, { measure: 1, is_lifted: false }],
    match_rests: [family, { ...about, until: '2026-12-01', is_child_safety: false }],
    match_resumes: [family, about],
    match_closed: [family, { ...about, is_child_safety: true }],
    badge_expiring: [tutor, { badge: 'police_check', until: '2029-01-31' }],
    badge_expired: [tutor, { badge: 'transcript' }],
    badge_revoked: [tutor, { badge: 'other', reason: 'out_of_date' }],
    confirmed_badge_revoked: [family, {}],
    police_check_asked: [tutor, about],
    police_check_shared: [family, about],
    police_check_ended: [tutor, about],
    police_check_confirmed: [tutor, { ...about, until: '2029-01-31' }],
    paper_ready: [tutor, { task, record, done: 3, failed: 1 }],
    shared_record_reported_decided: [family, { is_kept: true }],
    shared_record_decided: [tutor, { record, is_kept: false }],
    promotion_rewarded: [family, { pages: 10, is_newcomer: true }],
    report_decided: [family, { report: 1, decision: 'acted' }],
  };
  await query('delete from notices where user_id = any($1)', [[family.id, tutor.id]]);
  await database.transaction(async (tx) => {
    for (const [kind, [{ id }, params]] of Object.entries(kinds))
      await notify(tx, { userId: id, kind, params } as unknown as { userId: number } & NoticeContent);
  });
  const pages = new Map<string, string>();
  for (const person of [family, tutor]) {
    const own = Object.keys(kinds).filter((kind) => kinds[kind as NoticeKindName][0] === person);
    for (const locale of ['zh-Hant', 'en'] as const) {
      const told = await noticesOf({ ...person, locale });
      expect(told.map(({ kind }) => kind).sort()).toEqual([...own].sort());
      for (const { title, text } of told)
        for (const words of [title, text])
          expect(/\p{Script=Han}/u.test(words), words).toBe(locale === 'zh-Hant');
    }
    const browser = newBrowser();
    await browser.proveNumber(person.mobile.replace('+852', ''));
    const addresses = new Set<string>();
    for (const { kind, path } of await noticesOf(person)) {
      const [pathname = ''] = (path ?? '').split(/[?#]/);
      expect(rowOf(pathname)?.page, kind).toBeDefined();
      pages.set(kind, path ?? '');
      addresses.add((path ?? '').replace(/#.*/, ''));
    }
    for (const address of addresses) {
      const shown = await browser.get(address);
      expect({ address, status: shown.status }).toEqual({ address, status: 200 });
      expect(shown.text).not.toContain('logged-out');
    }
  }
  // The pages that the words name.
  const day = `/clock-in?class=${classId}&day=${today()}`;
  expect(Object.fromEntries(pages)).toMatchObject({
    interest_applied: `/message/${talkId}`,
    interest_declined: `/message/${talkId}`,
    contact_agreed: `/message/${talkId}`,
    trial_passed: `/clock-in?class=${classId}`,
    match_rests: `/my-tutoring#match-${matchId}`,
    match_closed: `/my-tutoring#match-${matchId}`,
    lesson_ended: `/clock-in/${lesson}`,
    lesson_moved: day,
    lesson_cancelled: day,
    lesson_soon: day,
    safety_overdue: `/clock-in?class=${classId}`,
    plan_proposed: `${day}#proposal-7`,
    plan_accepted: `/clock-in?class=${classId}#proposal-7`,
    review_reported_decided: `/me/review/${classId}`,
    statement_ready: `/clock-in?view=list&class=${classId}&month=${monthOf(today())}`,
    new_device: '/me/sessions',
    paper_ready: `/erase/erase-1-${task}`,
    answer_ready: `/aitutor/${thread}`,
  });
  expect(Object.keys(kinds).sort()).toEqual(Object.keys(noticeKinds).sort());
});
