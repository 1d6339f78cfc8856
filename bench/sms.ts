/**
 * Whether the abuse limits of SMS codes hold: a hundred thousand hostile requests without a proof of work, while
 * honest users log in. Exits with 1 if a target is missed. `npm run bench -- sms SEED` uses another seed.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { openSms, type Sms } from '../src/server/domains/sms/sms.ts';
import { readConfig } from '../src/server/ground/config/config.ts';
import type { Database } from '../src/server/ground/db/db.ts';
import { AppError } from '../src/server/ground/http/errors.ts';
import { type Phone, readPhone } from '../src/server/ground/phone/phone.ts';
import { createPhoneEncryption } from '../src/server/ground/phone/phone-encryption.ts';
import { onOwnDatabase } from './tools/database.ts';
import { atLeast, atMost, missed, printTable } from './tools/table.ts';

const hostileRequests = 100_000;
const hostileAtOnce = 16;
const networks = 200;
const addressesPerNetwork = 10;
const prefixCount = 500;
const honestPeople = 100;
const honestAtOnce = 4;
const mostToHostile = 49;

const seed = Number(process.argv[2] ?? 1);
const random = seeded(seed);
const pick = (count: number) => Math.floor(random() * count);

const prefixes = somePrefixes();
const numberIn = (prefix: string) => {
  const phone = readPhone('852', prefix + String(pick(10_000)).padStart(4, '0'));
  if (!phone) throw new Error(`${prefix} has no mobile numbers`);
  return phone;
};
const anyNumber = () => numberIn(prefixes[pick(prefixCount)] ?? '');
const hostileAddress = () => `100.64.${pick(networks)}.${1 + pick(addressesPerNetwork)}`;

type Person = { phone: Phone; address: string };
/**
 * Honest users have numbers of the same prefixes; every fifth is in an attacking network, at an address of their
 * own.
 */
const people: Person[] = Array.from({ length: honestPeople }, (_, at) => ({
  phone: anyNumber(),
  address: at % 5 === 0 ? `100.64.${pick(networks)}.${100 + pick(100)}` : `100.80.${at}.7`,
}));

const inbox = new Map<string, string>();
let toHostile = 0;
const honestNumbers = new Set(people.map(({ phone }) => phone.e164));
const sender = {
  async send({ to, text }: { to: Phone; text: string }) {
    if (honestNumbers.has(to.e164)) inbox.set(to.e164, text);
    else toHostile++;
  },
};

/** Requests a code, solves the proof of work if required, and enters the code. */
async function logIn(sms: Sms, { phone, address }: Person) {
  const request = { phone, purpose: 'product', address, locale: 'zh-Hant' } as const;
  let proof: string | undefined;
  for (let round = 0; round < 3; round++) {
    try {
      const { request_id: requestId } = await sms.sendCode({ ...request, proof });
      const code = inbox.get(phone.e164)?.match(/\d{6}/)?.[0] ?? '';
      await sms.checkCode({ requestId, phone, purpose: 'product', code });
      return;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'proofNeeded') throw error;
      const challenge = error.details?.challenge as Challenge;
      const startedAt = performance.now();
      const solution = await solveChallenge({ challenge, deriveKey });
      solving.push(performance.now() - startedAt);
      proof = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    }
  }
  throw new Error('three proofs were not enough');
}

const solving: number[] = [];
const refusedMs: number[] = [];
const answers = new Map<string, number>();
let sentRequests = 0;

async function attack(sms: Sms) {
  while (sentRequests < hostileRequests) {
    sentRequests++;
    const startedAt = performance.now();
    const outcome = await sms
      .sendCode({ phone: anyNumber(), purpose: 'product', address: hostileAddress(), locale: 'en' })
      .then(
        () => 'sent',
        (error) => {
          if (error instanceof AppError) return error.code;
          throw error;
        },
      );
    if (outcome !== 'sent') refusedMs.push(performance.now() - startedAt);
    answers.set(outcome, (answers.get(outcome) ?? 0) + 1);
  }
}

/** Honest users log in one after the other, spread over the whole attack. */
async function logInHonestUsers(sms: Sms) {
  let next = 0;
  let loggedIn = 0;
  const visitor = async () => {
    while (next < honestPeople) {
      const at = next++;
      while (sentRequests < (at / honestPeople) * hostileRequests) await sleep(20);
      await logIn(sms, people[at] as Person).then(
        () => loggedIn++,
        (error) => console.error(`person ${at} is not in: ${error.code ?? error}`),
      );
    }
  };
  await Promise.all(Array.from({ length: honestAtOnce }, visitor));
  return loggedIn;
}

async function run(database: Database) {
  const keys = { phone: [{ id: 'k1', key: randomBytes(32) }], secret: randomBytes(32) };
  const quiet = { info() {}, warn() {}, error() {} };
  const config = readConfig({ DEMO: '0' });
  const vault = createPhoneEncryption(keys.phone);
  const sms = openSms({ config, keys, vault, database, log: quiet, sender });
  const startedAt = performance.now();
  const [loggedIn] = await Promise.all([
    logInHonestUsers(sms),
    ...Array.from({ length: hostileAtOnce }, () => attack(sms)),
  ]);
  const tookMs = performance.now() - startedAt;
  const { messages, refused } = await sms.spend();
  await sms.close();
  return { loggedIn, tookMs, messages, refused };
}

await onOwnDatabase('sms', async (database) => report(await run(database)));

function report({ loggedIn, tookMs, messages, refused }: Awaited<ReturnType<typeof run>>) {
  const whole = (value: number) => value.toLocaleString('en');
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  const rows = [
    atMost(`messages to ${whole(hostileRequests)} hostile requests`, toHostile, mostToHostile, whole),
    atLeast(`honest people who got in, of ${honestPeople}`, loggedIn, honestPeople, whole),
    { metric: 'messages in all', value: whole(messages) },
    {
      metric: 'refused, by reason',
      value: Object.entries(refused)
        .map(([reason, count]) => `${reason} ${whole(count)}`)
        .join(', '),
    },
    { metric: 'a hostile request, with everything else going on', value: ms(tookMs / hostileRequests) },
    { metric: `a refused request of ${hostileAtOnce} at once, median`, value: ms(median(refusedMs)) },
    { metric: 'solving a proof beside the attack, median', value: ms(median(solving)) },
    { metric: 'seed, and the whole run', value: `${seed}, ${Math.round(tookMs / 1000)} s` },
  ];
  printTable(rows);
  process.exitCode = missed(rows) ? 1 : 0;
}

function median(values: number[]) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function somePrefixes() {
  const all = Array.from({ length: 6_000 }, (_, at) => String(4_000 + at)).filter((prefix) =>
    ['0000', '5555', '9999'].every((last) => readPhone('852', prefix + last)),
  );
  for (let at = all.length - 1; at > 0; at--) {
    const other = pick(at + 1);
    [all[at], all[other]] = [all[other] as string, all[at] as string];
  }
  return all.slice(0, prefixCount);
}

/** Seeded random generator (mulberry32). */
function seeded(start: number) {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
