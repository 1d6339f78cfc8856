import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Config } from '#server/ground/config/config.ts';
import { hongKongToday } from '#server/ground/db/columns.ts';
import type { Database, Db } from '#server/ground/db/db.ts';
import type { Trace } from './hashes.ts';
import { breaker, free } from './limits.ts';

export const seconds = (count: number) => sql`make_interval(secs => ${count})`;

/** How busy the service is; counts stop at the limits that matter. */
export type SmsLoad = { everywhere: number; nearby: number; spentCents: number };

export const smsLoadQuery = ({ network: [today, yesterday] }: Trace, { sms }: Config): SQL => sql`
  select
    (select count(*)::int from (
      select 1 from sms_messages where at > now() - ${seconds(free.seconds)} limit ${sms.freeRate}
    ) t) as everywhere,
    (select count(*)::int from (
      select 1 from sms_messages
      where network_hash in (${today}, ${yesterday}) and at > now() - ${seconds(free.seconds)}
      limit ${free.perNetwork}
    ) t) as nearby,
    coalesce((select spend_cents::float8 from sms_days where day = ${hongKongToday}), 0) as "spentCents"`;

/** The spending on messages today (Hong Kong time), in HK cents. */
export async function spentToday(db: Db): Promise<number> {
  const { rows } = await db.execute<{ cents: number }>(
    sql`select coalesce(sum(spend_cents), 0)::float8 as cents from sms_days where day = ${hongKongToday}`,
  );
  return rows[0]?.cents ?? 0;
}

const dialect = new PgDialect();

/** The only query that a request without a proof costs. */
export async function readSmsLoad({ pool }: Database, trace: Trace, config: Config): Promise<SmsLoad> {
  const { sql: text, params } = dialect.sqlToQuery(smsLoadQuery(trace, config));
  // A prepared statement: it runs most often when the load is highest.
  const { rows } = await pool.query<SmsLoad>({ name: 'sms bustle', text, values: params });
  return rows[0] as SmsLoad;
}

export type Demand = { what: 'nothing' } | { what: 'proof'; cost: number } | { what: 'patience' };

/** What the next message requires from the caller at the current load. */
export function demandAt({ everywhere, nearby, spentCents }: SmsLoad, { sms }: Config): Demand {
  const { state, proofCost } = breaker(spentCents, sms.priceCents, sms.dailyBudgetCents);
  if (state === 'open') return { what: 'patience' };
  const quiet = everywhere < sms.freeRate && nearby < free.perNetwork;
  // Otherwise a slow attacker could use the free rate all day long.
  const early = spentCents < free.budgetShare * sms.dailyBudgetCents;
  return quiet && early ? { what: 'nothing' } : { what: 'proof', cost: proofCost };
}

/** A proof one cost step behind is accepted: the cost may rise while an honest visitor is solving it. */
export const isEnough = (demand: Demand, proofCost: number | undefined) =>
  demand.what === 'nothing' ||
  (demand.what === 'proof' && proofCost !== undefined && proofCost * 2 >= demand.cost);
