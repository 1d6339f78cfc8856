import { sql } from 'drizzle-orm';
import { sqlStatement } from '#server/ground/db/statement.ts';
import type { Charge } from '../answering/charge.ts';
import { channel } from '../answering/chunk-writer.ts';
import { begunNotice } from '../following/notices.ts';

const param = sql.placeholder;

const insertGeneration = sql`
    insert into chat_generations (id, message_id, assistant_id, process_id, client_key, start, reservation_id,
      trial_device, trial_address, trial_day) overriding system value
    values (${param('generationId')}, ${param('messageId')}, ${param('assistantId')}, ${param('processId')},
      ${param('clientKey')}, ${param('start')}, ${param('reservationId')}, ${param('trialDevice')},
      ${param('trialAddress')}, ${param('trialDay')})`;

/** Notifies other devices that have the thread open, when and only when the transaction commits. */
const notifyOthers = sql`pg_notify(${channel}, ${param('notice')})`;

export const writeGeneration = sqlStatement(
  'chat_write_generation',
  sql`${insertGeneration} returning ${notifyOthers}`,
);

/** Writes the question, its empty answer and the generation, and notifies other processes. */
export const writeQuestion = sqlStatement(
  'chat_write_question',
  sql`
    with asked as (
      insert into chat_messages (id, thread_id, parent_id, role, text, wish, state, client_key, is_spoken)
      overriding system value
      values (${param('questionId')}, ${param('threadId')}, ${param('before')}, 'user', ${param('text')},
        ${param('wish')}, 'done', ${param('clientKey')}, ${param('isSpoken')})
    ),
    answer as (
      insert into chat_messages (id, thread_id, parent_id, role, state, parts, is_spoken) overriding system value
      values (${param('messageId')}, ${param('threadId')}, ${param('questionId')}, 'assistant', 'running',
        ${param('parts')}::jsonb, ${param('isSpoken')})
    ),
    generation as (${insertGeneration})
    update chat_threads set leaf_id = ${param('messageId')}, updated_at = now(),
      title = case when title = '' then ${param('title')} else title end
    where id = ${param('threadId')} returning ${notifyOthers}`,
);

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
