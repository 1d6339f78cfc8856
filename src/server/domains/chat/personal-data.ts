import { sql } from 'drizzle-orm';
import { type PersonalData, readAll } from '#server/ground/db/personal-data.ts';
import { fileNameOf } from './thread/files.ts';

/** Questions to the tutor, its answers, and uploaded files. */
export const chatData: PersonalData = {
  name: 'chat',
  tables: [
    'chat_threads',
    'chat_messages',
    'chat_chunks',
    'chat_generations',
    'chat_files',
    'chat_share_codes',
  ],

  exportRows: (db, { userId }) =>
    readAll(db, {
      chat_threads: sql`
        select threads.id, path_name as assistant, title, created_at, updated_at
        from chat_threads threads join chat_assistants assistants on assistants.id = assistant_id
        where user_id = ${userId} order by threads.id`,
      chat_messages: sql`
        select messages.id, thread_id, parent_id, role, state, parts, feedback, feedback_comment, is_spoken, messages.created_at,
          text || coalesce((select string_agg(chunks.text, '' order by chunks.start)
            from chat_chunks chunks where message_id = messages.id), '') as text
        from chat_messages messages join chat_threads threads on threads.id = thread_id
        where user_id = ${userId} order by messages.id`,
      chat_files: sql`
        select id, message_id, media_type, byte_size, recognised_text, created_at
        from chat_files where user_id = ${userId} order by id`,
      chat_share_codes: sql`
        select code, thread_id, created_at, expires_at from chat_share_codes where user_id = ${userId} order by created_at`,
    }),

  async files(db, { userId }) {
    const { rows } = await db.execute<{
      id: string;
      file_key: string;
      media_type: 'image/webp' | 'application/pdf';
    }>(sql`select id, file_key, media_type from chat_files where user_id = ${userId} order by id`);
    return rows.map(({ id, file_key, media_type }) => ({
      key: file_key,
      name: fileNameOf({ id: Number(id), mediaType: media_type }),
    }));
  },

  /** An answer that is being written ends when it finds its thread deleted. */
  async forget(tx, { userId }) {
    await tx.execute(sql`delete from chat_share_codes where user_id = ${userId}`);
    await tx.execute(sql`delete from chat_files where user_id = ${userId}`);
    await tx.execute(sql`
      delete from chat_chunks using chat_messages messages, chat_threads threads
      where messages.id = chat_chunks.message_id and threads.id = messages.thread_id and threads.user_id = ${userId}`);
    await tx.execute(sql`delete from chat_threads where user_id = ${userId}`);
  },
};
