import { and, eq, sql } from 'drizzle-orm';
import { lockPeople, sideOf } from '#server/domains/accounts/lock-account.ts';
import { finishMatch } from '#server/domains/interest/matches.ts';
import { notify } from '#server/domains/messages/notices.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { type ClockBody, clockRules } from '#shared/classes.ts';
import { lockForClockIn, readForClockIn, sameClockInMs } from './clock-in-lookup.ts';
import { announceLesson, confirmBy, forgottenAt, settleLater } from './lesson-due.ts';
import { classOf, lockClass } from './locks.ts';
import { judgeLater, noteStart, withdrawOutcome } from './outcomes.ts';
import { openOccasions } from './review-occasions.ts';
import { entryFor } from './schedule.ts';
import { tellStatementLater } from './statements/notice.ts';
import { type ClassRow, clockEntries, type EntryRow, type LessonRow, lessons } from './tables.ts';
import { minutesOf } from './totals.ts';

/** The result of a clock-in. */
type ClockResult = { cls: ClassRow; lesson: LessonRow | null; madeChange: boolean };
type ClockEvent = { cls: ClassRow; deviceAt: Date; receivedAt: Date; at: Date };
type Body<Status extends ClockBody['status']> = Extract<ClockBody, { status: Status }>;
type Known = Awaited<ReturnType<typeof readForClockIn>>;

/** Starts a lesson, ends it, or stops the class. A repeated key gets the result of the first request. */
export async function clockIn(
  tx: Tx,
  userId: number,
  body: ClockBody,
): Promise<Omit<ClockResult, 'madeChange'>> {
  return body.status === 3 ? stop(tx, userId, body) : clock(tx, userId, body);
}

async function clock(tx: Tx, userId: number, body: Body<1> | Body<2>) {
  const deviceAt = new Date(body.at);
  // Locks the tutor, so that two phones of one tutor are handled one after the other.
  const { cls, receivedAt } = await lockForClockIn(tx, userId, body.class_id);
  const at = countedTime({ at: deviceAt, sentAt: new Date(body.sent_at) }, receivedAt);
  const known = await readForClockIn(tx, cls, at instanceof AppError ? receivedAt : at, body);
  if (known.before) {
    refuseOther(known.before, body);
    return { cls, lesson: known.lesson };
  }
  // Banned or suspended since the session was checked.
  if (known.isTutorOut) throw new AppError(known.restsSince === null ? 'sessionInvalid' : 'suspended');
  if (at instanceof AppError) throw at;
  const tap = { cls, deviceAt, receivedAt, at };
  const taken = body.status === 1 ? await start(tx, tap, known, body.planned_at) : await end(tx, tap, known);
  await storeEntry(tx, userId, body, taken);
  return taken;
}

/** Ends the class together with its match. */
async function stop(tx: Tx, userId: number, body: Body<3>) {
  const peek = await classOf(tx, userId, body.class_id);
  if (sideOf(peek, userId) !== 'tutor') throw new AppError('notAllowed');
  await lockPeople(tx, userId, [peek.familyUserId]);
  const [before] = await tx
    .select()
    .from(clockEntries)
    .where(and(eq(clockEntries.userId, userId), eq(clockEntries.key, body.key)));
  if (before) refuseOther(before, body);
  else {
    await finishMatch(tx, userId, peek.matchId, { relist: false, reason: body.reason });
    await storeEntry(tx, userId, body, { lesson: null, madeChange: peek.finishStatus === 1 });
  }
  return { cls: await lockClass(tx, peek.id), lesson: null };
}

/** Refuses a key that was used for something else. */
export function refuseOther(
  before: EntryRow,
  { class_id, status }: { class_id: number; status: EntryRow['status'] },
) {
  if (before.classId !== class_id || before.status !== status)
    throw new AppError('alreadyPosted', { details: { lesson_id: before.lessonId } });
}

export async function storeEntry(
  tx: Tx,
  userId: number,
  { key, class_id, status, at }: { key: string; class_id: number; status: EntryRow['status']; at: string },
  { lesson, madeChange }: Pick<ClockResult, 'lesson' | 'madeChange'>,
) {
  await tx.insert(clockEntries).values({
    userId,
    key,
    classId: class_id,
    status,
    deviceAt: new Date(at),
    receivedAt: sql`clock_timestamp()`,
    lessonId: lesson?.id ?? null,
    madeChange,
  });
}

async function start(
  tx: Tx,
  { cls, deviceAt, receivedAt, at }: ClockEvent,
  known: Known,
  named: string | null | undefined,
): Promise<ClockResult> {
  const { lesson: same, open, isFirst } = known;
  if (same) return { cls, lesson: same, madeChange: false };
  // A start that reaches us late, from before the suspension, still counts.
  if (known.restsSince !== null && at.getTime() >= Number(known.restsSince)) throw new AppError('matchRests');
  if (open) throw new AppError('lessonOpen', { details: { lesson_id: open.id, class_id: open.classId } });
  const planned = await entryFor(tx, cls, at, named);
  const [made] = await tx
    .insert(lessons)
    .values({
      classId: cls.id,
      tutorUserId: cls.tutorUserId,
      startedAt: at,
      startDeviceAt: deviceAt,
      startReceivedAt: receivedAt,
      plannedAt: planned?.plannedAt ?? null,
      isTrial: isFirst,
    })
    .returning();
  if (!made) throw new Error('an inserted lesson came back empty');
  if (planned) await noteStart(tx, cls, planned, at);
  // Also where the job was lost, or the class is older than the job.
  await judgeLater(tx, cls);
  await settleLater(tx, made.id, forgottenAt(receivedAt));
  await tellStatementLater(tx, cls.id, at);
  const params = { lesson: made.id, class: cls.id };
  await notify(tx, { userId: cls.familyUserId, kind: 'lesson_started', params });
  await announceLesson(tx, cls, made.id);
  return { cls, lesson: made, madeChange: true };
}

/** An end without a start is refused; the phone keeps it until the start has arrived. */
async function end(
  tx: Tx,
  { cls, deviceAt, receivedAt, at }: ClockEvent,
  { lesson }: Known,
): Promise<ClockResult> {
  if (!lesson) throw new AppError('lessonNotStarted');
  if (lesson.endedHow === 'tutor' && lesson.endedAt) {
    if (Math.abs(lesson.endedAt.getTime() - at.getTime()) > sameClockInMs)
      throw new AppError('lessonSettled');
    return { cls, lesson, madeChange: false };
  }
  // An automatic end is replaced by the tutor's own, until the family has answered.
  const deadlinePassed = lesson.confirmBy !== null && lesson.confirmBy <= receivedAt;
  if ((lesson.state !== 'open' && lesson.state !== 'awaiting') || deadlinePassed)
    throw new AppError('lessonSettled');
  const isShort = minutesOf(lesson.startedAt, at) < clockRules.shortestMinutes;
  const [ended] = await tx
    .update(lessons)
    .set({
      // A tap by mistake leaves the planned lesson to be taught.
      plannedAt: isShort ? null : lesson.plannedAt,
      endedAt: at,
      endedHow: 'tutor',
      endDeviceAt: deviceAt,
      endReceivedAt: receivedAt,
      state: 'awaiting',
      confirmBy: confirmBy(receivedAt),
    })
    .where(eq(lessons.id, lesson.id))
    .returning();
  if (!ended) throw new Error('a lesson has gone');
  if (isShort && lesson.plannedAt) await withdrawOutcome(tx, cls, lesson.plannedAt);
  await settleLater(tx, lesson.id, confirmBy(receivedAt));
  const params = { lesson: lesson.id, class: cls.id };
  await notify(tx, { userId: cls.familyUserId, kind: 'lesson_ended', params });
  await openOccasions(tx, cls);
  await announceLesson(tx, cls, lesson.id);
  return { cls, lesson: ended, madeChange: true };
}

const minuteMs = 60_000;

/**
 * The time that counts, from the phone's time of the event and its time of sending. A clock that is a little
 * off is corrected; a clock that is far off and a time in the future are refused.
 */
export function countedTime({ at, sentAt }: { at: Date; sentAt: Date }, receivedAt: Date): Date | AppError {
  const skew = receivedAt.getTime() - sentAt.getTime();
  if (at > sentAt || Math.abs(skew) > clockRules.mostSkewMinutes * minuteMs)
    return new AppError('clockWrong', { details: { server_time: receivedAt.toISOString() } });
  const trusted = Math.abs(skew) <= clockRules.trustedSkewMinutes * minuteMs;
  const counted = new Date(Math.min(at.getTime() + (trusted ? 0 : skew), receivedAt.getTime()));
  if (receivedAt.getTime() - counted.getTime() > clockRules.oldestDays * 24 * 60 * minuteMs)
    return new AppError('clockTooOld', { details: { oldest_days: clockRules.oldestDays } });
  return counted;
}
