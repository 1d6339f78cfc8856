import { sql } from 'drizzle-orm';
import type { Standing } from '#server/domains/quota/quota.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { HelpLevel, SendForm } from '#shared/chat/chat.ts';
import type { DataPart } from '#shared/chat/parts.ts';
import type { Locale } from '#shared/locale.ts';
import type { AssistantRow } from '../tables.ts';
import { idOf, lockThread } from '../thread/lock-thread.ts';
import type { Owner } from '../thread/owner.ts';
import { generationOf, titleOf, writeGeneration, writeQuestion } from '../thread/write-question.ts';
import { type Care, careOf } from '../tutor/care.ts';
import { helpPartFor } from '../tutor/help-lines.ts';
import { threadTitle } from '../tutor/help-words.ts';
import { type Charge, type Charges, free } from './charge.ts';
import { readTurns, readTurnsBefore, type Turn } from './prompt.ts';

/** An answer that this process has accepted to write. */
export type Accepted = {
  generationId: number;
  messageId: number;
  threadId: number;
  /** The message it answers. */
  parentId: number;
  assistant: AssistantRow;
  /** Offset in the message where the new text begins. */
  start: number;
  /** The question and the turns before it, when the answer needs nothing else. */
  question?: { before: Turn[]; text: string; wish: HelpLevel | null };
  guise?: SpokenInstructions;
  /** Parts that stand beside the answer from the beginning: the help lines of a child in need. */
  parts?: DataPart[];
  asking: Requester;
  /** A child in need was seen before the answer began; it is free, and counted as such. */
  isInNeed: boolean;
  /** The daily budget or the free answers are used up: a child in need is answered all the same. */
  isWithoutModel?: boolean;
};
/** How a spoken answer is given: extra instructions for a model, and the text that is spoken without one. */
export type SpokenInstructions = { instructions: string; scripted?: string | undefined };
/** `isNew` false: the same was sent before; `messageId` is its answer, whichever process writes it. */
export type Acceptance = ({ isNew: true } & Accepted) | { isNew: false; messageId: number };

export type Acceptor = {
  charges: Charges;
  /** Throws when the assistant is not offered to the caller; a child in need is answered on any budget. */
  checkOffered: (assistant: AssistantRow, options: { isInNeed: boolean }) => void;
  processId: () => string;
  /**
   * Called when nothing can be refused any more and the question is all the answer needs: writing may begin
   * before the transaction has ended, as long as nothing of it is shown.
   */
  onCertain: (answer: Accepted) => void;
};
export type Requester = { owner: Owner; address: string };
type Again = { messageId: number; clientKey: string; locale: Locale };

export async function acceptMessage(
  tx: Tx,
  acceptor: Acceptor,
  asking: Requester,
  { form, locale, isSpoken = false }: { form: SendForm; locale: Locale; isSpoken?: boolean },
): Promise<Acceptance> {
  const { owner } = asking;
  const { thread_id: threadId, client_key: clientKey, edits, text, wish = null } = form;
  const hasFiles = form.file_ids.length > 0;
  const thread = await lockThread(tx, owner, { reference: { threadId }, clientKey, edits });
  if (thread.earlier) {
    // The key was used to regenerate an answer, so it cannot also name a new message.
    if (thread.earlier.answer === null) throw new AppError('conflict');
    return { isNew: false, messageId: thread.earlier.answer };
  }
  if (thread.isRunning) throw new AppError('answerRunning');
  const turnsBefore = await readTurnsBefore(tx, { threadId, edits });
  const files = hasFiles ? await readTexts(tx, owner, form.file_ids) : [];
  const care = careOf([...turnsBefore, { role: 'user', text, parts: [], files }], locale);
  acceptor.checkOffered(thread.assistant, { isInNeed: care !== undefined });
  const before = edits === undefined ? thread.leafId : thread.editedParent;
  if (before === undefined) throw new AppError('notFound');
  const { newIds, assistant } = thread;
  const quotaState = await acceptor.charges.quotaStateOf(tx, owner);
  const answer: Accepted = {
    generationId: newIds.generation,
    messageId: newIds.answer,
    threadId,
    parentId: newIds.question,
    assistant,
    start: 0,
    parts: await helpFor(tx, care),
    asking,
    isInNeed: care !== undefined,
    ...(!hasFiles && { question: { before: turnsBefore, text, wish } }),
  };
  const charge = await takeCharge(tx, acceptor, { answer, clientKey, quotaState });
  if (answer.question) acceptor.onCertain(answer);
  await writeQuestion(tx, {
    ...generationOf(acceptor, answer, clientKey, charge),
    threadId,
    questionId: newIds.question,
    before,
    text,
    wish,
    parts: JSON.stringify(answer.parts),
    isSpoken,
    title: care?.kind ? threadTitle[care.locale] : titleOf(text),
  });
  if (hasFiles) await attachFiles(tx, owner, newIds.question, form.file_ids);
  return { isNew: true, ...answer };
}

/** Adds another version of an answer. */
export async function acceptRegeneration(
  tx: Tx,
  acceptor: Acceptor,
  asking: Requester,
  { messageId, clientKey, locale }: Again,
): Promise<Acceptance> {
  const thread = await lockThread(tx, asking.owner, { reference: { messageId }, clientKey });
  const { rows } = await tx.execute<{ parent_id: string }>(sql`
    select parent_id from chat_messages where id = ${messageId} and role = 'assistant'`);
  const [old] = rows;
  if (!old) throw new AppError('notFound');
  if (thread.earlier) return { isNew: false, messageId: thread.earlier.id };
  if (thread.isRunning) throw new AppError('answerRunning');
  const parentId = Number(old.parent_id);
  const care = careOf(await readTurns(tx, parentId), locale);
  acceptor.checkOffered(thread.assistant, { isInNeed: care !== undefined });
  const parts = await helpFor(tx, care);
  const { rows: made } = await tx.execute<{ id: string }>(sql`
    insert into chat_messages (thread_id, parent_id, role, state, client_key, parts)
    values (${thread.id}, ${parentId}, 'assistant', 'running', ${clientKey}, ${JSON.stringify(parts)}::jsonb)
    returning id`);
  const answer: Accepted = {
    generationId: thread.newIds.generation,
    messageId: idOf(made[0]?.id),
    threadId: thread.id,
    parentId,
    assistant: thread.assistant,
    start: 0,
    parts,
    asking,
    isInNeed: care !== undefined,
  };
  await tx.execute(
    sql`update chat_threads set leaf_id = ${answer.messageId}, updated_at = now() where id = ${thread.id}`,
  );
  return begin(tx, acceptor, answer, clientKey);
}

/** The rest of an answer that was cut off, charged as a new message: an interrupted answer cost nothing. */
export async function acceptContinuation(
  tx: Tx,
  acceptor: Acceptor,
  asking: Requester,
  { messageId, clientKey, locale }: Again,
): Promise<Acceptance> {
  const thread = await lockThread(tx, asking.owner, { reference: { messageId }, clientKey });
  const { rows } = await tx.execute<{ parent_id: string; text: string; state: string; again: boolean }>(sql`
    select parent_id, text, state, exists (
        select from chat_generations where message_id = chat_messages.id and client_key = ${clientKey}) as again
    from chat_messages where id = ${messageId} and role = 'assistant'`);
  const [old] = rows;
  if (!old) throw new AppError('notFound');
  if (old.again) return { isNew: false, messageId };
  // The state is read after the thread is locked: no unique index would catch a second continuation of the
  // message.
  if (thread.isRunning || old.state === 'running') throw new AppError('answerRunning');
  if (old.state === 'done') throw new AppError('nothingToContinue');
  const parentId = Number(old.parent_id);
  const care = careOf(await readTurns(tx, parentId), locale);
  acceptor.checkOffered(thread.assistant, { isInNeed: care !== undefined });
  await tx.execute(sql`update chat_messages set state = 'running' where id = ${messageId}`);
  const answer: Accepted = {
    generationId: thread.newIds.generation,
    messageId,
    threadId: thread.id,
    parentId,
    assistant: thread.assistant,
    start: old.text.length,
    asking,
    isInNeed: care !== undefined,
  };
  return begin(tx, acceptor, answer, clientKey);
}

async function begin(tx: Tx, acceptor: Acceptor, answer: Accepted, clientKey: string): Promise<Acceptance> {
  const quotaState = await acceptor.charges.quotaStateOf(tx, answer.asking.owner);
  const charge = await takeCharge(tx, acceptor, { answer, clientKey, quotaState });
  await writeGeneration(tx, generationOf(acceptor, answer, clientKey, charge));
  return { isNew: true, ...answer };
}

/**
 * A child in need is never charged; past the day's free answers no model writes. The reservation's key names the answer too: a page that uses one client key for two different answers pays for both. A
 * message that is sent twice never comes here; lockThread finds the first.
 */
async function takeCharge(
  tx: Tx,
  { charges }: Acceptor,
  {
    answer,
    clientKey,
    quotaState,
  }: { answer: Accepted; clientKey: string; quotaState: Standing | undefined },
): Promise<Charge> {
  const { messageId, assistant, asking } = answer;
  const { owner, address } = asking;
  if (answer.isInNeed) {
    answer.isWithoutModel = !(await charges.countCare(tx, owner, address));
    return free;
  }
  return charges.take(tx, { owner, assistant, address, quotaState, key: `answer ${messageId} ${clientKey}` });
}

const helpFor = async (tx: Tx, care: Care | undefined) =>
  care?.kind ? [await helpPartFor(tx, care.kind, care.locale)] : [];

/** What is read so far on pictures that belong to no message yet; the answer looks again at those still to be read. */
async function readTexts(tx: Tx, { userId }: Owner, fileIds: readonly number[]) {
  const { rows } = await tx.execute<{ text: string | null }>(sql`
    select recognised_text as text from chat_files
    where id in (select unnest(${sql.param([...fileIds])}::bigint[])) and user_id = ${userId ?? 0} and message_id is null
    order by id`);
  return rows;
}

/** Attaches uploads of the owner that belong to no message yet. */
async function attachFiles(tx: Tx, { userId }: Owner, messageId: number, fileIds: readonly number[]) {
  if (fileIds.length === 0) return;
  const { rowCount } = await tx.execute(sql`
    update chat_files set message_id = ${messageId}
    where id in (select unnest(${sql.param([...fileIds])}::bigint[])) and user_id = ${userId ?? 0} and message_id is null`);
  if (rowCount !== new Set(fileIds).size) throw new AppError('notFound');
}
