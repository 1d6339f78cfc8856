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

// Clock-ins are the most frequent writes, so locks and lookups are combined into two statements.

const param = sql.placeholder;

/**
 * Each CTE depends on the one before, so that rows are locked in the order of `hold.ts`. The clock is read
 * after the last lock was obtained.
 */
const lockAll = statement((tx) => {
  const tutor = tx.$with('tutor').as(
    tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, param('userId')), isNull(users.deletedAt)))
      .for('no key update'),
  );
  const familyId = sql`(select family_user_id from classes
    where id = ${param('classId')} and tutor_user_id = (select id from tutor))`;
  const family = tx
    .$with('family')
    .as(tx.select({ id: users.id }).from(users).where(eq(users.id, familyId)).for('key share'));
  const cls = tx.$with('cls').as(
    tx
      .select(getTableColumns(classes))
      .from(classes)
      .where(and(eq(classes.id, param('classId')), eq(classes.familyUserId, sql`(select id from family)`)))
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

/** Locks the tutor, the family (shared) and the class; the history records the tutor as the actor. */
export async function holdForTap(tx: Tx, userId: number, classId: number) {
  const [row] = await lockAll(tx, { userId, classId });
  if (row) return { cls: row.cls, receivedAt: new Date(Number(row.ms)) };
  if (sideOf(await classOf(tx, userId, classId), userId) !== 'tutor') throw new AppError('notAllowed');
  throw new AppError('sessionInvalid');
}

/** Reads the earlier entry with the same key, the lesson of this clock-in, and the tutor's open lesson. */
const createLookup = (name: string, lesson: SQL) =>
  statement((tx) => {
    const open = alias(lessons, 'open');
    const before = and(eq(clockEntries.userId, param('tutorUserId')), eq(clockEntries.key, param('key')));
    return tx
      .select({
        before: clockEntries,
        lesson: lessons,
        open: { id: open.id, classId: open.classId },
        isFirst: sql<boolean>`not exists (
          select from lessons where class_id = ${param('classId')} and state <> 'void')`,
      })
      .from(sql`(select) as tap`)
      .leftJoin(clockEntries, before)
      .leftJoin(lessons, eq(lessons.id, sql`coalesce(${clockEntries.lessonId}, ${lesson})`))
      .leftJoin(open, and(eq(open.tutorUserId, param('tutorUserId')), eq(open.state, 'open')))
      .prepare(name);
  });

/** A lesson of this class that started or ended at nearly the same time: another phone reported it before. */
function nearbyLesson(column: typeof lessons.startedAt | typeof lessons.endedAt) {
  const near = and(
    eq(lessons.classId, param('classId')),
    ne(lessons.state, 'void'),
    gte(column, param('from')),
    lte(column, param('to')),
    // A start after the end, or an end before the start, belongs to another lesson.
    column === lessons.startedAt
      ? or(isNull(lessons.endedAt), gt(lessons.endedAt, param('at')))
      : lt(lessons.startedAt, param('at')),
  );
  const distance = sql`abs(extract(epoch from ${column} - ${sql.param(param('at'), lessons.startedAt)}::timestamptz))`;
  return sql`(select id from lessons where ${near} order by ${distance}, ${desc(lessons.id)} limit 1)`;
}

const openLessonOfClass = sql`(select id from lessons where class_id = ${param('classId')} and state = 'open')`;
const lessonOfStartKey = sql`(select lesson_id from clock_entries
  where user_id = ${param('tutorUserId')} and key = ${param('startKey')} and status = 1
    and class_id = ${param('classId')})`;

const lookupForStart = createLookup('known_at_start', nearbyLesson(lessons.startedAt));
const lookupForEnd = createLookup('known_at_end', sql`coalesce(${openLessonOfClass}, ${nearbyLesson(lessons.endedAt)})`);
const lookupForEndOfStart = createLookup('known_at_end_of', lessonOfStartKey);

export const sameTapMs = clockRules.sameTapMinutes * 60_000;

export async function knownAtTap(tx: Tx, cls: ClassRow, at: Date, body: Exclude<ClockBody, { status: 3 }>) {
  const startKey = body.status === 2 ? body.start_key : undefined;
  const lookup = body.status === 1 ? lookupForStart : startKey ? lookupForEndOfStart : lookupForEnd;
  const [known] = await lookup(tx, {
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
