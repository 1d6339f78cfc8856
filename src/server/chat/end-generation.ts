import { sql } from 'drizzle-orm';
import type { MessageState } from '#shared/chat.ts';
import type { DataPart } from '#shared/chat-parts.ts';
import type { Tx } from '../db.ts';
import type { Charge, Charges } from './charge.ts';
import { channel } from './chunk-writer.ts';

/** `cut`: interrupted where there is something to go on with, else failed. */
export type Outcome = 'done' | 'stopped' | 'cut' | 'interrupted';

export type Usage = {
  endpoint: string;
  inputTokens: number;
  outputTokens: number;
  spendMicros: number;
};

type Ending = { generationId: number; outcome: Outcome; parts?: DataPart[]; usage?: Usage | undefined };

type Row = {
  message_id: string;
  assistant_id: string;
  reservation_id: string | null;
  trial_device: string | null;
  trial_address: Buffer | null;
  trial_day: string | null;
  has_text: boolean;
  start: number;
};

/**
 * The one way an answer ends, whoever ends it and whatever happened: its text is put together, its state is set and
 * what was taken for it is charged or returned, all or nothing and once. Undefined: somebody else has ended it, or it
 * was deleted.
 */
export async function endGeneration(
  tx: Tx,
  charges: Charges,
  { generationId, outcome, parts = [], usage }: Ending,
): Promise<MessageState | undefined> {
  const { rows } = await tx.execute<Row>(sql`
    update chat_generations set state = 'done', ended_at = now(), endpoint = ${usage?.endpoint ?? ''},
      input_tokens = ${usage?.inputTokens ?? 0}, output_tokens = ${usage?.outputTokens ?? 0}
    where id = ${generationId} and state = 'running'
    returning message_id, assistant_id, reservation_id, trial_device, trial_address, trial_day::text, start,
      exists (select from chat_chunks where chat_chunks.message_id = chat_generations.message_id) as has_text`);
  const [row] = rows;
  if (!row) return undefined;
  const messageId = Number(row.message_id);
  const assistantId = Number(row.assistant_id);
  const state = stateOf(outcome, row);
  if (state !== 'done')
    await tx.execute(sql`update chat_generations set state = ${state} where id = ${generationId}`);
  await tx.execute(sql`
    update chat_messages set state = ${state}, parts = parts || ${JSON.stringify(parts)}::jsonb,
      text = text || coalesce(
        (select string_agg(chunks.text, '' order by chunks.start) from chat_chunks chunks where message_id = ${messageId}), '')
    where id = ${messageId}`);
  await tx.execute(sql`delete from chat_chunks where message_id = ${messageId}`);
  const charge = chargeOf(row);
  const isCharged = state === 'done' || (state === 'stopped' && row.has_text);
  if (isCharged) await charges.settle(tx, charge);
  else await charges.giveBack(tx, { ...charge, assistantId });
  if (usage) await addSpend(tx, assistantId, usage, state === 'done' || state === 'stopped');
  await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify({ ended: messageId })})`);
  return state;
}

function stateOf(outcome: Outcome, { has_text, start }: Row): MessageState {
  if (outcome !== 'cut') return outcome;
  return has_text || start > 0 ? 'interrupted' : 'failed';
}

const chargeOf = (row: Row): Charge => ({
  reservationId: row.reservation_id === null ? null : Number(row.reservation_id),
  trialDevice: row.trial_device,
  trialAddress: row.trial_address,
  trialDay: row.trial_day,
});

async function addSpend(tx: Tx, assistantId: number, usage: Usage, isGood: boolean) {
  const { endpoint, inputTokens, outputTokens, spendMicros } = usage;
  await tx.execute(sql`
    insert into chat_spend as spend
      (day, endpoint, assistant_id, answers, failed, input_tokens, output_tokens, spend_micros)
    values (hong_kong_day(), ${endpoint}, ${assistantId}, ${isGood ? 1 : 0}, ${isGood ? 0 : 1}, ${inputTokens},
      ${outputTokens}, ${spendMicros})
    on conflict (day, endpoint, assistant_id) do update set
      answers = spend.answers + excluded.answers, failed = spend.failed + excluded.failed,
      input_tokens = spend.input_tokens + excluded.input_tokens,
      output_tokens = spend.output_tokens + excluded.output_tokens,
      spend_micros = spend.spend_micros + excluded.spend_micros`);
}
