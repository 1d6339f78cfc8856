import { eq, sql } from 'drizzle-orm';
import type { Config } from '#server/ground/config/config.ts';
import { hongKongToday } from '#server/ground/db/columns.ts';
import type { Tx } from '#server/ground/db/db.ts';
import type { Phone } from '#server/ground/phone/phone.ts';
import { type Demand, demandAt, isEnough, type SmsLoad, seconds, smsLoadQuery } from './gate.ts';
import { type Scope, scopes, type Trace } from './hashes.ts';
import { limits, resend, resendWait } from './limits.ts';
import type { VerifiedProof } from './proof.ts';
import { smsDays, smsMessages, smsProofs } from './tables.ts';

type Claim = { phone: Phone; trace: Trace; proofCost: number | undefined; config: Config };
type Taken = { messageId: number; resendIn: number };
type Refused =
  | { refused: 'demand'; demand: Demand }
  | { refused: Scope; retryAfter: number }
  | { refused: 'dial_code_day' };
export type Claimed = Taken | Refused;

/**
 * Counts one message against every limit, or refuses. There are few messages, so all processes wait for one
 * lock: the counts are exact with any concurrency.
 */
export async function claimMessage(tx: Tx, claim: Claim): Promise<Claimed> {
  // Requests that are refused anyway do not wait for the lock.
  const early = await refusalOf(tx, claim);
  if (early) return early;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('mingshi sms', 0))`);
  const late = await refusalOf(tx, claim);
  if (late) return late;
  return takeMessage(tx, claim);
}

async function refusalOf(tx: Tx, { phone, trace, proofCost, config }: Claim): Promise<Refused | undefined> {
  const bustle = (await tx.execute<SmsLoad>(smsLoadQuery(trace, config))).rows[0] as SmsLoad;
  const demand = demandAt(bustle, config);
  if (!isEnough(demand, proofCost)) return { refused: 'demand', demand };
  for (const scope of scopes) {
    const retryAfter = await waitOf(tx, scope, trace);
    if (retryAfter > 0) return { refused: scope, retryAfter };
  }
  return (await isDialCodeSpent(tx, phone.dialCode, config)) ? { refused: 'dial_code_day' } : undefined;
}

async function takeMessage(tx: Tx, { phone, trace, config }: Claim): Promise<Taken> {
  const [message] = await tx
    .insert(smsMessages)
    .values({
      numberHash: trace.number[0],
      prefixHash: trace.prefix[0],
      addressHash: trace.address[0],
      networkHash: trace.network[0],
      dialCode: phone.dialCode,
    })
    .returning({ id: smsMessages.id });
  await tx
    .insert(smsDays)
    .values({ day: sql`${hongKongToday}`, messages: 1, spendCents: config.sms.priceCents })
    .onConflictDoUpdate({
      target: smsDays.day,
      set: {
        messages: sql`${smsDays.messages} + 1`,
        spendCents: sql`${smsDays.spendCents} + ${config.sms.priceCents}`,
      },
    });
  return { messageId: message?.id as number, resendIn: await waitOf(tx, 'number', trace) };
}

/** Seconds until this scope may have another message; 0 for now. */
async function waitOf(tx: Tx, scope: Scope, trace: Trace): Promise<number> {
  const [today, yesterday] = trace[scope];
  const mine = sql`${sql.identifier(`${scope}_hash`)} in (${today}, ${yesterday})`;
  const until = limits[scope].map(
    ({ max, seconds: length }) => sql`(
      select at + ${seconds(length)} from sms_messages
      where ${mine} and at > now() - ${seconds(length)} order by at desc offset ${max - 1} limit 1)`,
  );
  const { rows } = await tx.execute<{ wait: number }>(sql`
    select coalesce(ceil(extract(epoch from greatest(${sql.join(until, sql`, `)}) - now())), 0)::float8 as wait`);
  const wait = rows[0]?.wait ?? 0;
  return scope === 'number' ? Math.max(wait, await resendWaitOf(tx, mine)) : wait;
}

/** A failed or used message causes no resend wait; the limits still count it. */
async function resendWaitOf(tx: Tx, mine: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await tx.execute<{ unused: number; since: number | null }>(sql`
    select count(*)::int as unused, extract(epoch from now() - max(at))::float8 as since from sms_messages
    where ${mine} and at > now() - ${seconds(resend.countedFor)} and state <> 'failed' and not used`);
  const { unused = 0, since } = rows[0] ?? {};
  return Math.max(0, Math.ceil(resendWait(unused) - (since ?? 0)));
}

async function isDialCodeSpent(tx: Tx, dialCode: string, { sms }: Config) {
  const perDay = sms.dialCodes.find(({ code }) => code === dialCode)?.perDay ?? 0;
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from sms_messages
    where dial_code = ${dialCode} and at >= (${hongKongToday}::timestamp at time zone 'Asia/Hong_Kong')`);
  return (rows[0]?.count ?? 0) >= perDay;
}

/** False when the proof was used before. */
export async function useProof(tx: Tx, { nonce, expiresAt }: VerifiedProof): Promise<boolean> {
  const rows = await tx
    .insert(smsProofs)
    .values({ nonce, expiresAt })
    .onConflictDoNothing()
    .returning({ nonce: smsProofs.nonce });
  return rows.length > 0;
}

export async function noteSent(tx: Tx, messageId: number) {
  await tx.update(smsMessages).set({ state: 'sent' }).where(eq(smsMessages.id, messageId));
}

export async function noteFailed(tx: Tx, messageId: number) {
  await tx.update(smsMessages).set({ state: 'failed' }).where(eq(smsMessages.id, messageId));
  await tx.execute(sql`update sms_days set failed = failed + 1 where day = ${hongKongToday}`);
  // Its request id was never sent to anybody.
  await tx.execute(sql`delete from sms_codes where message_id = ${messageId}`);
}
