import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import type { SavedTutorDraft } from '#shared/tutors.ts';
import { tutorDrafts, tutorListings } from './tables.ts';

type Row = typeof tutorDrafts.$inferSelect;
const draftOf = ({ userId: _, savedAt, ...row }: Row): SavedTutorDraft => ({
  ...row,
  saved_at: savedAt.toISOString(),
});

export async function readDraft(db: Db | Tx, userId: number): Promise<SavedTutorDraft | null> {
  const [row] = await db.select().from(tutorDrafts).where(eq(tutorDrafts.userId, userId));
  return row ? draftOf(row) : null;
}

type Given = Pick<SavedTutorDraft, 'key' | 'form' | 'version'> & { seen: number | null };

/**
 * The last writer wins, and is given what another device had kept. What arrives after the listing was saved is not
 * kept: it would come back over what is newer.
 */
export async function keepDraft(tx: Tx, userId: number, { seen, key, form, version }: Given) {
  await lockAccount(tx, userId);
  const [listing] = await tx
    .select({ version: tutorListings.version })
    .from(tutorListings)
    .where(eq(tutorListings.userId, userId));
  if ((listing?.version ?? null) !== version) return { draft: null, replaced: null };
  const before = await readDraft(tx, userId);
  const isKnown = !before || (before.key === key && before.revision === seen);
  const next = { key, form, version, revision: (before?.revision ?? 0) + 1 };
  const [row] = await tx
    .insert(tutorDrafts)
    .values({ userId, ...next })
    .onConflictDoUpdate({ target: tutorDrafts.userId, set: { ...next, savedAt: sql`now()` } })
    .returning();
  if (!row) throw new Error('a kept draft came back empty');
  return { draft: draftOf(row), replaced: isKnown || isDeepStrictEqual(before.form, form) ? null : before };
}

/** Without a key whatever is there; with one only that draft. */
export async function dropDraft(tx: Db | Tx, userId: number, key?: string) {
  const own = eq(tutorDrafts.userId, userId);
  await tx.delete(tutorDrafts).where(key === undefined ? own : and(own, eq(tutorDrafts.key, key)));
}
