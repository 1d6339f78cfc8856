import { clockRules, type Lesson } from '#shared/classes.ts';
import type { LessonRow } from './tables.ts';
import { minutesAfter } from './weekly-plan.ts';

/** What the tutor may take back now: the last tap for ten minutes, a lesson that was added until the family answers. */
export function undoOf(lesson: LessonRow, now: Date): Lesson['undo'] {
  const { state, endedHow, startReceivedAt, endReceivedAt, isAdded } = lesson;
  if (isAdded) return state === 'awaiting' ? { what: 'start', until: null } : null;
  const until = (tapped: Date) => minutesAfter(tapped, clockRules.undoMinutes);
  if (state === 'open' && until(startReceivedAt) > now)
    return { what: 'start', until: until(startReceivedAt).toISOString() };
  if (state === 'awaiting' && endedHow === 'tutor' && endReceivedAt && until(endReceivedAt) > now)
    return { what: 'end', until: until(endReceivedAt).toISOString() };
  return null;
}
