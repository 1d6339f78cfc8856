import {
  addDays,
  addToMonth,
  clockOf,
  dayOf,
  firstDayOf,
  isoTimeAt,
  monthOf,
  weekdayOf,
} from '#shared/hong-kong.ts';
import { slotIndex } from '#shared/rules/half-hours.ts';
import type { Taught } from './writer.ts';

export const lessonMinutes = 90;
const slotsOfLesson = lessonMinutes / 30;
const minuteMs = 60_000;

/** Days are counted from the day of the seed: -1 is yesterday, 2 the day after tomorrow. */
export function calendarOf(now: number) {
  const today = dayOf(now);
  const day = (days: number) => addDays(today, days);
  const at = (days: number, time: string) => new Date(isoTimeAt(day(days), time));
  return {
    day,
    at,
    /** The weekly half hours of a lesson on the weekday of that day. */
    slots: (days: number, time: string) => {
      const first = slotIndex({ weekday: weekdayOf(day(days)), start: time });
      return Array.from({ length: slotsOfLesson }, (_, slot) => first + slot);
    },
    todaysLesson: lessonToday(now),
    statement: latestStatement(now),
  };
}
export type Calendar = ReturnType<typeof calendarOf>;

/** The month whose statement was told last, in the morning after it. */
function latestStatement(now: number) {
  const toldOn = (month: string) => new Date(isoTimeAt(firstDayOf(addToMonth(month, 1)), '09:00'));
  const last = addToMonth(monthOf(dayOf(now)), -1);
  const month = toldOn(last).getTime() <= now ? last : addToMonth(last, -1);
  return { month, toldAt: toldOn(month) };
}

const afternoon = ['16:30', '17:00', '17:30', '18:00', '18:30', '19:00', '19:30', '20:00'];
const soonMs = 45 * minuteMs;

/** When the tutor teaches today: still to come, and late in the evening already held. */
function lessonToday(now: number): { time: string; isHeld: boolean } {
  const earliest = now + soonMs;
  const time = afternoon.find((start) => dayOf(earliest) === dayOf(now) && start >= clockOf(earliest));
  return time ? { time, isHeld: false } : { time: '17:00', isHeld: true };
}

/** Minutes from the planned start, as people come. */
const offsets = [-2, 1, 0, 3, -1, 2, -3, 4];

/** Lessons on these days, the first one the trial; each as long as planned. */
export function lessonsOn(calendar: Calendar, days: readonly number[], time: string): Taught[] {
  return days.map((days, at) => {
    const plannedAt = calendar.at(days, time);
    const startedAt = new Date(plannedAt.getTime() + (offsets[at % offsets.length] ?? 0) * minuteMs);
    const endedAt = new Date(startedAt.getTime() + lessonMinutes * minuteMs);
    const bySilence = at % 4 === 3;
    return {
      plannedAt,
      startedAt,
      endedAt,
      isTrial: at === 0,
      state: 'confirmed',
      settledHow: bySilence ? 'silence' : 'family',
      settledAt: new Date(endedAt.getTime() + (bySilence ? 72 * 60 : 100) * minuteMs),
    };
  });
}

/** The same lesson, while the family has not confirmed it. */
export function unsettled({ settledHow, settledAt, ...lesson }: Taught, disputedAt?: Date): Taught {
  return disputedAt ? { ...lesson, state: 'disputed', disputedAt } : { ...lesson, state: 'awaiting' };
}
