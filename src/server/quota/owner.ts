import { sql } from 'drizzle-orm';
import type { Tx } from '../db.ts';
import { AppError } from '../errors.ts';
import type { QuotaPolicy } from './policy.ts';
import { quotaGrants } from './tables.ts';

export type Grant = {
  id: number;
  kind: string;
  amount: number | null;
  used: number;
  held: number;
  /** Not expired. */
  live: boolean;
  /** The soonest to expire first. */
  order: number;
};

/** Makes everybody else who changes this person's quota wait, and answers their grants. */
export async function lockOwner(tx: Tx, policy: QuotaPolicy, userId: number): Promise<Grant[]> {
  await tx.execute(sql`
    insert into quota_owners (user_id)
    select id from users where id = ${userId} and deleted_at is null
    on conflict do nothing`);
  const { rowCount } = await tx.execute(sql`select from quota_owners where user_id = ${userId} for update`);
  if (rowCount === 0) throw new AppError('notFound');
  const grants = await readGrants(tx, userId);
  const missing = Object.entries(policy.free).filter(
    ([kind, amount]) => amount > 0 && !grants.some((grant) => grant.reason === 'free' && grant.kind === kind),
  );
  if (missing.length === 0) return grants;
  await tx
    .insert(quotaGrants)
    .values(missing.map(([kind, amount]) => ({ userId, kind, amount, reason: 'free' as const })));
  return readGrants(tx, userId);
}

async function readGrants(tx: Tx, userId: number) {
  const { rows } = await tx.execute<Grant & { reason: string }>(sql`
    select id::float8 as id, kind, amount, used, held, reason, coalesce(expires_at > now(), true) as live,
      row_number() over (order by expires_at nulls last, id)::int as "order"
    from quota_grants where user_id = ${userId}`);
  return rows;
}
