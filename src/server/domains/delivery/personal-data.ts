import { sql } from 'drizzle-orm';
import { type PersonalData, readAll } from '#server/ground/db/personal-data.ts';

export const deliveryData: PersonalData = {
  name: 'deliveries',
  tables: ['deliveries'],

  exportRows: (db, { userId }) =>
    readAll(db, {
      deliveries: sql`
        select channel, kind, happened_at, state, reason, ended_at from deliveries
        where user_id = ${userId} order by id`,
    }),

  async forget(tx, { userId }) {
    await tx.execute(sql`delete from deliveries where user_id = ${userId}`);
  },
};
