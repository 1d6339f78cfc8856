import { and, eq, sql } from 'drizzle-orm';
import { cases } from '#server/domains/cases/tables.ts';
import { closeAllOf } from '#server/domains/interest/closing.ts';
import { tutorListings } from '#server/domains/tutors/tables.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { caseStatus } from '#shared/cases.ts';

/** Takes the cases and the listing of a user offline, and closes what others wait for. */
export async function retire(tx: Tx, userId: number) {
  await closeAllOf(tx, userId);
  await tx
    .update(cases)
    .set({ status: caseStatus.offline, updatedAt: sql`now()` })
    .where(and(eq(cases.userId, userId), eq(cases.status, caseStatus.online)));
  await tx.update(tutorListings).set({ isListed: false }).where(eq(tutorListings.userId, userId));
}
