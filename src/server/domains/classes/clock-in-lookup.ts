import { and, desc, eq, getTableColumns, gt, gte, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { inGoodStanding } from '#server/domains/accounts/bans.ts';
import { sideOf } from '#server/domains/accounts/lock-account.ts';
import { restsSince } from '#server/domains/accounts/standing.ts';
import { users } from '#server/domains/accounts/tables.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { type ClockBody, clockRules } from '#shared/classes.ts';
import { classOf } from './locks.ts';
import { type ClassRow, classes, clockEntries, lessons } from './tables.ts';

// Clock-ins are the most frequent writes, so locks and lookups are combined into two statements.

/**
 * Each CTE depends on the one before, so that rows are locked in the order of `locks.ts`. The clock is read
 * after the last lock was obtained.
 */
function holdAll(tx: Tx, userId: number, classId: number) {
  const tutor = tx.$with('tutor').as(
    tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.deletedAt)))
      .for('no key update'),
  );
  const familyId = sql`(select family_user_id from classes
    where id = ${classId} and tutor_user_id = (select id from tutor))`;
  const family = tx
    .$with('family')
    .as(tx.select({ id: users.id }).from(users).where(eq(users.id, familyId)).for('key share'));
  const columns = getTableColumns(classes);
  const cls = tx.$with('cls').as(
    tx
      .select(columns)
      .from(classes)
      .where(and(eq(classes.id, classId), eq(classes.familyUserId, sql`(select id from family)`)))
      .for('no key update'),
  );
  const names = Object.keys(columns) as (keyof typeof columns)[];
  return tx
    .with(tutor, family, cls)
    .select({
      cls: Object.fromEntries(names.map((name) => [name, cls[name]])) as unknown as typeof columns,
      ms: sql<string>`floor(extract(epoch from clock_timestamp()) * 1000)::text`,
      actor: sql`set_config('mingshi.actor', 'tutor', true)`,
    })
    .from(cls);
}

/** Locks the tutor, the family (shared) and the class; the history records the tutor as the actor. */
export async function lockForClockIn(tx: Tx, userId: number, classId: number) {
  const [row] = await holdAll(tx, userId, classId);
  if (row) return { cls: row.cls, receivedAt: new Date(Number(row.ms)) };
  if (sideOf(await classOf(tx, userId, classId), userId) !== 'tutor') throw new AppError('notAllowed');
  throw new AppError('sessionInvalid');
}

/** A lesson of this class that began, or ended, at nearly the same moment: another phone has said so before. */
function besides(column: typeof lessons.startedAt | typeof lessons.endedAt, classId: number, at: Date) {
  const near = and(
    eq(lessons.classId, classId),
    ne(lessons.state, 'void'),
    gte(column, new Date(at.getTime() - sameClockInMs)),
    lte(column, new Date(at.getTime() + sameClockInMs)),
    // A start after the end, or an end before the start, is about another lesson.
    column === lessons.startedAt
      ? or(isNull(lessons.endedAt), gt(lessons.endedAt, at))
      : lt(lessons.startedAt, at),
  );
  const apart = sql`abs(extract(epoch from ${column} - ${sql.param(at, lessons.startedAt)}::timestamptz))`;
  return sql`(select id from lessons where ${near} order by ${apart}, ${desc(lessons.id)} limit 1)`;
}

/** The lesson that a tap is about. */
function lessonOf({ id, tutorUserId }: ClassRow, at: Date, body: Exclude<ClockBody, { status: 3 }>) {
  if (body.status === 1) return besides(lessons.startedAt, id, at);
  if (body.start_key)
    return sql`(select lesson_id from clock_entries
      where user_id = ${tutorUserId} and key = ${body.start_key} and status = 1 and class_id = ${id})`;
  return sql`coalesce((select id from lessons where class_id = ${id} and state = 'open'),
    ${besides(lessons.endedAt, id, at)})`;
}

export const sameClockInMs = clockRules.sameTapMinutes * 60_000;

/** What a tap's key was taken for before, the lesson that the tap is about, and what stands in the way of another. */
export async function readForClockIn(
  tx: Tx,
  cls: ClassRow,
  at: Date,
  body: Exclude<ClockBody, { status: 3 }>,
) {
  const open = alias(lessons, 'open');
  const [known] = await tx
    .select({
      before: clockEntries,
      lesson: lessons,
      open: { id: open.id, classId: open.classId },
      isFirst: sql<boolean>`not exists (select from lessons where class_id = ${cls.id} and state <> 'void')`,
      restsSince: restsSince(cls),
      isTutorOut: sql<boolean>`not ${inGoodStanding(sql`${cls.tutorUserId}::bigint`)}`,
    })
    .from(sql`(select) as tap`)
    .leftJoin(clockEntries, and(eq(clockEntries.userId, cls.tutorUserId), eq(clockEntries.key, body.key)))
    .leftJoin(lessons, eq(lessons.id, sql`coalesce(${clockEntries.lessonId}, ${lessonOf(cls, at, body)})`))
    .leftJoin(open, and(eq(open.tutorUserId, cls.tutorUserId), eq(open.state, 'open')));
  if (!known) throw new Error('a tap knows nothing');
  return known;
}
