import { and, eq, or, sql } from 'drizzle-orm';
import { lockRemainingUsers, sideOf } from '#server/domains/accounts/lock-account.ts';
import { lockCases } from '#server/domains/cases/case-status.ts';
import { markDone, notify } from '#server/domains/messages/notices.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { type InterestRow, interests } from './tables.ts';

const closed = { status: 'closed' as const, decidedAt: sql`now()` };
const pending = eq(interests.status, 'pending');

/** The tutors with a pending application or invitation for a case. */
export async function waitingTutors(db: Db | Tx, caseId: number): Promise<number[]> {
  const rows = await db
    .select({ id: interests.tutorUserId })
    .from(interests)
    .where(and(eq(interests.caseId, caseId), pending));
  return rows.map(({ id }) => id);
}

/** Closes the pending interests of a case and tells their tutors why; answers how many. The case is locked. */
export async function closeCase(tx: Tx, caseId: number, because: 'matched' | 'offline') {
  const closedRows = await tx
    .update(interests)
    .set(closed)
    .where(and(eq(interests.caseId, caseId), pending))
    .returning();
  for (const row of closedRows) await notifyClosed(tx, row.tutorUserId, row, because);
  return closedRows.length;
}

/**
 * Closes the pending interests of a user who leaves and notifies the other sides. The user's account is
 * locked.
 */
export async function closeAllOf(tx: Tx, userId: number) {
  const theirs = and(or(eq(interests.familyUserId, userId), eq(interests.tutorUserId, userId)), pending);
  const rows = await tx.select({ caseId: interests.caseId }).from(interests).where(theirs);
  await lockCases(
    tx,
    rows.map(({ caseId }) => caseId),
  );
  const closedRows = await tx.update(interests).set(closed).where(theirs).returning();
  const other = (row: InterestRow) => (sideOf(row, userId) === 'family' ? row.tutorUserId : row.familyUserId);
  // Two users who leave at the same time must not wait for each other's lock.
  const staying = await lockRemainingUsers(tx, closedRows.map(other));
  for (const row of closedRows) if (staying.has(other(row))) await notifyClosed(tx, other(row), row);
}

/**
 * Closes the pending interests between two users, one of whom blocks the other, with the words of any other
 * closing. The two are locked as a pair.
 */
export async function closeBetween(tx: Tx, blocker: number, other: number) {
  const between = and(
    or(
      and(eq(interests.familyUserId, blocker), eq(interests.tutorUserId, other)),
      and(eq(interests.familyUserId, other), eq(interests.tutorUserId, blocker)),
    ),
    pending,
  );
  const rows = await tx.select({ caseId: interests.caseId }).from(interests).where(between);
  await lockCases(
    tx,
    rows.map(({ caseId }) => caseId),
  );
  const closedRows = await tx.update(interests).set(closed).where(between).returning();
  for (const row of closedRows) await notifyClosed(tx, other, row);
}

async function notifyClosed(tx: Tx, userId: number, row: InterestRow, because?: 'matched' | 'offline') {
  const { id, caseId, familyUserId, tutorUserId } = row;
  await markDone(tx, 'interest', { about: { interest: id }, people: [familyUserId, tutorUserId] });
  await notify(tx, { userId, kind: 'interest_closed', params: { interest: id, case: caseId, because } });
}
