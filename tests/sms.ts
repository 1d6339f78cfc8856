import { randomBytes } from 'node:crypto';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { onTestFinished } from 'vitest';
import type { Message, SmsSender } from '#server/domains/sms/sender.ts';
import { type CodeRequest, openSms, type Sms, type SmsParts } from '#server/domains/sms/sms.ts';
import { readConfig } from '#server/ground/config/config.ts';
import type { Keys } from '#server/ground/config/keys.ts';
import type { Database } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { type Phone, readPhone } from '#server/ground/phone/phone.ts';
import { createPhoneEncryption } from '#server/ground/phone/phone-encryption.ts';

export const newKeys = (): Keys => ({
  phone: [{ id: 'k1', key: randomBytes(32) }],
  secret: randomBytes(32),
});

const quiet: SmsParts['log'] = { info() {}, warn() {}, error() {} };

/** Collects the messages instead of sending them. */
function collectingSender() {
  const messages: Message[] = [];
  const sender: SmsSender = { send: async (message) => void messages.push(message) };
  return {
    messages,
    sender,
    codeFor: ({ e164 }: Phone) =>
      messages
        .findLast(({ to }) => to.e164 === e164)
        ?.text.match(/\d{6}/)
        ?.at(0) ?? '',
  };
}

type Options = {
  environment?: Record<string, string>;
  keys?: Keys;
  sender?: SmsSender;
  log?: SmsParts['log'];
};

export function openTestSms(database: Database, options: Options = {}) {
  const { environment = {}, keys = newKeys(), log = quiet } = options;
  const collected = collectingSender();
  const sms = openSms({
    config: readConfig(environment),
    keys,
    vault: createPhoneEncryption(keys.phone),
    database,
    log,
    sender: options.sender ?? collected.sender,
  });
  onTestFinished(() => sms.close());
  return { ...collected, sms };
}

export function phone(national: string, dialCode = '852'): Phone {
  const read = readPhone(dialCode, national);
  if (!read) throw new Error(`${national} is no number`);
  return read;
}

/** A complete code request; `more` overrides single fields. */
export const request = (national: string, more: Partial<CodeRequest> = {}): CodeRequest => ({
  phone: phone(national),
  purpose: 'product',
  address: '203.0.113.7',
  locale: 'zh-Hant',
  ...more,
});

export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** The AppError that the promise is rejected with. */
export async function errorOf(work: Promise<unknown>): Promise<AppError> {
  const outcome = await work.then(
    () => undefined,
    (error) => error,
  );
  if (outcome instanceof AppError) return outcome;
  throw new Error('an AppError was expected', { cause: outcome });
}

export async function challengeOf(sms: Sms, codeRequest: CodeRequest): Promise<Challenge> {
  const error = await errorOf(sms.sendCode(codeRequest));
  if (error.code !== 'proofNeeded') throw error;
  return error.details?.challenge as Challenge;
}
