import { and, eq, sql } from 'drizzle-orm';
import { holdAccount } from '#server/domains/accounts/hold-account.ts';
import { classById, momentNow } from '#server/domains/classes/hold.ts';
import { entryAt } from '#server/domains/classes/schedule.ts';
import { type LessonRow, lessons } from '#server/domains/classes/tables.ts';
import { minutesAfter } from '#server/domains/classes/weekly-plan.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { fieldProblem } from '#server/ground/http/field-problem.ts';
import { randomText, sha256 } from '#server/ground/http/signing.ts';
import type { Locale } from '#shared/locale.ts';
import { type SafetyTimer, type SafetyView, safetyRules } from '#shared/safety.ts';
import { tendLater } from './job.ts';
import { hasEnded, isOver, stateOf, type TimerRow, timersWithLessons, warnsAt } from './states.ts';
import { safetyTimers } from './tables.ts';

/** A new secret, told this once; the link before it is dead. */
export async function switchOn(tx: Tx, userId: number, endsAt: Date | undefined, locale: Locale) {
  await holdAccount(tx, userId);
  const [lesson] = await tx
    .select()
    .from(lessons)
    .where(and(eq(lessons.tutorUserId, userId), eq(lessons.state, 'open')));
  if (!lesson) throw new AppError('noOpenLesson');
  const now = await momentNow(tx);
  const until = endsAt ?? (await meantToEnd(tx, lesson, now));
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

/** As planned, or as long as a lesson of the class is; where that is over already, half an hour from now. */
async function meantToEnd(tx: Tx, { classId, startedAt, plannedAt }: LessonRow, now: Date): Promise<Date> {
  const cls = await classById(tx, classId);
  if (!cls) throw new Error('a lesson has lost its class');
  const planned = plannedAt && (await entryAt(tx, cls, plannedAt));
  const end = planned ? planned.endsAt : minutesAfter(startedAt, cls.lessonMinutes);
  return end > now ? end : minutesAfter(now, 30);
}

/** The lesson takes longer: the link stays, and warns anew. */
export async function putEnd(tx: Tx, userId: number, endsAt: Date, locale: Locale) {
  await holdAccount(tx, userId);
  const now = await momentNow(tx);
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
  await holdAccount(tx, userId);
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

/** What the holder of the link sees: times, and nothing of who or where. */
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
