import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Quota } from '#server/domains/quota/quota.ts';
import type { Database, Db } from '#server/ground/db/db.ts';
import { plainError } from '#server/ground/log/log.ts';
import type { SpokenLanguage, Voice } from '#shared/voice/voice.ts';
import { aliveSeconds, endCall, reportUse } from './call-rows.ts';

const heartbeatMs = 1_000;
const reportEveryHeartbeats = 5;
/** A call whose offer never reached this process, or was refused without anyone recording it. */
const strandedSeconds = 30;

/** An upstream call whose watcher died is first left to other web processes, which can also hang it up. */
const unwatchedSeconds = 30;

/** Speech services of a process; `voice_list` shows those of all processes together. */
export type Speech = { voices: Omit<Voice, 'is_recognised'>[]; languages: readonly SpokenLanguage[] };

type OwnCalls = {
  /** The calls of this process and the seconds each has used. */
  uses(): { id: string; usedSeconds: number }[];
  /** The call was ended by another process. */
  drop(id: string): void;
};

type Options = {
  database: Database;
  quota: Quota;
  log: Pick<Logger, 'warn'>;
  id: string;
  /** A dead process whose calls this one may end at once. */
  insteadOf?: string | undefined;
  address: string;
  capacity: number;
  speech: Speech;
  calls: OwnCalls;
};

/**
 * Registers this process for calls, sends heartbeats and usage reports, and settles calls of dead processes.
 */
export async function register(options: Options) {
  const { database, quota, log, id, insteadOf, address, capacity, speech, calls } = options;
  const { db } = database;
  let isDraining = false;
  let heartbeats = 0;
  const saveHeartbeat = () =>
    db.execute(sql`
      insert into voice_processes (id, address, capacity, is_draining, speech)
      values (${id}, ${address}, ${capacity}, ${isDraining}, ${JSON.stringify(speech)}::jsonb)
      on conflict (id) do update set seen_at = now(), is_draining = ${isDraining}`);
  if (insteadOf) await markProcessDead(db, insteadOf);
  await saveHeartbeat();

  async function report() {
    const uses = calls.uses();
    if (uses.length === 0) return;
    const live = await reportUse(db, uses);
    for (const use of uses) if (!live.has(use.id)) calls.drop(use.id);
  }

  async function heartbeat() {
    await saveHeartbeat();
    heartbeats += 1;
    if (heartbeats % reportEveryHeartbeats === 0) await report();
    await sweep(database, quota, { id, isKnown: (callId) => calls.uses().some((use) => use.id === callId) });
  }

  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(heartbeat)
      .catch((error) =>
        log.warn({ err: plainError(error) }, 'the voice process could not show that it lives'),
      );
  }, heartbeatMs);

  return {
    report,
    /** Takes no new calls from now on. */
    async drain() {
      isDraining = true;
      await saveHeartbeat();
    },
    async close() {
      clearInterval(timer);
      await running;
      await db.execute(sql`delete from voice_processes where id = ${id}`);
    },
  };
}

/** Ends calls of dead processes by their last report, and calls that never arrived here. */
async function sweep(
  database: Database,
  quota: Quota,
  own: { id: string; isKnown: (callId: string) => boolean },
) {
  const { rows } = await database.db.execute<{ id: string; is_own: boolean }>(sql`
    select calls.id, calls.process_id = ${own.id} as is_own from voice_calls calls
    left join voice_processes processes on processes.id = calls.process_id
    where calls.ended_at is null and case
      when calls.process_id is null then calls.watched_until < now() - make_interval(secs => ${unwatchedSeconds})
      when calls.process_id = ${own.id} then calls.begun_at < now() - make_interval(secs => ${strandedSeconds})
      else processes.id is null or processes.seen_at < now() - make_interval(secs => ${aliveSeconds}) end`);
  for (const { id, is_own } of rows)
    if (!is_own || !own.isKnown(id))
      await database.transaction((tx) => endCall(tx, quota, { id, reason: 'failed' }));
  await database.db.execute(
    sql`delete from voice_processes where seen_at < now() - make_interval(secs => ${aliveSeconds * 4})`,
  );
}

/**
 * Marks a process as dead: it gets no more calls, and its calls are ended. A live one shows itself again
 * within a second.
 */
export const markProcessDead = (db: Db, id: string) =>
  db.execute(sql`update voice_processes set seen_at = '-infinity' where id = ${id}`);

/** Whether another process can take calls. */
export async function isAnotherThere(db: Db, id: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from voice_processes
    where id <> ${id} and not is_draining and seen_at > now() - make_interval(secs => ${aliveSeconds})`);
  return rows.length > 0;
}

/** The speech services of all live processes together. Undefined when no process is live. */
export async function availableSpeech(db: Db): Promise<Speech | undefined> {
  const { rows } = await db.execute<{ speech: Speech }>(sql`
    select speech from voice_processes
    where not is_draining and seen_at > now() - make_interval(secs => ${aliveSeconds}) order by id`);
  if (rows.length === 0) return undefined;
  const voices = new Map(
    rows.flatMap(({ speech }) => speech.voices.map((voice) => [voice.id, voice] as const)),
  );
  return {
    voices: [...voices.values()],
    languages: [...new Set(rows.flatMap(({ speech }) => speech.languages))],
  };
}

/** Number of running calls, and the capacity of all live processes. */
export async function callLoad(db: Db): Promise<{ calls: number; capacity: number }> {
  const { rows } = await db.execute<{ calls: number; capacity: number }>(sql`
    select (select count(*)::int from voice_calls where ended_at is null) as calls,
      (select coalesce(sum(capacity), 0)::int from voice_processes
       where not is_draining and seen_at > now() - make_interval(secs => ${aliveSeconds})) as capacity`);
  return rows[0] ?? { calls: 0, capacity: 0 };
}
