import { sql } from 'drizzle-orm';
import type { SendForm, Wish } from '#shared/chat.ts';
import type { DataPart } from '#shared/chat-parts.ts';
import type { Tx } from '../db.ts';
import { AppError } from '../errors.ts';
import type { Charge, Charges } from './charge.ts';
import { holdThread, idOf } from './hold-thread.ts';
import type { Owner } from './owner.ts';
import type { Turn } from './prompt.ts';
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
  /** What is asked, and what was said before it, where that is all there is to know. */
  question?: { before: Promise<Turn[]>; text: string; wish: Wish | null };
};
/** `isNew` false: the same was sent before; `messageId` is its answer, wherever it is being written. */
export type Acceptance = ({ isNew: true } & Accepted) | { isNew: false; messageId: number };

export type Acceptor = {
  charges: Charges;
  /** Throws for one that is not offered to whoever asks. */
  checkOffered: (assistant: AssistantRow) => void;
  processId: () => string;
  /** What was said up to a message, read beside the transaction: it is there already, and nobody changes it now. */
  readTurns: (messageId: number) => Promise<Turn[]>;
  /**
   * Nothing can be refused any more, and the question is all the answer needs: it may be begun before the transaction
   * has ended, as long as nobody is shown anything of it.
   */
  onCertain: (answer: Accepted) => void;
};
export type Asking = { owner: Owner; address: string };

const longestAutomaticTitle = 40;

export async function acceptMessage(
  tx: Tx,
  acceptor: Acceptor,
  asking: Asking,
  { form, parts }: { form: SendForm; parts: DataPart[] },
): Promise<Acceptance> {
  const { owner } = asking;
  const thread = await holdThread(tx, owner, {
    wanted: sql`id = ${form.thread_id}`,
    clientKey: form.client_key,
    edits: form.edits,
  });
  if (thread.earlier) return { isNew: false, messageId: idOf(thread.earlier.answer) };
  if (thread.isRunning) throw new AppError('answerRunning');
  acceptor.checkOffered(thread.assistant);
  const before = form.edits === undefined ? thread.leafId : thread.editedParent;
  if (before === undefined) throw new AppError('notFound');
  const { newIds, assistant } = thread;
  const turnsBefore =
    before === null || form.file_ids.length > 0 ? Promise.resolve([]) : acceptor.readTurns(before);
  // Whoever answers hears of it; a question that is refused needs it no more.
  turnsBefore.catch(() => undefined);
  const answer: Accepted = {
    generationId: newIds.generation,
    messageId: newIds.answer,
    threadId: thread.id,
    parentId: newIds.question,
    assistant,
    start: 0,
    ...(form.file_ids.length === 0 && {
      question: { before: turnsBefore, text: form.text, wish: form.wish ?? null },
    }),
  };
  const charge = await take(tx, acceptor, asking, answer, form.client_key);
  if (answer.question) acceptor.onCertain(answer);
  await tx.execute(sql`
    with asked as (
      insert into chat_messages (id, thread_id, parent_id, role, text, wish, state, client_key)
      overriding system value
      values (${newIds.question}, ${thread.id}, ${before}, 'user', ${form.text}, ${form.wish ?? null}, 'done',
        ${form.client_key})
    ),
    answer as (
      insert into chat_messages (id, thread_id, parent_id, role, state, parts) overriding system value
      values (${newIds.answer}, ${thread.id}, ${newIds.question}, 'assistant', 'running',
        ${JSON.stringify(parts)}::jsonb)
    ),
    generation as (${insertGeneration(acceptor, answer, form.client_key, charge)})
    update chat_threads set leaf_id = ${newIds.answer}, updated_at = now(),
      title = case when title = '' then ${titleOf(form.text)} else title end
    where id = ${thread.id}`);
  await attachFiles(tx, owner, newIds.question, form.file_ids);
  return { isNew: true, ...answer };
}

/** Another version beside an answer. */
export async function acceptRegeneration(
  tx: Tx,
  acceptor: Acceptor,
  asking: Asking,
  { messageId, clientKey }: { messageId: number; clientKey: string },
): Promise<Acceptance> {
  const thread = await holdThread(tx, asking.owner, { wanted: threadOf(messageId), clientKey });
  const { rows } = await tx.execute<{ parent_id: string; parts: DataPart[] }>(sql`
    select parent_id, parts from chat_messages where id = ${messageId} and role = 'assistant'`);
  const [old] = rows;
  if (!old) throw new AppError('notFound');
  if (thread.earlier) return { isNew: false, messageId: thread.earlier.id };
  if (thread.isRunning) throw new AppError('answerRunning');
  const parentId = Number(old.parent_id);
  const help = old.parts.filter(({ type }) => type === 'data-help');
  const { rows: made } = await tx.execute<{ id: string }>(sql`
    insert into chat_messages (thread_id, parent_id, role, state, client_key, parts)
    values (${thread.id}, ${parentId}, 'assistant', 'running', ${clientKey}, ${JSON.stringify(help)}::jsonb)
    returning id`);
  acceptor.checkOffered(thread.assistant);
  const answer: Accepted = {
    generationId: thread.newIds.generation,
    messageId: idOf(made[0]?.id),
    threadId: thread.id,
    parentId,
    assistant: thread.assistant,
    start: 0,
  };
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
  const thread = await holdThread(tx, asking.owner, { wanted: threadOf(messageId), clientKey });
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
  acceptor.checkOffered(thread.assistant);
  const answer: Accepted = {
    generationId: thread.newIds.generation,
    messageId,
    threadId: thread.id,
    parentId: Number(old.parent_id),
    assistant: thread.assistant,
    start: old.text.length,
  };
  return begin(tx, acceptor, asking, answer, clientKey);
}

async function begin(
  tx: Tx,
  acceptor: Acceptor,
  asking: Asking,
  answer: Accepted,
  clientKey: string,
): Promise<Acceptance> {
  const charge = await take(tx, acceptor, asking, answer, clientKey);
  await tx.execute(insertGeneration(acceptor, answer, clientKey, charge));
  return { isNew: true, ...answer };
}

/** Of this answer alone: a key that a page uses twice is still charged for each. */
const take = (
  tx: Tx,
  { charges }: Acceptor,
  { owner, address }: Asking,
  { messageId, assistant }: Accepted,
  clientKey: string,
) => charges.take(tx, { owner, assistant, address, key: `answer ${messageId} ${clientKey}` });

const insertGeneration = (
  { processId }: Acceptor,
  { generationId, messageId, assistant, start }: Accepted,
  clientKey: string,
  { reservationId, trialDevice, trialAddress, trialDay }: Charge,
) => sql`
    insert into chat_generations (id, message_id, assistant_id, process_id, client_key, start, reservation_id,
      trial_device, trial_address, trial_day) overriding system value
    values (${generationId}, ${messageId}, ${assistant.id}, ${processId()}, ${clientKey}, ${start}, ${reservationId},
      ${trialDevice}, ${trialAddress}, ${trialDay})`;

const threadOf = (messageId: number) =>
  sql`id = (select thread_id from chat_messages where id = ${messageId})`;

/** Files of one's own that no message has yet. */
async function attachFiles(tx: Tx, { userId }: Owner, messageId: number, fileIds: readonly number[]) {
  if (fileIds.length === 0) return;
  const { rowCount } = await tx.execute(sql`
    update chat_files set message_id = ${messageId}
    where id in (select unnest(${sql.param([...fileIds])}::bigint[])) and user_id = ${userId ?? 0} and message_id is null`);
  if (rowCount !== new Set(fileIds).size) throw new AppError('notFound');
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
