import { eq } from 'drizzle-orm';
import type { PersonalData } from '#server/ground/db/personal-data.ts';
import { tutorListings } from './tables.ts';
import { listingOf, readListing } from './tutors.ts';

/** Exports all data of tutors, and deletes it with the account. */
export const tutorData: PersonalData = {
  name: 'tutors',
  tables: ['tutor_listings', 'tutor_subjects', 'tutor_dse_results'],

  async exportRows(db, { userId }) {
    const listing = await listingOf(db, userId);
    return { tutor_listings: listing ? [await readListing(db, userId, listing.id)] : [] };
  },

  async forget(tx, { userId }) {
    await tx.delete(tutorListings).where(eq(tutorListings.userId, userId));
  },
};
