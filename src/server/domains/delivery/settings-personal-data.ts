import { sql } from 'drizzle-orm';
import { type PersonalData, readAll } from '#server/ground/db/personal-data.ts';

/** What a person chose about being told. The master switch is a column of the account. */
export const notificationSettingsData: PersonalData = {
  name: 'notification settings',
  tables: ['notification_choices', 'notification_settings'],

  exportRows: (db, { userId }) =>
    readAll(db, {
      notification_choices: sql`
        select topic, channel, is_on, chosen_at from notification_choices
        where user_id = ${userId} order by topic, channel`,
      notification_settings: sql`
        select digest_hour, declined_at from notification_settings where user_id = ${userId}`,
    }),

  async forget(tx, { userId }) {
    await tx.execute(sql`delete from notification_choices where user_id = ${userId}`);
    await tx.execute(sql`delete from notification_settings where user_id = ${userId}`);
  },
};
