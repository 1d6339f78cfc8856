import { and, eq } from 'drizzle-orm';
import { sideOf } from '#server/domains/accounts/lock-account.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { PlannedLesson } from '#shared/classes.ts';
import { startOfDay } from '#shared/hong-kong.ts';
import { classOf } from './locks.ts';
import { type Entry, entriesBetween, entryAt, isOffByWeather, isTrial, lessonsOfPlan } from './schedule.ts';
import { classes } from './tables.ts';
import { classesIn } from './views.ts';
import { endOfDay } from './weekly-plan.ts';

type Range = { from: string; to: string; class_id?: number | undefined };

export async function readSchedule(db: Db, userId: number, { from, to, class_id }: Range) {
  const rows = await db
    .select()
    .from(classes)
    .where(and(classesIn(userId, undefined), class_id === undefined ? undefined : eq(classes.id, class_id)));
  if (class_id !== undefined && rows.length === 0) throw new AppError('notFound');
  return {
    list: await toPlanned(db, userId, await entriesBetween(db, rows, startOfDay(from), endOfDay(to))),
  };
}

export async function readPlanned(tx: Tx, userId: number, classId: number, plannedAt: Date) {
  const entry = await entryAt(tx, await classOf(tx, userId, classId), plannedAt);
  const [only] = entry ? await toPlanned(tx, userId, [entry]) : [];
  if (!only) throw new AppError('notPlanned');
  return only;
}

async function toPlanned(db: Db | Tx, userId: number, entries: Entry[]): Promise<PlannedLesson[]> {
  const ids = [...new Set(entries.map(({ cls }) => cls.id))];
  const taught = await lessonsOfPlan(db, ids, entries);
  const now = new Date();
  return entries.map((entry) => {
    const { cls, plannedAt, startsAt, endsAt, change } = entry;
    const lesson = taught.find((one) => one.classId === cls.id && one.plannedAt === plannedAt.getTime());
    return {
      class_id: cls.id,
      my_side: sideOf(cls, userId),
      planned_at: plannedAt.toISOString(),
      starts_at: startsAt.toISOString(),
      ends_at: endsAt.toISOString(),
      is_trial: isTrial(entry),
      state: stateOf(entry, lesson?.state, now),
      cancelled_by: cancelledBy(entry),
      by_weather: isOffByWeather(entry),
      by_platform: change?.changedBy === 'platform',
      lesson_id: lesson?.id ?? null,
    };
  });
}

function cancelledBy({ change }: Entry): PlannedLesson['cancelled_by'] {
  if (change?.kind !== 'cancelled') return null;
  return change.changedBy === 'family' || change.changedBy === 'tutor' ? change.changedBy : null;
}

function stateOf({ change, endsAt }: Entry, lesson: string | undefined, now: Date): PlannedLesson['state'] {
  if (lesson) return lesson === 'open' ? 'open' : 'taught';
  if (change?.kind === 'cancelled') return 'cancelled';
  if (endsAt <= now) return 'missed';
  return change ? 'moved' : 'planned';
}
