import { caseListOf } from '#server/domains/cases/cases.ts';
import { hasVisibleListing } from '#server/domains/tutors/tutors.ts';
import { mostOfAKind, type WaitingKind } from '#server/domains/waiting/kinds.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { caseStatus } from '#shared/cases.ts';
import type { MatchQuery } from '#shared/matching.ts';
import type { Matching } from './matching.ts';

/** All that fitted, of which only the number is wanted. */
const countOnly: MatchQuery = {
  sort: 'fit',
  in_budget: false,
  online: false,
  verified: false,
  page: 1,
  page_size: 1,
};

/** How many fitted when it was last computed; unknown before that. */
async function fitting(kept: Promise<{ total: number; total_is_capped: boolean }>) {
  try {
    const { total, total_is_capped } = await kept;
    return { count: total, count_is_capped: total_is_capped };
  } catch (error) {
    if (error instanceof AppError && error.code === 'notFound') return { count: null };
    throw error;
  }
}

export const onlineCases = (matching: Pick<Matching, 'keptTutors'>): WaitingKind => ({
  needsAnswer: false,
  find: async ({ db, userId }) => {
    const list = await caseListOf(db, userId);
    const online = list.filter(({ status }) => status === caseStatus.online).slice(0, mostOfAKind);
    return Promise.all(
      online.map(async ({ id }) => ({
        kind: 'case_online' as const,
        path: `/me/case/${id}/tutors`,
        caseId: id,
        ...(await fitting(matching.keptTutors(userId, id, countOnly))),
      })),
    );
  },
});

export const fittingCases = (matching: Pick<Matching, 'keptCases'>): WaitingKind => ({
  needsAnswer: false,
  find: async ({ db, userId, identity }) => {
    if (identity !== 2 || !(await hasVisibleListing(db, userId))) return [];
    // As the page counts them: what pays less than the tutor's lowest price is not among them.
    const kept = matching
      .keptCases(userId, { page: 1, page_size: 1, hide_below: true })
      .then(({ listed, total_is_capped }) => ({ total: listed.fitting, total_is_capped }));
    const found = await fitting(kept);
    return [{ kind: 'cases_fit', path: '/me/tutor/cases', caseId: null, ...found }];
  },
});
