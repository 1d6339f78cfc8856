import { asc, eq, sql } from 'drizzle-orm';
import { type PersonalData, readAll } from '#server/ground/db/personal-data.ts';
import { notices } from './tables.ts';
import { talkFileName } from './talk-files.ts';

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

/** What a user wrote and sent. After deletion the other side keeps the rows, without their text and files. */
export const conversationData: PersonalData = {
  name: 'conversations',
  tables: ['conversation_messages', 'conversation_reads', 'conversation_files'],

  exportRows: (db, { userId }) =>
    readAll(db, {
      conversation_messages: sql`
        select id, interest_id, text, sent_at from conversation_messages where user_id = ${userId} order by id`,
      conversation_reads: sql`
        select interest_id, read_up_to from conversation_reads where user_id = ${userId} order by interest_id`,
      conversation_files: sql`
        select id, interest_id, message_id, media_type, byte_size, pages, created_at
        from conversation_files where user_id = ${userId} order by id`,
    }),

  async files(db, { userId }) {
    const { rows } = await db.execute<{
      id: string;
      file_key: string;
      preview_key: string;
      media_type: string;
    }>(sql`
      select id, file_key, preview_key, media_type from conversation_files
      where user_id = ${userId} order by id`);
    return rows.flatMap(({ id, file_key, preview_key, media_type }) => [
      { key: file_key, name: talkFileName(Number(id), media_type) },
      { key: preview_key, name: `message-${id}-small.webp` },
    ]);
  },

  async forget(tx, { userId }) {
    await tx.execute(sql`delete from conversation_files where user_id = ${userId}`);
    await tx.execute(sql`update conversation_messages set text = '' where user_id = ${userId}`);
    await tx.execute(sql`delete from conversation_reads where user_id = ${userId}`);
  },
};
