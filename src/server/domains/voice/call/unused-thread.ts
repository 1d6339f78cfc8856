import { sql } from 'drizzle-orm';
import type { Db } from '#server/ground/db/db.ts';

/** A call in which nothing came to be said leaves no empty conversation behind. */
export const removeUnused = (db: Db, threadId: number) =>
  db.execute(sql`
    delete from chat_threads
    where id = ${threadId} and not exists (select from chat_messages where thread_id = ${threadId})`);
