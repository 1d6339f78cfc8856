import { clockRules } from '#shared/classes.ts';
import type { CodeName } from '#shared/codes/codes.ts';

/** A clock-in of the load test; times in milliseconds. */
export type Op = {
  key: string;
  tutor: number;
  classId: number;
  do: 'start' | 'end' | 'stop';
  at: number;
  startKey?: string | undefined;
  /** The key of the start that an end refers to, whether or not the request contains it. */
  about?: string;
};

type Refusal = Exclude<CodeName, 'ok'>;
export type Lesson = {
  /** The key of the clock-in that started it. */
  key: string;
  classId: number;
  start: number;
  end: number | null;
  how: 'tutor' | 'stopped' | 'forgotten' | null;
  /** Until when the tutor counts as busy while the lesson is open. */
  until: number;
  /** Confirmed, or taken back: nothing more is to be said of it. */
  settled?: 'confirmed' | 'void';
};
/** The state of one tutor. */
export type Tutor = {
  lessons: Lesson[];
  stopped: Map<number, number>;
  keys: Map<string, { do: Op['do'] | 'add'; classId: number; lesson: Lesson | null }>;
};
export const newTutor = (): Tutor => ({ lessons: [], stopped: new Map(), keys: new Map() });

export type Outcome = { code: 'ok'; lesson: string | null } | { code: Refusal };

/** Those that were not taken back. */
const lessonsOf = ({ lessons }: Tutor) => lessons.filter(({ settled }) => settled !== 'void');

const same = clockRules.sameTapMinutes * 60_000;
const longest = clockRules.longestHours * 3_600_000;

/** A second implementation of the clock-in rules, without a database. `stoppedAt` is used for a stop only. */
export function reduce(tutor: Tutor, op: Op, stoppedAt: number): Outcome {
  const before = tutor.keys.get(op.key);
  if (before)
    return before.do === op.do && before.classId === op.classId
      ? { code: 'ok', lesson: before.lesson?.key ?? null }
      : { code: 'alreadyPosted' };
  const found =
    op.do === 'start' ? start(tutor, op) : op.do === 'end' ? end(tutor, op) : stop(tutor, op, stoppedAt);
  if (typeof found === 'string') return { code: found };
  tutor.keys.set(op.key, { do: op.do, classId: op.classId, lesson: found });
  return { code: 'ok', lesson: found?.key ?? null };
}

function start(tutor: Tutor, { key, classId, at }: Op): Lesson | Refusal {
  const held = lessonsOf(tutor);
  const twin = nearest(
    held.filter((one) => one.classId === classId && (one.end === null || one.end > at)),
    (one) => Math.abs(one.start - at),
  );
  if (twin) return twin;
  if (held.some(({ end }) => end === null)) return 'lessonOpen';
  const stopped = tutor.stopped.get(classId) ?? Number.POSITIVE_INFINITY;
  if (at >= stopped) return 'classStopped';
  const until = openUntil(tutor, at, stopped);
  if (overlaps(tutor, at, until)) return 'lessonOverlaps';
  const lesson: Lesson = { key, classId, start: at, end: null, how: null, until };
  tutor.lessons.push(lesson);
  return lesson;
}

function end(tutor: Tutor, { classId, at, startKey }: Op): Lesson | Refusal {
  const lesson = lessonToEnd(tutor, classId, at, startKey);
  if (!lesson) return 'lessonNotStarted';
  if (lesson.how === 'tutor') return Math.abs((lesson.end ?? 0) - at) > same ? 'lessonSettled' : lesson;
  if (lesson.settled) return 'lessonSettled';
  if (at > (tutor.stopped.get(classId) ?? Number.POSITIVE_INFINITY)) return 'classStopped';
  if (at <= lesson.start) return 'endBeforeStart';
  if (at > lesson.start + longest) return 'lessonTooLong';
  if (overlaps(tutor, lesson.start, at, lesson)) return 'lessonOverlaps';
  lesson.end = at;
  lesson.how = 'tutor';
  return lesson;
}

function lessonToEnd(tutor: Tutor, classId: number, at: number, startKey: string | undefined) {
  if (startKey) {
    const begun = tutor.keys.get(startKey);
    return begun?.do === 'start' && begun.classId === classId ? begun.lesson : undefined;
  }
  const own = lessonsOf(tutor).filter((one) => one.classId === classId);
  return (
    own.find((one) => one.end === null) ??
    nearest(
      own.filter((one) => one.start < at),
      (one) => Math.abs((one.end ?? 0) - at),
    )
  );
}

function stop(tutor: Tutor, { classId }: Op, stoppedAt: number): null {
  if (tutor.stopped.has(classId)) return null;
  tutor.stopped.set(classId, stoppedAt);
  const open = lessonsOf(tutor).find((one) => one.classId === classId && one.end === null);
  if (open) {
    open.end = Math.min(stoppedAt, open.until);
    open.how = 'stopped';
  }
  return null;
}

function nearest(lessons: Lesson[], apart: (lesson: Lesson) => number): Lesson | undefined {
  const close = lessons.filter((one) => apart(one) <= same);
  // Of two equally near lessons, the one that was recorded later.
  return close.reduce<Lesson | undefined>(
    (best, one) => (best && apart(best) < apart(one) ? best : one),
    undefined,
  );
}

/** Until when an open lesson that began then keeps the tutor busy. */
export const openUntil = (tutor: Tutor, start: number, stopped: number) =>
  Math.min(
    start + longest,
    stopped,
    ...lessonsOf(tutor)
      .filter((one) => one.start > start)
      .map((one) => one.start),
  );

export const overlaps = (tutor: Tutor, from: number, to: number, but?: Lesson) =>
  lessonsOf(tutor).some((one) => one !== but && one.start < to && (one.end ?? one.until) > from);

export const minutesIn = (tutor: Tutor) =>
  tutor.lessons.reduce(
    (total, { start, end }) => total + (end === null ? 0 : Math.floor((end - start) / 60_000)),
    0,
  );
