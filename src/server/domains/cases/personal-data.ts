import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PersonalData } from '#server/ground/db/personal-data.ts';
import { caseStatus } from '#shared/cases.ts';
import { caseListOf, readCase } from './cases.ts';
import { listChildren } from './children.ts';
import { dropDraft, readDraft } from './drafts.ts';
import { caseChildren, cases, children } from './tables.ts';

/** Exports all data of parents, and deletes it with the account. */
export const caseData: PersonalData = {
  name: 'cases',
  tables: ['children', 'cases', 'case_children', 'case_drafts'],

  async exportRows(db, { userId }) {
    const [list, draft] = [await caseListOf(db, userId), await readDraft(db, userId)];
    return {
      children: await listChildren(db, userId),
      cases: await Promise.all(list.map(({ id }) => readCase(db, userId, id))),
      draft: draft ? [draft] : [],
    };
  },

  /** A case that once had a match is part of the tutor's record too: it stays, without personal data. */
  async forget(tx, { userId }) {
    await dropDraft(tx, userId);
    await tx.delete(cases).where(and(eq(cases.userId, userId), isNull(cases.matchedAt)));
    await tx
      .update(cases)
      .set({ status: caseStatus.ended, specialNote: '', otherChannel: '', updatedAt: sql`now()` })
      .where(and(eq(cases.userId, userId), isNotNull(cases.matchedAt)));
    const needed = tx.select({ id: caseChildren.childId }).from(caseChildren);
    await tx
      .update(children)
      .set({ nickname: '', gender: 'U', schoolId: null })
      .where(and(eq(children.userId, userId), inArray(children.id, needed)));
    await tx.delete(children).where(and(eq(children.userId, userId), sql`${children.id} not in ${needed}`));
  },
};
