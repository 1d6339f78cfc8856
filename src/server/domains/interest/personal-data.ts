import { and, asc, eq, ne, or, sql } from 'drizzle-orm';
import { removeFilesOf } from '#server/domains/messages/talk-files.ts';
import type { PersonalData } from '#server/ground/db/personal-data.ts';
import { closeAllOf } from './closing.ts';
import { endAllOf, isMine, lockCasesOf } from './leaving.ts';
import { contactReveals, interests, matches, trialProposals } from './tables.ts';

const mySide = (table: typeof interests | typeof matches, userId: number) =>
  sql<string>`case when ${table.familyUserId} = ${userId} then 'family' else 'tutor' end`;

const isByMe = (userId: number) =>
  sql`${userId} = case when ${interests.askedBy} = 'family' then ${interests.familyUserId} else ${interests.tutorUserId} end`;

export const interestData: PersonalData = {
  name: 'interest',
  tables: ['interests', 'matches', 'match_slots', 'contact_reveals', 'trial_proposals'],

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
          my_message: sql<string>`case when ${isByMe(userId)} then ${interests.message} else '' end`,
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
      trial_proposals: await db
        .select({
          match_id: trialProposals.matchId,
          proposed_by: trialProposals.proposedBy,
          starts_at: trialProposals.startsAt,
          status: trialProposals.status,
          proposed_at: trialProposals.proposedAt,
          decided_at: trialProposals.decidedAt,
        })
        .from(trialProposals)
        .innerJoin(matches, eq(matches.id, trialProposals.matchId))
        .where(isMine(matches, userId))
        .orderBy(asc(trialProposals.id)),
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
    await endAllOf(tx, userId, null);
    const mine = and(isMine(interests, userId), ne(interests.status, 'accepted'));
    const leaving = await tx.select({ id: interests.id }).from(interests).where(mine);
    await removeFilesOf(
      tx,
      leaving.map(({ id }) => id),
    );
    await tx.delete(interests).where(mine);
    await tx
      .update(interests)
      .set({ message: '' })
      .where(and(isByMe(userId), ne(interests.message, '')));
  },
};
