import { and, eq, gte, inArray, lt, ne, or } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { scheduleRules } from '#shared/rules/schedule-rules.ts';
import { type ChangeRow, type ClassRow, lessonChanges, lessons } from './tables.ts';
import { isTrialOf, minutesAfter, plannedAtTime, plannedBetween } from './weekly-plan.ts';

/** One planned lesson, with its changes. */
export type Entry = {
  cls: ClassRow;
  plannedAt: Date;
  startsAt: Date;
  endsAt: Date;
  minutes: number;
  change: ChangeRow | undefined;
};

/** Planned lessons of these classes between two times, sorted; moved lessons appear at their new time. */
export async function entriesBetween(db: Db | Tx, rows: readonly ClassRow[], from: Date, to: Date) {
  if (rows.length === 0) return [];
  const within = (column: typeof lessonChanges.plannedAt | typeof lessonChanges.movedTo) =>
    and(gte(column, from), lt(column, to));
  const changes = await db
    .select()
    .from(lessonChanges)
    .where(
      and(
        inArray(
          lessonChanges.classId,
          rows.map(({ id }) => id),
        ),
        or(within(lessonChanges.plannedAt), within(lessonChanges.movedTo)),
      ),
    );
  const entries = rows.flatMap((cls) => {
    const own = changes.filter(({ classId }) => classId === cls.id);
    const planned = plannedBetween(cls, from, to).map(({ plannedAt, minutes }) =>
      entryOf(
        cls,
        plannedAt,
        minutes,
        own.find((change) => change.plannedAt.getTime() === plannedAt.getTime()),
      ),
    );
    const known = new Set(planned.map(({ plannedAt }) => plannedAt.getTime()));
    const movedIn = own
      .filter(({ movedTo, plannedAt }) => movedTo !== null && !known.has(plannedAt.getTime()))
      .map((change) => entryOf(cls, change.plannedAt, change.minutes, change));
    return [...planned, ...movedIn];
  });
  return entries
    .filter(({ startsAt }) => startsAt >= from && startsAt < to)
    .filter(({ cls: { stoppedAt }, startsAt }) => !stoppedAt || startsAt < stoppedAt)
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

function entryOf(cls: ClassRow, plannedAt: Date, planned: number, change: ChangeRow | undefined): Entry {
  const startsAt = change?.movedTo ?? plannedAt;
  const minutes = change?.minutes ?? planned;
  return { cls, plannedAt, startsAt, endsAt: minutesAfter(startsAt, minutes), minutes, change };
}

export const isCancelled = ({ change }: Entry) => change?.kind === 'cancelled';
export const isTrial = ({ cls, plannedAt }: Entry) => isTrialOf(cls, plannedAt);
export const isOffByWeather = ({ change }: Entry) => change?.changedBy === 'weather';

/** The planned lesson with this original time, including its changes; an extra or moved one stands by itself. */
export async function entryAt(db: Db | Tx, cls: ClassRow, plannedAt: Date): Promise<Entry | undefined> {
  const planned = plannedAtTime(cls, plannedAt);
  const [change] = await db
    .select()
    .from(lessonChanges)
    .where(and(eq(lessonChanges.classId, cls.id), eq(lessonChanges.plannedAt, plannedAt)));
  const minutes = planned?.minutes ?? (change?.movedTo ? change.minutes : undefined);
  return minutes === undefined ? undefined : entryOf(cls, plannedAt, minutes, change);
}

/**
 * The planned lesson that a lesson starting now belongs to: the nearest one that has not started. A tutor who comes
 * early may name it (`named`), or say that it is none (null).
 */
export async function entryFor(
  tx: Tx,
  cls: ClassRow,
  startedAt: Date,
  named?: string | null,
): Promise<Entry | undefined> {
  if (named === null) return undefined;
  const meant = named === undefined ? Number.NaN : Date.parse(named);
  const day = 24 * 60;
  const near = await entriesBetween(tx, [cls], minutesAfter(startedAt, -day), minutesAfter(startedAt, day));
  const isMeant = (plannedAt: Date) => plannedAt.getTime() === meant;
  const earliest = (plannedAt: Date) =>
    isMeant(plannedAt) ? scheduleRules.namedHours * 60 : scheduleRules.earliestMinutes;
  const distance = ({ startsAt }: Entry) => Math.abs(startsAt.getTime() - startedAt.getTime());
  const open = near
    // A lesson taught in spite of the weather counts as this planned lesson.
    .filter((entry) => !isCancelled(entry) || isOffByWeather(entry))
    .filter(
      ({ plannedAt, startsAt, endsAt }) =>
        startedAt < endsAt && startedAt >= minutesAfter(startsAt, -earliest(plannedAt)),
    )
    .sort((a, b) => Number(isMeant(b.plannedAt)) - Number(isMeant(a.plannedAt)) || distance(a) - distance(b));
  if (open.length === 0) return undefined;
  const begun = await lessonsOfPlan(tx, [cls.id], open);
  return open.find(({ plannedAt }) => !begun.some((lesson) => lesson.plannedAt === plannedAt.getTime()));
}

/** The lessons that were taught for these planned lessons. */
export async function lessonsOfPlan(
  db: Db | Tx,
  classIds: readonly number[],
  entries: readonly { plannedAt: Date }[],
) {
  if (entries.length === 0) return [];
  const rows = await db
    .select({
      id: lessons.id,
      classId: lessons.classId,
      plannedAt: lessons.plannedAt,
      state: lessons.state,
      isAdded: lessons.isAdded,
    })
    .from(lessons)
    .where(
      and(
        inArray(lessons.classId, [...classIds]),
        inArray(
          lessons.plannedAt,
          entries.map(({ plannedAt }) => plannedAt),
        ),
        ne(lessons.state, 'void'),
      ),
    );
  return rows.map((row) => ({ ...row, plannedAt: row.plannedAt?.getTime() }));
}
