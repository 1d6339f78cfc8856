import { sql } from 'drizzle-orm';
import type { PersonalData } from '#server/ground/db/personal-data.ts';

export const safetyData: PersonalData = {
  name: 'safety',
  tables: ['safety_timers'],
  async exportRows(db, { userId }) {
    const { rows } = await db.execute(
      sql`select lesson_id, ends_at, made_at, warned_at from safety_timers where user_id = ${userId}`,
    );
    return { safety_timers: rows };
  },
  async forget(tx, { userId }) {
    await tx.execute(sql`delete from safety_timers where user_id = ${userId}`);
  },
};
