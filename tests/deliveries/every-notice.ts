import { notify } from '#server/domains/messages/notices.ts';
import { isoTimeAt, monthOf, today } from '#shared/hong-kong.ts';
import type { NoticeContent, NoticeKindName, NoticeParams } from '#shared/messages.ts';
import type { Person } from '../callers.ts';
import { classroom } from '../classes.ts';
import type { Market } from '../market.ts';

/** Somebody with a paper and a thread of their own, in a class with a lesson that was held. */
async function everything(market: Market) {
  const { query } = market;
  const room = classroom(market);
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

/** A family and its tutor, and one notice of every kind for whom it may come to. `tell` tells them all. */
export async function everyNotice(market: Market) {
  const all = await everything(market);
  const { family, tutor, matchId, talkId, classId, lesson, record, task, thread } = all;
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
    fee_paid: [tutor, { class: classId, month: monthOf(today()) }],
    fee_received: [family, { class: classId, month: monthOf(today()) }],
    fee_unpaid: [family, { class: classId, month: monthOf(today()) }],
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
    confirmed_badge_revoked: [family, about],
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
  async function tell() {
    await market.query('delete from notices where user_id = any($1)', [[family.id, tutor.id]]);
    await market.database.transaction(async (tx) => {
      for (const [kind, [{ id }, params]] of Object.entries(kinds))
        await notify(tx, { userId: id, kind, params } as unknown as { userId: number } & NoticeContent);
    });
  }
  return { ...all, kinds, tell };
}
