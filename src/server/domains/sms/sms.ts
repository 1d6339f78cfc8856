import { sql } from 'drizzle-orm';
import { type Config, showsCodes } from '#server/ground/config/config.ts';
import type { Keys } from '#server/ground/config/keys.ts';
import { hongKongToday } from '#server/ground/db/columns.ts';
import type { Database } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Phone } from '#server/ground/phone/phone.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import type { Locale } from '#shared/locale.ts';
import { type Claimed, claimMessage, noteFailed, noteSent, useProof } from './claim.ts';
import { createCodes, type Purpose } from './codes.ts';
import { type Demand, demandAt, isEnough, readSmsLoad } from './gate.ts';
import { createSmsHashes } from './hashes.ts';
import { breaker, codeLife } from './limits.ts';
import { createProofs } from './proof.ts';
import { createSampleCodes, isSampleNumber } from './sample-codes.ts';
import { createSender, type SmsSender } from './sender.ts';
import { smsRefusals } from './tables.ts';

type Log = Record<'info' | 'warn' | 'error', (details: object, text: string) => void>;
export type SmsParts = {
  config: Config;
  keys: Keys;
  vault: PhoneEncryption;
  database: Database;
  log: Log;
  /** Replaces the configured sender. */
  sender?: SmsSender;
};
export type CodeRequest = {
  phone: Phone;
  purpose: Purpose;
  address: string;
  locale: Locale;
  proof?: string | undefined;
};
export type CodeSent = { request_id: string; expires_in: number; resend_in: number; demo_code?: string };
export type CodeGiven = { requestId: string; phone: Phone; purpose: Purpose; code: string };
export type Sms = ReturnType<typeof openSms>;

const flushMs = 5_000;
const tidyMs = 60_000;
const noSuchCountry: Record<Locale, string> = {
  'zh-Hant': '暫不支援這個地區的號碼',
  en: 'Numbers of this country are not served yet',
};

/** SMS codes. It never looks up whose number it is: known and unknown numbers are handled the same. */
export function openSms({ config, keys, vault, database, log, ...parts }: SmsParts) {
  const hashes = createSmsHashes(keys.secret);
  const proofs = createProofs(hashes.proofKey);
  const codes = createCodes(hashes, vault);
  const refusals = createRefusals(database);
  const sender = parts.sender ?? createSender(config, log);
  const showsCode = showsCodes(config);
  const sampleCodes = createSampleCodes(hashes);
  const isSample = (phone: Phone) => showsCode && isSampleNumber(phone);
  if (!sender) log.warn({}, 'no SMS can be sent, so nobody can log in: SMS_SENDER is not set');

  const timers = [
    setInterval(() => refusals.flush().catch(logFailure('could not note what was refused')), flushMs),
    setInterval(() => tidySms(database).catch(logFailure('could not remove what is over')), tidyMs),
  ];
  for (const timer of timers) timer.unref();

  function logFailure(text: string) {
    return (error: unknown) => log.warn({ err: error }, `SMS: ${text}`);
  }

  function refuse(reason: RefusalReason, error: AppError): never {
    refusals.count(reason);
    throw error;
  }

  /** Answers a request without the proof that is required now. */
  async function demandProof(demand: Demand, reason: RefusalReason, phone: Phone): Promise<never> {
    if (demand.what !== 'proof') return refuse('budget', new AppError('smsUnavailable'));
    const challenge = await proofs.issue(hashes.proofTag(phone), demand.cost);
    return refuse(reason, new AppError('proofNeeded', { details: { challenge } }));
  }

  /** The cost of the given proof, if it has not been used before. */
  async function readProof(phone: Phone, text: string | undefined) {
    if (text === undefined) return { lack: 'proof_missing' as const };
    const proof = await proofs.verify(text, hashes.proofTag(phone));
    if (!proof) return { lack: 'proof_wrong' as const };
    if (!(await database.transaction((tx) => useProof(tx, proof)))) return { lack: 'proof_used' as const };
    return { cost: proof.cost, lack: 'proof_wrong' as const };
  }

  function refuseClaim(claimed: Exclude<Claimed, { messageId: number } | { refused: 'demand' }>): never {
    if (claimed.refused === 'dial_code_day') return refuse(claimed.refused, new AppError('smsUnavailable'));
    return refuse(
      claimed.refused,
      new AppError('waitForCode', { details: { retry_after: claimed.retryAfter } }),
    );
  }

  async function deliver(via: SmsSender, messageId: number, { phone, locale }: CodeRequest, code: string) {
    try {
      await via.send({ to: phone, text: messageText(code, locale, config.publicUrl) });
    } catch (error) {
      log.error({ err: error }, 'an SMS could not be sent');
      await database.transaction((tx) => noteFailed(tx, messageId));
      return refuse('gateway', new AppError('smsUnavailable', { cause: error }));
    }
    // The message was sent; a failed count for the operator must not turn that into an error.
    await database
      .transaction((tx) => noteSent(tx, messageId))
      .catch(logFailure('could not note a sent message'));
  }

  return {
    async sendCode(request: CodeRequest): Promise<CodeSent> {
      const { phone, purpose, address, locale } = request;
      if (!config.sms.dialCodes.some(({ code }) => code === phone.dialCode))
        return refuse(
          'dial_code',
          new AppError('badInput', { fields: { area_code: noSuchCountry[locale] } }),
        );
      if (isSample(phone)) return sampleCodes.issue(phone, purpose);
      if (!sender) return refuse('no_sender', new AppError('smsUnavailable'));

      const trace = hashes.trace(phone, address);
      const { cost: proofCost, lack } = await readProof(phone, request.proof);
      if (proofCost === undefined) {
        const demand = demandAt(await readSmsLoad(database, trace, config), config);
        if (!isEnough(demand, undefined)) return demandProof(demand, lack, phone);
      }

      // Recorded before it is sent, and sent outside the transaction: if the process dies in between, a
      // message is counted that was never sent, and never the other way round.
      const claimed = await database.transaction(async (tx) => {
        const result = await claimMessage(tx, { phone, trace, proofCost, config });
        return 'refused' in result
          ? result
          : { ...result, ...(await codes.issue(tx, { phone, purpose }, result.messageId)) };
      });
      if ('refused' in claimed)
        return claimed.refused === 'demand' ? demandProof(claimed.demand, lack, phone) : refuseClaim(claimed);

      await deliver(sender, claimed.messageId, request, claimed.code);
      return {
        request_id: claimed.requestId,
        expires_in: codeLife,
        resend_in: claimed.resendIn,
        ...(showsCode && { demo_code: claimed.code }),
      };
    },

    /** Resolves for exactly one caller with the right code. */
    async checkCode({ requestId, phone, purpose, code }: CodeGiven): Promise<void> {
      if (isSample(phone)) return sampleCodes.check(requestId, phone, purpose, code);
      return codes.check(database, { phone, purpose }, requestId, code);
    },

    /** Today's counts, in Hong Kong time. */
    async spend() {
      await refusals.flush();
      const { rows } = await database.db.execute<{
        day: string;
        messages: number;
        failed: number;
        spend_cents: number;
        refused: Record<string, number>;
      }>(sql`
        select ${hongKongToday}::text as day, coalesce(messages, 0) as messages, coalesce(failed, 0) as failed,
          coalesce(spend_cents, 0)::float8 as spend_cents,
          (select coalesce(json_object_agg(reason, count order by reason), '{}') from sms_refusals
            where day = ${hongKongToday}) as refused
        from (select 1) one left join sms_days on day = ${hongKongToday}`);
      const today = rows[0];
      if (!today) throw new Error('one row always comes');
      const { priceCents, dailyBudgetCents } = config.sms;
      const { state, proofCost } = breaker(today.spend_cents, priceCents, dailyBudgetCents);
      return {
        ...today,
        price_cents: priceCents,
        budget_cents: dailyBudgetCents,
        breaker: state,
        proof_cost: proofCost,
        sender: config.sms.sender ?? null,
      };
    },

    /** Call before the database is closed. */
    async close() {
      for (const timer of timers) clearInterval(timer);
      await refusals.flush().catch(logFailure('could not note what was refused'));
    },
  };
}

const words: Record<Locale, (code: string) => string> = {
  'zh-Hant': (code) => `明師驗證碼 ${code}，5 分鐘內有效，請勿告訴他人。`,
  en: (code) => `Your Mingshi code is ${code}, valid for 5 minutes. Tell it to nobody.`,
};

/** Browsers read the last line and offer the code only on pages of that host. */
export function messageText(code: string, locale: Locale, publicUrl: string | undefined) {
  const text = words[locale](code);
  return publicUrl ? `${text}\n\n@${new URL(publicUrl).hostname} #${code}` : text;
}

const batchSize = 1_000;

const expiredRows = [
  { table: sql`sms_codes`, when: sql`expires_at < now()` },
  // A server clock slightly behind must not accept an expired proof as new.
  { table: sql`sms_proofs`, when: sql`expires_at < now() - interval '10 minutes'` },
  { table: sql`sms_messages`, when: sql`at < now() - interval '2 days'` },
  { table: sql`sms_refusals`, when: sql`day < current_date - 90` },
];

/** Deletes expired rows in limited batches; several processes may do so at once. */
export async function tidySms(database: Database) {
  for (const { table, when } of expiredRows)
    await database.transaction((tx) =>
      tx.execute(sql`
        delete from ${table} where ctid = any(array(
          select ctid from ${table} where ${when} limit ${batchSize} for update skip locked))`),
    );
}

type RefusalReason =
  | 'dial_code'
  | 'no_sender'
  | 'proof_missing'
  | 'proof_wrong'
  | 'proof_used'
  | 'number'
  | 'prefix'
  | 'address'
  | 'network'
  | 'dial_code_day'
  | 'budget'
  | 'gateway';

/**
 * Counts refusals for the operator. An attack causes thousands, so they are written in batches; a process
 * that dies loses the last few seconds of a count that nothing depends on.
 */
function createRefusals(database: Database) {
  let waiting = new Map<RefusalReason, number>();
  return {
    count(reason: RefusalReason) {
      waiting.set(reason, (waiting.get(reason) ?? 0) + 1);
    },

    async flush() {
      if (waiting.size === 0) return;
      const batch = waiting;
      waiting = new Map();
      // In the same order in every process, to avoid deadlocks.
      const rows = [...batch]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([reason, count]) => ({ day: sql<string>`${hongKongToday}`, reason, count }));
      try {
        await database.transaction((tx) =>
          tx
            .insert(smsRefusals)
            .values(rows)
            .onConflictDoUpdate({
              target: [smsRefusals.day, smsRefusals.reason],
              set: { count: sql`${smsRefusals.count} + excluded.count` },
            }),
        );
      } catch (error) {
        for (const [reason, count] of batch) waiting.set(reason, (waiting.get(reason) ?? 0) + count);
        throw error;
      }
    },
  };
}
