import type { Lesson } from '#shared/classes.ts';

/** A tap of the tutor, kept on this device until the server has it or has refused it. */
export type Tap = {
  /** Its turn: given by the store, whatever the phone's clock did between two taps. */
  order: number;
  /** Makes it one, however often it is sent. */
  key: string;
  owner: number;
  classId: number;
  /** For who looks at the queue without a network. */
  className: string;
  status: 1 | 2;
  /** When it happened, by this phone's clock. */
  at: string;
  /** For an end whose start was not sent yet either. */
  startKey: string | null;
  /** Why the server did not take it. It stays until its owner has seen that. */
  refused: { code: number; message: string } | null;
};
export type NewTap = Omit<Tap, 'order' | 'refused'>;

export type Running = {
  classId: number;
  since: string;
  /** Null while the server has not heard of it. */
  lessonId: number | null;
  startKey: string | null;
};

/** What is going on, as far as this phone knows: what the server says, and then what it has not heard yet. */
export function runningOf(
  open: Pick<Lesson, 'id' | 'class_id' | 'started_at'> | undefined,
  taps: readonly Tap[],
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
export const classNameIn = (taps: readonly Tap[], id: number) =>
  taps.find(({ classId }) => classId === id)?.className ?? '';
