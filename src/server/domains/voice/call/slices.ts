import { sql } from 'drizzle-orm';
import type { Quota } from '#server/domains/quota/quota.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';

/**
 * Seconds are reserved in slices, so that two calls never spend the same ones, and settled as they are used.
 */
const sliceSeconds = 60;
/** A day: calls of a dead process are settled long before. A lapsed reservation would not be charged. */
const holdSeconds = 24 * 3600;
const maxAttempts = 3;

export type Slice = { reservationId: number; seconds: number };

/** Reserves a full slice or what is left. Throws quotaUsedUp when nothing is left. */
export async function reserveSlice(
  tx: Tx,
  quota: Quota,
  { userId, callId, from }: { userId: number; callId: string; from: number },
): Promise<Slice> {
  let seconds = sliceSeconds;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const key = `call ${callId} from ${from} for ${seconds}`;
      const options = { userId, kind: 'voice', amount: seconds, key, holdSeconds };
      return { reservationId: await quota.reserve(tx, options), seconds };
    } catch (error) {
      const left = remainingIn(error);
      if (left === undefined || left < 1 || attempt === maxAttempts) throw error;
      seconds = Math.min(seconds - 1, left);
    }
  }
}

function remainingIn(error: unknown) {
  if (!(error instanceof AppError) || error.code !== 'quotaUsedUp') return undefined;
  const left = error.details?.remaining;
  return typeof left === 'number' ? left : undefined;
}

/**
 * Settles what was used of the current slice and reserves the next. Undefined when the call has ended
 * meanwhile. Throws quotaUsedUp, which rolls back the settlement, when nothing is left.
 */
export async function nextSlice(
  tx: Tx,
  quota: Quota,
  { callId, usedSeconds }: { callId: string; usedSeconds: number },
): Promise<{ from: number; seconds: number } | undefined> {
  const { rows } = await tx.execute<Row>(sql`
    select user_id::float8 as user_id, reservation_id::float8 as reservation_id, slice_from, slice_seconds
    from voice_calls where id = ${callId} and ended_at is null for update`);
  const [row] = rows;
  if (!row) return undefined;
  const used = Math.min(row.slice_seconds, Math.max(0, usedSeconds - row.slice_from));
  if (row.reservation_id !== null) await quota.settle(tx, row.reservation_id, used);
  const from = row.slice_from + used;
  const slice = await reserveSlice(tx, quota, { userId: row.user_id, callId, from });
  await tx.execute(sql`
    update voice_calls set slice_from = ${from}, slice_seconds = ${slice.seconds},
      reservation_id = ${slice.reservationId}, used_seconds = greatest(used_seconds, ${from})
    where id = ${callId}`);
  return { from, seconds: slice.seconds };
}

type Row = {
  user_id: number;
  reservation_id: number | null;
  slice_from: number;
  slice_seconds: number;
};

/** Deletes the thread of a call in which nothing was said. */
export const removeEmptyThread = (db: Db, threadId: number) =>
  db.execute(sql`
    delete from chat_threads
    where id = ${threadId} and not exists (select from chat_messages where thread_id = ${threadId})`);
