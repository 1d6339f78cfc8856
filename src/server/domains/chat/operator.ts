import { eq, sql } from 'drizzle-orm';
import { recordAction } from '#server/domains/operator/audit.ts';
import type { Quota } from '#server/domains/quota/quota.ts';
import { builtIn, type Endpoint } from '#server/ground/config/chat-values.ts';
import { inBoth } from '#server/ground/db/columns.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { AssistantForm, OperatorAssistant } from '#shared/chat/operator.ts';
import { allAssistants } from './assistants.ts';
import { type AssistantRow, chatAssistants } from './tables.ts';

const toOperator = (row: AssistantRow, configured: readonly Endpoint[]): OperatorAssistant => ({
  id: row.id,
  path_name: row.pathName,
  name: { 'zh-Hant': row.nameZhHant, en: row.nameEn },
  desc: { 'zh-Hant': row.descZhHant, en: row.descEn },
  system_message: row.systemMessage,
  ability: row.ability,
  endpoints: row.endpoints,
  model: row.model,
  is_login_required: row.isLoginRequired,
  trial_count: row.trialCount,
  is_hidden_domestic: row.isHiddenDomestic,
  is_shown: row.isShown,
  unknown_endpoints: row.endpoints.filter(
    (name) => name !== builtIn && !configured.some((endpoint) => endpoint.name === name),
  ),
});

export async function readAssistants(tx: Tx, operatorId: number, configured: readonly Endpoint[]) {
  await recordAction(tx, { operatorId, action: 'assistants.listed' });
  const list = (await allAssistants(tx)).map((row) => toOperator(row, configured));
  return { list, total: list.length, endpoints: [...configured.map(({ name }) => name), builtIn] };
}

export async function setAssistant(
  tx: Tx,
  operatorId: number,
  { id, form, configured }: { id: number; form: AssistantForm; configured: readonly Endpoint[] },
) {
  const [row] = await tx
    .update(chatAssistants)
    .set({
      ...inBoth('name', form.name),
      ...inBoth('desc', form.desc),
      systemMessage: form.system_message,
      ability: form.ability,
      endpoints: form.endpoints,
      model: form.model,
      isLoginRequired: form.is_login_required,
      trialCount: form.trial_count,
      isHiddenDomestic: form.is_hidden_domestic,
      isShown: form.is_shown,
    })
    .where(eq(chatAssistants.id, id))
    .returning();
  if (!row) throw new AppError('notFound');
  await recordAction(tx, {
    operatorId,
    action: 'assistants.set',
    params: {
      assistant: id,
      endpoints: form.endpoints.join(','),
      trial_count: form.trial_count,
      shown: form.is_shown,
    },
  });
  return toOperator(row, configured);
}

const microsPerCent = 1_000_000;

type SpendRow = {
  day: string;
  endpoint: string;
  path_name: string;
  answers: number;
  failed: number;
  input_tokens: number;
  output_tokens: number;
  micros: number;
};

export async function readSpend(tx: Tx, operatorId: number, budgetCents: number | undefined) {
  await recordAction(tx, { operatorId, action: 'chat_spend.read' });
  const { rows } = await tx.execute<SpendRow>(sql`
    select day::text, endpoint, path_name, answers, failed, input_tokens::float8 as input_tokens,
      output_tokens::float8 as output_tokens, spend_micros::float8 as micros
    from chat_spend join chat_assistants on chat_assistants.id = assistant_id
    where day > hong_kong_day() - 30 order by day desc, endpoint, path_name`);
  const list = rows.map(({ micros, ...row }) => ({ ...row, spend_cents: micros / microsPerCent }));
  return { list, total: list.length, budget_cents: budgetCents ?? 0 };
}

export async function isOverBudget(db: Db, budgetCents: number | undefined) {
  if (budgetCents === undefined) return false;
  const { rows } = await db.execute<{ micros: number }>(sql`
    select coalesce(sum(spend_micros), 0)::float8 as micros from chat_spend where day = hong_kong_day()`);
  return (rows[0]?.micros ?? 0) >= budgetCents * microsPerCent;
}

const subscribedKinds = ['assistant', 'paper'] as const;

export async function giveSubscription(
  tx: Tx,
  quota: Quota,
  { operatorId, userId, days, key }: { operatorId: number; userId: number; days: number; key: string },
) {
  const expiresAt = new Date(Date.now() + days * 24 * 3600 * 1000);
  let isNew = false;
  for (const kind of subscribedKinds) {
    const grant = {
      userId,
      kind,
      amount: null,
      reason: 'subscription' as const,
      key: `${key} ${kind}`,
      expiresAt,
    };
    isNew = (await quota.grant(tx, grant)) || isNew;
  }
  if (isNew)
    await recordAction(tx, { operatorId, action: 'users.subscribed', aboutUser: userId, params: { days } });
  return {};
}

export async function endSubscription(
  tx: Tx,
  quota: Quota,
  { operatorId, userId }: { operatorId: number; userId: number },
) {
  const ended = await quota.endSubscriptions(tx, userId);
  if (ended > 0)
    await recordAction(tx, { operatorId, action: 'users.subscription_ended', aboutUser: userId });
  return {};
}
