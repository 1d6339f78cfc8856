import { sql } from 'drizzle-orm';
import { type PersonalData, readAll } from '#server/ground/db/personal-data.ts';

/** What a user keeps with a heart, and the searches of which a tutor is told. Who keeps the user's own listing or cases is not theirs to know. */
export const marketData: PersonalData = {
  name: 'market',
  tables: ['saved_tutors', 'saved_cases', 'saved_searches'],

  exportRows: (db, { userId }) =>
    readAll(db, {
      saved_tutors: sql`
        select listing_id, saved_at from saved_tutors where user_id = ${userId} order by saved_at, listing_id`,
      saved_cases: sql`
        select case_id, saved_at from saved_cases where user_id = ${userId} order by saved_at, case_id`,
      saved_searches: sql`
        select search, saved_at from saved_searches where user_id = ${userId} order by id`,
    }),

  async forget(tx, { userId }) {
    await tx.execute(sql`delete from saved_tutors where user_id = ${userId}`);
    await tx.execute(sql`delete from saved_cases where user_id = ${userId}`);
    await tx.execute(sql`delete from saved_searches where user_id = ${userId}`);
  },
};
