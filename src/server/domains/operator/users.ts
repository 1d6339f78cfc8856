import { count, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { BanRow } from '#server/domains/accounts/bans.ts';
import { openPhone } from '#server/domains/accounts/stored-phone.ts';
import { bans, users } from '#server/domains/accounts/tables.ts';
import type { Quota } from '#server/domains/quota/quota.ts';
import { hongKongToday } from '#server/ground/db/columns.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import type { Paging } from '#server/ground/db/paging.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { maskPhone, type Phone } from '#server/ground/phone/phone.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { OperatorUser, type OperatorUserDetail } from '#shared/operator.ts';
import { Ban } from '#shared/safety/standing.ts';

// Table names are written out: drizzle omits the table of a column here, which would then mean the inner
// table.
const isOperator = sql<boolean>`exists (select from operators where operators.user_id = users.id)`;
const isBannedNow = sql<boolean>`exists (
  select from bans where bans.phone_hash = users.phone_hash and bans.lifted_at is null)`;
const suspendedUntil = sql<string | null>`(
  select max(until)::text from measures where measures.user_id = users.id and measures.kind = 'suspension'
    and measures.lifted_at is null and measures.until >= ${hongKongToday})`;
const columns = { ...getTableColumns(users), isOperator, isBannedNow, suspendedUntil };

type Row = typeof users.$inferSelect & {
  isOperator: boolean;
  isBannedNow: boolean;
  suspendedUntil: string | null;
};

function toUser(vault: PhoneEncryption, row: Row): OperatorUser {
  const phone = openPhone(vault, row);
  return {
    ...fieldsOf(OperatorUser, row),
    mobile: phone ? maskPhone(phone) : '',
    is_banned: row.isBannedNow,
  };
}

/** By id, or by exact number: a part of a number finds nothing. */
export async function findUsers(
  tx: Tx,
  vault: PhoneEncryption,
  { id, phone, page, page_size }: Paging & { id?: number | undefined; phone?: Phone | undefined },
) {
  const condition = phone
    ? inArray(users.phoneHash, vault.hashes(phone.e164))
    : id === undefined
      ? undefined
      : eq(users.id, id);
  const rows = await tx
    .select(columns)
    .from(users)
    .where(condition)
    .orderBy(desc(users.id))
    .limit(page_size)
    .offset((page - 1) * page_size);
  const total = await tx.$count(users, condition);
  return { list: rows.map((row) => toUser(vault, row)), total, page, page_size };
}

export async function readUser(
  tx: Tx,
  { vault, quota }: { vault: PhoneEncryption; quota: Quota },
  id: number,
): Promise<OperatorUserDetail> {
  const [row] = await tx.select(columns).from(users).where(eq(users.id, id));
  if (!row) throw new AppError('notFound');
  const theirs = row.phoneHash
    ? await tx.select().from(bans).where(eq(bans.phoneHash, row.phoneHash)).orderBy(desc(bans.id))
    : [];
  const { rows } = await tx.execute<{ live: number }>(sql`
    select count(*)::int as live from sessions where user_id = ${id} and ended_at is null and ends_at > now()`);
  const { remaining_count, total_count, is_unlimited, is_subscribe } = await quota.balanceOf(tx, id);
  return {
    ...toUser(vault, row),
    live_sessions: rows[0]?.live ?? 0,
    bans: theirs.map((ban) => toBan(ban, id)),
    remaining_count,
    total_count,
    is_unlimited,
    is_subscribe,
  };
}

export const toBan = (row: BanRow, userId: number | null): Ban => ({
  ...fieldsOf(Ban, row),
  user_id: userId,
});

export async function listBans(tx: Tx, { page, page_size }: Paging) {
  const rows = await tx
    .select({ ban: bans, userId: users.id })
    .from(bans)
    .leftJoin(users, eq(users.phoneHash, bans.phoneHash))
    .orderBy(desc(bans.id))
    .limit(page_size)
    .offset((page - 1) * page_size);
  const [counted] = await tx.select({ total: count() }).from(bans);
  return {
    list: rows.map(({ ban, userId }) => toBan(ban, userId)),
    total: counted?.total ?? 0,
    page,
    page_size,
  };
}
