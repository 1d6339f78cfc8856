import { eq, sql } from 'drizzle-orm';
import { type PersonalData, readAll } from '#server/ground/db/personal-data.ts';
import { promotionAccesses, promotionLinks } from './tables.ts';

/** The keyed hash of a phone number that was new once stays; it leads to no user. */
export const sharingData: PersonalData = {
  name: 'sharing',
  tables: ['promotion_links', 'promotion_accesses', 'promotion_numbers'],

  exportRows: (db, { userId }) =>
    readAll(db, {
      promotion_links: sql`select code, made_at from promotion_links where user_id = ${userId}`,
      followed_links: sql`
        select accessed_at, rewarded_at from promotion_accesses where user_id = ${userId} order by id`,
    }),

  async forget(tx, { userId }) {
    await tx.delete(promotionLinks).where(eq(promotionLinks.userId, userId));
    await tx.delete(promotionAccesses).where(eq(promotionAccesses.userId, userId));
  },
};
