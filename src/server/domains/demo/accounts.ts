import { sql } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';

/** Accounts without a number, so that nobody can log in to them. */
export async function addAccounts(tx: Tx, count: number, identity: 1 | 2) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into users (last_identity, product_since)
    select ${identity}, now() from generate_series(1, ${count}) returning id`);
  return rows.map(({ id }) => Number(id));
}
