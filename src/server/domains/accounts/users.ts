import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Phone } from '#server/ground/phone/phone.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { unnamedFamily } from '#shared/account-defaults.ts';
import { UserInfo } from '#shared/accounts.ts';
import type { Locale } from '#shared/locale.ts';
import { lockNumber, openPhone, phonePurpose } from './stored-phone.ts';
import { users, userTerms } from './tables.ts';

export type User = typeof users.$inferSelect;

export async function userById(db: Db | Tx, id: number): Promise<User> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  if (!user) throw new Error('a session belongs to nobody');
  return user;
}

export async function userByPhone(
  db: Db | Tx,
  vault: PhoneEncryption,
  phone: Phone,
): Promise<User | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(inArray(users.phoneHash, vault.hashes(phone.e164)));
  return user;
}

/** Case, width and spaces do not matter. */
export const isNameOf = (user: User, given: string) => hasOwnName(user) && plain(given) === plain(user.name);

/** Everybody can guess the name that the form of a case gives to those who give none. */
export const hasOwnName = ({ name }: User) =>
  name !== '' && !Object.values<string>(unnamedFamily).includes(name);
const plain = (name: string) => name.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');

/** The account of a number, created if there is none. Concurrent calls wait for each other. */
export async function userForPhone(
  tx: Tx,
  vault: PhoneEncryption,
  phone: Phone,
  locale: Locale,
): Promise<User> {
  const { hash, key } = vault.hash(phone.e164);
  await lockNumber(tx, vault, phone.e164);
  const found = await userByPhone(tx, vault, phone);
  if (found) return found;
  const sealed = vault.encrypt(phone.e164, phonePurpose);
  const [made] = await tx
    .insert(users)
    .values({ phoneHash: hash, phoneCipher: sealed.cipher, phoneKey: key, locale })
    .returning();
  if (!made) throw new Error('an account was not written');
  return made;
}

export type ProductRegistration = {
  name: string;
  gender: User['gender'];
  identity: 1 | 2;
  method: string;
  marketingConsent: boolean;
  /** suffix → version of the terms the user agreed to. */
  terms: Record<string, string>;
};

/** Activates the product for an account; false when it is active already. */
export async function openProductFace(tx: Tx, user: User, given: ProductRegistration) {
  const opened = await tx
    .update(users)
    .set({
      name: given.name,
      gender: given.gender,
      lastIdentity: given.identity,
      registrationMethod: given.method,
      productSince: sql`now()`,
      aiSince: sql`coalesce(${users.aiSince}, now())`,
      marketingConsentAt: given.marketingConsent ? sql`now()` : null,
    })
    .where(and(eq(users.id, user.id), sql`${users.productSince} is null`))
    .returning({ id: users.id });
  if (opened.length === 0) return false;
  for (const [suffix, version] of Object.entries(given.terms))
    await tx.insert(userTerms).values({ userId: user.id, suffix, version }).onConflictDoNothing();
  return true;
}

export async function openAiFace(tx: Tx, userId: number) {
  await tx
    .update(users)
    .set({ aiSince: sql`now()` })
    .where(and(eq(users.id, userId), sql`${users.aiSince} is null`));
}

export async function switchIdentity(tx: Tx, userId: number, identity: 1 | 2) {
  await tx.update(users).set({ lastIdentity: identity }).where(eq(users.id, userId));
}

export type ProfileChange = {
  name: string;
  gender: User['gender'];
  /** Undefined: it stays as it is. */
  isRemind: boolean | undefined;
  marketingConsent: boolean;
};

export async function changeProfile(tx: Tx, userId: number, change: ProfileChange) {
  await tx
    .update(users)
    .set({
      name: change.name,
      gender: change.gender,
      ...(change.isRemind !== undefined && { isRemind: change.isRemind }),
      // The time consent was given, not the time the form was last saved.
      marketingConsentAt: change.marketingConsent ? sql`coalesce(${users.marketingConsentAt}, now())` : null,
    })
    .where(eq(users.id, userId));
}

/** Who turns on a way of being told wants to be told. */
export async function startReminding(tx: Tx, userId: number) {
  await tx
    .update(users)
    .set({ isRemind: true })
    .where(and(eq(users.id, userId), isNull(users.deletedAt), eq(users.isRemind, false)));
}

export async function hasNumber(db: Db | Tx, userId: number) {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.phoneHash)));
  return found !== undefined;
}

/** User info that other domains provide. */
export type Belongings = {
  caseListOf(db: Db, userId: number): Promise<UserInfo['case_list']>;
  showingOf(db: Db, userId: number): Promise<Pick<UserInfo, 'has_shelves' | 'portrait'>>;
};

export async function userInfo(
  db: Db,
  vault: PhoneEncryption,
  userId: number,
  belongings: Belongings,
): Promise<UserInfo> {
  const [user, case_list, showing] = await Promise.all([
    userById(db, userId),
    belongings.caseListOf(db, userId),
    belongings.showingOf(db, userId),
  ]);
  const phone = openPhone(vault, user);
  if (!phone) throw new AppError('sessionInvalid');
  return {
    ...fieldsOf(UserInfo, user),
    case_list,
    mobile: `+${phone.dialCode} ${phone.national}`,
    ...showing,
  };
}
