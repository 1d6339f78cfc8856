import { sql } from 'drizzle-orm';
import type { PersonalData } from '#server/ground/db/personal-data.ts';

export const pushData: PersonalData = {
  name: 'push',
  tables: ['push_subscriptions'],

  async exportRows(db, { userId }) {
    // Whoever has the whole address and the keys can write to the browser: they are secrets.
    const { rows } = await db.execute(sql`
      select substring(endpoint from '^[a-z]+://([^/]+)') as push_service, locale, subscribed_at
      from push_subscriptions where user_id = ${userId} order by id`);
    return { push_subscriptions: rows };
  },

  async forget(tx, { userId }) {
    await tx.execute(sql`delete from push_subscriptions where user_id = ${userId}`);
  },
};
