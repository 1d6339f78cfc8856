import { sql } from 'drizzle-orm';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { ignoreDeletedAccount, type Quota } from '#server/domains/quota/quota.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { ClosedReason } from '#shared/voice/events.ts';
import type { SpokenLanguage, VoiceMode } from '#shared/voice/voice.ts';
import { reserveSlice } from '../call/slices.ts';

/** A process without a heartbeat for longer gets no calls, and its calls are ended. */
export const aliveSeconds = 5;

export type NewCall = {
  id: string;
  userId: number;
  threadId: number;
  mode: VoiceMode;
  language: SpokenLanguage;
};
/** The process of a call, and the seconds it may last before it has to reserve more. */
export type Placed = { processId: string; address: string; seconds: number };

/**
 * Claims capacity on the least loaded process and reserves the first seconds. Throws without capacity or
 * quota.
 */
export async function placeCall(tx: Tx, quota: Quota, call: NewCall): Promise<Placed> {
  await lockAccount(tx, call.userId);
  // Tried again when another call took the last capacity of the chosen process meanwhile.
  const process = (await claimCapacity(tx)) ?? (await claimCapacity(tx));
  if (!process) throw new AppError('voiceBusy');
  return {
    ...(await insertCall(tx, quota, call, process.id)),
    processId: process.id,
    address: process.address,
  };
}

async function claimCapacity(tx: Tx) {
  const { rows } = await tx.execute<{ id: string; address: string }>(sql`
    update voice_processes set calls = calls + 1
    where calls < capacity and not is_draining and id = (
      select id from voice_processes
      where calls < capacity and not is_draining and seen_at > now() - make_interval(secs => ${aliveSeconds})
      order by calls::float8 / capacity, random() limit 1 for update)
    returning id, address`);
  return rows[0];
}

/** For a call handled by an upstream endpoint, which has no voice process: the web process watches it. */
export const placeUpstream = (tx: Tx, quota: Quota, call: NewCall) => insertCall(tx, quota, call, null);

async function insertCall(tx: Tx, quota: Quota, call: NewCall, processId: string | null) {
  const { id, userId, threadId, mode, language } = call;
  const { reservationId, seconds } = await reserveSlice(tx, quota, { userId, callId: id, from: 0 });
  await tx.execute(sql`
    insert into voice_calls (id, user_id, process_id, thread_id, mode, language, slice_seconds, reservation_id, watched_until)
    values (${id}, ${userId}, ${processId}, ${threadId}, ${mode}, ${language}, ${seconds}, ${reservationId},
      case when ${processId}::uuid is null then now() + interval '30 s' end)`);
  return { seconds };
}

type Ended = {
  user_id: number;
  process_id: string | null;
  reservation_id: number | null;
  used_seconds: number;
  slice_from: number;
  slice_seconds: number;
};

/**
 * The only way to end a call: frees its capacity and settles its seconds, in one transaction and once.
 * Without `usedSeconds` the last report counts, as when a process died. False when the call was already
 * ended.
 */
export async function endCall(
  tx: Tx,
  quota: Quota,
  { id, reason, usedSeconds }: { id: string; reason: ClosedReason; usedSeconds?: number | undefined },
): Promise<boolean> {
  const { rows } = await tx.execute<Ended>(sql`
    update voice_calls set ended_at = now(), ended_reason = ${reason},
      used_seconds = least(slice_from + slice_seconds, greatest(used_seconds, ${usedSeconds ?? 0}))
    where id = ${id} and ended_at is null
    returning user_id::float8 as user_id, process_id, reservation_id::float8 as reservation_id, used_seconds,
      slice_from, slice_seconds`);
  const [row] = rows;
  if (!row) return false;
  // Locks the process row before the quota ledger, in the same order as starting a call.
  if (row.process_id !== null)
    await tx.execute(
      sql`update voice_processes set calls = calls - 1 where id = ${row.process_id} and calls > 0`,
    );
  if (row.reservation_id !== null)
    await ignoreDeletedAccount(
      quota.settle(tx, row.reservation_id, Math.max(0, row.used_seconds - row.slice_from)),
    );
  return true;
}

/** Saves the seconds used by calls; returns the ids of those still live. */
export async function reportUse(
  db: Db,
  uses: readonly { id: string; usedSeconds: number }[],
): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    update voice_calls set used_seconds = greatest(used_seconds, least(slice_from + slice_seconds, reported.used))
    from unnest(${sql.param(uses.map(({ id }) => id))}::uuid[],
      ${sql.param(uses.map(({ usedSeconds }) => usedSeconds))}::int[]) as reported (id, used)
    where voice_calls.id = reported.id and ended_at is null
    returning voice_calls.id`);
  return new Set(rows.map(({ id }) => id));
}

export type LiveCall = { id: string; address: string | null; upstreamId: string };

/** The running call of a user, if any. */
export async function liveCallOf(db: Db, userId: number): Promise<LiveCall | undefined> {
  const { rows } = await db.execute<{ id: string; address: string | null; upstream_id: string }>(sql`
    select calls.id, processes.address, upstream_id from voice_calls calls
    left join voice_processes processes on processes.id = calls.process_id
    where user_id = ${userId} and ended_at is null`);
  const [row] = rows;
  return row && { id: row.id, address: row.address, upstreamId: row.upstream_id };
}
