import { sql } from 'drizzle-orm';
import type { SendForm } from '#shared/chat.ts';
import type { DataPart } from '#shared/chat-parts.ts';
import { holdAccount } from '../accounts/hold-account.ts';
import type { Tx } from '../db.ts';
import { AppError } from '../errors.ts';
import type { Charges } from './charge.ts';
import { type Owner, ownedBy } from './owner.ts';
import type { AssistantRow } from './tables.ts';

/** An answer that this process has taken upon itself to write. */
export type Accepted = {
  generationId: number;
  messageId: number;
  threadId: number;
  /** The message it answers. */
  parentId: number;
  assistant: AssistantRow;
  /** Where in the message it begins. */
  start: number;
};
/** `isNew` false: the same was sent before; `messageId` is its answer, wherever it is being written. */
export type Acceptance = ({ isNew: true } & Accepted) | { isNew: false; messageId: number };

export type Acceptor = {
  charges: Charges;
  assistantById: (tx: Tx, id: number) => Promise<AssistantRow>;
  processId: () => string;
};
export type Asking = { owner: Owner; address: string };

type HeldThread = { id: number; assistantId: number; leafId: number | null; isRunning: boolean };

const longestAutomaticTitle = 40;

/** The thread, held until the transaction ends; another's is not there. Accounts are held before anything else. */
async function holdThread(tx: Tx, owner: Owner, wanted: ReturnType<typeof sql>): Promise<HeldThread> {
  if (owner.userId !== undefined) await holdAccount(tx, owner.userId);
  const { rows } = await tx.execute<{
    id: string;
    assistant_id: string;
    leaf_id: string | null;
    running: boolean;
  }>(sql`
    select id, assistant_id, leaf_id,
      exists (select from chat_messages where thread_id = chat_threads.id and state = 'running') as running
    from chat_threads where ${wanted} and ${ownedBy(owner)} for update`);
  const [row] = rows;
  if (!row) throw new AppError('notFound');
  return {
    id: Number(row.id),
    assistantId: Number(row.assistant_id),
    leafId: row.leaf_id === null ? null : Number(row.leaf_id),
    isRunning: row.running,
  };
}

export async function acceptMessage(
  tx: Tx,
  acceptor: Acceptor,
  asking: Asking,
  { form, parts }: { form: SendForm; parts: DataPart[] },
): Promise<Acceptance> {
  const thread = await holdThread(tx, asking.owner, sql`id = ${form.thread_id}`);
  const { rows: earlier } = await tx.execute<{ id: string | null }>(sql`
    select (select min(answers.id) from chat_messages answers where answers.parent_id = messages.id) as id
    from chat_messages messages where thread_id = ${thread.id} and client_key = ${form.client_key}`);
  if (earlier[0]) return { isNew: false, messageId: idOf(earlier[0]) };
  if (thread.isRunning) throw new AppError('answerRunning');
  const assistant = await acceptor.assistantById(tx, thread.assistantId);
  const before = form.edits === undefined ? thread.leafId : await parentOfEdited(tx, thread.id, form.edits);

  const { rows: made } = await tx.execute<{ id: string; parent_id: string }>(sql`
    with asked as (
      insert into chat_messages (thread_id, parent_id, role, text, wish, state, client_key)
      values (${thread.id}, ${before}, 'user', ${form.text}, ${form.wish ?? null}, 'done', ${form.client_key})
      returning id
    )
    insert into chat_messages (thread_id, parent_id, role, state, parts)
    select ${thread.id}, id, 'assistant', 'running', ${JSON.stringify(parts)}::jsonb from asked
    returning id, parent_id`);
  const messageId = idOf(made[0]);
  const parentId = Number(made[0]?.parent_id);
  await attachFiles(tx, asking.owner, parentId, form.file_ids);
  await tx.execute(sql`
    update chat_threads set leaf_id = ${messageId}, updated_at = now(),
      title = case when title = '' then ${titleOf(form.text)} else title end
    where id = ${thread.id}`);
  const answer = { messageId, threadId: thread.id, parentId, assistant, start: 0 };
  return begin(tx, acceptor, asking, answer, form.client_key);
}

/** Another version beside an answer. */
export async function acceptRegeneration(
  tx: Tx,
  acceptor: Acceptor,
  asking: Asking,
  { messageId, clientKey }: { messageId: number; clientKey: string },
): Promise<Acceptance> {
  const thread = await holdThreadOf(tx, asking.owner, messageId);
  const { rows } = await tx.execute<{ parent_id: string; parts: DataPart[] }>(sql`
    select parent_id, parts from chat_messages where id = ${messageId} and role = 'assistant'`);
  const [old] = rows;
  if (!old) throw new AppError('notFound');
  const { rows: earlier } = await tx.execute<{ id: string }>(sql`
    select id from chat_messages where thread_id = ${thread.id} and client_key = ${clientKey}`);
  if (earlier[0]) return { isNew: false, messageId: idOf(earlier[0]) };
  if (thread.isRunning) throw new AppError('answerRunning');
  const parentId = Number(old.parent_id);
  const help = old.parts.filter(({ type }) => type === 'data-help');
  const { rows: made } = await tx.execute<{ id: string }>(sql`
    insert into chat_messages (thread_id, parent_id, role, state, client_key, parts)
    values (${thread.id}, ${parentId}, 'assistant', 'running', ${clientKey}, ${JSON.stringify(help)}::jsonb)
    returning id`);
  const assistant = await acceptor.assistantById(tx, thread.assistantId);
  const answer = { messageId: idOf(made[0]), threadId: thread.id, parentId, assistant, start: 0 };
  await tx.execute(
    sql`update chat_threads set leaf_id = ${answer.messageId}, updated_at = now() where id = ${thread.id}`,
  );
  return begin(tx, acceptor, asking, answer, clientKey);
}

/** The rest of an answer that was cut off. It is paid for anew: what was cut off cost nothing. */
export async function acceptContinuation(
  tx: Tx,
  acceptor: Acceptor,
  asking: Asking,
  { messageId, clientKey }: { messageId: number; clientKey: string },
): Promise<Acceptance> {
  const thread = await holdThreadOf(tx, asking.owner, messageId);
  const { rows } = await tx.execute<{ parent_id: string; text: string; state: string; again: boolean }>(sql`
    select parent_id, text, state, exists (
        select from chat_generations where message_id = chat_messages.id and client_key = ${clientKey}) as again
    from chat_messages where id = ${messageId} and role = 'assistant'`);
  const [old] = rows;
  if (!old) throw new AppError('notFound');
  if (old.again) return { isNew: false, messageId };
  if (thread.isRunning) throw new AppError('answerRunning');
  if (old.state === 'done') throw new AppError('nothingToContinue');
  await tx.execute(sql`update chat_messages set state = 'running' where id = ${messageId}`);
  const assistant = await acceptor.assistantById(tx, thread.assistantId);
  const parentId = Number(old.parent_id);
  const answer = { messageId, threadId: thread.id, parentId, assistant, start: old.text.length };
  return begin(tx, acceptor, asking, answer, clientKey);
}

async function begin(
  tx: Tx,
  { charges, processId }: Acceptor,
  { owner, address }: Asking,
  answer: Omit<Accepted, 'generationId'>,
  clientKey: string,
): Promise<Acceptance> {
  const { messageId, assistant, start } = answer;
  // Of this answer alone: a key that a page uses twice is still charged for each.
  const charge = await charges.take(tx, {
    owner,
    assistant,
    address,
    key: `answer ${messageId} ${clientKey}`,
  });
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into chat_generations (message_id, assistant_id, process_id, client_key, start, reservation_id,
      trial_device, trial_address, trial_day)
    values (${messageId}, ${assistant.id}, ${processId()}, ${clientKey}, ${start}, ${charge.reservationId},
      ${charge.trialDevice}, ${charge.trialAddress}, ${charge.trialDay})
    returning id`);
  return { isNew: true, generationId: idOf(rows[0]), ...answer };
}

const holdThreadOf = (tx: Tx, owner: Owner, messageId: number) =>
  holdThread(tx, owner, sql`id = (select thread_id from chat_messages where id = ${messageId})`);

async function parentOfEdited(tx: Tx, threadId: number, messageId: number) {
  const { rows } = await tx.execute<{ parent_id: string | null }>(sql`
    select parent_id from chat_messages where id = ${messageId} and thread_id = ${threadId} and role = 'user'`);
  if (!rows[0]) throw new AppError('notFound');
  return rows[0].parent_id === null ? null : Number(rows[0].parent_id);
}

/** Files of one's own that no message has yet. */
async function attachFiles(tx: Tx, { userId }: Owner, messageId: number, fileIds: readonly number[]) {
  if (fileIds.length === 0) return;
  const { rowCount } = await tx.execute(sql`
    update chat_files set message_id = ${messageId}
    where id in (select unnest(${sql.param([...fileIds])}::bigint[])) and user_id = ${userId ?? 0} and message_id is null`);
  if (rowCount !== new Set(fileIds).size) throw new AppError('notFound');
}

function idOf(row: { id: string | null } | undefined) {
  if (!row?.id) throw new Error('a row that was written did not come back');
  return Number(row.id);
}

/** The first line, cut between characters and never within one. */
function titleOf(text: string) {
  const line = text.trim().split('\n')[0] ?? '';
  const shown = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment);
  return shown.length <= longestAutomaticTitle
    ? line.slice(0, 80)
    : `${shown
        .slice(0, longestAutomaticTitle - 1)
        .join('')
        .slice(0, 79)}…`;
}
