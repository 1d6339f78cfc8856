import { sql } from 'drizzle-orm';
import { type PersonalData, readAll } from '#server/ground/db/personal-data.ts';

export const safetyData: PersonalData = {
  name: 'safety',
  tables: ['safety_timers'],
  exportRows: (db, { userId }) =>
    readAll(db, {
      safety_timers: sql`select lesson_id, ends_at, made_at, warned_at from safety_timers where user_id = ${userId}`,
    }),
  async forget(tx, { userId }) {
    await tx.execute(sql`delete from safety_timers where user_id = ${userId}`);
  },
};
