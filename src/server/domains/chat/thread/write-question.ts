import { sql } from 'drizzle-orm';
import { sqlStatement } from '#server/ground/db/statement.ts';
import type { Charge } from '../answering/charge.ts';
import { channel } from '../answering/chunk-writer.ts';
import { begunNotice } from '../following/notices.ts';

const given = sql.placeholder;

const insertGeneration = sql`
    insert into chat_generations (id, message_id, assistant_id, process_id, client_key, start, reservation_id,
      trial_device, trial_address, trial_day) overriding system value
    values (${given('generationId')}, ${given('messageId')}, ${given('assistantId')}, ${given('processId')},
      ${given('clientKey')}, ${given('start')}, ${given('reservationId')}, ${given('trialDevice')},
      ${given('trialAddress')}, ${given('trialDay')})`;

/** Other devices that have the thread open hear of it when, and only when, it is kept. */
const tellOthers = sql`pg_notify(${channel}, ${given('notice')})`;

export const writeGeneration = sqlStatement(
  'chat_write_generation',
  sql`${insertGeneration} returning ${tellOthers}`,
);

/** The question, its answer that has yet to be written, and whatever says so. */
export const writeQuestion = sqlStatement(
  'chat_write_question',
  sql`
    with asked as (
      insert into chat_messages (id, thread_id, parent_id, role, text, wish, state, client_key, is_spoken)
      overriding system value
      values (${given('questionId')}, ${given('threadId')}, ${given('before')}, 'user', ${given('text')},
        ${given('wish')}, 'done', ${given('clientKey')}, ${given('isSpoken')})
    ),
    answer as (
      insert into chat_messages (id, thread_id, parent_id, role, state, parts, is_spoken) overriding system value
      values (${given('messageId')}, ${given('threadId')}, ${given('questionId')}, 'assistant', 'running',
        ${given('parts')}::jsonb, ${given('isSpoken')})
    ),
    generation as (${insertGeneration})
    update chat_threads set leaf_id = ${given('messageId')}, updated_at = now(),
      title = case when title = '' then ${given('title')} else title end
    where id = ${given('threadId')} returning ${tellOthers}`,
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

/** The first line, cut between characters and never within one. */
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
