import { pairsOf } from '#server/domains/interest/matches.ts';
import type { Asking, WaitingKind } from '#server/domains/waiting/kinds.ts';
import { matchPath } from '#shared/rules/tutoring-paths.ts';
import { listChecks } from './police-checks.ts';

async function open(asking: Asking, side: 'family' | 'tutor', status: 'asked' | 'shared') {
  const { list } = await listChecks(asking.db, asking.userId, undefined);
  const checks = list.filter((check) => check.my_side === side && check.status === status);
  if (checks.length === 0) return [];
  const pairs = await pairsOf(
    asking.db,
    checks.map(({ match_id }) => match_id),
  );
  return checks.map(({ match_id, open_until }) => ({
    path: matchPath(match_id),
    caseId: pairs.find(({ id }) => id === match_id)?.caseId ?? null,
    until: open_until,
  }));
}

/** A family asks the tutor for the checking code. */
export const askedChecks: WaitingKind = {
  needsAnswer: true,
  find: async (asking) =>
    (await open(asking, 'tutor', 'asked')).map((found) => ({ kind: 'police_check_asked', ...found })),
};

/** The tutor has shared it, and the family can hear the result. */
export const sharedChecks: WaitingKind = {
  needsAnswer: true,
  find: async (asking) =>
    (await open(asking, 'family', 'shared')).map((found) => ({ kind: 'police_check_shared', ...found })),
};
