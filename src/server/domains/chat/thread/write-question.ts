import { sql } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';
import type { Charge } from '../answering/charge.ts';
import { channel } from '../answering/chunk-writer.ts';
import { begunNotice } from '../following/process-notifications.ts';

type Generation = ReturnType<typeof generationOf>;

const insertGeneration = (one: Generation) => sql`
    insert into chat_generations (id, message_id, assistant_id, process_id, client_key, start, reservation_id,
      trial_device, trial_address, trial_day) overriding system value
    values (${one.generationId}, ${one.messageId}, ${one.assistantId}, ${one.processId}, ${one.clientKey},
      ${one.start}, ${one.reservationId}, ${one.trialDevice}, ${one.trialAddress}, ${one.trialDay})`;

/** Other devices that have the thread open hear of it when, and only when, it is kept. */
const tellOthers = ({ notice }: Generation) => sql`pg_notify(${channel}, ${notice})`;

export const writeGeneration = (tx: Tx, one: Generation) =>
  tx.execute(sql`${insertGeneration(one)} returning ${tellOthers(one)}`);

type Question = Generation & {
  questionId: number;
  threadId: number;
  before: number | null;
  text: string;
  wish: string | null;
  parts: string;
  isSpoken: boolean;
  title: string;
};

/** The question, its answer that has yet to be written, and whatever says so. */
export const writeQuestion = (tx: Tx, one: Question) =>
  tx.execute(sql`
    with asked as (
      insert into chat_messages (id, thread_id, parent_id, role, text, wish, state, client_key, is_spoken)
      overriding system value
      values (${one.questionId}, ${one.threadId}, ${one.before}, 'user', ${one.text}, ${one.wish}, 'done',
        ${one.clientKey}, ${one.isSpoken})
    ),
    answer as (
      insert into chat_messages (id, thread_id, parent_id, role, state, parts, is_spoken) overriding system value
      values (${one.messageId}, ${one.threadId}, ${one.questionId}, 'assistant', 'running', ${one.parts}::jsonb,
        ${one.isSpoken})
    ),
    generation as (${insertGeneration(one)})
    update chat_threads set leaf_id = ${one.messageId}, updated_at = now(),
      title = case when title = '' then ${one.title} else title end
    where id = ${one.threadId} returning ${tellOthers(one)}`);

type Answer = {
  threadId: number;
  generationId: number;
  messageId: number;
  assistant: { id: number };
  start: number;
};

export const generationOf = (
  { processId }: { processId: () => string },
  { threadId, generationId, messageId, assistant, start }: Answer,
  clientKey: string,
  charge: Charge,
) => ({
  generationId,
  messageId,
  assistantId: assistant.id,
  processId: processId(),
  notice: begunNotice(threadId, messageId),
  clientKey,
  start,
  ...charge,
});

const longestAutomaticTitle = 40;
const segmenter = new Intl.Segmenter();

/** The first line, cut between graphemes. */
export function titleOf(text: string) {
  const line = text.trim().split('\n')[0] ?? '';
  if (line.length <= longestAutomaticTitle) return line;
  const shown = Array.from(segmenter.segment(line.slice(0, 1000)), ({ segment }) => segment);
  return shown.length <= longestAutomaticTitle
    ? line.slice(0, 80)
    : `${shown
        .slice(0, longestAutomaticTitle - 1)
        .join('')
        .slice(0, 79)}…`;
}
