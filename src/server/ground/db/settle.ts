import { setTimeout as sleep } from 'node:timers/promises';
import type { CodeName } from '#shared/codes/codes.ts';
import { AppError } from '../http/errors.ts';
import type { Database, Tx } from './db.ts';

/** What the loser is told when the database itself decides who was first, by the constraint that decides. */
export type Lost = Record<string, CodeName>;
/** Serialization failure and deadlock: nothing was done, and the same again will do. */
const again = new Set(['40001', '40P01']);
const mostTries = 4;
const pauseMs = 100;

/**
 * One transaction of the marketplace. Accounts are held before cases and cases in order, so nobody waits in a circle;
 * the one way left is a person who asks, and is deleted or banned, in the moment in which the case is settled.
 */
export async function settle<T>(
  { transaction }: Database,
  work: (tx: Tx) => Promise<T>,
  lost: Lost = {},
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction(work);
    } catch (error) {
      const { code, constraint } = fromPostgres(error);
      const told = constraint && lost[constraint];
      if (told) throw new AppError(told, { cause: error });
      if (!code || !again.has(code) || tries === mostTries) throw error;
      // At once it could take its row again before the other wakes, and both would stand where they stood.
      await sleep(pauseMs * (tries + Math.random()));
    }
  }
}

/** PostgreSQL's own words, under whatever was wrapped around them. */
function fromPostgres(error: unknown): { code?: string; constraint?: string } {
  for (let inner = error; inner instanceof Error; inner = inner.cause)
    if ('severity' in inner && 'code' in inner)
      return inner as Error & { code?: string; constraint?: string };
  return {};
}
