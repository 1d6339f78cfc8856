import { sql } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { assistantIn } from '../assistants.ts';
import type { AssistantRow } from '../tables.ts';
import type { Owner } from './owner.ts';

/** A thread that nobody else changes until the transaction ends, and what its next message needs to know. */
export type HeldThread = {
  id: number;
  leafId: number | null;
  isRunning: boolean;
  assistant: AssistantRow;
  /** What was sent under the same key before, and what answers it. */
  earlier: { id: number; answer: number | null } | undefined;
  /** What comes before the message that is edited; undefined where there is no such message. */
  editedParent: number | null | undefined;
  /** Taken in advance, so that everything is written by one statement. */
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
type Asked = { wanted: Wanted; clientKey: string; edits?: number | null | undefined };

async function readHeld(tx: Tx, owner: Owner, { wanted, clientKey, edits = null }: Asked): Promise<Row> {
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
 * The account is held before the thread; another's thread is not there. All in one statement, whose view of other tables
 * is from before it waited: whoever sends the same, or to the same thread, at the same moment is found out by the unique
 * indexes of what is written next, and asks again.
 *
 * The transaction does not wait for the disk: no text is shown before a later commit has, and that one takes all before it
 * along.
 */
export async function holdThread(tx: Tx, owner: Owner, asked: Asked): Promise<HeldThread> {
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

/** Once more where somebody else was quicker: by then one sees what they did. */
export async function asOneOfMany<Made>(work: () => Promise<Made>): Promise<Made> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries || !isTaken(error)) throw error;
    }
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: unknown }).code === '23505' || isTaken(error.cause));

export function idOf(id: string | number | null | undefined) {
  if (id === null || id === undefined) throw new Error('a row that was written did not come back');
  return Number(id);
}
