import { and, eq, or, sql } from 'drizzle-orm';
import { holdPeople, keepAccounts, sideOf, userOn } from '#server/domains/accounts/hold-account.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import { type Lost, settle } from '#server/ground/db/settle.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { otherSide } from '#shared/interest.ts';
import { type Actor, type ClassRow, classes, type LessonRow, lessons } from './tables.ts';

// Accounts are held before cases, cases before classes, classes before lessons: nobody waits in a circle.

/** One that the person is a side of; to a stranger it is as if there were none. */
export async function classOf(db: Db | Tx, userId: number, id: number): Promise<ClassRow> {
  const isSide = or(eq(classes.familyUserId, userId), eq(classes.tutorUserId, userId));
  const [row] = await db
    .select()
    .from(classes)
    .where(and(eq(classes.id, id), isSide));
  if (!row) throw new AppError('notFound');
  return row;
}

/** Lets those who do something about a class take turns until the transaction ends. The accounts are held already. */
export async function holdClass(tx: Tx, id: number): Promise<ClassRow> {
  const [row] = await tx.select().from(classes).where(eq(classes.id, id)).for('no key update');
  if (!row) throw new AppError('notFound');
  return row;
}

export async function classById(db: Db | Tx, id: number): Promise<ClassRow | undefined> {
  const [row] = await db.select().from(classes).where(eq(classes.id, id));
  return row;
}

/** Held by who is no side of it, with both people kept; undefined where there is none. */
export async function keepClass(tx: Tx, id: number): Promise<ClassRow | undefined> {
  const peek = await classById(tx, id);
  if (!peek) return undefined;
  await keepAccounts(tx, [peek.familyUserId, peek.tutorUserId]);
  return holdClass(tx, id);
}

export async function lessonById(db: Db | Tx, id: number): Promise<LessonRow> {
  const [row] = await db.select().from(lessons).where(eq(lessons.id, id));
  if (!row) throw new AppError('notFound');
  return row;
}

/** A lesson with both people and its class held, and which side the caller is on. */
export async function holdLesson(tx: Tx, userId: number, id: number) {
  const { classId } = await lessonById(tx, id);
  const peek = await classOf(tx, userId, classId);
  const side = sideOf(peek, userId);
  const other = userOn(peek, otherSide(side));
  await holdPeople(tx, userId, [other]);
  await actAs(tx, side);
  return { cls: await holdClass(tx, classId), lesson: await lessonById(tx, id), side, other };
}

/** Whose doing the history of this transaction is. */
export async function actAs(tx: Tx, actor: Actor) {
  await tx.execute(sql`select set_config('mingshi.actor', ${actor}, true)`);
}

/** Now, and not when the transaction began: it may have waited for somebody. */
export async function momentNow(tx: Tx): Promise<Date> {
  const { rows } = await tx.execute<{ ms: string }>(
    sql`select floor(extract(epoch from clock_timestamp()) * 1000)::text as ms`,
  );
  return new Date(Number(rows[0]?.ms));
}

/** What is told where the database itself refuses. */
const refused: Lost = {
  one_open_lesson_per_tutor: 'lessonOpen',
  lessons_never_overlap: 'lessonOverlaps',
  lesson_ends_after_start: 'endBeforeStart',
  lesson_not_too_long: 'lessonTooLong',
  nothing_on_a_stopped_class: 'classStopped',
  lesson_steps: 'lessonSettled',
  lesson_end_is_fixed: 'lessonSettled',
  lesson_confirmed_by_silence: 'lessonSettled',
};

/** One transaction about lessons. */
export const settleLesson = <T>(database: Database, work: (tx: Tx) => Promise<T>) =>
  settle(database, work, refused);
