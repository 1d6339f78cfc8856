import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Accounts, phoneTyped } from '#server/domains/accounts/accounts.ts';
import { isBanned } from '#server/domains/accounts/bans.ts';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { isDormant, sealedByPhone } from '#server/domains/accounts/numbers.ts';
import type { Wire } from '#server/domains/accounts/sign-in.ts';
import { isNameOf, type User, userById, userByPhone } from '#server/domains/accounts/users.ts';
import { enqueue, withdraw } from '#server/domains/operator/queue.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import { addressGroups } from '#server/ground/http/address-groups.ts';
import { AppError, fieldProblem } from '#server/ground/http/errors.ts';
import { addJob } from '#server/ground/jobs/jobs.ts';
import { maskPhone, type Phone, phoneFromE164 } from '#server/ground/phone/phone.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { answerHours, mostAsks } from '#shared/numbers.ts';
import { answerAsk, tellNumber } from './job-names.ts';
import { numberAsks, numberRequests } from './tables.ts';

export const requestKind = 'number_request';

export type NumberRequest = typeof numberRequests.$inferSelect;

export const askKey = (id: number) => `answer ask ${id}`;

const newPhonePurpose = 'number_requests.phone';

/** The new number of a request, or undefined once its owner has been told the end. */
export function newPhoneOf(
  vault: PhoneEncryption,
  { phoneCipher, phoneKey }: Pick<NumberRequest, 'phoneCipher' | 'phoneKey'>,
): Phone | undefined {
  if (!phoneCipher || !phoneKey) return undefined;
  return phoneFromE164(vault.decrypt({ cipher: phoneCipher, key: phoneKey }, newPhonePurpose));
}

/** Of one address in a day: a school or a carrier shares one. */
const mostOfAddress = 10;
/** How long an ask counts. */
export const askDays = 30;
const hourMs = 60 * 60 * 1000;

type LostNumber = {
  request_id: string;
  area_code: string;
  mobile: string;
  code: string;
  old_area_code: string;
  old_mobile: string;
  name: string;
  story: string;
};

/**
 * Asks an operator to move an account to the number of the code. Neither the answer nor the message after it says
 * whether the old number has an account.
 */
export async function askForAccount(
  { accounts, database }: { accounts: Accounts; database: Database },
  given: LostNumber,
  wire: Wire,
) {
  const { vault } = accounts;
  const { locale } = wire.visitor;
  const from = phoneTyped(given.old_area_code, given.old_mobile, locale, 'old_mobile');
  const to = await accounts.provenPhone(given, 'product', wire);
  await database.transaction(async (tx) => {
    const traces = await refuseMany(tx, vault, from, wire);
    const holder = await userByPhone(tx, vault, from);
    // Its owner can simply log in, unless the question after a year went wrong too often.
    if (from.e164 === to.e164 && holder && !(await isDormant(tx, holder.id)))
      throw fieldProblem(locale, { old_mobile: logInInstead });
    const { hash, key } = vault.hash(to.e164);
    const { cipher } = vault.encrypt(to.e164, newPhonePurpose);
    const stored = { phoneHash: hash, phoneCipher: cipher, phoneKey: key, locale };
    const userId = await accountAsked(tx, vault, from, holder, given.name);
    const requestId = userId === undefined ? null : await writeRequest(tx, userId, stored, given);
    const [ask] = await tx
      .insert(numberAsks)
      .values({ ...stored, ...traces, requestId })
      .returning();
    if (!ask) throw new Error('an ask was not written');
    const runAt = new Date(ask.askedAt.getTime() + answerHours * hourMs);
    await addJob(tx, answerAsk, { ask: ask.id }, { key: askKey(ask.id), runAt });
  });
}

/** All who ask wait for one lock, so that the counts are exact. An account that does not exist counts as well. */
async function refuseMany(tx: Tx, vault: PhoneEncryption, from: Phone, { visitor }: Wire) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('mingshi number asks', 0))`);
  const trace = (what: string) => vault.hash(`number ask ${what}`).hash;
  const traces = {
    oldTrace: trace(from.e164),
    addressTrace: trace(addressGroups(visitor.address).address),
  };
  const { rows } = await tx.execute<{ number: number; address: number }>(sql`
    select
      (select count(*)::int from number_asks
        where old_trace = ${traces.oldTrace} and asked_at > now() - ${askDays} * interval '1 day') as number,
      (select count(*)::int from number_asks
        where address_trace = ${traces.addressTrace} and asked_at > now() - interval '1 day') as address`);
  const { number = 0, address = 0 } = rows[0] ?? {};
  if (number >= mostAsks) throw fieldProblem(visitor.locale, { old_mobile: askedTooOften });
  if (address >= mostOfAddress) throw new AppError('tooMany');
  return traces;
}

/**
 * The account of the present holder. A sealed account that had the number before is meant where nobody has the
 * number now, or where the name is that of the former owner alone.
 */
async function accountAsked(
  tx: Tx,
  vault: PhoneEncryption,
  from: Phone,
  holder: User | undefined,
  name: string,
) {
  if (await isBanned(tx, vault.hashes(from.e164))) return undefined;
  const sealed = await sealedByPhone(tx, vault, from);
  if (!sealed || !holder) return holder?.id ?? sealed?.userId;
  const isFormer = isNameOf(await userById(tx, sealed.userId), name) && !isNameOf(holder, name);
  return isFormer ? sealed.userId : holder.id;
}

type Stored = Pick<typeof numberRequests.$inferInsert, 'phoneCipher' | 'phoneKey' | 'locale'> & {
  phoneHash: Buffer;
};

/** The id of the request, also where the same number has asked before and waits for a decision. */
async function writeRequest(tx: Tx, userId: number, stored: Stored, { name, story }: LostNumber) {
  await lockAccount(tx, userId);
  const [made] = await tx
    .insert(numberRequests)
    .values({ ...stored, userId, givenName: name, story })
    .onConflictDoNothing()
    .returning({ id: numberRequests.id });
  if (made) {
    await enqueue(tx, { kind: requestKind, subjectId: String(made.id), aboutUser: userId });
    return made.id;
  }
  const [open] = await tx
    .select({ id: numberRequests.id })
    .from(numberRequests)
    .where(
      and(
        eq(numberRequests.userId, userId),
        eq(numberRequests.phoneHash, stored.phoneHash),
        sql`${numberRequests.endedAt} is null`,
      ),
    );
  return open?.id ?? null;
}

const granted = inArray(numberRequests.state, ['granted', 'waiting']);

export async function pendingMove(db: Db, vault: PhoneEncryption, userId: number) {
  const [row] = await db
    .select()
    .from(numberRequests)
    .where(and(eq(numberRequests.userId, userId), granted));
  const phone = row && newPhoneOf(vault, row);
  if (!phone) return null;
  return { id: row.id, mobile: maskPhone(phone), due_at: row.dueAt?.toISOString() ?? null };
}

/** The owner of the account stops a move that has been granted. */
export async function stopMove(tx: Tx, userId: number, id: number) {
  await lockAccount(tx, userId);
  const [stopped] = await tx
    .update(numberRequests)
    .set({ state: 'stopped', endedAt: sql`now()` })
    .where(and(eq(numberRequests.id, id), eq(numberRequests.userId, userId), granted))
    .returning();
  if (!stopped) throw new AppError('notFound');
  await addJob(tx, tellNumber, { request: id }, { key: tellKey(id) });
}

/** Its owner has changed the number with a code to each: nobody else is to move the account after that. */
export async function stopAllMoves(tx: Tx, userId: number) {
  const stopped = await tx
    .update(numberRequests)
    .set({ state: 'stopped', endedAt: sql`now()` })
    .where(and(eq(numberRequests.userId, userId), granted))
    .returning({ id: numberRequests.id });
  for (const { id } of stopped) await addJob(tx, tellNumber, { request: id }, { key: tellKey(id) });
  await withdrawOthers(tx, userId);
}

/** The requests of an account that nobody has decided need no decision once the account has moved. */
export async function withdrawOthers(tx: Tx, userId: number) {
  const rows = await tx
    .update(numberRequests)
    .set({ state: 'refused', endedAt: sql`now()` })
    .where(and(eq(numberRequests.userId, userId), eq(numberRequests.state, 'asked')))
    .returning({ id: numberRequests.id });
  for (const { id } of rows) {
    await withdraw(tx, requestKind, String(id));
    await addJob(tx, tellNumber, { request: id }, { key: tellKey(id) });
  }
}

export const tellKey = (id: number) => `tell number ${id}`;

const askedTooOften = {
  'zh-Hant': `這個號碼在 ${askDays} 天內已申請 ${mostAsks} 次，暫時不能再提交，請聯絡我們`,
  en: `This number was asked for ${mostAsks} times within ${askDays} days; please contact us instead`,
};
const logInInstead = {
  'zh-Hant': '這個號碼可以直接登入，不用申請',
  en: 'You can log in with this number; there is nothing to ask for',
};
