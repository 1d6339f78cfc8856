import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '../../src/shared/codes/codes.ts';

/** done; told: refused with a message that says to come back; broken: anything else that a person would see. */
export type Outcome = 'done' | 'told' | 'broken';
type Event = { begun: number; ended: number; outcome: Outcome };

/** Messages that say, in the visitor's language, that something is away for a moment. */
const comeBack = new Set<unknown>(
  [codes.notReady, codes.tooSlow, codes.voiceUnavailable, codes.voiceBusy, codes.assistantUnavailable].map(
    ({ code }) => code,
  ),
);

export type Timeline = ReturnType<typeof createTimeline>;

/** What people met, of one kind of thing that they do. */
export function createTimeline(name: string) {
  const events: Event[] = [];
  const broken: string[] = [];

  /** Once; true where it was done. */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    const begun = Date.now();
    try {
      await work();
      events.push({ begun, ended: Date.now(), outcome: 'done' });
      return true;
    } catch (error) {
      const isTold = comeBack.has((error as { code?: unknown }).code);
      events.push({ begun, ended: Date.now(), outcome: isTold ? 'told' : 'broken' });
      if (!isTold)
        broken.push(`${name}: ${(error as Error).message} ${String((error as Error).cause ?? '')}`);
      return false;
    }
  }

  return {
    name,
    broken,
    count: (outcome: Outcome) => events.filter((event) => event.outcome === outcome).length,
    attempt,
    /** As somebody does who is told to come back: again with the same key until it is done. */
    async untilDone(work: () => Promise<unknown>) {
      while (!(await attempt(work))) await sleep(250);
    },
    /** At fixed moments, whether the one before has ended or not. */
    async steadily(perSecond: number, isOver: () => boolean, work: (at: number) => Promise<unknown>) {
      const all: Promise<unknown>[] = [];
      const begun = Date.now();
      for (let at = 0; !isOver(); at++) {
        await sleep(Math.max(0, begun + (at * 1000) / perSecond - Date.now()));
        all.push(attempt(() => work(at)));
      }
      await Promise.all(all);
    },
    /** The longest time from then on in which nothing was done, in seconds. */
    outage(from: number, until: number) {
      const done = events
        .filter(({ outcome, ended }) => outcome === 'done' && ended >= from && ended <= until)
        .map(({ ended }) => ended)
        .sort((one, other) => one - other);
      const moments = [from, ...done];
      const gaps = moments.slice(1).map((moment, at) => moment - (moments[at] as number));
      return (done.length === 0 ? until - from : Math.max(...gaps)) / 1000;
    },
  };
}
