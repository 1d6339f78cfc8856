import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';

/** The advisory lock key; any constant, as long as every version of the product uses the same one. */
const lockKey = '7223372036854770003';

/** However many processes start at once and however slow the machine is: the others wait for the first. */
export async function lockSeed(tx: Tx) {
  await tx.execute(
    sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`,
  );
  await tx.execute(sql`select pg_advisory_xact_lock(${lockKey}::bigint)`);
}

/** Whether it is there already, in this edition. */
export async function isSeeded(db: Db | Tx, name: string, edition = '1') {
  const { rows } = await db.execute(
    sql`select from seeds where name = ${name} and content_hash = ${edition}`,
  );
  return rows.length > 0;
}

export async function noteSeeded(tx: Tx, name: string, edition = '1') {
  await tx.execute(sql`
    insert into seeds (name, content_hash) values (${name}, ${edition})
    on conflict (name) do update set content_hash = excluded.content_hash, seeded_at = now()`);
}
