import { sql } from 'drizzle-orm';
import { holdAccount } from '#server/domains/accounts/hold-account.ts';
import { type Quota, unlessForgotten } from '#server/domains/quota/quota.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { ClosedReason } from '#shared/voice/events.ts';
import type { SpokenLanguage, VoiceMode } from '#shared/voice/voice.ts';
import { holdSlice } from '../call/slices.ts';

/** Silent for longer, a process gets no calls and those it had are ended. */
export const aliveSeconds = 5;

export type NewCall = {
  id: string;
  userId: number;
  threadId: number;
  mode: VoiceMode;
  language: SpokenLanguage;
};
/** Where a call is, and how many seconds it may last before it has to ask for more. */
export type Placed = { processId: string; address: string; seconds: number };

/** Takes a place on the process with the most room and the first seconds. Throws where there is no room or no quota. */
export async function placeCall(tx: Tx, quota: Quota, call: NewCall): Promise<Placed> {
  await holdAccount(tx, call.userId);
  // Again where somebody took the last place of the one that was chosen meanwhile.
  const process = (await takePlace(tx)) ?? (await takePlace(tx));
  if (!process) throw new AppError('voiceBusy');
  return {
    ...(await insertCall(tx, quota, call, process.id)),
    processId: process.id,
    address: process.address,
  };
}

async function takePlace(tx: Tx) {
  const { rows } = await tx.execute<{ id: string; address: string }>(sql`
    update voice_processes set calls = calls + 1
    where calls < capacity and not is_draining and id = (
      select id from voice_processes
      where calls < capacity and not is_draining and seen_at > now() - make_interval(secs => ${aliveSeconds})
      order by calls::float8 / capacity, random() limit 1 for update)
    returning id, address`);
  return rows[0];
}

/** Of a call that an endpoint upstream has: this process watches it. */
export const placeUpstream = (tx: Tx, quota: Quota, call: NewCall) => insertCall(tx, quota, call, null);

async function insertCall(tx: Tx, quota: Quota, call: NewCall, processId: string | null) {
  const { id, userId, threadId, mode, language } = call;
  const { reservationId, seconds } = await holdSlice(tx, quota, { userId, callId: id, from: 0 });
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
 * The one way a call ends, whoever ends it: its place is free again and what was used is settled, all or nothing and
 * once. Without `usedSeconds` what was last reported counts: so much is lost to nobody when a process dies. False:
 * somebody else has ended it.
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
  // The process before the ledger, as whoever begins a call locks them.
  if (row.process_id !== null)
    await tx.execute(
      sql`update voice_processes set calls = calls - 1 where id = ${row.process_id} and calls > 0`,
    );
  if (row.reservation_id !== null)
    await unlessForgotten(
      quota.settle(tx, row.reservation_id, Math.max(0, row.used_seconds - row.slice_from)),
    );
  return true;
}

/** What a live call has used so far; which of them are still live. */
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

/** The call somebody is in, if any. */
export async function liveCallOf(db: Db, userId: number): Promise<LiveCall | undefined> {
  const { rows } = await db.execute<{ id: string; address: string | null; upstream_id: string }>(sql`
    select calls.id, processes.address, upstream_id from voice_calls calls
    left join voice_processes processes on processes.id = calls.process_id
    where user_id = ${userId} and ended_at is null`);
  const [row] = rows;
  return row && { id: row.id, address: row.address, upstreamId: row.upstream_id };
}
