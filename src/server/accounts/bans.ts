import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db.ts';

/** Whether one of a number's hashes (of every key) is banned now. */
export async function isBanned(db: Db | Tx, hashes: readonly Buffer[]): Promise<boolean> {
  const list = sql.join(
    hashes.map((hash) => sql`${hash}`),
    sql`, `,
  );
  const { rows } = await db.execute(
    sql`select from bans where phone_hash in (${list}) and lifted_at is null limit 1`,
  );
  return rows.length > 0;
}
