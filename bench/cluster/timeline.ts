import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '../../src/shared/codes/codes.ts';

/** done; told: refused with a message to try again; broken: any other error that a user would see. */
export type Outcome = 'done' | 'tryAgain' | 'broken';
type Event = { begun: number; ended: number; outcome: Outcome };

/** Error codes whose message says, in the visitor's language, that something is temporarily unavailable. */
const tryAgainCodes = new Set<unknown>(
  [codes.notReady, codes.tooSlow, codes.voiceUnavailable, codes.voiceBusy, codes.assistantUnavailable].map(
    ({ code }) => code,
  ),
);

export type Timeline = ReturnType<typeof createTimeline>;

/** Records the outcomes of one kind of user action. */
export function createTimeline(name: string) {
  const events: Event[] = [];
  const broken: string[] = [];

  /** Tries once; returns whether it succeeded. */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    const begun = Date.now();
    try {
      await work();
      events.push({ begun, ended: Date.now(), outcome: 'done' });
      return true;
    } catch (error) {
      const isTryAgain = tryAgainCodes.has((error as { code?: unknown }).code);
      events.push({ begun, ended: Date.now(), outcome: isTryAgain ? 'tryAgain' : 'broken' });
      if (!isTryAgain)
        broken.push(`${name}: ${(error as Error).message} ${String((error as Error).cause ?? '')}`);
      return false;
    }
  }

  return {
    name,
    broken,
    count: (outcome: Outcome) => events.filter((event) => event.outcome === outcome).length,
    attempt,
    /** Retries with the same key until it succeeds, like a user who is told to try again. */
    async untilDone(work: () => Promise<unknown>) {
      while (!(await attempt(work))) await sleep(250);
    },
    /** Starts attempts at a fixed rate, also if earlier ones are still running. */
    async steadily(perSecond: number, isOver: () => boolean, work: (at: number) => Promise<unknown>) {
      const all: Promise<unknown>[] = [];
      const begun = Date.now();
      for (let at = 0; !isOver(); at++) {
        await sleep(Math.max(0, begun + (at * 1000) / perSecond - Date.now()));
        all.push(attempt(() => work(at)));
      }
      await Promise.all(all);
    },
    /** The longest time without a success between `from` and `until`, in seconds. */
    outage(from: number, until: number) {
      const done = events
        .filter(({ outcome, ended }) => outcome === 'done' && ended >= from && ended <= until)
        .map(({ ended }) => ended)
        .sort((one, other) => one - other);
      const times = [from, ...done];
      const gaps = times.slice(1).map((time, at) => time - (times[at] as number));
      return (done.length === 0 ? until - from : Math.max(...gaps)) / 1000;
    },
  };
}
