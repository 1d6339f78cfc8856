import { sql } from 'drizzle-orm';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import type { Paging } from '#server/ground/db/paging.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Thread } from '#shared/chat/chat.ts';
import { type Owner, ownedBy } from './owner.ts';

type Row = {
  id: string;
  assistant_id: string;
  path_name: string;
  title: string;
  created_at: string;
  updated_at: string;
  running_message_id: string | null;
  is_from_other: boolean;
};

const columns = sql`
  threads.id, threads.assistant_id, assistants.path_name, threads.title, threads.created_at, threads.updated_at,
  threads.shared_by is not null as is_from_other,
  (select id from chat_messages where thread_id = threads.id and state = 'running') as running_message_id`;
const from = sql`chat_threads threads join chat_assistants assistants on assistants.id = threads.assistant_id`;

const toThread = (row: Row): Thread => ({
  id: Number(row.id),
  assistant_id: Number(row.assistant_id),
  path_name: row.path_name,
  title: row.title,
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
  running_message_id: row.running_message_id === null ? null : Number(row.running_message_id),
  is_from_other: row.is_from_other,
});

/** More than any user needs; beyond it, old threads have to be deleted first. */
const mostThreads = 5_000;
const mostCounted = 1_000;

export async function readThread(db: Db | Tx, owner: Owner | undefined, id: number): Promise<Thread> {
  if (!owner) throw new AppError('notFound');
  const { rows } = await db.execute<Row>(
    sql`select ${columns} from ${from} where threads.id = ${id} and ${ownedBy(owner, sql`threads`)}`,
  );
  if (!rows[0]) throw new AppError('notFound');
  return toThread(rows[0]);
}

export async function createThread(
  tx: Tx,
  owner: Owner,
  { assistantId, title }: { assistantId: number; title: string },
) {
  if (owner.userId !== undefined) await lockAccount(tx, owner.userId);
  const { rows: counted } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from chat_threads where ${ownedBy(owner)}`,
  );
  if ((counted[0]?.count ?? 0) >= mostThreads)
    throw new AppError('reachedLimit', { details: { limit: mostThreads } });
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into chat_threads (user_id, device_id, assistant_id, title)
    values (${owner.userId ?? null}, ${owner.deviceId ?? null}, ${assistantId}, ${title}) returning id`);
  return readThread(tx, owner, Number(rows[0]?.id));
}

type ThreadQuery = Paging & { assistant_id?: number | undefined; search: string };

export async function listThreads(
  db: Db,
  owner: Owner | undefined,
  { assistant_id, search, page, page_size }: ThreadQuery,
) {
  if (!owner) return { list: [], total: 0, page, page_size };
  const pattern = `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const condition = sql`${ownedBy(owner, sql`threads`)}
    and ${assistant_id === undefined ? sql`true` : sql`threads.assistant_id = ${assistant_id}`}
    and ${
      search === ''
        ? sql`true`
        : sql`(threads.title ilike ${pattern} or exists (
            select from chat_messages where thread_id = threads.id and text ilike ${pattern}))`
    }`;
  const { rows } = await db.execute<Row>(sql`
    select ${columns} from ${from} where ${condition}
    order by threads.updated_at desc, threads.id desc limit ${page_size} offset ${(page - 1) * page_size}`);
  const { rows: counted } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select from ${from} where ${condition} limit ${mostCounted + 1}) as found`);
  const count = counted[0]?.count ?? 0;
  const capped = count > mostCounted && { total_is_capped: true };
  return { list: rows.map(toThread), total: Math.min(count, mostCounted), page, page_size, ...capped };
}

export async function renameThread(tx: Tx, owner: Owner | undefined, id: number, title: string) {
  await readThread(tx, owner, id);
  await tx.execute(sql`update chat_threads set title = ${title} where id = ${id}`);
  return readThread(tx, owner, id);
}

/**
 * Deletes a thread with everything in it, and returns the keys of its files. A running answer is ended first
 * and so charged as far as it came; the thread is locked, so that no new question can slip in.
 */
export async function deleteThread(
  tx: Tx,
  owner: Owner | undefined,
  id: number,
  end: (generationId: number) => Promise<void> = async () => {},
): Promise<string[]> {
  await readThread(tx, owner, id);
  await tx.execute(sql`select from chat_threads where id = ${id} for update`);
  const { rows: running } = await tx.execute<{ id: string }>(sql`
    select generations.id from chat_generations generations join chat_messages messages on messages.id = message_id
    where thread_id = ${id} and generations.state = 'running'`);
  for (const generation of running) await end(Number(generation.id));
  const { rows: files } = await tx.execute<{ file_key: string }>(sql`
    delete from chat_files using chat_messages messages
    where messages.id = chat_files.message_id and messages.thread_id = ${id} returning file_key`);
  await tx.execute(sql`
    delete from chat_chunks using chat_messages messages
    where messages.id = chat_chunks.message_id and messages.thread_id = ${id}`);
  await tx.execute(sql`delete from chat_threads where id = ${id}`);
  return files.map((row) => row.file_key);
}

/** Shows a version of a message, with the latest messages that followed it. */
export async function showVersion(tx: Tx, owner: Owner | undefined, id: number, messageId: number) {
  await readThread(tx, owner, id);
  await tx.execute(sql`select from chat_threads where id = ${id} for update`);
  const { rows } = await tx.execute<{ leaf: string | null }>(sql`
    with recursive below as (
      select id from chat_messages where id = ${messageId} and thread_id = ${id}
      union all
      select (select max(next.id) from chat_messages next where next.parent_id = below.id) from below
      where below.id is not null
    )
    select max(id) as leaf from below`);
  const leaf = rows[0]?.leaf;
  if (!leaf) throw new AppError('notFound');
  await tx.execute(sql`update chat_threads set leaf_id = ${leaf} where id = ${id}`);
  return readThread(tx, owner, id);
}

/**
 * Threads that a device began on trial go to the user who logs in on it next, and to no later one: a thread
 * has one owner. Only the owner changes: messages paid by the trial stay so, and the device gets no new
 * trials for the day. The caller has locked the account.
 */
export async function takeOverThreads(tx: Tx, userId: number, deviceId: string | undefined) {
  if (deviceId === undefined) return;
  await tx.execute(sql`
    update chat_threads set user_id = ${userId}, device_id = null where device_id = ${deviceId}`);
}
