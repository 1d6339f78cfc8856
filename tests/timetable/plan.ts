import { clockRules } from '#shared/classes.ts';
import { dayOf, startOfDay } from '#shared/hong-kong.ts';
import { planRules, scheduleRules } from '#shared/rules/schedule-rules.ts';
import type { Lesson as Taught } from '../clock-in/model.ts';

// The plan of a class as decision 100 has it, without a database; times in milliseconds.

export const minute = 60_000;
const halfHour = 30 * minute;
export const hour = 60 * minute;
export const day = 24 * hour;
const week = 7 * day;
/** Monday 5 January 1970, midnight in Hong Kong. */
const firstMonday = 4 * day - 8 * hour;

export type Side = 'family' | 'tutor';
export type Wish =
  | { kind: 'weekly'; from: string; slots: number[] }
  | { kind: 'extra'; start: number; minutes: number }
  | { kind: 'move'; place: number; start: number; minutes?: number | undefined }
  | { kind: 'cancel'; place: number }
  | { kind: 'pause'; from: string; to: string }
  | { kind: 'minutes'; lesson: number; minutes: number };
export type Proposal = {
  id: number;
  side: Side;
  key: string;
  wish: Wish;
  /** When the lesson was to begin that is to be moved or skipped. */
  was: number | null;
  lapses: number;
  state: 'open' | 'accepted' | 'declined' | 'withdrawn' | 'lapsed';
};
type Change = {
  kind: 'moved' | 'cancelled' | 'extra';
  /** Null for a lesson that is skipped and stands at its place in the weekly plan. */
  start: number | null;
  minutes: number;
  isExtra: boolean;
};
export type LessonRecord = {
  id: number;
  taught: Taught;
  place: number | null;
  /** The agreed length of the planned lesson, or of a lesson of the class. */
  agreed: number;
  isAdded: boolean;
  startReceived: number;
  endReceived: number | null;
  confirmBy: number | null;
  settledHow: 'family' | 'silence' | 'tutor' | null;
};
export type Class = {
  id: number;
  tutor: number;
  family: number;
  price: number;
  feeRule: 'lesson' | 'quarter' | 'minute';
  minutes: number;
  beginsOn: string;
  madeAt: number;
  weeklyFrom: number;
  /** What was agreed at the match, and what was agreed on later, in order. */
  weeks: { from: number; slots: readonly number[] }[];
  changes: Map<number, Change>;
  proposals: Map<number, Proposal>;
  records: LessonRecord[];
  /** What the tutor did; staying away is computed. */
  outcomes: Map<number, 'kept' | 'late' | 'cancelled_late'>;
  stoppedAt: number | null;
};
export type Entry = { place: number; start: number; end: number; minutes: number; isCancelled: boolean };

export const lengthOf = ({ start, end }: Taught) => Math.floor(((end ?? start) - start) / minute);
export const stateOf = ({ taught }: LessonRecord) =>
  taught.settled ?? (taught.end === null ? 'open' : 'awaiting');

/** Weekly lessons that begin within these times: half hours that follow each other are one. */
export function weeklyLessons(slots: readonly number[], from: number, to: number) {
  const found: { place: number; minutes: number }[] = [];
  for (const slot of slots) {
    if (slots.includes(slot - 1)) continue;
    let halves = 1;
    while (slots.includes(slot + halves)) halves++;
    const first = firstMonday + slot * halfHour;
    for (let at = first + Math.ceil((from - first) / week) * week; at < to; at += week)
      found.push({ place: at, minutes: halves * 30 });
  }
  return found;
}

/** The weekly times of a class, and until when each of them holds. */
export const weeksOf = ({ weeks }: Pick<Class, 'weeks'>) =>
  weeks.map((one, at) => ({ ...one, until: weeks[at + 1]?.from ?? Number.POSITIVE_INFINITY }));

/** The lessons of the weekly plan that begin within these times. */
export const planned = (cls: Class, from: number, to: number) =>
  weeksOf(cls).flatMap((one) =>
    weeklyLessons(
      one.slots,
      Math.max(from, one.from, cls.weeklyFrom),
      Math.min(to, one.until, cls.stoppedAt ?? Number.POSITIVE_INFINITY),
    ),
  );
export const isPlanned = (cls: Class, place: number) => planned(cls, place, place + 1).length > 0;

/** The lesson at a place in the plan; one that was moved, or is extra, stands by itself. */
export function lessonAt(cls: Class, place: number): Entry | undefined {
  const change = cls.changes.get(place);
  const minutes = change?.minutes ?? planned(cls, place, place + 1)[0]?.minutes;
  if (minutes === undefined || (change?.start == null && !isPlanned(cls, place))) return undefined;
  const start = change?.start ?? place;
  const end = start + minutes * minute;
  return { place, start, end, minutes, isCancelled: change?.kind === 'cancelled' };
}

/** The lessons that were to begin within these times, also those that are skipped, in order. */
export function lessonsBetween(cls: Class, from: number, to: number): Entry[] {
  const places = new Set([...planned(cls, from, to).map(({ place }) => place), ...cls.changes.keys()]);
  return [...places]
    .map((place) => lessonAt(cls, place))
    .filter((entry) => entry !== undefined)
    .filter(({ start }) => start >= from && start < Math.min(to, cls.stoppedAt ?? to))
    .sort((one, other) => one.start - other.start);
}

export const isTaught = ({ records }: Class, place: number) =>
  records.some((one) => one.place === place && one.taught.settled !== 'void');

/** The planned lesson that a start belongs to: from an hour before, or half a day before where it is named. */
export function lessonFor(cls: Class, at: number, named?: number | null): Entry | undefined {
  if (named === null) return undefined;
  const early = (place: number) =>
    place === named ? scheduleRules.namedHours * hour : scheduleRules.earliestMinutes * minute;
  return lessonsBetween(cls, at - day, at + day)
    .filter(({ place, start, end, isCancelled }) => !isCancelled && at >= start - early(place) && at < end)
    .sort(
      (one, other) =>
        Number(other.place === named) - Number(one.place === named) ||
        Math.abs(one.start - at) - Math.abs(other.start - at),
    )
    .find(({ place }) => !isTaught(cls, place));
}

/** Lessons that stand and are still to come, of some days. */
export const lessonsAhead = (cls: Class, from: string, to: string, now: number) =>
  lessonsBetween(cls, Math.max(startOfDay(from).getTime(), now + 1), startOfDay(to).getTime() + day).filter(
    ({ place, isCancelled }) => !isCancelled && !isTaught(cls, place),
  );

/** Lessons of these classes that stand alone: moved ones and extra ones. */
const singles = (classes: readonly Class[]) =>
  classes.flatMap((cls) =>
    [...cls.changes].flatMap(([place, { kind, start, minutes }]) =>
      kind === 'cancelled' || start === null ? [] : [{ cls, place, start, end: start + minutes * minute }],
    ),
  );

/** Whether the tutor of these classes has another lesson then. */
export function isTaken(
  classes: readonly Class[],
  own: Class,
  place: number | null,
  start: number,
  end: number,
) {
  const weekly = classes.flatMap((cls) =>
    planned(cls, start - day, end)
      .filter((one) => !cls.changes.has(one.place))
      .map((one) => ({ cls, place: one.place, start: one.place, end: one.place + one.minutes * minute })),
  );
  return [...weekly, ...singles(classes)].some(
    (other) => other.start < end && other.end > start && !(other.cls === own && other.place === place),
  );
}

/** Whether weekly times meet other weekly times of the tutor, or a lesson that stands alone. */
export function areTaken(
  classes: readonly Class[],
  own: Class,
  { slots, from, until }: { slots: readonly number[]; from: number; until: number },
  now: number,
) {
  const meetsWeekly = classes
    .filter((cls) => cls !== own)
    .flatMap(weeksOf)
    .some(
      (other) =>
        other.from < until &&
        other.until > Math.max(from, now) &&
        other.slots.some((slot) => slots.includes(slot)),
    );
  const meetsSingle = singles(classes).some(
    ({ start, end }) =>
      end > now &&
      weeklyLessons(slots, Math.max(from, start - day), Math.min(until, end)).some(
        (one) => one.place + one.minutes * minute > start && !own.changes.has(one.place),
      ),
  );
  return meetsWeekly || meetsSingle;
}

/** 07:00 to 22:30, on a quarter of an hour, ahead of now, 62 days at most, not before the class begins. */
export function isWrongTime({ beginsOn }: Class, start: number, minutes: number, now: number) {
  const into = (start - startOfDay(dayOf(start)).getTime()) / minute;
  return (
    into < 7 * 60 ||
    into + minutes > 22.5 * 60 ||
    start % (15 * minute) !== 0 ||
    start <= now ||
    start > now + planRules.mostDays * day ||
    start < startOfDay(beginsOn).getTime()
  );
}

/** The family wished it off, nobody answered, and the lesson was not agreed on anew since. */
const isAskedOff = ({ proposals }: Class, { place, start }: Entry) =>
  [...proposals.values()].some(({ side, state, wish, was }) => {
    if (side !== 'family' || (state !== 'open' && state !== 'lapsed')) return false;
    if (wish.kind === 'pause') return dayOf(start) >= wish.from && dayOf(start) <= wish.to;
    return (wish.kind === 'move' || wish.kind === 'cancel') && wish.place === place && was === start;
  });

/** A lesson that was added was held once the family says so. */
const isHeld = ({ records }: Class, place: number) =>
  records.some(
    (one) =>
      one.place === place &&
      one.taught.settled !== 'void' &&
      (!one.isAdded || one.taught.settled === 'confirmed'),
  );

/** Lessons to which nobody came, a day after their end. */
export const missed = (cls: Class, now: number) =>
  lessonsBetween(cls, cls.weeklyFrom, now).filter(
    (entry) =>
      !entry.isCancelled &&
      entry.end + scheduleRules.absentAfterHours * hour <= now &&
      !isHeld(cls, entry.place) &&
      !isAskedOff(cls, entry),
  );

export const agreedAt = (cls: Class, place: number | null) =>
  (place === null ? undefined : lessonAt(cls, place)?.minutes) ?? cls.minutes;

/** By the lesson, a quarter of an hour more or less counts as agreed; else the nearest quarter, or each minute. */
function chargedOf({ feeRule }: Class, minutes: number, agreed: number) {
  if (feeRule === 'minute') return minutes;
  if (feeRule === 'lesson' && Math.abs(minutes - agreed) <= 15) return agreed;
  return Math.round(minutes / 15) * 15;
}
/** Whole dollars of a lesson, half a dollar rounded up. */
const dollarsOf = ({ price }: Class, charged: number) => Math.floor((price * charged + 30) / 60);

/** Lessons that are confirmed or await it; one that was added counts once it is confirmed. */
export function totalsOf(cls: Class) {
  const counted = cls.records
    .filter((one) => stateOf(one) === 'confirmed' || (stateOf(one) === 'awaiting' && !one.isAdded))
    .map(({ taught, agreed }) => ({
      minutes: lengthOf(taught),
      charged: chargedOf(cls, lengthOf(taught), agreed),
    }));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  return {
    lessons: counted.length,
    minutes: sum(counted.map(({ minutes }) => minutes)),
    charged_minutes: sum(counted.map(({ charged }) => charged)),
    amount: sum(counted.map(({ charged }) => dollarsOf(cls, charged))),
  };
}

export const isShort = (minutes: number) => minutes < clockRules.shortestMinutes;
