import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Quota } from '#server/domains/quota/quota.ts';
import { builtIn, type Endpoint } from '#server/ground/config/chat-values.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Assistant } from '#shared/chat/chat.ts';
import type { Locale } from '#shared/locale.ts';
import { type Charges, quotaKind } from './answering/charge.ts';
import { systemMessage } from './answering/prompt.ts';
import { type AssistantRow, chatAssistants } from './tables.ts';
import type { Owner } from './thread/owner.ts';

export const allAssistants = (db: Db | Tx) =>
  db.select().from(chatAssistants).orderBy(asc(chatAssistants.sort));

/** An assistant that is offered to the caller; `isDomestic` excludes those hidden from domestic addresses. */
export async function shownAssistant(db: Db | Tx, id: number, isDomestic: boolean): Promise<AssistantRow> {
  const [row] = await db.select().from(chatAssistants).where(eq(chatAssistants.id, id));
  if (!row) throw new AppError('notFound');
  checkOffered(row, isDomestic);
  return row;
}

export function checkOffered(row: AssistantRow, isDomestic: boolean) {
  if (!isOffered(row, isDomestic)) throw new AppError('notFound');
}

const columns = Object.entries(getTableColumns(chatAssistants));

/** Converts a row that was selected as JSON, with column names as keys. */
export const assistantIn = (json: Record<string, unknown>) =>
  Object.fromEntries(columns.map(([key, { name }]) => [key, json[name]])) as AssistantRow;

const isOffered = ({ isShown, isHiddenDomestic }: AssistantRow, isDomestic: boolean) =>
  isShown && !(isDomestic && isHiddenDomestic);

/** The endpoints of an assistant, in the order they are tried. Empty: the built-in tutor answers. */
export function endpointsOf({ endpoints }: Pick<AssistantRow, 'endpoints'>, configured: readonly Endpoint[]) {
  if (endpoints.length === 0) return configured;
  return endpoints.flatMap((name) => configured.find((endpoint) => endpoint.name === name) ?? []);
}

/** True without any endpoint, or when the built-in tutor is named as the last resort. */
export const usesBuiltIn = (assistant: Pick<AssistantRow, 'endpoints'>, configured: readonly Endpoint[]) =>
  endpointsOf(assistant, configured).length === 0 || assistant.endpoints.includes(builtIn);

type Viewer = { owner: Owner | undefined; address: string; locale: Locale; isDomestic: boolean };

export async function listAssistants(
  db: Db,
  { quota, charges, endpoints }: { quota: Quota; charges: Charges; endpoints: readonly Endpoint[] },
  { owner, address, locale, isDomestic }: Viewer,
) {
  const rows = (await allAssistants(db)).filter((row) => isOffered(row, isDomestic));
  const userId = owner?.userId;
  const trials =
    userId === undefined ? await charges.trialsOf(db, { deviceId: owner?.deviceId, address }) : undefined;
  const voice = userId === undefined ? undefined : await quota.allowanceOf(db, userId, 'voice');
  const checked = (await lastUsed(db, owner)) ?? rows[0]?.id;
  const list = await Promise.all(
    rows.map(async (row): Promise<Assistant> => {
      const counts =
        userId === undefined
          ? trialCounts(row, trials?.used.get(row.id) ?? 0, trials?.leftOfAddress ?? 0)
          : accountCounts(await quota.allowanceOf(db, userId, quotaKind(row)));
      return {
        id: row.id,
        name: locale === 'en' ? row.nameEn : row.nameZhHant,
        desc: locale === 'en' ? row.descEn : row.descZhHant,
        ability: row.ability,
        isChecked: row.id === checked,
        system_message: systemMessage(row, locale, null),
        path_name: row.pathName,
        voice_limit: voice?.total_count ?? 0,
        used_voice: voice ? voice.total_count - voice.remaining_count : 0,
        is_login_required: row.isLoginRequired,
        is_trial: userId === undefined && !row.isLoginRequired && row.trialCount > 0,
        is_built_in: endpointsOf(row, endpoints).length === 0,
        ...counts,
      };
    }),
  );
  return { list, total: list.length };
}

function trialCounts({ isLoginRequired, trialCount }: AssistantRow, used: number, leftOfAddress: number) {
  const total_count = isLoginRequired ? 0 : trialCount;
  const remaining_count = Math.max(0, Math.min(total_count - used, leftOfAddress));
  return {
    total_count,
    remaining_count,
    is_daily_max: total_count > 0 && remaining_count === 0,
    is_unlimited: false,
  };
}

function accountCounts(allowance: Awaited<ReturnType<Quota['allowanceOf']>>) {
  const { remaining_count, total_count, is_daily_max, is_unlimited } = allowance;
  if (is_unlimited) return { remaining_count: -1, total_count: -1, is_daily_max, is_unlimited };
  return { remaining_count, total_count, is_daily_max, is_unlimited };
}

async function lastUsed(db: Db, owner: Owner | undefined) {
  if (!owner) return undefined;
  const { rows } = await db.execute<{ assistant_id: string }>(
    owner.userId === undefined
      ? sql`select assistant_id from chat_threads where device_id = ${owner.deviceId} order by updated_at desc limit 1`
      : sql`select assistant_id from chat_threads where user_id = ${owner.userId} order by updated_at desc limit 1`,
  );
  return rows[0] && Number(rows[0].assistant_id);
}

type ExamplesQuery = { assistantId: number | undefined; locale: Locale; isDomestic: boolean };

/** Example questions of one assistant, or of all that are offered. */
export async function listExamples(db: Db, { assistantId, locale, isDomestic }: ExamplesQuery) {
  const of = sql.raw(locale === 'en' ? 'en' : 'zh_hant');
  const { rows } = await db.execute<{ id: string; subject: string; text: string }>(sql`
    select examples.id, subject_${of} as subject, text_${of} as text
    from chat_examples examples left join chat_assistants assistants on assistants.path_name = examples.assistant
    where (assistants.id is null or (is_shown and not (is_hidden_domestic and ${isDomestic})))
      and ${assistantId === undefined ? sql`true` : sql`(examples.assistant is null or assistants.id = ${assistantId})`}
    order by examples.sort`);
  const list = rows.map((row) => ({ ...row, id: Number(row.id) }));
  return { list, total: list.length };
}
