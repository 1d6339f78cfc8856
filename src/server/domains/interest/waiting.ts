import type { Asking, WaitingKind } from '#server/domains/waiting/kinds.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { isLive, type Match } from '#shared/interest.ts';
import { listInterests, listMatches } from './views.ts';

const first = { page: 1, page_size: 100 };

const asked = async ({ db, userId }: Asking, side: 'family' | 'tutor') => {
  const { list } = await listInterests(db, userId, { ...first, side, status: 'pending' });
  return list.filter(({ asked_by }) => asked_by !== side);
};

/** All applications to one case are one card. */
export const waitingApplications: WaitingKind = {
  needsAnswer: true,
  find: async (asking) => {
    const byCase = Map.groupBy(await asked(asking, 'family'), ({ case_id }) => case_id);
    return [...byCase].map(([caseId, list]) => ({
      kind: 'application',
      path: '/my-tutoring',
      caseId,
      count: list.length,
      tutor_name: list.length === 1 ? (list[0]?.tutor.display_name ?? null) : null,
      price: list.length === 1 ? (list[0]?.price ?? null) : null,
    }));
  },
};

export const waitingInvitations: WaitingKind = {
  needsAnswer: true,
  find: async (asking) =>
    (await asked(asking, 'tutor')).map(({ case_id, price }) => ({
      kind: 'invitation',
      path: '/my-tutoring',
      caseId: case_id,
      price,
    })),
};

const onTrial = async ({ db, userId }: Asking, vault: PhoneEncryption) => {
  const { list } = await listMatches(db, vault, userId, { ...first, status: 'trial' });
  return list.filter(({ halt }) => halt === null);
};

const tutorOf = ({ my_side, tutor }: Match) => (my_side === 'family' ? tutor.display_name : null);

/** A day and an hour for the trial that the other side proposed. */
export const proposedTrials = (vault: PhoneEncryption): WaitingKind => ({
  needsAnswer: true,
  find: async (asking) =>
    (await onTrial(asking, vault)).flatMap((match) => {
      const proposal = match.trial?.proposal;
      return proposal && proposal.by !== match.my_side && !match.trial?.may_decide
        ? {
            kind: 'trial_proposed' as const,
            path: '/my-tutoring',
            caseId: match.case_id,
            tutor_name: tutorOf(match),
            at: proposal.starts_at,
          }
        : [];
    }),
});

/** The family says how the trial went once it was held, and not before. */
export const trialsToJudge = (vault: PhoneEncryption): WaitingKind => ({
  needsAnswer: true,
  find: async (asking) =>
    (await onTrial(asking, vault))
      .filter(({ my_side, trial }) => my_side === 'family' && trial?.may_decide)
      .map((match) => ({
        kind: 'trial_to_judge',
        path: '/my-tutoring',
        caseId: match.case_id,
        tutor_name: tutorOf(match),
      })),
});

/** The other side has agreed to exchange numbers, this one has not said. */
export const waitingContacts = (vault: PhoneEncryption): WaitingKind => ({
  needsAnswer: true,
  find: async ({ db, userId }) => {
    const { list } = await listMatches(db, vault, userId, first);
    return list
      .filter(({ status, halt, can_talk }) => isLive(status) && halt === null && can_talk)
      .filter(({ contact }) => contact.other_agreed && !contact.i_agreed)
      .map((match) => ({
        kind: 'contact_asked',
        path: '/my-tutoring',
        caseId: match.case_id,
        tutor_name: tutorOf(match),
      }));
  },
});
