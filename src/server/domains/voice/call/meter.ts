import type { Logger } from 'pino';
import type { Quota } from '#server/domains/quota/quota.ts';
import type { Database } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { plainError } from '#server/ground/log/log.ts';
import { nextSlice } from './slices.ts';

/** The next slice is reserved this long before the current one is used up. */
const reserveAheadSeconds = 15;
const warnings = [60, 10] as const;
const reportEverySeconds = 60;

type Options = {
  database: Database;
  quota: Quota;
  log: Pick<Logger, 'warn'>;
  callId: string;
  userId: number;
  seconds: number;
  /** Whole seconds that the call has used. */
  used: () => number;
  remaining: (seconds: number, isWarning: boolean) => void;
  usedUp: () => void;
};

/** Meters one call: reserves the next slice in time, warns, and reports when no seconds are left. */
export function createMeter({ database, quota, log, callId, userId, seconds, ...call }: Options) {
  let reserved = seconds;
  /** Seconds that could still be reserved; -1: unlimited. */
  let available = 0;
  let isReserving = false;
  let isLast = false;
  let nextReport = 0;
  const warned = new Set<number>();

  const readAvailable = async () => {
    const allowance = await quota.allowanceOf(database.db, userId, 'voice');
    available = allowance.is_unlimited ? -1 : allowance.usable_count;
    isLast = available === 0;
  };
  const left = () => (available === -1 ? -1 : reserved - call.used() + available);

  async function reserveMore() {
    isReserving = true;
    try {
      const slice = await database.transaction((tx) =>
        nextSlice(tx, quota, { callId, usedSeconds: call.used() }),
      );
      if (slice) reserved = slice.from + slice.seconds;
      await readAvailable();
    } catch (error) {
      if (error instanceof AppError && error.code === 'quotaUsedUp') isLast = true;
      // The reserved seconds remain; reserving is retried while they last.
      else log.warn({ err: plainError(error) }, 'no more seconds of voice could be held; trying again');
    } finally {
      isReserving = false;
    }
  }

  return {
    /** Reads how much is available beyond the first slice. */
    open: readAvailable,
    left,
    /** Called once a second. */
    tick() {
      const used = call.used();
      if (used >= reserved && !isReserving) return call.usedUp();
      if (reserved - used <= reserveAheadSeconds && !isLast && !isReserving) void reserveMore();
      const remaining = left();
      if (remaining === -1) return;
      const due = warnings.find((limit) => remaining <= limit && !warned.has(limit));
      if (due !== undefined) {
        for (const limit of warnings) if (remaining <= limit) warned.add(limit);
        call.remaining(Math.max(0, remaining), true);
      } else if (used >= nextReport) call.remaining(remaining, false);
      if (used >= nextReport) nextReport = used + reportEverySeconds;
    },
  };
}
