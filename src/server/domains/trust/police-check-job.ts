import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { keepAccounts } from '#server/domains/accounts/hold-account.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import { endCheck, isOpen, openUntil } from './police-check-steps.ts';
import { type PoliceCheckRow, policeChecks } from './tables.ts';

/** A code that nobody used does not stay, nor does a question that nobody answered. */
export const endPoliceCheck = defineJob({
  name: 'end_police_check',
  payload: z.object({ check: z.int() }),
  async run({ check }, { database }) {
    await database.transaction(async (tx) => {
      const [peek] = await tx.select().from(policeChecks).where(eq(policeChecks.id, check));
      if (!peek) return;
      const sides = [peek.familyUserId, peek.tutorUserId];
      await keepAccounts(tx, sides);
      const [row] = await tx.select().from(policeChecks).where(eq(policeChecks.id, check)).for('update');
      if (row && openUntil(row) && !isOpen(row)) await endCheck(tx, row, sides);
    });
  },
});

/** Ends it when its time has come; asked again, the later time counts. */
export const watchCheck = (tx: Tx, row: PoliceCheckRow) =>
  addJob(
    tx,
    endPoliceCheck,
    { check: row.id },
    { key: `police check ${row.id}`, runAt: openUntil(row) ?? new Date() },
  );
