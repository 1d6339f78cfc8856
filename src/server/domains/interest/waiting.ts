import type { Asking, Found, WaitingKind } from '#server/domains/waiting/kinds.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { dayOf, today } from '#shared/hong-kong.ts';
import { isLive, type Match, type Trial } from '#shared/interest.ts';
import { matchPath, requestPath } from '#shared/rules/tutoring-paths.ts';
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
      path: requestPath(Math.max(...list.map(({ id }) => id))),
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
    (await asked(asking, 'tutor')).map(({ id, case_id, price }) => ({
      kind: 'invitation',
      path: requestPath(id),
      caseId: case_id,
      price,
    })),
};

/** Matches that go on, without those that rest. */
const liveMatches = async ({ db, userId }: Asking, vault: PhoneEncryption) =>
  (await listMatches(db, vault, userId, first)).list.filter(
    ({ status, halt, can_talk }) => isLive(status) && halt === null && can_talk,
  );

const cardOf = ({ id, case_id, my_side, tutor }: Match) => ({
  path: matchPath(id),
  caseId: case_id,
  tutor_name: my_side === 'family' ? tutor.display_name : null,
});

/** The family says how the trial went once it is over; until then, a proposed time waits for who did not propose it. */
export const waitingTrials = (vault: PhoneEncryption): WaitingKind => ({
  needsAnswer: true,
  find: async (asking) =>
    (await liveMatches(asking, vault)).flatMap((match): Found[] => {
      const { trial, my_side } = match;
      if (!trial) return [];
      if (trial.may_decide) return my_side === 'family' ? [{ kind: 'trial_to_judge', ...cardOf(match) }] : [];
      const { proposal } = trial;
      if (!proposal || proposal.by === my_side) return [];
      return [{ kind: 'trial_proposed', ...cardOf(match), at: proposal.starts_at }];
    }),
});

/** Both have agreed to a trial, and nobody has named a day: the next step after a match. */
export const trialsToArrange = (vault: PhoneEncryption): WaitingKind => ({
  needsAnswer: false,
  find: async (asking) =>
    (await liveMatches(asking, vault))
      .filter(({ trial }) => trial && !trial.may_decide && !trial.proposal && !stands(trial))
      .map((match) => ({ kind: 'trial_to_arrange', ...cardOf(match) })),
});

const stands = ({ agreed }: Trial) => agreed !== null && agreed.off === null;

/** A trial whose day stands. The tutor's lessons of today are told apart. */
export const comingTrials = (vault: PhoneEncryption): WaitingKind => ({
  needsAnswer: false,
  find: async (asking) =>
    (await liveMatches(asking, vault)).flatMap((match): Found[] => {
      const { trial, my_side } = match;
      if (!trial || trial.may_decide || (trial.proposal && trial.proposal.by !== my_side)) return [];
      const { agreed } = trial;
      if (!agreed || agreed.off) return [];
      if (my_side === 'tutor' && dayOf(agreed.starts_at) === today()) return [];
      return [{ kind: 'trial_agreed', ...cardOf(match), at: agreed.starts_at, until: agreed.ends_at }];
    }),
});

/** The other side has agreed to exchange numbers, this one has not said. */
export const waitingContacts = (vault: PhoneEncryption): WaitingKind => ({
  needsAnswer: true,
  find: async (asking) =>
    (await liveMatches(asking, vault))
      .filter(({ contact }) => contact.other_agreed && !contact.i_agreed)
      .map((match) => ({ kind: 'contact_asked', ...cardOf(match) })),
});
