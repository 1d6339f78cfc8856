import { and, eq, sql } from 'drizzle-orm';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import type { SavedDraft } from '#shared/cases.ts';
import { caseDrafts, cases } from './tables.ts';

type Row = typeof caseDrafts.$inferSelect;
const draftOf = ({ key, form, savedAt }: Row): SavedDraft => ({ key, form, saved_at: savedAt.toISOString() });

export async function readDraft(db: Db | Tx, userId: number): Promise<SavedDraft | null> {
  const [row] = await db.select().from(caseDrafts).where(eq(caseDrafts.userId, userId));
  return row ? draftOf(row) : null;
}

/** The last writer wins. What arrives after its case was posted is not kept: it would come back as a second case. */
export async function keepDraft(
  tx: Tx,
  userId: number,
  { key, form }: Pick<SavedDraft, 'key' | 'form'>,
): Promise<SavedDraft | null> {
  await lockAccount(tx, userId);
  const posted = await tx.$count(cases, and(eq(cases.userId, userId), eq(cases.idempotencyKey, key)));
  if (posted > 0) return null;
  const [row] = await tx
    .insert(caseDrafts)
    .values({ userId, key, form })
    .onConflictDoUpdate({ target: caseDrafts.userId, set: { key, form, savedAt: sql`now()` } })
    .returning();
  if (!row) throw new Error('a kept draft came back empty');
  return draftOf(row);
}

/** Without a key whatever is there; with one only the draft of that case. */
export async function dropDraft(tx: Db | Tx, userId: number, key?: string) {
  const own = eq(caseDrafts.userId, userId);
  await tx.delete(caseDrafts).where(key === undefined ? own : and(own, eq(caseDrafts.key, key)));
}
