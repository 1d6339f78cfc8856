import { and, desc, eq, getTableColumns, gt, gte, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { sideOf } from '#server/domains/accounts/hold-account.ts';
import { users } from '#server/domains/accounts/tables.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { statement } from '#server/ground/db/statement.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { type ClockBody, clockRules } from '#shared/classes.ts';
import { classOf } from './hold.ts';
import { type ClassRow, classes, clockEntries, lessons } from './tables.ts';

// A tap is the busiest thing that is written: what it has to hold and to know is asked for in two statements.

const given = sql.placeholder;

/**
 * Each is looked for by what the one before has found, so that they are held in the order of `hold.ts`. What is said
 * beside them is of the moment after the last wait.
 */
const holdAll = statement((tx) => {
  const tutor = tx.$with('tutor').as(
    tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, given('userId')), isNull(users.deletedAt)))
      .for('no key update'),
  );
  const familyId = sql`(select family_user_id from classes
    where id = ${given('classId')} and tutor_user_id = (select id from tutor))`;
  const family = tx
    .$with('family')
    .as(tx.select({ id: users.id }).from(users).where(eq(users.id, familyId)).for('key share'));
  const cls = tx.$with('cls').as(
    tx
      .select(getTableColumns(classes))
      .from(classes)
      .where(and(eq(classes.id, given('classId')), eq(classes.familyUserId, sql`(select id from family)`)))
      .for('no key update'),
  );
  return tx
    .with(tutor, family, cls)
    .select({
      cls: cls._.selectedFields,
      ms: sql<string>`floor(extract(epoch from clock_timestamp()) * 1000)::text`,
      actor: sql`set_config('mingshi.actor', 'tutor', true)`,
    })
    .from(cls)
    .prepare('hold_for_tap');
});

/** Holds the tutor, keeps the family and holds the class; what follows is the tutor's doing. */
export async function holdForTap(tx: Tx, userId: number, classId: number) {
  const [row] = await holdAll(tx, { userId, classId });
  if (row) return { cls: row.cls, receivedAt: new Date(Number(row.ms)) };
  if (sideOf(await classOf(tx, userId, classId), userId) !== 'tutor') throw new AppError('notAllowed');
  throw new AppError('sessionInvalid');
}

/** What a tap's key was taken for before, the lesson that the tap is about, and what stands in the way of another. */
const knownWith = (name: string, lesson: SQL) =>
  statement((tx) => {
    const open = alias(lessons, 'open');
    const before = and(eq(clockEntries.userId, given('tutorUserId')), eq(clockEntries.key, given('key')));
    return tx
      .select({
        before: clockEntries,
        lesson: lessons,
        open: { id: open.id, classId: open.classId },
        isFirst: sql<boolean>`not exists (
          select from lessons where class_id = ${given('classId')} and state <> 'void')`,
      })
      .from(sql`(select) as tap`)
      .leftJoin(clockEntries, before)
      .leftJoin(lessons, eq(lessons.id, sql`coalesce(${clockEntries.lessonId}, ${lesson})`))
      .leftJoin(open, and(eq(open.tutorUserId, given('tutorUserId')), eq(open.state, 'open')))
      .prepare(name);
  });

/** A lesson of this class that began, or ended, at nearly the same moment: another phone has said so before. */
function besides(column: typeof lessons.startedAt | typeof lessons.endedAt) {
  const near = and(
    eq(lessons.classId, given('classId')),
    ne(lessons.state, 'void'),
    gte(column, given('from')),
    lte(column, given('to')),
    // A start after the end, or an end before the start, is about another lesson.
    column === lessons.startedAt
      ? or(isNull(lessons.endedAt), gt(lessons.endedAt, given('at')))
      : lt(lessons.startedAt, given('at')),
  );
  const apart = sql`abs(extract(epoch from ${column} - ${sql.param(given('at'), lessons.startedAt)}::timestamptz))`;
  return sql`(select id from lessons where ${near} order by ${apart}, ${desc(lessons.id)} limit 1)`;
}

const openOfClass = sql`(select id from lessons where class_id = ${given('classId')} and state = 'open')`;
const begunWith = sql`(select lesson_id from clock_entries
  where user_id = ${given('tutorUserId')} and key = ${given('startKey')} and status = 1
    and class_id = ${given('classId')})`;

const knownAtStart = knownWith('known_at_start', besides(lessons.startedAt));
const knownAtEnd = knownWith('known_at_end', sql`coalesce(${openOfClass}, ${besides(lessons.endedAt)})`);
const knownAtEndOf = knownWith('known_at_end_of', begunWith);

export const sameTapMs = clockRules.sameTapMinutes * 60_000;

export async function knownAtTap(tx: Tx, cls: ClassRow, at: Date, body: Exclude<ClockBody, { status: 3 }>) {
  const startKey = body.status === 2 ? body.start_key : undefined;
  const ask = body.status === 1 ? knownAtStart : startKey ? knownAtEndOf : knownAtEnd;
  const [known] = await ask(tx, {
    tutorUserId: cls.tutorUserId,
    classId: cls.id,
    key: body.key,
    startKey,
    at,
    from: new Date(at.getTime() - sameTapMs),
    to: new Date(at.getTime() + sameTapMs),
  });
  if (!known) throw new Error('a tap knows nothing');
  return known;
}
