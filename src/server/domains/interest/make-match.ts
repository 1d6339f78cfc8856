import { and, eq, inArray, sql } from 'drizzle-orm';
import { moveCase } from '#server/domains/cases/case-status.ts';
import { makeClass, type Stop, stopClassOf } from '#server/domains/classes/class-of-match.ts';
import { markDone, notify } from '#server/domains/messages/notices.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { caseStatus } from '#shared/cases.ts';
import { closeCase } from './closing.ts';
import { type InterestRow, interests, type MatchRow, matches, matchSlots, trialProposals } from './tables.ts';

export async function liveMatchOf(db: Db | Tx, caseId: number): Promise<MatchRow | undefined> {
  const [row] = await db
    .select()
    .from(matches)
    .where(and(eq(matches.caseId, caseId), inArray(matches.status, ['trial', 'going'])));
  return row;
}

/**
 * Makes the match: reserves the tutor's times, creates the class, marks the case as matched, closes other
 * interests and sends notices. The case is locked.
 */
export async function makeMatch(tx: Tx, interest: InterestRow, slots: number[]) {
  const { id: interestId, caseId, listingId, familyUserId, tutorUserId, price } = interest;
  if (listingId === null) throw new Error('a match needs a tutor');
  await tx
    .update(interests)
    .set({ status: 'accepted', decidedAt: sql`now()` })
    .where(eq(interests.id, interestId));
  const [match] = await tx
    .insert(matches)
    .values({ interestId, caseId, listingId, familyUserId, tutorUserId, price, slots })
    .returning({ id: matches.id });
  if (!match) throw new Error('an inserted match came back empty');
  // In slot order, so that two concurrent matches of one tutor conflict at the first common slot instead of
  // deadlocking.
  if (slots.length > 0)
    await tx
      .insert(matchSlots)
      .values(slots.toSorted((a, b) => a - b).map((slot) => ({ listingId, slot, matchId: match.id })));
  await makeClass(tx, match.id);
  await moveCase(tx, caseId, caseStatus.matched);
  await markDone(tx, 'interest', { about: { interest: interestId }, people: [familyUserId, tutorUserId] });
  const others = await closeCase(tx, caseId, 'matched');
  const params = { match: match.id, case: caseId, interest: interestId };
  await notify(tx, { userId: familyUserId, kind: 'match_made', params: { ...params, others } });
  await notify(tx, { userId: tutorUserId, kind: 'match_made', params });
}

/** Takes an open proposal for the trial lesson off the table, where nothing is left to agree on. */
export async function dropProposal(tx: Tx, matchId: number) {
  await tx
    .update(trialProposals)
    .set({ status: 'cancelled', decidedAt: sql`now()` })
    .where(and(eq(trialProposals.matchId, matchId), eq(trialProposals.status, 'open')));
}

/** Ends the match and its class and frees the tutor's times. The caller decides what happens to the case. */
export async function endMatch(tx: Tx, id: number, status: 'failed' | 'ended', stop: Stop = {}) {
  const [ended] = await tx
    .update(matches)
    .set({ status, endedAt: sql`now()` })
    .where(eq(matches.id, id))
    .returning({ family: matches.familyUserId, tutor: matches.tutorUserId });
  if (ended) await markDone(tx, 'match', { about: { match: id }, people: [ended.family, ended.tutor] });
  await tx.delete(matchSlots).where(eq(matchSlots.matchId, id));
  await dropProposal(tx, id);
  await stopClassOf(tx, id, stop);
}
