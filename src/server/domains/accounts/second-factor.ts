import { randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { sha256 } from '#server/ground/http/signing.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { recoveryCodes, secondFactors, sessions } from './tables.ts';

const purpose = 'second_factors.secret';
const stepSeconds = 30;
const recoveryCodeCount = 10;
const triesBeforeBlock = 5;

const totpOf = (secret: string) =>
  new TOTP({ issuer: '明師 Mingshi', label: '明師', secret: Secret.fromBase32(secret), period: stepSeconds });

export async function secondFactorState(db: Db | Tx, userId: number) {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  const left = await db
    .select({ hash: recoveryCodes.hash })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return { isOn: Boolean(row?.confirmedAt), recoveryCodesLeft: left.length };
}

/**
 * Creates a secret that has no effect until one of its codes is confirmed. An active second factor is not
 * replaced.
 */
export async function beginSecondFactor(tx: Tx, vault: PhoneEncryption, userId: number) {
  const secret = new Secret({ size: 20 }).base32;
  const { cipher, key } = vault.encrypt(secret, purpose);
  const fresh = { secretCipher: cipher, secretKey: key, createdAt: sql`now()`, lastStep: 0 };
  const written = await tx
    .insert(secondFactors)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: fresh,
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId });
  if (written.length === 0) throw new AppError('conflict');
  return { secret, uri: totpOf(secret).toString() };
}

/** The result of checking a code. A wrong one is counted, so the caller commits before throwing an error. */
export type CodeVerdict = 'right' | 'wrong' | 'blocked';

/**
 * Checks a code of the authenticator app, or a recovery code. No code works twice; after five wrong codes in
 * a row the account is blocked, longer each time.
 */
export async function takeCode(
  tx: Tx,
  vault: PhoneEncryption,
  userId: number,
  code: string,
): Promise<CodeVerdict> {
  const [row] = await tx.select().from(secondFactors).where(eq(secondFactors.userId, userId)).for('update');
  if (!row) return 'wrong';
  if (row.blockedUntil && row.blockedUntil > new Date()) return 'blocked';
  const right = (await takeAppCode(tx, vault, row, code)) || (await takeRecoveryCode(tx, userId, code));
  if (right) {
    await tx
      .update(secondFactors)
      .set({ failures: 0, blockedUntil: null })
      .where(eq(secondFactors.userId, userId));
    return 'right';
  }
  const failures = row.failures + 1;
  const waitMinutes = failures < triesBeforeBlock ? 0 : Math.min(2 ** (failures - triesBeforeBlock), 60);
  await tx
    .update(secondFactors)
    .set({ failures, blockedUntil: sql`now() + ${waitMinutes} * interval '1 minute'` })
    .where(eq(secondFactors.userId, userId));
  return 'wrong';
}

async function takeAppCode(
  tx: Tx,
  vault: PhoneEncryption,
  row: typeof secondFactors.$inferSelect,
  code: string,
) {
  const secret = vault.decrypt({ cipher: row.secretCipher, key: row.secretKey }, purpose);
  const delta = /^\d{6}$/.test(code) ? totpOf(secret).validate({ token: code, window: 1 }) : null;
  if (delta === null) return false;
  const step = Math.floor(Date.now() / 1000 / stepSeconds) + delta;
  if (step <= row.lastStep) return false;
  await tx.update(secondFactors).set({ lastStep: step }).where(eq(secondFactors.userId, row.userId));
  return true;
}

const recoveryHash = (userId: number, code: string) =>
  sha256(`${userId} ${code.toUpperCase().replace(/[^A-Z2-7]/g, '')}`);

async function takeRecoveryCode(tx: Tx, userId: number, code: string) {
  const taken = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(and(eq(recoveryCodes.hash, recoveryHash(userId, code)), isNull(recoveryCodes.usedAt)))
    .returning({ hash: recoveryCodes.hash });
  return taken.length > 0;
}

/** Turns the second factor on; the recovery codes are shown only now and stored as hashes. */
export async function confirmSecondFactor(tx: Tx, userId: number) {
  await tx.update(secondFactors).set({ confirmedAt: sql`now()` }).where(eq(secondFactors.userId, userId));
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, hash: recoveryHash(userId, code) })));
  return codes;
}

/** 120 bits: too many to guess from a hash without salt and stretching. */
function newRecoveryCode() {
  const text = new Secret({ buffer: Uint8Array.from(randomBytes(15)).buffer }).base32;
  return text.match(/.{4}/g)?.join('-') ?? text;
}

/** No session counts as having passed the second factor any more. */
export async function removeSecondFactor(tx: Tx, userId: number) {
  await tx.update(sessions).set({ secondFactorAt: null }).where(eq(sessions.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
}

export async function noteSecondFactor(tx: Tx, sessionId: string) {
  await tx.update(sessions).set({ secondFactorAt: sql`now()` }).where(eq(sessions.id, sessionId));
}
