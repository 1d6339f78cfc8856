import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database, Tx } from '#server/ground/db/db.ts';

const beatMs = 1_000;
/** A process that is silent for longer counts as dead, and its answers as interrupted. */
const aliveSeconds = 5;
const tidyEveryMs = 60 * 60 * 1000;

type PresenceOptions = {
  database: Database;
  log: Pick<Logger, 'warn'>;
  /** Ends one answer of a dead process. */
  interrupt: (tx: Tx, generationId: number) => Promise<void>;
  /** Other processes have declared this one dead and ended its answers. */
  onDeclaredDead: () => void;
  /** Answers of this process that should stop, in case the notification was lost. */
  onStopAsked: (generationIds: number[]) => void;
};

/** Sends the heartbeat of this process, and ends the answers of dead ones. */
export async function openHeartbeat({
  database,
  log,
  interrupt,
  onDeclaredDead,
  onStopAsked,
}: PresenceOptions) {
  const { pool } = database;
  let id = randomUUID();
  let tidiedAt = 0;
  const register = () => pool.query('insert into chat_processes (id) values ($1)', [id]);
  await register();

  async function beat() {
    const { rowCount } = await pool.query(
      'update chat_processes set seen_at = now() where id = $1 and not is_ended',
      [id],
    );
    if (rowCount === 0) {
      id = randomUUID();
      await register();
      onDeclaredDead();
    }
    const { rows: toStop } = await pool.query<{ id: string }>(
      `select id from chat_generations where process_id = $1 and state = 'running' and stop_asked_at is not null`,
      [id],
    );
    if (toStop.length > 0) onStopAsked(toStop.map((row) => Number(row.id)));
  }

  async function sweep() {
    const { rows } = await pool.query<{ process_id: string }>(`
      select distinct generations.process_id from chat_generations generations
      left join chat_processes processes on processes.id = generations.process_id
      where generations.state = 'running'
        and (processes.id is null or processes.is_ended or ${isSilent('processes')})`);
    for (const { process_id } of rows)
      await database.transaction((tx) => endProcess(tx, process_id, interrupt));
    if (Date.now() - tidiedAt < tidyEveryMs) return;
    tidiedAt = Date.now();
    await tidy(database);
  }

  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(async () => {
        if (stopped) return;
        await beat();
        await sweep();
      })
      .catch((error) => log.warn({ err: error }, 'the tutor could not show that it lives; trying again'));
  }, beatMs);
  timer.unref();

  return {
    id: () => id,
    sweep,
    async close() {
      stopped = true;
      clearInterval(timer);
      await running;
      await pool.query('update chat_processes set is_ended = true where id = $1', [id]);
    },
  };
}

const isSilent = (table: string) => `${table}.seen_at < now() - interval '${aliveSeconds} s'`;

/**
 * Locks the row against the chunk writer of that process: text stored before counts, and none is stored
 * afterwards.
 */
async function endProcess(tx: Tx, processId: string, interrupt: PresenceOptions['interrupt']) {
  const { rows } = await tx.execute<{ silent: boolean }>(sql`
    select is_ended or ${sql.raw(isSilent('chat_processes'))} as silent from chat_processes
    where id = ${processId} for update`);
  if (rows[0] && !rows[0].silent) return;
  await tx.execute(sql`update chat_processes set is_ended = true where id = ${processId}`);
  const { rows: cut } = await tx.execute<{ id: string }>(sql`
    select id from chat_generations where process_id = ${processId} and state = 'running' order by id
    for update skip locked`);
  for (const { id } of cut) await interrupt(tx, Number(id));
}

/**
 * Deletes what is no longer needed: threads of devices after 30 days, past trial counts, expired share codes,
 * ended processes, and chunks without a message.
 */
async function tidy({ pool }: Database) {
  await pool.query(
    `delete from chat_threads where device_id is not null and updated_at < now() - interval '30 days'`,
  );
  await pool.query(`delete from chat_trials where day < hong_kong_day() - 1`);
  await pool.query(`delete from chat_share_codes where expires_at < now()`);
  await pool.query(`delete from chat_processes where is_ended and seen_at < now() - interval '1 day'`);
  await pool.query(
    `delete from chat_chunks where not exists (select from chat_messages where id = chat_chunks.message_id)`,
  );
}
