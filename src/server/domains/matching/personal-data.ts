import { sql } from 'drizzle-orm';
import type { PersonalData } from '#server/ground/db/personal-data.ts';

/** Records of the user's cases shown to tutors, and of their listing shown to families. */
const shown = (userId: number) => sql`
  matching_shows where case_id in (select id from cases where user_id = ${userId})
    or listing_id in (select id from tutor_listings where user_id = ${userId})`;

/** Results computed for a user, and the records of what was shown. */
export const matchingData: PersonalData = {
  name: 'matching',
  tables: ['algorithm_results', 'matching_shows'],

  async exportRows(db, { userId }) {
    const results = await db.execute(sql`
      select kind, subject_id, result, computed_at from algorithm_results
      where user_id = ${userId} order by kind, subject_id`);
    const shows = await db.execute(sql`
      select case_id, listing_id, direction, position, shown_on from ${shown(userId)}
      order by shown_on, position`);
    return { algorithm_results: results.rows, matching_shows: shows.rows };
  },

  async forget(tx, { userId }) {
    await tx.execute(sql`delete from algorithm_results where user_id = ${userId}`);
    await tx.execute(sql`delete from ${shown(userId)}`);
  },
};
