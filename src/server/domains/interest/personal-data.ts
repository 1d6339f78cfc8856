import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { lockRemainingUsers, sideOf } from '#server/domains/accounts/lock-account.ts';
import { lockCases, moveCase } from '#server/domains/cases/case-status.ts';
import { notify } from '#server/domains/messages/notices.ts';
import type { Tx } from '#server/ground/db/db.ts';
import type { PersonalData } from '#server/ground/db/personal-data.ts';
import { caseStatus } from '#shared/cases.ts';
import { closeAllOf } from './closing.ts';
import { endMatch } from './make-match.ts';
import { contactReveals, interests, type MatchRow, matches } from './tables.ts';

const mySide = (table: typeof interests | typeof matches, userId: number) =>
  sql<string>`case when ${table.familyUserId} = ${userId} then 'family' else 'tutor' end`;
const isMine = (table: typeof interests | typeof matches, userId: number) =>
  or(eq(table.familyUserId, userId), eq(table.tutorUserId, userId));

export const interestData: PersonalData = {
  name: 'interest',
  tables: ['interests', 'matches', 'match_slots', 'contact_reveals'],

  async exportRows(db, { userId }) {
    return {
      interests: await db
        .select({
          id: interests.id,
          case_id: interests.caseId,
          my_side: mySide(interests, userId),
          asked_by: interests.askedBy,
          status: interests.status,
          price: interests.price,
          slots: interests.slots,
          asked_at: interests.askedAt,
          decided_at: interests.decidedAt,
        })
        .from(interests)
        .where(isMine(interests, userId))
        .orderBy(asc(interests.id)),
      matches: await db
        .select({
          id: matches.id,
          case_id: matches.caseId,
          my_side: mySide(matches, userId),
          status: matches.status,
          price: matches.price,
          slots: matches.slots,
          made_at: matches.madeAt,
          ended_at: matches.endedAt,
          i_agreed_to_contact_at: sql<string | null>`case when ${matches.familyUserId} = ${userId}
            then ${matches.familyAgreedAt} else ${matches.tutorAgreedAt} end`,
        })
        .from(matches)
        .where(isMine(matches, userId))
        .orderBy(asc(matches.id)),
      contact_reveals: await db
        .select({
          match_id: contactReveals.matchId,
          what: sql<string>`case when ${contactReveals.numberOf} = ${userId}
            then 'my number was shown' else 'a number was shown to me' end`,
          at: contactReveals.at,
        })
        .from(contactReveals)
        .where(or(eq(contactReveals.numberOf, userId), eq(contactReveals.shownTo, userId)))
        .orderBy(asc(contactReveals.id)),
    };
  },

  /** A match is the other side's record too: it stays after one side's account is deleted. */
  async forget(tx, { userId }) {
    await lockCasesOf(tx, userId);
    await closeAllOf(tx, userId);
    await endAllOf(tx, userId);
    await tx.delete(interests).where(and(isMine(interests, userId), ne(interests.status, 'accepted')));
  },
};

const live = inArray(matches.status, ['trial', 'going']);

/** Locks all cases at once and in order; locking them one by one could deadlock with other transactions. */
async function lockCasesOf(tx: Tx, userId: number) {
  const pending = eq(interests.status, 'pending');
  const waiting = tx
    .select({ id: interests.caseId })
    .from(interests)
    .where(and(isMine(interests, userId), pending));
  const matched = tx
    .select({ id: matches.caseId })
    .from(matches)
    .where(and(isMine(matches, userId), live));
  const rows = await unionAll(waiting, matched);
  await lockCases(
    tx,
    rows.map(({ id }) => id),
  );
}

/** The account is locked, so no match of the user is made or ended meanwhile. */
async function endAllOf(tx: Tx, userId: number) {
  const ending = await tx
    .select()
    .from(matches)
    .where(and(isMine(matches, userId), live));
  const otherOf = (match: MatchRow) =>
    sideOf(match, userId) === 'family' ? match.tutorUserId : match.familyUserId;
  const staying = await lockRemainingUsers(tx, ending.map(otherOf));
  for (const match of ending) {
    const { id, caseId } = match;
    await endMatch(tx, id, 'ended');
    await moveCase(tx, caseId, caseStatus.ended);
    const other = otherOf(match);
    if (staying.has(other))
      await notify(tx, { userId: other, kind: 'match_ended', params: { match: id, case: caseId } });
  }
}
