import { and, count, eq, inArray, sql } from 'drizzle-orm';
import { type Accounts, phoneTyped } from '#server/domains/accounts/accounts.ts';
import { isBanned } from '#server/domains/accounts/bans.ts';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { isDormant, sealedByPhone } from '#server/domains/accounts/numbers.ts';
import type { Wire } from '#server/domains/accounts/sign-in.ts';
import { userByPhone } from '#server/domains/accounts/users.ts';
import { enqueue, withdraw } from '#server/domains/operator/queue.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import { AppError, fieldProblem } from '#server/ground/http/errors.ts';
import { addJob } from '#server/ground/jobs/jobs.ts';
import { maskPhone, type Phone, phoneFromE164 } from '#server/ground/phone/phone.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import type { Locale } from '#shared/locale.ts';
import { tellNumber } from './job-names.ts';
import { numberRequests } from './tables.ts';

export const requestKind = 'number_request';
/** A stranger must not be able to fill the queue with one account. */
const mostOpen = 5;

export type NumberRequest = typeof numberRequests.$inferSelect;

const newPhonePurpose = 'number_requests.phone';

/** The new number of a request, or undefined once its owner has been told the end. */
export function newPhoneOf(
  vault: PhoneEncryption,
  { phoneCipher, phoneKey }: NumberRequest,
): Phone | undefined {
  if (!phoneCipher || !phoneKey) return undefined;
  return phoneFromE164(vault.decrypt({ cipher: phoneCipher, key: phoneKey }, newPhonePurpose));
}

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
 * Asks an operator to move an account to the number of the code. The answer never says whether the old number
 * has an account.
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
    const holder = await userByPhone(tx, vault, from);
    // Its owner can simply log in, unless the question after a year went wrong too often.
    if (from.e164 === to.e164 && holder && !(await isDormant(tx, holder.id)))
      throw fieldProblem(locale, { old_mobile: logInInstead });
    if (await isBanned(tx, vault.hashes(from.e164))) return;
    // A number that has a new owner stands for the account it had before.
    const userId = (await sealedByPhone(tx, vault, from))?.userId ?? holder?.id;
    if (userId !== undefined) await writeRequest(tx, vault, userId, to, given, locale);
  });
}

async function writeRequest(
  tx: Tx,
  vault: PhoneEncryption,
  userId: number,
  to: Phone,
  { name, story }: LostNumber,
  locale: Locale,
) {
  await lockAccount(tx, userId);
  const [open] = await tx
    .select({ count: count() })
    .from(numberRequests)
    .where(and(eq(numberRequests.userId, userId), eq(numberRequests.state, 'asked')));
  if ((open?.count ?? 0) >= mostOpen) return;
  const { hash, key } = vault.hash(to.e164);
  const { cipher } = vault.encrypt(to.e164, newPhonePurpose);
  const [made] = await tx
    .insert(numberRequests)
    .values({ userId, phoneHash: hash, phoneCipher: cipher, phoneKey: key, locale, givenName: name, story })
    .onConflictDoNothing()
    .returning({ id: numberRequests.id });
  if (made) await enqueue(tx, { kind: requestKind, subjectId: String(made.id), aboutUser: userId });
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

const logInInstead = {
  'zh-Hant': '這個號碼可以直接登入，不用申請',
  en: 'You can log in with this number; there is nothing to ask for',
};
