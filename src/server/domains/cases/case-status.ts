import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { type CaseStatus, caseStatus } from '#shared/cases.ts';
import { caseChildren, cases } from './tables.ts';

/** The job for a case that was just posted; the market tells those who look for such cases. */
export const caseShown = { name: 'case-shown', payload: z.object({ case: z.int() }), maxAttempts: 5 };

export async function caseById(db: Db | Tx, id: number) {
  const [row] = await db.select().from(cases).where(eq(cases.id, id));
  if (!row) throw new AppError('notFound');
  return row;
}

/** Locks a case until the transaction ends. The accounts must be locked already. */
export async function lockCase(tx: Tx, id: number) {
  const [row] = await tx.select().from(cases).where(eq(cases.id, id)).for('no key update');
  if (!row) throw new AppError('notFound');
  return row;
}

/** Locks several cases in id order, which avoids deadlocks. */
export async function lockCases(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return;
  await tx
    .select({ id: cases.id })
    .from(cases)
    .where(inArray(cases.id, [...ids]))
    .orderBy(asc(cases.id))
    .for('no key update');
}

export async function moveCase(tx: Tx, id: number, status: CaseStatus) {
  await tx
    .update(cases)
    .set({
      status,
      updatedAt: sql`now()`,
      ...(status === caseStatus.matched && { matchedAt: sql`coalesce(${cases.matchedAt}, now())` }),
    })
    .where(eq(cases.id, id));
}

/** Puts an ended case online again, unless it has no children left. */
export async function reopenCase(tx: Tx, id: number) {
  const [inIt] = await tx.select().from(caseChildren).where(eq(caseChildren.caseId, id)).limit(1);
  if (!inIt) throw new AppError('caseClosed');
  await tx
    .update(cases)
    .set({ status: caseStatus.online, updatedAt: sql`now()` })
    .where(and(eq(cases.id, id), eq(cases.status, caseStatus.ended)));
}
