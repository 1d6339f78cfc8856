import { sql } from 'drizzle-orm';
import { notify } from '#server/domains/messages/notices.ts';
import type { Tx } from '#server/ground/db/db.ts';
import type { MessageState } from '#shared/chat/chat.ts';
import type { DataPart } from '#shared/chat/parts.ts';
import type { Charge, Charges } from './charge.ts';
import { channel } from './chunk-writer.ts';

/** `cut`: interrupted when there is text to continue, else failed. */
export type Outcome = 'done' | 'stopped' | 'cut' | 'interrupted';

export type Usage = {
  endpoint: string;
  inputTokens: number;
  outputTokens: number;
  spendMicros: number;
};

type Ending = {
  generationId: number;
  outcome: Outcome;
  parts?: DataPart[];
  usage?: Usage | undefined;
  /** How many characters of a spoken answer were heard: the rest is not stored. */
  heard?: number | undefined;
  /** Its text says only that there is no answer: nothing is charged for that. */
  isDeclined?: boolean;
  /** Nobody follows it: its owner is told that it is there. */
  isAlone?: boolean;
};

type Row = {
  message_id: string;
  assistant_id: string;
  reservation_id: string | null;
  trial_device: string | null;
  trial_address: Buffer | null;
  trial_day: string | null;
  has_text: boolean;
  has_help: boolean;
  state: MessageState;
};

const addToSpend = sql`on conflict (day, endpoint, assistant_id) do update set
        answers = spend.answers + excluded.answers, failed = spend.failed + excluded.failed,
        input_tokens = spend.input_tokens + excluded.input_tokens,
        output_tokens = spend.output_tokens + excluded.output_tokens,
        spend_micros = spend.spend_micros + excluded.spend_micros`;

/**
 * The only way an answer ends, whichever process ends it and for whatever reason: its chunks are joined, its
 * state is set, and the charge is settled or returned, in one transaction and once. Undefined: it was already
 * ended elsewhere, or deleted.
 */
export async function endGeneration(
  tx: Tx,
  charges: Charges,
  { generationId, outcome, parts = [], usage, heard, isDeclined = false, isAlone = false }: Ending,
): Promise<MessageState | undefined> {
  const { endpoint = '', inputTokens = 0, outputTokens = 0, spendMicros = 0 } = usage ?? {};
  const { rows } = await tx.execute<Row>(sql`
    with ended as (
      update chat_generations set ended_at = now(), endpoint = ${endpoint}, input_tokens = ${inputTokens},
        output_tokens = ${outputTokens}, state = ${stateOf(outcome)}
      where id = ${generationId} and state = 'running'
      returning id, message_id, assistant_id, reservation_id, trial_device, trial_address, trial_day::text, state,
        start
    ),
    chunks as (
      delete from chat_chunks using ended where chat_chunks.message_id = ended.message_id
      returning chat_chunks.start, chat_chunks.text
    ),
    message as (
      -- Of an answer that was continued, the same part again takes the place of the earlier one.
      update chat_messages set state = ended.state, parts = coalesce((
          select jsonb_agg(earlier) from jsonb_array_elements(parts) as earlier
          where not (${JSON.stringify(parts.map(({ id }) => id))}::jsonb ? (earlier ->> 'id'))
            and (${heard === undefined} or ${JSON.stringify(trueOfAnyLength)}::jsonb ? (earlier ->> 'type'))), '[]')
          || ${JSON.stringify(parts)}::jsonb,
        text = left(text || coalesce((select string_agg(chunks.text, '' order by chunks.start) from chunks), ''),
          coalesce(${heard ?? null}::int, 2147483647))
      from ended where chat_messages.id = ended.message_id
      -- Help lines from before a continuation are no reason to give back what the continuation cost.
      returning ended.start = 0 and chat_messages.parts @> '[{"type": "data-help"}]'
        or ${parts.some(({ type }) => type === 'data-help')} as has_help
    ),
    spend as (
      insert into chat_spend as spend
        (day, endpoint, assistant_id, answers, failed, input_tokens, output_tokens, spend_micros)
      select hong_kong_day(), ${endpoint}, assistant_id, is_good, 1 - is_good, ${inputTokens}::int, ${outputTokens}::int,
        ${spendMicros}::bigint
      from ended, lateral (select (state in ('done', 'stopped'))::int as is_good) as judged where ${endpoint} <> ''
      ${addToSpend}
    )
    select ended.*, exists (select from chunks) as has_text,
      coalesce((select has_help from message), false) as has_help,
      pg_notify(${channel}, json_build_object('ended', message_id)::text)
    from ended`);
  const [row] = rows;
  if (!row) return undefined;
  const charge = chargeOf(row);
  // Need may have been found only on a picture, after the charge was taken.
  const isAnswered = row.state === 'done' || (row.state === 'stopped' && row.has_text);
  const isCharged = isAnswered && !row.has_help && !isDeclined;
  if (isCharged) await charges.settle(tx, charge);
  else await charges.giveBack(tx, { ...charge, assistantId: Number(row.assistant_id) });
  if (isAlone && row.state === 'done') await tellOwner(tx, generationId);
  return row.state;
}

/** Nobody leaves because of an answer that comes sooner. */
const longWaitSeconds = 20;

/** Tells an account, not a device without one, that the answer it waited long for is there. */
async function tellOwner(tx: Tx, generationId: number) {
  const { rows } = await tx.execute<{ user_id: string; thread_id: string }>(sql`
    select chat_threads.user_id, thread_id from chat_generations
    join chat_messages on chat_messages.id = message_id join chat_threads on chat_threads.id = thread_id
    where chat_generations.id = ${generationId} and chat_threads.user_id is not null
      and started_at < now() - make_interval(secs => ${longWaitSeconds})`);
  for (const { user_id, thread_id } of rows)
    await notify(tx, {
      userId: Number(user_id),
      kind: 'answer_ready',
      params: { thread: Number(thread_id) },
    });
}

/**
 * Counts the cost of an answer that another process ended, or that was deleted with its thread: its usage was
 * unknown there.
 */
export async function countLost(
  tx: Tx,
  { generationId, assistantId, usage }: { generationId: number; assistantId: number; usage: Usage },
) {
  const { endpoint, inputTokens, outputTokens, spendMicros } = usage;
  if (inputTokens + outputTokens === 0) return;
  await tx.execute(sql`
    insert into chat_spend as spend
      (day, endpoint, assistant_id, answers, failed, input_tokens, output_tokens, spend_micros)
    select hong_kong_day(), ${endpoint}::text, ${assistantId}::bigint, 0, 1, ${inputTokens}::int, ${outputTokens}::int,
      ${spendMicros}::bigint
    where not exists (select from chat_generations where id = ${generationId} and endpoint <> '')
    ${addToSpend}`);
}

/** Beside a text that was cut, only the parts about who answers and where to find help are still true. */
const trueOfAnyLength = ['data-tutor', 'data-help'];
export const keptWhenCut = ({ type }: Pick<DataPart, 'type'>) => trueOfAnyLength.includes(type);

/** For an answer that was written faster than it was spoken: removes the text that was not heard. */
export async function cutAnswer(tx: Tx, messageId: number, heard: number) {
  await tx.execute(sql`
    update chat_messages set text = left(text, ${heard}), state = 'stopped', parts = coalesce((
      select jsonb_agg(part) from jsonb_array_elements(parts) as part
      where part ->> 'type' = any(${sql.param(trueOfAnyLength)}::text[])), '[]')
    where id = ${messageId} and role = 'assistant' and state in ('done', 'stopped') and length(text) > ${heard}`);
}

/** A cut answer can be continued if it has text. */
const stateOf = (outcome: Outcome) =>
  outcome !== 'cut'
    ? sql`${outcome}::text`
    : sql`case when start > 0
        or exists (select from chat_chunks where chat_chunks.message_id = chat_generations.message_id)
        then 'interrupted' else 'failed' end`;

const chargeOf = (row: Row): Charge => ({
  reservationId: row.reservation_id === null ? null : Number(row.reservation_id),
  trialDevice: row.trial_device,
  trialAddress: row.trial_address,
  trialDay: row.trial_day,
});
