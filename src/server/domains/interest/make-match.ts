import { and, eq, inArray, sql } from 'drizzle-orm';
import { moveCase } from '#server/domains/cases/case-status.ts';
import { makeClass, type Stop, stopClassOf } from '#server/domains/classes/class-of-match.ts';
import { tell } from '#server/domains/messages/notices.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { caseStatus } from '#shared/cases.ts';
import { closeCase } from './closing.ts';
import { type InterestRow, interests, type MatchRow, matches, matchSlots } from './tables.ts';

export async function liveMatchOf(db: Db | Tx, caseId: number): Promise<MatchRow | undefined> {
  const [row] = await db
    .select()
    .from(matches)
    .where(and(eq(matches.caseId, caseId), inArray(matches.status, ['trial', 'going'])));
  return row;
}

/** Both said yes: the match, the tutor's times, the case, and a kind word to everybody else. The case is held. */
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
  // In order: two who take several of the same tutor's half hours meet at the first.
  if (slots.length > 0)
    await tx
      .insert(matchSlots)
      .values(slots.toSorted((a, b) => a - b).map((slot) => ({ listingId, slot, matchId: match.id })));
  await makeClass(tx, match.id);
  await moveCase(tx, caseId, caseStatus.matched);
  await closeCase(tx, caseId);
  for (const userId of [familyUserId, tutorUserId])
    await tell(tx, { userId, kind: 'match_made', params: { match: match.id, case: caseId } });
}

/** The match and its class are over and the tutor's times are free. What becomes of the case is for whoever ends it. */
export async function endMatch(tx: Tx, id: number, status: 'failed' | 'ended', stop: Stop = {}) {
  await tx.update(matches).set({ status, endedAt: sql`now()` }).where(eq(matches.id, id));
  await tx.delete(matchSlots).where(eq(matchSlots.matchId, id));
  await stopClassOf(tx, id, stop);
}
