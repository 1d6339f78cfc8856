import { and, asc, eq, gt, gte, inArray, lt, ne, or, sql } from 'drizzle-orm';
import { writeChange } from '#server/domains/classes/change-plan.ts';
import { actAs, lockClassForJob, settleLesson } from '#server/domains/classes/locks.ts';
import { type Entry, entriesBetween, isCancelled, lessonsOfPlan } from '#server/domains/classes/schedule.ts';
import { type ClassRow, classes, lessonOutcomes } from '#server/domains/classes/tables.ts';
import { minutesAfter, slotIndexAt } from '#server/domains/classes/weekly-plan.ts';
import { announce } from '#server/domains/messages/events.ts';
import { notify } from '#server/domains/messages/notices.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import { slotsPerWeek } from '#shared/rules/half-hours.ts';
import { type WeatherSignal, weatherRules } from '#shared/weather.ts';
import type { WarningRow } from './tables.ts';

const batchSize = 200;
type Span = { from: Date; to: Date; signal: WeatherSignal };

/**
 * The start times of lessons that a warning cancels: while it is in force and for two hours after. Without a
 * known end it could end at any time, so lessons that begin within two hours from now are included.
 */
export const spanOf = ({ beganAt, endedAt, signal }: WarningRow, now: Date): Span => ({
  from: beganAt,
  to: minutesAfter(endedAt ?? now, weatherRules.afterMinutes),
  signal,
});

/**
 * Cancels lessons that begin in that period and have not started, class by class. Can be repeated: cancelled
 * lessons stay cancelled.
 */
export async function cancelLessons(database: Database, span: Span) {
  const { db } = database;
  const slots = sql`${sql.param(slotsWithin(span))}::int[]`;
  let last = 0;
  while (true) {
    const rows = await db
      .select()
      .from(classes)
      .where(
        and(
          gt(classes.id, last),
          eq(classes.finishStatus, 1),
          or(
            sql`exists (select from weeks_of(classes) week where week.slots && ${slots})`,
            and(gte(classes.trialAt, span.from), lt(classes.trialAt, span.to)),
            sql`exists (select from lesson_changes where class_id = ${classes.id} and kind in ('moved', 'extra')
              and moved_to >= ${span.from.toISOString()} and moved_to < ${span.to.toISOString()})`,
          ),
        ),
      )
      .orderBy(asc(classes.id))
      .limit(batchSize);
    for (const id of await classesToUpdate(db, rows, span))
      await settleLesson(database, (tx) => cancelInClass(tx, id, span));
    if (rows.length < batchSize) return;
    last = rows.at(-1)?.id ?? last;
  }
}

function slotsWithin({ from, to }: Span): number[] {
  const slots = new Set<number>();
  for (let at = from; at < to && slots.size < slotsPerWeek; at = minutesAfter(at, 30))
    slots.add(slotIndexAt(at));
  return [...slots, slotIndexAt(to)];
}

/** The classes with something left to do, so that the others are not locked every two minutes. */
async function classesToUpdate(db: Db, rows: readonly ClassRow[], { from, to }: Span): Promise<number[]> {
  const entries = await entriesBetween(db, rows, from, to);
  if (entries.length === 0) return [];
  const ids = [...new Set(entries.map(({ cls }) => cls.id))];
  const keyOf = (classId: number, plannedAt: number | undefined) => `${classId} ${plannedAt}`;
  const taught = new Set(
    (await lessonsOfPlan(db, ids, entries)).map(({ classId, plannedAt }) => keyOf(classId, plannedAt)),
  );
  const blamed = new Set(
    (
      await db
        .select({ classId: lessonOutcomes.classId, plannedAt: lessonOutcomes.plannedAt })
        .from(lessonOutcomes)
        .where(and(inArray(lessonOutcomes.classId, ids), countsAgainstTutor(entries)))
    ).map(({ classId, plannedAt }) => keyOf(classId, plannedAt.getTime())),
  );
  const left = entries.filter((entry) => {
    const name = keyOf(entry.cls.id, entry.plannedAt.getTime());
    return blamed.has(name) || (!isCancelled(entry) && !taught.has(name));
  });
  return [...new Set(left.map(({ cls }) => cls.id))];
}

/** Outcomes that count against a tutor for one of these lessons, without an appeal. */
const countsAgainstTutor = (entries: readonly Entry[]) =>
  and(
    inArray(
      lessonOutcomes.plannedAt,
      entries.map(({ plannedAt }) => plannedAt),
    ),
    ne(lessonOutcomes.outcome, 'kept'),
    eq(lessonOutcomes.appeal, 'none'),
  );

async function cancelInClass(tx: Tx, classId: number, { from, to, signal }: Span) {
  const cls = await lockClassForJob(tx, classId);
  if (!cls) return;
  await actAs(tx, 'system');
  const entries = await entriesBetween(tx, [cls], from, to);
  if (entries.length === 0) return;
  const taught = new Set((await lessonsOfPlan(tx, [classId], entries)).map(({ plannedAt }) => plannedAt));
  const off = entries.filter((entry) => !isCancelled(entry) && !taught.has(entry.plannedAt.getTime()));
  for (const entry of off) {
    const movedTo = entry.change?.movedTo ?? null;
    await writeChange(tx, entry, 'weather', { kind: 'cancelled', isLate: false, reason: '', movedTo });
    const params = {
      class: classId,
      starts_at: entry.startsAt.toISOString(),
      planned_at: entry.plannedAt.toISOString(),
      signal,
    };
    for (const userId of [cls.familyUserId, cls.tutorUserId])
      await notify(tx, { userId, kind: 'lesson_cancelled_weather', params });
  }
  if (off.length > 0)
    for (const userId of [cls.familyUserId, cls.tutorUserId])
      await announce(tx, userId, { kind: 'class', class: classId });
  // Being late or cancelling late is excused in such weather.
  await tx
    .update(lessonOutcomes)
    .set({ appeal: 'excused' })
    .where(and(eq(lessonOutcomes.classId, classId), countsAgainstTutor(entries)));
}
