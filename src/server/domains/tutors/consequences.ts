import type { Consequence } from '#server/domains/accounts/standing.ts';
import { hasVisibleListing } from './tutors.ts';

/** The market shows nothing of a suspended or banned tutor; the switch stays as the tutor left it. */
export const listingConsequence: Consequence = {
  count: async (db, { userId }) => ({ listings: (await hasVisibleListing(db, userId)) ? 1 : 0 }),
  restore: async (tx, { userId }) => ({
    restored: { listings: (await hasVisibleListing(tx, userId)) ? 1 : 0 },
  }),
};
