import type { Database, Tx } from '#server/ground/db/db.ts';

type Waiting<Answer> = () => Promise<Answer>;

/**
 * Lets requests begin while a transaction holds what they need, one after the other as they are given, and ends it once
 * all of them wait for it: what they see and in which order they go on is then no matter of luck.
 */
export async function whileHeld<Answer>(
  database: Database,
  hold: (tx: Tx) => Promise<unknown>,
  waiting: readonly Waiting<Answer>[],
  before: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<Answer[]> {
  return database
    .transaction(async (tx) => {
      await hold(tx);
      const answers: Promise<Answer>[] = [];
      for (const begin of waiting) {
        answers.push(begin());
        await untilWaiting(database, answers.length);
      }
      await before(tx);
      return answers;
    })
    .then((answers) => Promise.all(answers));
}

/** Until so many transactions wait for what another holds. */
export async function untilWaiting(database: Database, count: number) {
  for (let turn = 0; turn < 500; turn++) {
    const { rowCount } = await database.pool.query(`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`);
    if (rowCount === count) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${count} requests were to wait for what is held, and do not`);
}
