import { setTimeout as sleep } from 'node:timers/promises';
import type { CodeName } from '#shared/codes/codes.ts';
import { AppError } from '../http/errors.ts';
import type { Database, Tx } from './db.ts';

/** The error code for the loser of a race, by the name of the violated constraint. */
export type Lost = Record<string, CodeName>;
/** Serialization failure and deadlock: nothing was changed, and a retry will succeed. */
const retryable = new Set(['40001', '40P01']);
const maxTries = 4;
const pauseMs = 100;

/**
 * Runs a transaction of the marketplace and retries it after a deadlock. Accounts are locked before cases,
 * and cases in order, which avoids deadlocks, except when a user who applies or invites is deleted or banned
 * while the case is settled.
 */
export async function transactionWithRetry<T>(
  { transaction }: Database,
  work: (tx: Tx) => Promise<T>,
  lost: Lost = {},
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction(work);
    } catch (error) {
      const { code, constraint } = fromPostgres(error);
      const lostCode = constraint && lost[constraint];
      if (lostCode) throw new AppError(lostCode, { cause: error });
      if (!code || !retryable.has(code) || tries === maxTries) throw error;
      // Without a pause it could lock its row again before the other transaction wakes, and both would
      // deadlock again.
      await sleep(pauseMs * (tries + Math.random()));
    }
  }
}

/** PostgreSQL's own error inside the errors that wrap it. */
function fromPostgres(error: unknown): { code?: string; constraint?: string } {
  for (let inner = error; inner instanceof Error; inner = inner.cause)
    if ('severity' in inner && 'code' in inner)
      return inner as Error & { code?: string; constraint?: string };
  return {};
}
