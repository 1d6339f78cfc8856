import { sql } from 'drizzle-orm';
import type { Database } from '#server/ground/db/db.ts';
import { hongKongToday } from './gate.ts';
import { smsRefusals } from './tables.ts';

export type RefusalReason =
  | 'dial_code'
  | 'no_sender'
  | 'proof_missing'
  | 'proof_wrong'
  | 'proof_used'
  | 'number'
  | 'prefix'
  | 'address'
  | 'network'
  | 'dial_code_day'
  | 'budget'
  | 'gateway';

/**
 * Counts refusals for the operator. They come by the thousand when somebody attacks, so they are written together; a
 * process that dies loses the last few seconds of a figure nothing depends on.
 */
export function createRefusals(database: Database) {
  let waiting = new Map<RefusalReason, number>();
  return {
    count(reason: RefusalReason) {
      waiting.set(reason, (waiting.get(reason) ?? 0) + 1);
    },

    async flush() {
      if (waiting.size === 0) return;
      const batch = waiting;
      waiting = new Map();
      // In one order in every process, so that no two wait for each other.
      const rows = [...batch]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([reason, count]) => ({ day: sql<string>`${hongKongToday}`, reason, count }));
      try {
        await database.transaction((tx) =>
          tx
            .insert(smsRefusals)
            .values(rows)
            .onConflictDoUpdate({
              target: [smsRefusals.day, smsRefusals.reason],
              set: { count: sql`${smsRefusals.count} + excluded.count` },
            }),
        );
      } catch (error) {
        for (const [reason, count] of batch) waiting.set(reason, (waiting.get(reason) ?? 0) + count);
        throw error;
      }
    },
  };
}
