import { sql } from 'drizzle-orm';
import type { Database } from '#server/ground/db/db.ts';

const atOnce = 1_000;

const over = [
  { table: sql`sms_codes`, when: sql`expires_at < now()` },
  // A clock that is a little behind ours must not take an expired proof for a new one.
  { table: sql`sms_proofs`, when: sql`expires_at < now() - interval '10 minutes'` },
  { table: sql`sms_messages`, when: sql`at < now() - interval '2 days'` },
  { table: sql`sms_refusals`, when: sql`day < current_date - 90` },
];

/** What is over goes, a bounded piece at a time; several processes may do so at once. */
export async function tidySms(database: Database) {
  for (const { table, when } of over)
    await database.transaction((tx) =>
      tx.execute(sql`
        delete from ${table} where ctid = any(array(
          select ctid from ${table} where ${when} limit ${atOnce} for update skip locked))`),
    );
}
