import { and, desc, eq, getTableColumns, gt, gte, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type ClockBody, clockRules } from '#shared/classes.ts';
import { users } from '../accounts/tables.ts';
import type { Tx } from '../db.ts';
import { AppError } from '../errors.ts';
import { sideOf } from '../interest/sides.ts';
import { classOf } from './hold.ts';
import { type ClassRow, classes, clockEntries, lessons } from './tables.ts';

// A tap is the busiest thing that is written: what it has to hold and to know is asked for in two statements, which the
// database has parsed before.

/**
 * Holds the tutor, keeps the family and holds the class, in the order of `hold.ts`: each is looked for by what the one
 * before has found. What is said beside them is of the moment after the last wait.
 */
export async function holdForTap(tx: Tx, userId: number, classId: number) {
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
  const cls = tx.$with('cls').as(
    tx
      .select(getTableColumns(classes))
      .from(classes)
      .where(and(eq(classes.id, classId), eq(classes.familyUserId, sql`(select id from family)`)))
      .for('no key update'),
  );
  const [row] = await tx
    .with(tutor, family, cls)
    .select({
      cls: cls._.selectedFields,
      ms: sql<string>`floor(extract(epoch from clock_timestamp()) * 1000)::text`,
      actor: sql`set_config('mingshi.actor', 'tutor', true)`,
    })
    .from(cls)
    .prepare('hold_for_tap')
    .execute();
  if (row) return { cls: row.cls, receivedAt: new Date(Number(row.ms)) };
  if (sideOf(await classOf(tx, userId, classId), userId) !== 'tutor') throw new AppError('notAllowed');
  throw new AppError('sessionInvalid');
}

/** What a tap's key was taken for before, the lesson that the tap is about, and what stands in the way of another. */
export async function knownAtTap(tx: Tx, cls: ClassRow, at: Date, body: Exclude<ClockBody, { status: 3 }>) {
  const open = alias(lessons, 'open');
  const { name, lesson } = lessonMeant(cls, at, body);
  const [known] = await tx
    .select({
      before: clockEntries,
      lesson: lessons,
      open: { id: open.id, classId: open.classId },
      isFirst: sql<boolean>`not exists (select from lessons where class_id = ${cls.id} and state <> 'void')`,
    })
    .from(sql`(select) as tap`)
    .leftJoin(clockEntries, and(eq(clockEntries.userId, cls.tutorUserId), eq(clockEntries.key, body.key)))
    .leftJoin(lessons, eq(lessons.id, sql`coalesce(${clockEntries.lessonId}, ${lesson})`))
    .leftJoin(open, and(eq(open.tutorUserId, cls.tutorUserId), eq(open.state, 'open')))
    .prepare(name)
    .execute();
  if (!known) throw new Error('a tap knows nothing');
  return known;
}

function lessonMeant(cls: ClassRow, at: Date, body: Exclude<ClockBody, { status: 3 }>) {
  if (body.status === 1) return { name: 'known_at_start', lesson: besides(cls, lessons.startedAt, at) };
  if (body.start_key)
    return {
      name: 'known_at_end_of',
      lesson: sql`(select lesson_id from clock_entries where user_id = ${cls.tutorUserId}
        and key = ${body.start_key} and status = 1 and class_id = ${cls.id})`,
    };
  const open = sql`(select id from lessons where class_id = ${cls.id} and state = 'open')`;
  return { name: 'known_at_end', lesson: sql`coalesce(${open}, ${besides(cls, lessons.endedAt, at)})` };
}

/** A lesson of this class that began, or ended, at nearly the same moment: another phone has said so before. */
function besides(cls: ClassRow, column: typeof lessons.startedAt | typeof lessons.endedAt, at: Date): SQL {
  const apart = sql`abs(extract(epoch from ${column} - ${at.toISOString()}::timestamptz))`;
  const near = and(
    eq(lessons.classId, cls.id),
    ne(lessons.state, 'void'),
    gte(column, new Date(at.getTime() - sameTapMs)),
    lte(column, new Date(at.getTime() + sameTapMs)),
    // A start after the end, or an end before the start, is about another lesson.
    column === lessons.startedAt
      ? or(isNull(lessons.endedAt), gt(lessons.endedAt, at))
      : lt(lessons.startedAt, at),
  );
  return sql`(select id from lessons where ${near} order by ${apart}, ${desc(lessons.id)} limit 1)`;
}

export const sameTapMs = clockRules.sameTapMinutes * 60_000;
