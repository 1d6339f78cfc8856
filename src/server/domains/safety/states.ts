import { eq } from 'drizzle-orm';
import { classes, type LessonRow, lessons } from '#server/domains/classes/tables.ts';
import { minutesAfter } from '#server/domains/classes/weekly-plan.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { type SafetyView, safetyRules } from '#shared/safety.ts';
import { safetyTimers } from './tables.ts';

export type TimerRow = {
  timer: typeof safetyTimers.$inferSelect;
  lesson: LessonRow;
  stoppedBy: 'family' | 'tutor' | null;
};

/** Timers with the lesson they watch. */
export const timersWithLessons = (db: Db | Tx) =>
  db
    .select({ timer: safetyTimers, lesson: lessons, stoppedBy: classes.stoppedBy })
    .from(safetyTimers)
    .innerJoin(lessons, eq(lessons.id, safetyTimers.lessonId))
    .innerJoin(classes, eq(classes.id, lessons.classId));

export const warnsAt = (endsAt: Date) => minutesAfter(endsAt, safetyRules.overdueMinutes);
export const deadAt = (endsAt: Date) => minutesAfter(endsAt, safetyRules.overdueHours * 60);

/** By the tutor's own hand: an end that the family or the product put there is no sign that all is well. */
export const hasEnded = ({ lesson, stoppedBy }: TimerRow) =>
  lesson.endedHow === 'tutor' || (lesson.endedHow === 'stopped' && stoppedBy === 'tutor');

export function stateOf(row: TimerRow, now: Date): SafetyView['state'] {
  if (hasEnded(row)) return 'ended';
  return now >= warnsAt(row.timer.endsAt) ? 'overdue' : 'in_class';
}

/** The link is dead: two hours after the end reached us, or long after one that never came. */
export function isOver(row: TimerRow, now: Date): boolean {
  const { endReceivedAt } = row.lesson;
  if (hasEnded(row) && endReceivedAt)
    return now >= minutesAfter(endReceivedAt, safetyRules.shownAfterHours * 60);
  return now >= deadAt(row.timer.endsAt);
}
