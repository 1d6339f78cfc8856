import { sql } from 'drizzle-orm';
import { type PersonalData, readAll } from '#server/ground/db/personal-data.ts';

export const pushData: PersonalData = {
  name: 'push',
  tables: ['push_subscriptions'],

  exportRows: (db, { userId }) =>
    readAll(db, {
      // With the full endpoint and the keys anybody could send to the browser: they are secrets.
      push_subscriptions: sql`
      select substring(endpoint from '^[a-z]+://([^/]+)') as push_service, locale, subscribed_at
      from push_subscriptions where user_id = ${userId} order by id`,
    }),

  async forget(tx, { userId }) {
    await tx.execute(sql`delete from push_subscriptions where user_id = ${userId}`);
  },
};
