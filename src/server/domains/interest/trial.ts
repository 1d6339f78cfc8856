import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { lockAccount, sideOf, userOn } from '#server/domains/accounts/lock-account.ts';
import { refuseResting } from '#server/domains/accounts/standing.ts';
import { areBlocked } from '#server/domains/blocks/blocks.ts';
import { lockCase } from '#server/domains/cases/case-status.ts';
import { refuseTaken } from '#server/domains/classes/change-plan.ts';
import { lockClassOf, setTrial } from '#server/domains/classes/class-of-match.ts';
import { actAs, currentTime } from '#server/domains/classes/locks.ts';
import { noteOutcome } from '#server/domains/classes/outcomes.ts';
import type { ClassRow } from '#server/domains/classes/tables.ts';
import { minutesAfter } from '#server/domains/classes/weekly-plan.ts';
import { markDone, notify } from '#server/domains/messages/notices.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import { clockOf } from '#shared/hong-kong.ts';
import { otherSide, trialRules } from '#shared/rules/offer-rules.ts';
import { scheduleRules } from '#shared/rules/schedule-rules.ts';
import { matchOf } from './matches.ts';
import { type MatchRow, matches, type ProposalRow, type ProposalStatus, trialProposals } from './tables.ts';
import { trialStatesOf } from './trial-state.ts';

/**
 * Proposes a day and an hour. A proposal that the caller has seen is replaced; one that came meanwhile is not, so
 * that nobody talks past the other.
 */
export async function proposeTrial(
  tx: Tx,
  userId: number,
  id: number,
  { startsAt, replaces }: { startsAt: Date; replaces?: number | undefined },
) {
  const { match, side, other, cls, open, agreed } = await lockTrial(tx, userId, id);
  if (open?.proposedBy === side && open.startsAt.getTime() === startsAt.getTime()) return;
  if (open && open.id !== replaces) throw new AppError('trialChanged');
  if (!open && agreed?.startsAt.getTime() === startsAt.getTime()) return;
  refuseWrongTime(cls, startsAt, await currentTime(tx));
  await refuseTakenTime(tx, cls, startsAt);
  if (open) await decide(tx, open, 'replaced');
  await tx
    .insert(trialProposals)
    .values({ matchId: id, proposedBy: side, startsAt, minutes: cls.lessonMinutes });
  await markDone(tx, 'trialTime', { about: { match: id }, people: [userId, other] });
  await notify(tx, { userId: other, kind: 'trial_proposed', params: about(match, startsAt) });
}

/** The other side's yes. A trial that was agreed on before gives way. */
export async function acceptTrial(tx: Tx, userId: number, id: number, proposalId: number) {
  const { match, side, other, cls, open, agreed } = await lockTrial(tx, userId, id);
  if (agreed?.id === proposalId) return;
  if (open?.id !== proposalId) throw new AppError('trialChanged');
  if (open.proposedBy === side) throw new AppError('notAllowed');
  refuseWrongTime(cls, open.startsAt, await currentTime(tx));
  await refuseTakenTime(tx, cls, open.startsAt);
  if (agreed) await decide(tx, agreed, 'replaced');
  await decide(tx, open, 'agreed');
  await actAs(tx, side);
  await setTrial(tx, cls, open.startsAt, side);
  const runAt = minutesAfter(open.startsAt, open.minutes);
  await addJob(tx, trialOverJob, { match: id }, { key: `trial-over:${id}`, runAt });
  await markDone(tx, 'trialTime', { about: { match: id }, people: [userId, other] });
  const kind = agreed ? ('trial_moved' as const) : ('trial_agreed' as const);
  await notify(tx, { userId: other, kind, params: about(match, open.startsAt) });
}

/** Takes back an own proposal, says no to the other's, or cancels the trial lesson, which either side may. */
export async function cancelTrial(tx: Tx, userId: number, id: number, proposalId: number) {
  const { match, side, other, cls, open, agreed } = await lockTrial(tx, userId, id);
  if (open?.id === proposalId) {
    const isMine = open.proposedBy === side;
    await markDone(tx, 'trialTime', { about: { match: id }, people: [userId, other] });
    await decide(tx, open, isMine ? 'cancelled' : 'declined');
    const params = about(match, open.startsAt);
    if (isMine)
      await notify(tx, { userId: other, kind: 'trial_cancelled', params: { ...params, was_agreed: false } });
    else await notify(tx, { userId: other, kind: 'trial_declined', params });
    return;
  }
  if (agreed?.id !== proposalId) return refuseUnknown(tx, id, proposalId);
  const now = await currentTime(tx);
  if (agreed.startsAt <= now) throw new AppError('trialChanged');
  await decide(tx, agreed, 'cancelled');
  await actAs(tx, side);
  await setTrial(tx, cls, null, side);
  const isLate = agreed.startsAt < minutesAfter(now, scheduleRules.noticeHours * 60);
  if (isLate && side === 'tutor') await noteOutcome(tx, cls, agreed.startsAt, 'cancelled_late');
  const params = { ...about(match, agreed.startsAt), was_agreed: true };
  await notify(tx, { userId: other, kind: 'trial_cancelled', params });
}

/** A cancellation that is repeated changes nothing; a proposal of another match does not exist. */
async function refuseUnknown(tx: Tx, matchId: number, proposalId: number) {
  const [row] = await tx
    .select({ status: trialProposals.status })
    .from(trialProposals)
    .where(and(eq(trialProposals.matchId, matchId), eq(trialProposals.id, proposalId)));
  if (!row) throw new AppError('notFound');
  if (row.status === 'replaced') throw new AppError('trialChanged');
}

/** Locks both people, the case and the class. A tutor's trials are agreed on one after the other. */
async function lockTrial(tx: Tx, userId: number, id: number) {
  const peek = await matchOf(tx, userId, id);
  if (peek.status !== 'trial') throw new AppError('matchOver');
  for (const person of [peek.familyUserId, peek.tutorUserId].sort((a, b) => a - b))
    await lockAccount(tx, person);
  await lockCase(tx, peek.caseId);
  const match = await matchOf(tx, userId, id);
  const side = sideOf(match, userId);
  const other = userOn(match, otherSide(side));
  if (match.status !== 'trial' || (await areBlocked(tx, userId, other))) throw new AppError('matchOver');
  await refuseResting(tx, match);
  const cls = await lockClassOf(tx, id);
  const rows = await tx
    .select()
    .from(trialProposals)
    .where(and(eq(trialProposals.matchId, id), inArray(trialProposals.status, ['open', 'agreed'])));
  return {
    ...{ match, side, other, cls },
    open: rows.find(({ status }) => status === 'open'),
    agreed: rows.find(({ status }) => status === 'agreed'),
  };
}

/** On a full or half hour by day, ahead of now and not too far. */
function refuseWrongTime({ lessonMinutes }: ClassRow, startsAt: Date, now: Date) {
  const [from, to] = [clockOf(startsAt), clockOf(minutesAfter(startsAt, lessonMinutes))];
  const isByDay = from >= trialRules.earliest && to <= trialRules.latest && to > from;
  const isOnHalfHour = startsAt.getTime() % (30 * 60_000) === 0;
  const isAhead = startsAt > now && startsAt <= minutesAfter(now, trialRules.mostDays * 24 * 60);
  if (!isByDay || !isOnHalfHour || !isAhead) throw new AppError('trialTimeWrong');
}

/** The trial that stands gives way to the new one, so it is not in its way. */
const refuseTakenTime = (tx: Tx, cls: ClassRow, startsAt: Date) =>
  refuseTaken(tx, cls, cls.trialAt ?? startsAt, startsAt, cls.lessonMinutes);

async function decide(tx: Tx, { id }: ProposalRow, status: ProposalStatus) {
  await tx.update(trialProposals).set({ status, decidedAt: sql`now()` }).where(eq(trialProposals.id, id));
}

const about = ({ id, caseId, interestId }: MatchRow, startsAt: Date) => ({
  match: id,
  case: caseId,
  interest: interestId,
  starts_at: startsAt.toISOString(),
});

/** Asks the family after the trial lesson whether it suited. One that was moved or cancelled asks nothing. */
export const trialOverJob = defineJob({
  name: 'interest-trial-over',
  payload: z.object({ match: z.int() }),
  async run({ match: id }, { database }) {
    await database.transaction((tx) => askAfterTrial(tx, id));
  },
});

export async function askAfterTrial(tx: Tx, id: number) {
  const [match] = await tx.select().from(matches).where(eq(matches.id, id)).for('share');
  if (match?.status !== 'trial') return;
  const [state] = await trialStatesOf(tx, [match], Number.POSITIVE_INFINITY, await currentTime(tx));
  if (!state?.agreed || state.agreed.off || !state.mayDecide) return;
  const params = { match: id, case: match.caseId, interest: match.interestId };
  await notify(tx, { userId: match.familyUserId, kind: 'trial_over', params });
}
