import { and, eq } from 'drizzle-orm';
import { sideOf } from '#server/domains/accounts/lock-account.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { PlannedLesson } from '#shared/classes.ts';
import { dayOf, startOfDay } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';
import { holidayOn } from '#shared/timetable/holidays.ts';
import type { PlanProposal } from '#shared/timetable/proposals.ts';
import { classOf } from './locks.ts';
import { openProposals } from './proposal-views.ts';
import {
  type Entry,
  entriesBetween,
  entryAt,
  isCancelled,
  isOffByWeather,
  isTrial,
  lessonsOfPlan,
} from './schedule.ts';
import { classes } from './tables.ts';
import { classesIn } from './views.ts';
import { endOfDay } from './weekly-plan.ts';

type Range = { from: string; to: string; class_id?: number | undefined };

export async function readSchedule(db: Db, userId: number, { from, to, class_id }: Range, locale: Locale) {
  const rows = await db
    .select()
    .from(classes)
    .where(and(classesIn(userId, undefined), class_id === undefined ? undefined : eq(classes.id, class_id)));
  if (class_id !== undefined && rows.length === 0) throw new AppError('notFound');
  const entries = await entriesBetween(db, rows, startOfDay(from), endOfDay(to));
  const ongoing = rows.filter(({ finishStatus }) => finishStatus === 1).map(({ id }) => id);
  const proposals = await openProposals(db, ongoing);
  return { list: await toPlanned(db, userId, entries, { proposals, locale }), proposals };
}

type Which = { classId: number; plannedAt: Date; locale: Locale };

export async function readPlanned(tx: Tx, userId: number, { classId, plannedAt, locale }: Which) {
  const entry = await entryAt(tx, await classOf(tx, userId, classId), plannedAt);
  const proposals = await openProposals(tx, [classId]);
  const [only] = entry ? await toPlanned(tx, userId, [entry], { proposals, locale }) : [];
  if (!only) throw new AppError('notPlanned');
  return only;
}

async function toPlanned(
  db: Db | Tx,
  userId: number,
  entries: Entry[],
  { proposals, locale }: { proposals: readonly PlanProposal[]; locale: Locale },
): Promise<PlannedLesson[]> {
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
      by_agreement: isCancelled(entry) && change?.proposalId !== null,
      is_extra: change?.isExtra === true,
      holiday: holidayOn(dayOf(startsAt), locale),
      proposal_id:
        proposals.find(
          ({ class_id, planned_at }) => class_id === cls.id && planned_at === plannedAt.toISOString(),
        )?.id ?? null,
      lesson_id: lesson?.id ?? null,
    };
  });
}

function cancelledBy({ change }: Entry): PlannedLesson['cancelled_by'] {
  if (change?.kind !== 'cancelled') return null;
  return change.changedBy === 'family' || change.changedBy === 'tutor' ? change.changedBy : null;
}

function stateOf(
  { change, plannedAt, startsAt, endsAt }: Entry,
  lesson: string | undefined,
  now: Date,
): PlannedLesson['state'] {
  if (lesson) return lesson === 'open' ? 'open' : 'taught';
  if (change?.kind === 'cancelled') return 'cancelled';
  if (endsAt <= now) return 'missed';
  // An extra lesson that nobody moved, and one that was agreed on anew, stand at their own place.
  const isInPlace = change?.kind === 'extra' || startsAt.getTime() === plannedAt.getTime();
  return isInPlace ? 'planned' : 'moved';
}
