import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { ChatFile, TutorMessage } from '#shared/chat/chat.ts';
import { type Owner, ownedBy } from './owner.ts';
import { readThread } from './threads.ts';

type Row = Omit<TutorMessage, 'id' | 'thread_id' | 'parent_id'> & {
  id: string;
  thread_id: string;
  parent_id: string | null;
};

const toMessage = (row: Row): TutorMessage => ({
  ...row,
  id: Number(row.id),
  thread_id: Number(row.thread_id),
  parent_id: row.parent_id === null ? null : Number(row.parent_id),
  created_at: new Date(row.created_at).toISOString(),
  files: row.files.map((file: ChatFile) => ({
    ...file,
    created_at: new Date(file.created_at).toISOString(),
  })),
});

type PathQuery = { threadId: number; before?: number | undefined; count: number };

/** The shown version of a thread, read from its end backwards, in order. */
export async function readPath(db: Db | Tx, { threadId, before, count }: PathQuery): Promise<TutorMessage[]> {
  const { rows } = await db.execute<Row>(sql`
    with recursive path as (
      select messages.*, 1 as depth from chat_messages messages
      where id = ${
        before === undefined
          ? sql`(select leaf_id from chat_threads where id = ${threadId})`
          : sql`(select parent_id from chat_messages where id = ${before} and thread_id = ${threadId})`
      }
      union all
      select messages.*, depth + 1 from chat_messages messages join path on messages.id = path.parent_id
      where depth < ${count}
    )
    select id, thread_id, parent_id, role, parts, state, feedback, is_spoken, created_at,
      text || case when state = 'running' then coalesce((
        select string_agg(chunks.text, '' order by chunks.start) from chat_chunks chunks
        where message_id = path.id), '') else '' end as text,
      coalesce((
        select json_agg(versions.id order by versions.id) from chat_messages versions
        where versions.parent_id = path.parent_id), (
        select json_agg(versions.id order by versions.id) from chat_messages versions
        where versions.thread_id = path.thread_id and versions.parent_id is null)) as versions,
      coalesce((
        select json_agg(json_build_object('id', files.id, 'media_type', media_type, 'byte_size', byte_size,
          'recognised_text', recognised_text, 'recognised_state', recognised_state, 'created_at', created_at) order by files.id)
        from chat_files files where files.message_id = path.id), '[]') as files
    from path order by depth desc`);
  return rows.map(toMessage);
}

export async function listMessages(
  db: Db,
  owner: Owner | undefined,
  { thread_id, before, page_size }: { thread_id: number; before?: number | undefined; page_size: number },
) {
  await readThread(db, owner, thread_id);
  const found = await readPath(db, { threadId: thread_id, before, count: page_size + 1 });
  const list = found.slice(-page_size);
  return { list, has_more: found.length > page_size };
}

/** An answer in a thread of the owner; any other is not found. */
export async function ownAnswer(db: Db | Tx, owner: Owner | undefined, id: number) {
  if (!owner) throw new AppError('notFound');
  const { rows } = await db.execute<{ id: string; thread_id: string; parent_id: string; state: string }>(sql`
    select messages.id, thread_id, parent_id, state from chat_messages messages
    join chat_threads threads on threads.id = thread_id
    where messages.id = ${id} and role = 'assistant' and ${ownedBy(owner, sql`threads`)}`);
  const [row] = rows;
  if (!row) throw new AppError('notFound');
  return {
    messageId: id,
    threadId: Number(row.thread_id),
    parentId: Number(row.parent_id),
    state: row.state,
  };
}

/** Records the stop request and returns the generation to notify; undefined when none is running. */
export async function noteStop(tx: Tx, owner: Owner | undefined, id: number): Promise<number | undefined> {
  await ownAnswer(tx, owner, id);
  const { rows } = await tx.execute<{ id: string }>(sql`
    update chat_generations set stop_asked_at = now() where message_id = ${id} and state = 'running' returning id`);
  return rows[0] && Number(rows[0].id);
}

export async function giveFeedback(
  tx: Tx,
  owner: Owner | undefined,
  id: number,
  { feedback, comment }: { feedback: number; comment: string },
) {
  await ownAnswer(tx, owner, id);
  await tx.execute(
    sql`update chat_messages set feedback = ${feedback}, feedback_comment = ${comment} where id = ${id}`,
  );
}
