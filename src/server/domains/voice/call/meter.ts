import type { Logger } from 'pino';
import type { Quota } from '#server/domains/quota/quota.ts';
import type { Database } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { plainError } from '#server/ground/log/log.ts';
import { nextSlice } from './slices.ts';

/** Before the slice that is held is used up, the next is asked for. */
const askBeforeSeconds = 15;
const warnings = [60, 10] as const;
const tellEverySeconds = 60;

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

/** Watches over the seconds of one call: holds the next slice in time, warns, and says when there are none left. */
export function createMeter({ database, quota, log, callId, userId, seconds, ...call }: Options) {
  let held = seconds;
  /** What could be held besides; -1: without limit. */
  let beyond = 0;
  let isAsking = false;
  let isLast = false;
  let nextTell = 0;
  const warned = new Set<number>();

  const readBeyond = async () => {
    const allowance = await quota.allowanceOf(database.db, userId, 'voice');
    beyond = allowance.is_unlimited ? -1 : allowance.usable_count;
    isLast = beyond === 0;
  };
  const left = () => (beyond === -1 ? -1 : held - call.used() + beyond);

  async function askForMore() {
    isAsking = true;
    try {
      const slice = await database.transaction((tx) =>
        nextSlice(tx, quota, { callId, usedSeconds: call.used() }),
      );
      if (slice) held = slice.from + slice.seconds;
      await readBeyond();
    } catch (error) {
      if (error instanceof AppError && error.code === 'quotaUsedUp') isLast = true;
      // What is held is still there; it is asked for again while it lasts.
      else log.warn({ err: plainError(error) }, 'no more seconds of voice could be held; trying again');
    } finally {
      isAsking = false;
    }
  }

  return {
    /** Reads what there is beyond the first slice. */
    open: readBeyond,
    left,
    /** Once a second. */
    tick() {
      const used = call.used();
      if (used >= held && !isAsking) return call.usedUp();
      if (held - used <= askBeforeSeconds && !isLast && !isAsking) void askForMore();
      const remaining = left();
      if (remaining === -1) return;
      const due = warnings.find((limit) => remaining <= limit && !warned.has(limit));
      if (due !== undefined) {
        for (const limit of warnings) if (remaining <= limit) warned.add(limit);
        call.remaining(Math.max(0, remaining), true);
      } else if (used >= nextTell) call.remaining(remaining, false);
      if (used >= nextTell) nextTell = used + tellEverySeconds;
    },
  };
}
