import { sql } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { assistantIn } from '../assistants.ts';
import type { AssistantRow } from '../tables.ts';
import type { Owner } from './owner.ts';

/** A thread that is locked until the transaction ends, with everything its next message needs. */
export type LockedThread = {
  id: number;
  leafId: number | null;
  isRunning: boolean;
  assistant: AssistantRow;
  /** The message sent earlier with the same client key, and its answer. */
  earlier: { id: number; answer: number | null } | undefined;
  /** The parent of the message that is edited; undefined when there is no such message. */
  editedParent: number | null | undefined;
  /** Taken from the sequences in advance, so that one statement writes everything. */
  newIds: { question: number; answer: number; generation: number };
};

type Row = {
  has_account: boolean;
  id: string | null;
  leaf_id: string | null;
  running: boolean;
  assistant: Record<string, unknown>;
  earlier: { id: number; answer: number | null } | null;
  edited: { parent_id: number | null } | null;
  new_question: string;
  new_answer: string;
  new_generation: string;
};

/** A thread by its id, or that of a message. */
type Wanted = { threadId: number } | { messageId: number };
type Asked = { reference: Wanted; clientKey: string; edits?: number | null | undefined };

async function readHeld(
  tx: Tx,
  owner: Owner,
  { reference: wanted, clientKey, edits = null }: Asked,
): Promise<Row> {
  const isWanted =
    'threadId' in wanted
      ? sql`id = ${wanted.threadId}`
      : sql`id = (select thread_id from chat_messages where id = ${wanted.messageId})`;
  const isOwn =
    owner.userId === undefined ? sql`device_id = ${owner.deviceId}` : sql`user_id = (select id from account)`;
  const { rows } = await tx.execute<Row>(sql`
    with account as materialized (
      select id from users where id = ${owner.userId ?? null} and deleted_at is null for no key update),
    thread as materialized (
      select id, assistant_id, leaf_id from chat_threads where ${isWanted} and ${isOwn} for update)
    select (select count(*) from account) = 1 as has_account, thread.id, thread.leaf_id,
      to_jsonb(assistants) as assistant,
      exists (select from chat_messages where thread_id = thread.id and state = 'running') as running,
      (select json_build_object('id', sent.id, 'answer',
          (select min(answers.id) from chat_messages answers where answers.parent_id = sent.id))
        from chat_messages sent where sent.thread_id = thread.id and sent.client_key = ${clientKey}) as earlier,
      (select json_build_object('parent_id', edited.parent_id) from chat_messages edited
        where edited.id = ${edits} and edited.thread_id = thread.id and edited.role = 'user') as edited,
      nextval('chat_messages_id_seq') as new_question, nextval('chat_messages_id_seq') as new_answer,
      nextval('chat_generations_id_seq') as new_generation, set_config('synchronous_commit', 'off', true)
    from (select) as one left join thread on true left join chat_assistants assistants on assistants.id = assistant_id`);
  return rows[0] as Row;
}

/**
 * Locks the account, then the thread; another owner's thread counts as missing. It is one statement, which
 * sees other tables as they were before it waited for the locks: a concurrent message with the same key, or
 * in the same thread, violates a unique index when its rows are written, and is retried.
 *
 * The transaction does not wait for the disk: text is shown only after a later commit that does wait, and
 * that commit flushes all earlier ones.
 */
export async function lockThread(tx: Tx, owner: Owner, asked: Asked): Promise<LockedThread> {
  const row = await readHeld(tx, owner, asked);
  if (owner.userId !== undefined && !row.has_account) throw new AppError('sessionInvalid');
  if (row.id === null) throw new AppError('notFound');
  return {
    id: Number(row.id),
    leafId: row.leaf_id === null ? null : Number(row.leaf_id),
    isRunning: row.running,
    assistant: assistantIn(row.assistant),
    earlier: row.earlier ?? undefined,
    editedParent: row.edited?.parent_id,
    newIds: {
      question: Number(row.new_question),
      answer: Number(row.new_answer),
      generation: Number(row.new_generation),
    },
  };
}

const mostTries = 3;

/** Retries when a concurrent transaction was first: the next attempt sees what it wrote. */
export async function retryOnUniqueViolation<Made>(work: () => Promise<Made>): Promise<Made> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries || !isUniqueViolation(error)) throw error;
    }
  }
}

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as { code?: unknown }).code === '23505' || isUniqueViolation(error.cause));

export function idOf(id: string | number | null | undefined) {
  if (id === null || id === undefined) throw new Error('a row that was written did not come back');
  return Number(id);
}
