import { asc, eq, sql } from 'drizzle-orm';
import type { PersonalData } from '#server/ground/db/personal-data.ts';
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

/** The messages a user wrote. After deletion the other side keeps the rows, without their text. */
export const conversationData: PersonalData = {
  name: 'conversations',
  tables: ['conversation_messages', 'conversation_reads'],

  async exportRows(db, { userId }) {
    const messages = await db.execute(sql`
      select match_id, text, sent_at from conversation_messages where user_id = ${userId} order by id`);
    const reads = await db.execute(sql`
      select match_id, read_up_to from conversation_reads where user_id = ${userId} order by match_id`);
    return { conversation_messages: messages.rows, conversation_reads: reads.rows };
  },

  async forget(tx, { userId }) {
    await tx.execute(sql`update conversation_messages set text = '' where user_id = ${userId}`);
    await tx.execute(sql`delete from conversation_reads where user_id = ${userId}`);
  },
};
