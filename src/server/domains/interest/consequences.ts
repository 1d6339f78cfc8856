import { and, eq, gte, isNotNull } from 'drizzle-orm';
import { lockRemainingUsers } from '#server/domains/accounts/lock-account.ts';
import { type Consequence, suspensionsOf } from '#server/domains/accounts/standing.ts';
import { notify } from '#server/domains/messages/notices.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { closeAllOf } from './closing.ts';
import { endAllOf, isMine, liveMatchesOf, lockCasesOf, lockLiveMatchesOf, otherOf } from './leaving.ts';
import { interests, matches } from './tables.ts';

/**
 * Applications and invitations close. A ban ends the matches with their classes; during a suspension they rest,
 * which is computed, so that nothing has to be put back.
 */
export const interestConsequence: Consequence = {
  async count(db, { userId }) {
    const live = (await liveMatchesOf(db, userId)).length;
    const pending = await db
      .select({ askedBy: interests.askedBy })
      .from(interests)
      .where(and(isMine(interests, userId), eq(interests.status, 'pending')));
    const applications = pending.filter(({ askedBy }) => askedBy === 'tutor').length;
    return {
      matches: live,
      classes: live,
      conversations: live,
      applications,
      invitations: pending.length - applications,
    };
  },

  async follow(tx, { userId, cause, until }) {
    await lockCasesOf(tx, userId);
    await closeAllOf(tx, userId);
    const isChildSafety = cause === 'child_safety';
    if (until === null) await endAllOf(tx, userId, isChildSafety ? 'child_safety' : 'ban');
    else await rest(tx, userId, { until, is_child_safety: isChildSafety });
  },

  async restore(tx, { userId, until, since }) {
    if (until === null) {
      const ended = await tx.$count(
        matches,
        and(isMine(matches, userId), isNotNull(matches.closedFor), gte(matches.endedAt, since)),
      );
      return { restored: {}, lost: { matches: ended, classes: ended, conversations: ended } };
    }
    const resumed = await resume(tx, userId);
    return { restored: { matches: resumed, classes: resumed, conversations: resumed } };
  },
};

async function rest(tx: Tx, userId: number, about: { until: string; is_child_safety: boolean }) {
  // A message that is being sent now waits for this lock, and is then refused.
  const resting = await lockLiveMatchesOf(tx, userId);
  const staying = await lockRemainingUsers(
    tx,
    resting.map((match) => otherOf(match, userId)),
  );
  for (const match of resting) {
    const other = otherOf(match, userId);
    const params = { match: match.id, case: match.caseId, ...about };
    if (staying.has(other)) await notify(tx, { userId: other, kind: 'match_rests', params });
  }
}

/** Tells the other sides; those who are suspended themselves still rest. */
async function resume(tx: Tx, userId: number) {
  const live = await liveMatchesOf(tx, userId);
  const others = live.map((match) => otherOf(match, userId));
  const suspended = await suspensionsOf(tx, others);
  const staying = await lockRemainingUsers(tx, others);
  const resumed = live.filter((match) => !suspended.has(otherOf(match, userId)));
  for (const match of resumed) {
    const other = otherOf(match, userId);
    const params = { match: match.id, case: match.caseId };
    if (staying.has(other)) await notify(tx, { userId: other, kind: 'match_resumes', params });
  }
  return resumed.length;
}
