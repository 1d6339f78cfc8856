import { and, eq, inArray, or } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { lockRemainingUsers, sideOf, userOn } from '#server/domains/accounts/lock-account.ts';
import { lockCases, moveCase } from '#server/domains/cases/case-status.ts';
import { notify } from '#server/domains/messages/notices.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { caseStatus } from '#shared/cases.ts';
import { otherSide } from '#shared/rules/offer-rules.ts';
import { endMatch } from './make-match.ts';
import { interests, type MatchRow, matches } from './tables.ts';

// What a user who leaves, or has to leave, has under way. The account is locked, so nothing is added meanwhile.

export const isMine = (table: typeof interests | typeof matches, userId: number) =>
  or(eq(table.familyUserId, userId), eq(table.tutorUserId, userId));
const live = inArray(matches.status, ['trial', 'going']);

export const otherOf = (match: MatchRow, userId: number) => userOn(match, otherSide(sideOf(match, userId)));

export const liveMatchesOf = (db: Db | Tx, userId: number): Promise<MatchRow[]> =>
  db
    .select()
    .from(matches)
    .where(and(isMine(matches, userId), live))
    .orderBy(matches.id);

export const lockLiveMatchesOf = (tx: Tx, userId: number): Promise<MatchRow[]> =>
  tx
    .select()
    .from(matches)
    .where(and(isMine(matches, userId), live))
    .orderBy(matches.id)
    .for('no key update');

/** Locks all cases at once and in order; locking them one by one could deadlock with other transactions. */
export async function lockCasesOf(tx: Tx, userId: number) {
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

/** Ends the live matches of a user, with their classes; the other sides are told, in words of their own for a ban. */
export async function endAllOf(tx: Tx, userId: number, closedFor: MatchRow['closedFor']) {
  const ending = await liveMatchesOf(tx, userId);
  const staying = await lockRemainingUsers(
    tx,
    ending.map((match) => otherOf(match, userId)),
  );
  for (const match of ending) {
    const { id, caseId } = match;
    await endMatch(tx, id, 'ended');
    if (closedFor) await tx.update(matches).set({ closedFor }).where(eq(matches.id, id));
    await moveCase(tx, caseId, caseStatus.ended);
    const other = otherOf(match, userId);
    if (!staying.has(other)) continue;
    const params = { match: id, case: caseId, interest: match.interestId };
    const is_child_safety = closedFor === 'child_safety';
    if (closedFor)
      await notify(tx, { userId: other, kind: 'match_closed', params: { ...params, is_child_safety } });
    else await notify(tx, { userId: other, kind: 'match_ended', params });
  }
}
