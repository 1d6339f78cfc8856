import { and, eq, or, sql } from 'drizzle-orm';
import { lockAccountsShared, lockPeople, sideOf, userOn } from '#server/domains/accounts/lock-account.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import { type Lost, transactionWithRetry } from '#server/ground/db/transaction-with-retry.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { otherSide } from '#shared/rules/offer-rules.ts';
import { type Actor, type ClassRow, classes, type LessonRow, lessons } from './tables.ts';

// Lock order, against deadlocks: accounts before cases, cases before classes, classes before lessons.

/** A class of which the user is a side; for others it counts as not found. */
export async function classOf(db: Db | Tx, userId: number, id: number): Promise<ClassRow> {
  const isSide = or(eq(classes.familyUserId, userId), eq(classes.tutorUserId, userId));
  const [row] = await db
    .select()
    .from(classes)
    .where(and(eq(classes.id, id), isSide));
  if (!row) throw new AppError('notFound');
  return row;
}

/** Locks a class until the transaction ends. The accounts must be locked already. */
export async function lockClass(tx: Tx, id: number): Promise<ClassRow> {
  const [row] = await tx.select().from(classes).where(eq(classes.id, id)).for('no key update');
  if (!row) throw new AppError('notFound');
  return row;
}

export async function classById(db: Db | Tx, id: number): Promise<ClassRow | undefined> {
  const [row] = await db.select().from(classes).where(eq(classes.id, id));
  return row;
}

/**
 * Locks a class for a job or an operator, who is neither side; both accounts get a shared lock. Undefined if
 * there is none.
 */
export async function lockClassForJob(tx: Tx, id: number): Promise<ClassRow | undefined> {
  const peek = await classById(tx, id);
  if (!peek) return undefined;
  await lockAccountsShared(tx, [peek.familyUserId, peek.tutorUserId]);
  return lockClass(tx, id);
}

export async function lessonById(db: Db | Tx, id: number): Promise<LessonRow> {
  const [row] = await db.select().from(lessons).where(eq(lessons.id, id));
  if (!row) throw new AppError('notFound');
  return row;
}

/** Locks both people and the class of a lesson, and returns the caller's side. */
export async function lockLesson(tx: Tx, userId: number, id: number) {
  const { classId } = await lessonById(tx, id);
  const peek = await classOf(tx, userId, classId);
  const side = sideOf(peek, userId);
  const other = userOn(peek, otherSide(side));
  await lockPeople(tx, userId, [other]);
  await actAs(tx, side);
  return { cls: await lockClass(tx, classId), lesson: await lessonById(tx, id), side, other };
}

/** Sets the actor that the history triggers record in this transaction. */
export async function actAs(tx: Tx, actor: Actor) {
  await tx.execute(sql`select set_config('mingshi.actor', ${actor}, true)`);
}

/** The current time rather than the start of the transaction, which may have waited for a lock. */
export async function currentTime(tx: Tx): Promise<Date> {
  const { rows } = await tx.execute<{ ms: string }>(
    sql`select floor(extract(epoch from clock_timestamp()) * 1000)::text as ms`,
  );
  return new Date(Number(rows[0]?.ms));
}

/** Error codes for the database constraints. */
const refused: Lost = {
  one_open_lesson_per_tutor: 'lessonOpen',
  lessons_never_overlap: 'lessonOverlaps',
  lesson_ends_after_start: 'endBeforeStart',
  lesson_not_too_long: 'lessonTooLong',
  nothing_on_a_stopped_class: 'classStopped',
  lesson_steps: 'lessonSettled',
  lesson_end_is_fixed: 'lessonSettled',
  lesson_confirmed_by_silence: 'lessonSettled',
  tutor_in_one_place: 'slotTaken',
  match_slots_pkey: 'slotTaken',
  plan_by_day: 'planTimeWrong',
  proposal_answered_once: 'planChanged',
  one_open_weekly: 'planChanged',
  one_open_of_lesson: 'planChanged',
  one_open_extra: 'planChanged',
  one_open_pause: 'planChanged',
  one_open_of_record: 'planChanged',
  one_open_fee_rule: 'planChanged',
  payment_is_fixed: 'receiptKept',
  lesson_before_match: 'lessonBeforeMatch',
  one_lesson_per_plan: 'notPlanned',
};

/** Runs a transaction about lessons and maps constraint violations to error codes. */
export const settleLesson = <T>(database: Database, work: (tx: Tx) => Promise<T>) =>
  transactionWithRetry(database, work, refused);
