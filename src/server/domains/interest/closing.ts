import { and, eq, or, sql } from 'drizzle-orm';
import { keepWhoStays, sideOf } from '#server/domains/accounts/hold-account.ts';
import { holdCases } from '#server/domains/cases/case-status.ts';
import { tell } from '#server/domains/messages/notices.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { type InterestRow, interests } from './tables.ts';

const closed = { status: 'closed' as const, decidedAt: sql`now()` };
const pending = eq(interests.status, 'pending');

/** The tutors who apply to a case or are invited to it. */
export async function waitingTutors(db: Db | Tx, caseId: number): Promise<number[]> {
  const rows = await db
    .select({ id: interests.tutorUserId })
    .from(interests)
    .where(and(eq(interests.caseId, caseId), pending));
  return rows.map(({ id }) => id);
}

/** Whoever still waits at this case is told that it is over. The case is held. */
export async function closeCase(tx: Tx, caseId: number) {
  const over = await tx
    .update(interests)
    .set(closed)
    .where(and(eq(interests.caseId, caseId), pending))
    .returning();
  for (const row of over) await tellClosed(tx, row.tutorUserId, row);
}

/** Whatever somebody who leaves asked or was asked is over; the other sides are told. Their account is held. */
export async function closeAllOf(tx: Tx, userId: number) {
  const theirs = and(or(eq(interests.familyUserId, userId), eq(interests.tutorUserId, userId)), pending);
  const rows = await tx.select({ caseId: interests.caseId }).from(interests).where(theirs);
  await holdCases(
    tx,
    rows.map(({ caseId }) => caseId),
  );
  const over = await tx.update(interests).set(closed).where(theirs).returning();
  const other = (row: InterestRow) => (sideOf(row, userId) === 'family' ? row.tutorUserId : row.familyUserId);
  // Two who leave at the same moment do not wait for each other.
  const staying = await keepWhoStays(tx, over.map(other));
  for (const row of over) if (staying.has(other(row))) await tellClosed(tx, other(row), row);
}

const tellClosed = (tx: Tx, userId: number, { id, caseId }: InterestRow) =>
  tell(tx, { userId, kind: 'interest_closed', params: { interest: id, case: caseId } });
