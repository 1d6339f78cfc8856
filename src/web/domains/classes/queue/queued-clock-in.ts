import type { Lesson } from '#shared/classes.ts';

/**
 * A tutor's clock-in, stored on this device until the server has accepted it or the user has dismissed its
 * refusal.
 */
export type QueuedClockIn = {
  /** Its position in the queue: assigned by the store, so that changes of the phone's clock do not matter. */
  order: number;
  /** Idempotency key: the server counts it once, however often it is sent. */
  key: string;
  owner: number;
  classId: number;
  /** Shown in the queue without a network. */
  className: string;
  status: 1 | 2;
  /** When it happened, by this phone's clock. */
  at: string;
  /** The key of the start, for an end whose start has not been sent either. */
  startKey: string | null;
  /** Of a start: the planned lesson that the tutor means, null for an extra one; left out, the one at that time. */
  plannedAt?: string | null;
  /** Why the server refused it. It stays until its owner dismisses it. */
  refused: { code: number; message: string } | null;
};
export type NewClockIn = Omit<QueuedClockIn, 'order' | 'refused'>;

export type Running = {
  classId: number;
  since: string;
  /** Null until the server has received the start. */
  lessonId: number | null;
  startKey: string | null;
};

/** The lesson in progress as far as this phone knows: the server's state, updated by the unsent clock-ins. */
export function runningOf(
  open: Pick<Lesson, 'id' | 'class_id' | 'started_at'> | undefined,
  taps: readonly QueuedClockIn[],
): Running | undefined {
  let running: Running | undefined = open && {
    classId: open.class_id,
    since: open.started_at,
    lessonId: open.id,
    startKey: null,
  };
  for (const tap of taps) {
    if (tap.refused) continue;
    if (tap.status === 2) {
      if (running?.classId === tap.classId) running = undefined;
    } else if (running?.classId !== tap.classId)
      running = { classId: tap.classId, since: tap.at, lessonId: null, startKey: tap.key };
  }
  return running;
}

/** Shorter than this was most likely a slip of the thumb; an end is given once. */
const hastyMs = 10 * 60_000;
export const isHasty = ({ since }: Running, now: number) => now - Date.parse(since) < hastyMs;

/** For a class that this device knows from what waits only. */
export const classNameIn = (taps: readonly QueuedClockIn[], id: number) =>
  taps.find(({ classId }) => classId === id)?.className ?? '';
