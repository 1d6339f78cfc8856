import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { haltsOf } from '#server/domains/accounts/standing.ts';
import { notBlocked } from '#server/domains/blocks/blocks.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { type InterestStatus, isLive, type MatchStatus } from '#shared/interest.ts';

/** For somebody who blocked the other side, or was blocked by it, the conversation does not exist. */
export const isSide = (userId: number | SQL) =>
  sql`(${userId} in (interests.family_user_id, interests.tutor_user_id) and ${notBlocked(
    userId,
    sql`case when interests.family_user_id = ${userId} then interests.tutor_user_id
      else interests.family_user_id end`,
  )})`;

export const interestsWithMatches = sql`interests left join matches on matches.interest_id = interests.id`;

/** SQL condition: something was said in the conversation of this interest. */
export const isWrittenIn = (interestId: SQLWrapper) =>
  sql<boolean>`exists (select from conversation_messages written where written.interest_id = ${interestId})`;

/** What a conversation belongs to: an application or invitation, and the match that came of it. */
export type TalkState = { interest: InterestStatus; match: MatchStatus | null };

/** Whether the two are still about something: an offer that waits for its answer, or a match that goes on. */
export const isOpen = ({ interest, match }: TalkState) =>
  interest === 'pending' || (match !== null && isLive(match));

/** The conversation as one of its sides finds it; for anybody else it does not exist. */
export async function talkOf(db: Db | Tx, userId: number, id: number) {
  const { rows } = await db.execute<{
    family: string;
    tutor: string;
    interest: InterestStatus;
    match: MatchStatus | null;
    agreed: boolean;
    closed_for: 'ban' | 'child_safety' | null;
  }>(sql`
    select interests.family_user_id as family, interests.tutor_user_id as tutor,
      interests.status as interest, matches.status as match, matches.closed_for,
      coalesce(family_agreed_at is not null and tutor_agreed_at is not null, false) as agreed
    from ${interestsWithMatches} where interests.id = ${id} and ${isSide(userId)}`);
  const [row] = rows;
  if (!row) throw new AppError('notFound');
  const state = { interest: row.interest, match: row.match };
  const sides = { familyUserId: Number(row.family), tutorUserId: Number(row.tutor) };
  const [halt = null] = await haltsOf(db, [{ ...sides, isLive: isOpen(state), closedFor: row.closed_for }]);
  const other = sides.familyUserId === userId ? sides.tutorUserId : sides.familyUserId;
  return { other, state, halt, shared: row.agreed && halt === null };
}

/**
 * The same for somebody who is about to write: holds the conversation, so that messages are counted one after the
 * other, and refuses where nothing may be written any more.
 */
export async function talkToWriteIn(tx: Tx, userId: number, id: number) {
  // A ban or a suspension that is under way holds the account, then the match; what it says is read after that.
  await tx.execute(sql`
    with sender as (select id from users where id = ${userId} for key share)
    select from interests where id = ${id} and (select id from sender) in (family_user_id, tutor_user_id)
    for no key update of interests`);
  await tx.execute(sql`select from matches where interest_id = ${id} for share`);
  return talkOf(tx, userId, id);
}

export function refuseClosed({ state, halt }: Pick<Awaited<ReturnType<typeof talkOf>>, 'state' | 'halt'>) {
  if (!isOpen(state)) throw new AppError(state.match === null ? 'interestClosed' : 'matchOver');
  if (halt) throw new AppError('matchRests');
}
