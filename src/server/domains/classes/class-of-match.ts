import { and, eq, sql } from 'drizzle-orm';
import { announceToBoth } from '#server/domains/messages/events.ts';
import { hongKongToday } from '#server/ground/db/columns.ts';
import type { Tx } from '#server/ground/db/db.ts';
import type { Side } from '#shared/interest.ts';
import { scheduleRules } from '#shared/rules/schedule-rules.ts';
import { isTaken, lapseProposals, writeChange } from './change-plan.ts';
import { announceLesson, confirmBy, settleLater } from './lesson-due.ts';
import { actAs, currentTime } from './locks.ts';
import { judgeLater } from './outcomes.ts';
import { remindLater } from './reminders.ts';
import { openOccasions } from './review-occasions.ts';
import { entriesBetween, isTrial } from './schedule.ts';
import { type ClassRow, classes, lessonChanges, lessons } from './tables.ts';
import { minutesAfter } from './weekly-plan.ts';

/** Creates the class of a match, with the match's price and times and the place and length from its case. */
export async function makeClass(tx: Tx, matchId: number) {
  await tx.execute(sql`
    insert into classes (match_id, family_user_id, tutor_user_id, price, slots, tutoring_type_id, region_id,
      lesson_minutes, begins_on)
    select matches.id, family_user_id, tutor_user_id, matches.price, slots, tutoring_type_id, tutoring_region_id,
      (hours * 60)::int, greatest(start_tutoring_date, ${hongKongToday})
    from matches
    join cases on cases.id = case_id
    join tutoring_times_per_class on tutoring_times_per_class.id = tutoring_time_per_class_id
    where matches.id = ${matchId}`);
}

/** The class of a match, locked. Its people and its case are locked already. */
export async function lockClassOf(tx: Tx, matchId: number): Promise<ClassRow> {
  const [row] = await tx.select().from(classes).where(eq(classes.matchId, matchId)).for('no key update');
  if (!row) throw new Error('a match has no class');
  return row;
}

/** Puts the trial lesson into both calendars, or takes it out. The class is locked. */
export async function setTrial(tx: Tx, cls: ClassRow, trialAt: Date | null, side: Side) {
  await tx.update(classes).set({ trialAt }).where(eq(classes.id, cls.id));
  // What the weather or a suspension cancelled at the same hour is agreed on anew: it stands at its own place.
  if (trialAt)
    await tx
      .update(lessonChanges)
      .set({ kind: 'moved', movedTo: trialAt, changedBy: side })
      .where(and(eq(lessonChanges.classId, cls.id), eq(lessonChanges.plannedAt, trialAt)));
  await planAhead(tx, { ...cls, trialAt });
}

/** The trial has passed: the weekly lessons begin. A trial that is still ahead is no longer needed. */
export async function beginWeekly(tx: Tx, cls: ClassRow) {
  const now = await currentTime(tx);
  const trialAt = cls.trialAt && cls.trialAt > now ? null : cls.trialAt;
  const weeklyFrom = cls.weeklyFrom ?? now;
  await skipTaken(tx, { ...cls, trialAt, weeklyFrom }, now);
  await tx.update(classes).set({ trialAt, weeklyFrom }).where(eq(classes.id, cls.id));
  await planAhead(tx, { ...cls, trialAt, weeklyFrom });
}

/** Weekly lessons at a time that the tutor had promised to another class before the weeks began do not take place. */
async function skipTaken(tx: Tx, cls: ClassRow, now: Date) {
  const ahead = await entriesBetween(tx, [cls], now, minutesAfter(now, scheduleRules.mostDays * 24 * 60));
  for (const entry of ahead) {
    if (entry.change || isTrial(entry)) continue;
    if (await isTaken(tx, cls, entry.plannedAt, entry.startsAt, entry.minutes))
      await writeChange(tx, entry, 'overlap', {
        kind: 'cancelled',
        isLate: false,
        reason: '',
        movedTo: null,
      });
  }
}

/** Queues what follows from a plan that has changed, and makes the open pages of both sides reload. */
export async function planAhead(tx: Tx, cls: ClassRow) {
  await judgeLater(tx, cls);
  await remindLater(tx, cls);
  await announceToBoth(tx, [cls.familyUserId, cls.tutorUserId], { kind: 'class', class: cls.id });
}

export type Stop = { by?: Side | undefined; reason?: string | undefined };

/** Ends the class of a match and its running lesson. The case is locked. */
export async function stopClassOf(tx: Tx, matchId: number, { by, reason = '' }: Stop) {
  await actAs(tx, by ?? 'system');
  const [cls] = await tx
    .update(classes)
    .set({
      finishStatus: 2,
      stoppedAt: sql`clock_timestamp()`,
      stoppedBy: by ?? null,
      stopReason: reason,
    })
    .where(and(eq(classes.matchId, matchId), eq(classes.finishStatus, 1)))
    .returning();
  if (!cls) return;
  await lapseProposals(tx, cls.id);
  await cutLesson(tx, cls);
  await openOccasions(tx, cls);
}

/** Ends the running lesson of a class that stops or rests; the tutor may still give the real end. */
export async function cutLesson(tx: Tx, cls: ClassRow) {
  const now = await currentTime(tx);
  const [cut] = await tx
    .update(lessons)
    .set({
      endedAt: sql`least(coalesce((select stopped_at from classes where id = ${cls.id}), ${now.toISOString()}::timestamptz),
        upper(taken))`,
      endedHow: 'stopped',
      endReceivedAt: now,
      state: 'awaiting',
      confirmBy: confirmBy(now),
    })
    .where(and(eq(lessons.classId, cls.id), eq(lessons.state, 'open')))
    .returning({ id: lessons.id });
  if (cut) {
    await settleLater(tx, cut.id, confirmBy(now));
    await announceLesson(tx, cls, cut.id);
  }
}
