import { and, eq, type SQL, sql } from 'drizzle-orm';
import { lockAccount, sideOf, userOn } from '#server/domains/accounts/lock-account.ts';
import { refuseResting } from '#server/domains/accounts/standing.ts';
import { announce } from '#server/domains/messages/events.ts';
import { notify } from '#server/domains/messages/notices.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Side } from '#shared/interest.ts';
import type { NoticeContent } from '#shared/messages.ts';
import { otherSide } from '#shared/rules/offer-rules.ts';
import { scheduleRules } from '#shared/rules/schedule-rules.ts';
import { actAs, classOf, currentTime, lockClass } from './locks.ts';
import { noteOutcome } from './outcomes.ts';
import { type Entry, entryAt, isCancelled, isTrial, lessonsOfPlan } from './schedule.ts';
import { type ChangedBy, type ClassRow, lessonChanges, planProposals } from './tables.ts';
import { minutesAfter, plannedAtTime } from './weekly-plan.ts';

const notice = scheduleRules.noticeHours * 60;

/** Cancels one planned lesson. With too little notice from the tutor, it counts against the tutor. */
export async function cancelPlanned(
  tx: Tx,
  userId: number,
  classId: number,
  { plannedAt, reason }: { plannedAt: Date; reason: string },
) {
  const { entry, side, now } = await lockPlanned(tx, userId, classId, plannedAt);
  if (isCancelled(entry)) return;
  if (entry.startsAt <= now) throw new AppError('notPlanned');
  const isLate = entry.startsAt < minutesAfter(now, notice);
  await writeChange(tx, entry, side, { kind: 'cancelled', isLate, reason, movedTo: cancelledAt(entry) });
  if (isLate && side === 'tutor') await noteOutcome(tx, entry.cls, plannedAt, 'cancelled_late');
  const params = { class: classId, planned_at: plannedAt.toISOString() };
  await notifyOther(tx, entry, side, { kind: 'lesson_cancelled', params });
}

/** Locks both people and the class, and returns the planned lesson if it has not started. */
async function lockPlanned(tx: Tx, userId: number, classId: number, plannedAt: Date) {
  const { cls, side, now } = await lockPlan(tx, userId, classId);
  refuseStopped(cls);
  await refuseResting(tx, cls);
  return { entry: await plannedEntry(tx, cls, plannedAt), side, now };
}

/** Locks both people and the class, and returns the caller's side. */
export async function lockPlan(tx: Tx, userId: number, classId: number) {
  const peek = await classOf(tx, userId, classId);
  // The tutor too, whoever calls: lessons of several classes may be moved to the same hour at once.
  for (const id of [peek.familyUserId, peek.tutorUserId].sort((a, b) => a - b)) await lockAccount(tx, id);
  const side = sideOf(peek, userId);
  await actAs(tx, side);
  const cls = await lockClass(tx, classId);
  return { cls, side, other: userOn(cls, otherSide(side)), now: await currentTime(tx) };
}

export function refuseStopped({ finishStatus }: ClassRow) {
  if (finishStatus === 2) throw new AppError('classStopped');
}

/** A planned lesson that has not been taught. */
export async function plannedEntry(tx: Tx, cls: ClassRow, plannedAt: Date): Promise<Entry> {
  const entry = await entryAt(tx, cls, plannedAt);
  if (!entry) throw new AppError('notPlanned');
  if (isTrial(entry)) throw new AppError('trialByProposal');
  if ((await lessonsOfPlan(tx, [cls.id], [entry])).length > 0) throw new AppError('notPlanned');
  return entry;
}

/** Refuses a time at which the tutor has another lesson, without saying whose it is. */
export async function refuseTaken(tx: Tx, cls: ClassRow, place: Date, startsAt: Date, minutes: number) {
  if (await isTaken(tx, cls, place, startsAt, minutes)) throw new AppError('slotTaken');
}

/** Whether the tutor has another lesson then; the lesson itself is known by its place in the plan. */
export async function isTaken(tx: Tx, cls: ClassRow, place: Date, startsAt: Date, minutes: number) {
  const until = minutesAfter(startsAt, minutes);
  const { rows } = await tx.execute<{ taken: boolean }>(sql`
    select is_tutor_taken(${cls.id}, ${place.toISOString()}, ${startsAt.toISOString()}, ${until.toISOString()})
      as taken`);
  return rows[0]?.taken === true;
}

/**
 * A cancelled lesson stands at its place in the plan; an extra one, and one whose place other weekly times have taken
 * away, where it would have been.
 */
export const cancelledAt = ({ cls, plannedAt, change }: Entry) =>
  change && (change.isExtra || !plannedAtTime(cls, plannedAt)) ? change.movedTo : null;

type Change = Pick<
  typeof lessonChanges.$inferInsert,
  'kind' | 'isLate' | 'reason' | 'movedTo' | 'isExtra' | 'proposalId'
>;

/** What was proposed about this lesson before is no longer on the table. */
export async function writeChange(
  tx: Tx,
  { cls, plannedAt, minutes }: Pick<Entry, 'cls' | 'plannedAt' | 'minutes'>,
  changedBy: ChangedBy,
  change: Change,
) {
  const now = await currentTime(tx);
  const row = { proposalId: null, ...change, minutes, changedBy, changedAt: now };
  await tx
    .insert(lessonChanges)
    .values({ classId: cls.id, plannedAt, ...row })
    .onConflictDoUpdate({ target: [lessonChanges.classId, lessonChanges.plannedAt], set: row });
  await lapseProposals(tx, cls.id, eq(planProposals.plannedAt, plannedAt));
}

/** Takes open proposals of a class off the table, where nothing is left to agree on. */
export async function lapseProposals(tx: Tx, classId: number, which?: SQL) {
  await tx
    .update(planProposals)
    .set({ state: 'lapsed', answeredAt: sql`now()` })
    .where(and(eq(planProposals.classId, classId), eq(planProposals.state, 'open'), which));
}

async function notifyOther(tx: Tx, { cls }: Entry, side: Side, content: NoticeContent) {
  await notify(tx, { userId: userOn(cls, otherSide(side)), ...content });
  for (const person of [cls.familyUserId, cls.tutorUserId])
    await announce(tx, person, { kind: 'class', class: cls.id });
}
