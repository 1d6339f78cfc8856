import type { Database, Tx } from '#server/ground/db/db.ts';

type Request<Answer> = () => Promise<Answer>;

/**
 * Starts requests one after the other while a transaction holds the lock they need, and commits once all of
 * them wait for that lock. This makes the order in which they continue, and what they see, deterministic.
 */
export async function whileLocked<Answer>(
  database: Database,
  lock: (tx: Tx) => Promise<unknown>,
  requests: readonly Request<Answer>[],
  beforeCommit: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<Answer[]> {
  return database
    .transaction(async (tx) => {
      await lock(tx);
      const answers: Promise<Answer>[] = [];
      for (const begin of requests) {
        answers.push(begin());
        await untilWaiting(database, answers.length);
      }
      await beforeCommit(tx);
      return answers;
    })
    .then((answers) => Promise.all(answers));
}

/** Resolves when `count` transactions wait for a lock. */
export async function untilWaiting(database: Database, count: number) {
  for (let turn = 0; turn < 3000; turn++) {
    const { rowCount } = await database.pool.query(`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`);
    if (rowCount === count) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${count} requests were to wait for what is held, and do not`);
}
