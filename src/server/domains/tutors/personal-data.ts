import { eq } from 'drizzle-orm';
import type { PersonalData } from '#server/ground/db/personal-data.ts';
import { dropDraft, readDraft } from './drafts.ts';
import { photoKeys } from './photos.ts';
import { tutorListings, tutorPhotos } from './tables.ts';
import { listingOf, readListing } from './tutors.ts';

/** Exports all data of tutors, and deletes it with the account. */
export const tutorData: PersonalData = {
  name: 'tutors',
  tables: ['tutor_photos', 'tutor_listings', 'tutor_subjects', 'tutor_dse_results', 'tutor_drafts'],

  async exportRows(db, { userId }) {
    const [listing, draft] = [await listingOf(db, userId), await readDraft(db, userId)];
    return {
      tutor_listings: listing ? [await readListing(db, userId, listing.id)] : [],
      tutor_photos: await db.select().from(tutorPhotos).where(eq(tutorPhotos.userId, userId)),
      tutor_drafts: draft ? [draft] : [],
    };
  },

  async files(db, { userId }) {
    const rows = await db.select().from(tutorPhotos).where(eq(tutorPhotos.userId, userId));
    return rows.flatMap(({ photo }) =>
      photoKeys(photo).map((key) => ({ key, name: key.replace(/.*-(?=\d)/, 'tutor-photo-') })),
    );
  },

  async forget(tx, { userId }) {
    await dropDraft(tx, userId);
    await tx.delete(tutorPhotos).where(eq(tutorPhotos.userId, userId));
    await tx.delete(tutorListings).where(eq(tutorListings.userId, userId));
  },
};
