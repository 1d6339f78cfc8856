import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { lockAccount, lockPeople, sideOf, userOn } from '#server/domains/accounts/lock-account.ts';
import { caseById, lockCase, moveCase, reopenCase } from '#server/domains/cases/case-status.ts';
import { beginWeekly, lockClassOf } from '#server/domains/classes/class-of-match.ts';
import { markDone, notify } from '#server/domains/messages/notices.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { type CaseStatus, caseStatus } from '#shared/cases.ts';
import { isLive } from '#shared/interest.ts';
import { otherSide, trialRules } from '#shared/rules/offer-rules.ts';
import { closeCase, waitingTutors } from './closing.ts';
import { dropProposal, endMatch } from './make-match.ts';
import { type MatchRow, matches, matchSlots } from './tables.ts';
import { trialStatesOf } from './trial-state.ts';

/** A match of which the user is a side. */
export async function matchOf(db: Db | Tx, userId: number, id: number): Promise<MatchRow> {
  const isSide = or(eq(matches.familyUserId, userId), eq(matches.tutorUserId, userId));
  const [row] = await db
    .select()
    .from(matches)
    .where(and(eq(matches.id, id), isSide));
  if (!row) throw new AppError('notFound');
  return row;
}

/** Whether both sides agreed to share their contacts. */
export const hasSharedContacts = (match: Pick<MatchRow, 'familyAgreedAt' | 'tutorAgreedAt'>) =>
  match.familyAgreedAt !== null && match.tutorAgreedAt !== null;

/** The case and listing ids of these matches, their status, whether a ban ended them, and who agreed to share contacts. */
export const pairsOf = (db: Db | Tx, ids: number[]) =>
  db
    .select({
      id: matches.id,
      interestId: matches.interestId,
      caseId: matches.caseId,
      listingId: matches.listingId,
      status: matches.status,
      closedFor: matches.closedFor,
      familyAgreedAt: matches.familyAgreedAt,
      tutorAgreedAt: matches.tutorAgreedAt,
    })
    .from(matches)
    .where(inArray(matches.id, ids));

/** The weekly times that both agreed on last, and all half hours that the tutor keeps free for them now or later. */
export async function keepTimes(
  tx: Tx,
  id: number,
  { slots, kept }: { slots: readonly number[]; kept: readonly number[] },
) {
  const [match] = await tx
    .update(matches)
    .set({ slots: [...slots] })
    .where(eq(matches.id, id))
    .returning({ listingId: matches.listingId });
  const wanted = sql.param([...kept]);
  await tx
    .delete(matchSlots)
    .where(and(eq(matchSlots.matchId, id), sql`${matchSlots.slot} <> all(${wanted}::int[])`));
  if (!match?.listingId) return;
  // In slot order, as a match is made. A half hour of another match is refused by the key of the table.
  await tx.execute(sql`
    insert into match_slots (listing_id, slot, match_id)
    select ${match.listingId}, wanted.slot, ${id} from unnest(${wanted}::int[]) as wanted (slot)
    where not exists (select from match_slots own where own.match_id = ${id} and own.slot = wanted.slot)
    order by wanted.slot`);
}

/** Locks both people and the case of a match, and returns the caller's side. */
export async function lockMatch(tx: Tx, userId: number, id: number) {
  const peek = await matchOf(tx, userId, id);
  const side = sideOf(peek, userId);
  const other = userOn(peek, otherSide(side));
  await lockPeople(tx, userId, [other]);
  const lockedCase = await lockCase(tx, peek.caseId);
  return { match: await matchOf(tx, userId, id), held: lockedCase, side, other };
}

/**
 * The family's decision after the trial lesson. A passed one begins the weekly lessons; a failed one puts the case
 * online again, if the family wishes, in the same transaction.
 */
export async function decideTrial(
  tx: Tx,
  userId: number,
  id: number,
  { passed, relist = true }: { passed: boolean; relist?: boolean },
  { silentDays }: { silentDays: number } = trialRules,
) {
  const peek = await matchOf(tx, userId, id);
  // The tutor as well: the weekly lessons that begin are compared with those of the tutor's other classes.
  if (peek.status === 'trial')
    for (const person of [peek.familyUserId, peek.tutorUserId].sort((a, b) => a - b))
      await lockAccount(tx, person);
  const { match, side, other } = await lockMatch(tx, userId, id);
  if (side !== 'family') throw new AppError('notAllowed');
  const to = passed ? 'going' : 'failed';
  if (match.status === to) return;
  if (match.status !== 'trial') throw new AppError('matchOver');
  const cls = await lockClassOf(tx, id);
  const [state] = await trialStatesOf(tx, [match], silentDays);
  if (!state?.mayDecide) throw new AppError('trialNotOver');
  const params = { match: id, case: match.caseId, interest: match.interestId };
  await markDone(tx, 'trial', { about: { match: id }, people: [userId, other] });
  if (passed) {
    await tx.update(matches).set({ status: 'going' }).where(eq(matches.id, id));
    await dropProposal(tx, id);
    await beginWeekly(tx, cls);
    await notify(tx, { userId: other, kind: 'trial_passed', params });
  } else {
    await endMatch(tx, id, 'failed', { by: side });
    await moveCase(tx, match.caseId, relist ? caseStatus.online : caseStatus.ended);
    await notify(tx, { userId: other, kind: 'trial_failed', params });
  }
}

/**
 * Either side can end a match. The family may put the case online again: now, or after the tutor has ended
 * it.
 */
export async function finishMatch(
  tx: Tx,
  userId: number,
  id: number,
  { relist, reason = '' }: { relist: boolean; reason?: string },
) {
  const { match, held, side, other } = await lockMatch(tx, userId, id);
  if (relist && side !== 'family') throw new AppError('notAllowed');
  if (isLive(match.status)) {
    await endMatch(tx, id, 'ended', { by: side, reason });
    await moveCase(tx, match.caseId, relist ? caseStatus.online : caseStatus.ended);
    const params = { match: id, case: match.caseId, interest: match.interestId };
    await notify(tx, { userId: other, kind: 'match_ended', params });
    return;
  }
  if (!relist || held.status !== caseStatus.ended) return;
  if ((await latestMatch(tx, match.caseId)) !== id) throw new AppError('matchOver');
  await reopenCase(tx, match.caseId);
}

async function latestMatch(tx: Tx, caseId: number) {
  const [row] = await tx
    .select({ id: matches.id })
    .from(matches)
    .where(eq(matches.caseId, caseId))
    .orderBy(desc(matches.id))
    .limit(1);
  return row?.id;
}

/**
 * Puts a case online or offline, for its owner only; another user's case is answered like one that does not
 * exist.
 */
export async function switchCase(
  tx: Tx,
  userId: number,
  id: number,
  to: 'online' | 'offline',
): Promise<{ id: number; status: CaseStatus }> {
  if ((await caseById(tx, id)).userId !== userId) throw new AppError('notFound');
  await lockPeople(tx, userId, to === 'offline' ? await waitingTutors(tx, id) : []);
  const { status } = await lockCase(tx, id);
  if (status === caseStatus.matched || status === caseStatus.ended) throw new AppError('caseClosed');
  if (status !== caseStatus[to]) await moveCase(tx, id, caseStatus[to]);
  if (to === 'offline') await closeCase(tx, id, 'offline');
  return { id, status: caseStatus[to] };
}
