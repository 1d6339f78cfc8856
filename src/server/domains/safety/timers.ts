import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { lockAccount, lockAccountsShared } from '#server/domains/accounts/lock-account.ts';
import { classById, currentTime } from '#server/domains/classes/locks.ts';
import { entryAt } from '#server/domains/classes/schedule.ts';
import { classes, type LessonRow, lessons } from '#server/domains/classes/tables.ts';
import { minutesAfter } from '#server/domains/classes/weekly-plan.ts';
import { notify } from '#server/domains/messages/notices.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError, fieldProblem } from '#server/ground/http/errors.ts';
import { randomText, sha256 } from '#server/ground/http/signing.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import type { Locale } from '#shared/locale.ts';
import { type SafetyTimer, type SafetyView, safetyRules } from '#shared/safety/timers.ts';
import { safetyTimers } from './tables.ts';

/** Creates a new secret link, which is shown only now; the previous link stops working. */
export async function switchOn(tx: Tx, userId: number, endsAt: Date | undefined, locale: Locale) {
  await lockAccount(tx, userId);
  const [lesson] = await tx
    .select()
    .from(lessons)
    .where(and(eq(lessons.tutorUserId, userId), eq(lessons.state, 'open')));
  if (!lesson) throw new AppError('noOpenLesson');
  const now = await currentTime(tx);
  const until = endsAt ?? (await plannedEnd(tx, lesson, now));
  refuseOutOfReach(until, now, locale);
  const code = randomText(16);
  const row = { lessonId: lesson.id, tokenHash: sha256(code), endsAt: until, madeAt: now, warnedAt: null };
  await tx
    .insert(safetyTimers)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: safetyTimers.userId, set: row });
  await tendLater(tx, userId, until);
  const timer = await timerOf(tx, userId, now);
  if (!timer) throw new Error('a timer that was just made is gone');
  return { timer, path: `/safe/${code}` };
}

/** The planned end, or the usual length of the class; if that is over already, half an hour from now. */
async function plannedEnd(tx: Tx, { classId, startedAt, plannedAt }: LessonRow, now: Date): Promise<Date> {
  const cls = await classById(tx, classId);
  if (!cls) throw new Error('a lesson has lost its class');
  const planned = plannedAt && (await entryAt(tx, cls, plannedAt));
  const end = planned ? planned.endsAt : minutesAfter(startedAt, cls.lessonMinutes);
  return end > now ? end : minutesAfter(now, 30);
}

/** Postpones the end: the link stays, and a new warning is scheduled. */
export async function putEnd(tx: Tx, userId: number, endsAt: Date, locale: Locale) {
  await lockAccount(tx, userId);
  const now = await currentTime(tx);
  const row = await rowOf(tx, userId, now);
  if (row?.lesson.state !== 'open') throw new AppError('noOpenLesson');
  refuseOutOfReach(endsAt, now, locale);
  await tx.update(safetyTimers).set({ endsAt, warnedAt: null }).where(eq(safetyTimers.userId, userId));
  await tendLater(tx, userId, endsAt);
}

const outOfReach = {
  'zh-Hant': '請選擇由現在起八小時內的時間',
  en: 'Please choose a time within the next eight hours',
};

function refuseOutOfReach(endsAt: Date, now: Date, locale: Locale) {
  if (endsAt <= now || endsAt > minutesAfter(now, safetyRules.longestHours * 60))
    throw fieldProblem(locale, { ends_at: outOfReach });
}

export async function revoke(tx: Tx, userId: number) {
  await lockAccount(tx, userId);
  await tx.delete(safetyTimers).where(eq(safetyTimers.userId, userId));
}

export async function timerOf(db: Db | Tx, userId: number, now = new Date()): Promise<SafetyTimer | null> {
  const row = await rowOf(db, userId, now);
  if (!row) return null;
  const { timer, lesson } = row;
  return {
    class_id: lesson.classId,
    lesson_id: lesson.id,
    ends_at: timer.endsAt.toISOString(),
    warns_at: warnsAt(timer.endsAt).toISOString(),
    state: stateOf(row, now),
    made_at: timer.madeAt.toISOString(),
  };
}

/** What the link shows: times, without person or place. */
export async function readView(db: Db, code: string, now = new Date()): Promise<SafetyView> {
  const [row] = await timersWithLessons(db).where(
    sql`${safetyTimers.tokenHash} = ${sha256(code)} and not is_banned(${safetyTimers.userId})`,
  );
  if (!row || isOver(row, now)) throw new AppError('notFound');
  const { timer, lesson } = row;
  return {
    state: stateOf(row, now),
    started_at: lesson.startedAt.toISOString(),
    ends_at: timer.endsAt.toISOString(),
    warns_at: warnsAt(timer.endsAt).toISOString(),
    ended_at: hasEnded(row) && lesson.endedAt ? lesson.endedAt.toISOString() : null,
    now: now.toISOString(),
  };
}

async function rowOf(db: Db | Tx, userId: number, now: Date): Promise<TimerRow | undefined> {
  const [row] = await timersWithLessons(db).where(eq(safetyTimers.userId, userId));
  return row && !isOver(row, now) ? row : undefined;
}

export type TimerRow = {
  timer: typeof safetyTimers.$inferSelect;
  lesson: LessonRow;
  stoppedBy: 'family' | 'tutor' | null;
};

/** Timers with the lesson they watch. */
const timersWithLessons = (db: Db | Tx) =>
  db
    .select({ timer: safetyTimers, lesson: lessons, stoppedBy: classes.stoppedBy })
    .from(safetyTimers)
    .innerJoin(lessons, eq(lessons.id, safetyTimers.lessonId))
    .innerJoin(classes, eq(classes.id, lessons.classId));

const warnsAt = (endsAt: Date) => minutesAfter(endsAt, safetyRules.overdueMinutes);
const expiresAt = (endsAt: Date) => minutesAfter(endsAt, safetyRules.overdueHours * 60);

/** Only an end by the tutor counts: one set by the family or the product is no sign of safety. */
const hasEnded = ({ lesson, stoppedBy }: TimerRow) =>
  lesson.endedHow === 'tutor' || (lesson.endedHow === 'stopped' && stoppedBy === 'tutor');

function stateOf(row: TimerRow, now: Date): SafetyView['state'] {
  if (hasEnded(row)) return 'ended';
  return now >= warnsAt(row.timer.endsAt) ? 'overdue' : 'in_class';
}

/** The link expires two hours after the end was received, or long after an end that never came. */
function isOver(row: TimerRow, now: Date): boolean {
  const { endReceivedAt } = row.lesson;
  if (hasEnded(row) && endReceivedAt)
    return now >= minutesAfter(endReceivedAt, safetyRules.shownAfterHours * 60);
  return now >= expiresAt(row.timer.endsAt);
}

/**
 * Notifies the tutor once that the end is overdue, and deletes the timer when its link has expired. The page
 * itself depends on the time, not on this job.
 */
export const tendSafetyTimer = defineJob({
  name: 'safety-timer',
  payload: z.object({ user: z.int() }),
  async run({ user }, { database }) {
    await database.transaction((tx) => tend(tx, user));
  },
});

/** Queues the job for the time at which the end becomes overdue. */
const tendLater = (tx: Tx, userId: number, endsAt: Date) => tendAt(tx, userId, warnsAt(endsAt));
const tendAt = (tx: Tx, userId: number, runAt: Date) =>
  addJob(tx, tendSafetyTimer, { user: userId }, { key: `safety:${userId}`, runAt });

async function tend(tx: Tx, userId: number) {
  await lockAccountsShared(tx, [userId]);
  const now = await currentTime(tx);
  const [row] = await timersWithLessons(tx)
    .where(eq(safetyTimers.userId, userId))
    .for('update', { of: safetyTimers });
  if (!row) return;
  const { timer, lesson } = row;
  const dead = expiresAt(timer.endsAt);
  if (now >= dead) {
    await tx.delete(safetyTimers).where(eq(safetyTimers.userId, userId));
    return;
  }
  if (now < warnsAt(timer.endsAt)) return tendLater(tx, userId, timer.endsAt);
  if (!hasEnded(row)) {
    const [first] = await tx
      .update(safetyTimers)
      .set({ warnedAt: sql`now()` })
      .where(and(eq(safetyTimers.userId, userId), isNull(safetyTimers.warnedAt)))
      .returning();
    if (first)
      await notify(tx, {
        userId,
        kind: 'safety_overdue',
        params: { lesson: lesson.id, class: lesson.classId },
      });
  }
  await tendAt(tx, userId, dead);
}
