import { eq } from 'drizzle-orm';
import type { Db, Tx } from '../db.ts';
import { tutorListings } from './tables.ts';
import { listingOf, readListing } from './tutors.ts';

/** What tutors told us: handed out whole, and gone with the account. */
export const tutorsPersonalData = {
  name: 'tutors',
  tables: ['tutor_listings', 'tutor_subjects', 'tutor_dse_results'],

  async exportRows(db: Db, userId: number): Promise<Record<string, unknown[]>> {
    const listing = await listingOf(db, userId);
    return { tutor_listings: listing ? [await readListing(db, userId, listing.id)] : [] };
  },

  async forget(tx: Tx, userId: number): Promise<{ files: string[] }> {
    await tx.delete(tutorListings).where(eq(tutorListings.userId, userId));
    return { files: [] };
  },
};
