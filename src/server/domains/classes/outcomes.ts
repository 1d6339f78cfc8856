import { and, asc, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { lockAccountsShared } from '#server/domains/accounts/lock-account.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import type { LessonOutcome } from '#shared/classes.ts';
import { dayOf, startOfDay } from '#shared/hong-kong.ts';
import { scheduleRules } from '#shared/rules/schedule-rules.ts';
import { actAs, currentTime, lockClass } from './locks.ts';
import { remindLater } from './reminders.ts';
import {
  type Entry,
  entriesBetween,
  entryAt,
  isCancelled,
  isOffByWeather,
  lessonsOfPlan,
} from './schedule.ts';
import { type ClassRow, classes, lessonChanges, lessonOutcomes, planProposals } from './tables.ts';
import { longestLesson, minutesAfter, plannedBetween } from './weekly-plan.ts';

const absenceDelayMinutes = scheduleRules.absentAfterHours * 60;

/** Absence is recorded a day later, so that a phone without network has time to report the lesson. */
export const judgeLessonsJob = defineJob({
  name: 'classes-judge-lessons',
  payload: z.object({ class: z.int() }),
  async run({ class: id }, { database }) {
    await database.transaction((tx) => judgeLessons(tx, id));
  },
});

/** Records absences for planned lessons that ended long enough ago, and queues the next run. */
export async function judgeLessons(tx: Tx, classId: number) {
  const [peek] = await tx.select().from(classes).where(eq(classes.id, classId));
  if (!peek) return;
  await lockAccountsShared(tx, [peek.tutorUserId]);
  const cls = await lockClass(tx, classId);
  await actAs(tx, 'system');
  const now = await currentTime(tx);
  const upTo = minutesAfter(now, -absenceDelayMinutes - longestLesson(cls));
  if (upTo > cls.judgedUntil) {
    const planned = plannedBetween(cls, cls.judgedUntil, upTo);
    const last = planned.at(-1);
    // Moved lessons are judged at their new time.
    const entries = last
      ? (await entriesBetween(tx, [cls], cls.judgedUntil, minutesAfter(last.plannedAt, 1))).filter(
          ({ change }) => change === undefined,
        )
      : [];
    await missAll(tx, cls, entries);
    await tx.update(classes).set({ judgedUntil: upTo }).where(eq(classes.id, classId));
    cls.judgedUntil = upTo;
  }
  const moved = await movedEntries(tx, cls);
  await missAll(
    tx,
    cls,
    moved.filter(({ endsAt }) => minutesAfter(endsAt, absenceDelayMinutes) <= now),
  );
  await judgeLater(tx, cls, now);
  // Also where that job was lost.
  await remindLater(tx, cls);
}

/**
 * Queues the job for a day after the next planned lesson ends. What was due at `judgedAt` has been judged, also where
 * nothing came of it.
 */
export async function judgeLater(tx: Tx, cls: ClassRow, judgedAt?: Date) {
  const wait = absenceDelayMinutes + longestLesson(cls);
  const twoWeeks = 14 * 24 * 60;
  const from = new Date(Math.max(cls.judgedUntil.getTime(), startOfDay(cls.beginsOn).getTime()));
  // Weekly times that were agreed on may begin weeks later.
  const starts = [from, ...cls.weeks.map((week) => new Date(week.from)).filter((start) => start > from)];
  const next = starts
    .map((start) => plannedBetween(cls, start, minutesAfter(start, twoWeeks))[0])
    .find((planned) => planned !== undefined);
  const dues = (await movedEntries(tx, cls))
    .map(({ endsAt }) => minutesAfter(endsAt, absenceDelayMinutes))
    .filter((due) => !judgedAt || due > judgedAt);
  if (next) dues.push(minutesAfter(next.plannedAt, wait + 1));
  // The trial may be before the first week of the class, or weeks away.
  if (cls.trialAt && cls.trialAt >= cls.judgedUntil) dues.push(minutesAfter(cls.trialAt, wait + 1));
  if (dues.length === 0) return;
  const runAt = new Date(Math.min(...dues.map((due) => due.getTime())));
  await addJob(tx, judgeLessonsJob, { class: cls.id }, { key: `class-outcomes:${cls.id}`, runAt });
}

/** Moved and extra lessons without an outcome yet. */
async function movedEntries(tx: Tx, cls: ClassRow): Promise<Entry[]> {
  const rows = await tx
    .select({ change: lessonChanges })
    .from(lessonChanges)
    .leftJoin(
      lessonOutcomes,
      and(
        eq(lessonOutcomes.classId, lessonChanges.classId),
        eq(lessonOutcomes.plannedAt, lessonChanges.plannedAt),
      ),
    )
    .where(
      and(
        eq(lessonChanges.classId, cls.id),
        inArray(lessonChanges.kind, ['moved', 'extra']),
        isNull(lessonOutcomes.id),
        gte(lessonChanges.plannedAt, cls.madeAt),
      ),
    )
    .orderBy(asc(lessonChanges.plannedAt));
  return rows
    .map(({ change }) => {
      const startsAt = change.movedTo ?? change.plannedAt;
      const endsAt = minutesAfter(startsAt, change.minutes);
      return { cls, plannedAt: change.plannedAt, startsAt, endsAt, minutes: change.minutes, change };
    })
    .filter(({ startsAt }) => !cls.stoppedAt || startsAt < cls.stoppedAt);
}

async function missAll(tx: Tx, cls: ClassRow, entries: readonly Entry[]) {
  const due = entries.filter((entry) => !isCancelled(entry));
  // What was added counts once the family has confirmed it.
  const taught = (await lessonsOfPlan(tx, [cls.id], due)).filter(
    ({ isAdded, state }) => !isAdded || state === 'confirmed',
  );
  const spared = await askedOff(tx, cls, due);
  const missed = due.filter(
    ({ plannedAt }) =>
      !taught.some((one) => one.plannedAt === plannedAt.getTime()) && !spared.has(plannedAt.getTime()),
  );
  if (missed.length === 0) return;
  await tx
    .insert(lessonOutcomes)
    .values(
      missed.map(({ plannedAt }) => ({
        classId: cls.id,
        tutorUserId: cls.tutorUserId,
        plannedAt,
        outcome: 'absent' as const,
      })),
    )
    .onConflictDoNothing();
}

/** Lessons that the family asked to move or to skip, without an answer in time: staying away is not the tutor's fault. */
async function askedOff(tx: Tx, cls: ClassRow, entries: readonly Entry[]): Promise<Set<number>> {
  if (entries.length === 0) return new Set();
  const wishes = await tx
    .select()
    .from(planProposals)
    .where(
      and(
        eq(planProposals.classId, cls.id),
        eq(planProposals.madeBy, 'family'),
        inArray(planProposals.kind, ['move', 'cancel', 'pause']),
        inArray(planProposals.state, ['open', 'lapsed']),
      ),
    );
  const isAsked = ({ plannedAt, startsAt }: Entry) =>
    wishes.some(({ kind, plannedAt: wished, wasAt, fromDay, toDay }) =>
      kind === 'pause'
        ? fromDay !== null && toDay !== null && dayOf(startsAt) >= fromDay && dayOf(startsAt) <= toDay
        : // A lesson that both agreed on anew since then was promised anew.
          wished?.getTime() === plannedAt.getTime() && wasAt?.getTime() === startsAt.getTime(),
    );
  return new Set(entries.filter(isAsked).map(({ plannedAt }) => plannedAt.getTime()));
}

/** Stores or updates the outcome of a planned lesson. A decided appeal is not changed. */
export async function noteOutcome(tx: Tx, cls: ClassRow, plannedAt: Date, outcome: LessonOutcome['outcome']) {
  await tx
    .insert(lessonOutcomes)
    .values({ classId: cls.id, tutorUserId: cls.tutorUserId, plannedAt, outcome })
    .onConflictDoUpdate({
      target: [lessonOutcomes.classId, lessonOutcomes.plannedAt],
      set: { outcome: sql`excluded.outcome` },
    });
}

/** Takes back what a tap had made of a planned lesson; one that is long over was missed then. */
export async function withdrawOutcome(tx: Tx, cls: ClassRow, plannedAt: Date) {
  await tx
    .delete(lessonOutcomes)
    .where(
      and(
        eq(lessonOutcomes.classId, cls.id),
        eq(lessonOutcomes.plannedAt, plannedAt),
        eq(lessonOutcomes.appeal, 'none'),
      ),
    );
  const entry = await entryAt(tx, cls, plannedAt);
  const now = await currentTime(tx);
  if (entry && minutesAfter(entry.endsAt, absenceDelayMinutes) <= now) await missAll(tx, cls, [entry]);
}

/** How the tutor came to a planned lesson. Being late is excused in bad weather. */
export async function noteStart(tx: Tx, cls: ClassRow, entry: Entry, startedAt: Date) {
  const outcome = punctuality(entry, startedAt);
  if (outcome === 'late' && isOffByWeather(entry)) return;
  await noteOutcome(tx, cls, entry.plannedAt, outcome);
}

/** On time ("kept") or late, when a lesson starts. */
const punctuality = ({ startsAt }: Entry, startedAt: Date): LessonOutcome['outcome'] =>
  startedAt <= minutesAfter(startsAt, scheduleRules.graceMinutes) ? 'kept' : 'late';
