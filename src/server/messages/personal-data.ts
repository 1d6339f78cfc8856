import { asc, eq } from 'drizzle-orm';
import type { PersonalData } from '../privacy/personal-data.ts';
import { notices } from './tables.ts';

export const noticeData: PersonalData = {
  name: 'notices',
  tables: ['notices'],

  async exportRows(db, { userId }) {
    return {
      notices: await db
        .select({
          kind: notices.kind,
          params: notices.params,
          told_at: notices.toldAt,
          read_at: notices.readAt,
        })
        .from(notices)
        .where(eq(notices.userId, userId))
        .orderBy(asc(notices.id)),
    };
  },

  async forget(tx, { userId }) {
    await tx.delete(notices).where(eq(notices.userId, userId));
  },
};
