import { randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { users } from '#server/domains/accounts/tables.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import { AppError, fieldProblem } from '#server/ground/http/errors.ts';
import { randomText } from '#server/ground/http/signing.ts';
import type { Visitor } from '#server/ground/http/visitor.ts';
import type { EmailState } from '#shared/notices/email.ts';
import { asHtml, asText, languageTags } from './letter.ts';
import { pageUrl, verificationLetter } from './letters.ts';
import { claimSend, codeLife, codeTries, resendWait } from './limits.ts';
import type { Mailing } from './mail.ts';
import { MailRefused } from './sender.ts';
import { emailAddresses, emailClaims, emailSends } from './tables.ts';

/** An address encrypted for it can be decrypted only with it; the same for the waiting one, which becomes it. */
export const addressPurpose = 'email_addresses.address';

type Sealed = { addressCipher: Buffer; addressKey: string };

export const openAddress = ({ vault }: Pick<Mailing, 'vault'>, { addressCipher, addressKey }: Sealed) =>
  vault.decrypt({ cipher: addressCipher, key: addressKey }, addressPurpose);

export async function emailState(db: Db | Tx, mail: Mailing, userId: number): Promise<EmailState> {
  const [address] = await db.select().from(emailAddresses).where(eq(emailAddresses.userId, userId));
  const [claim] = await db
    .select({
      addressCipher: emailClaims.addressCipher,
      addressKey: emailClaims.addressKey,
      expiresIn: sql<number>`ceil(extract(epoch from ${emailClaims.expiresAt} - now()))::int`,
    })
    .from(emailClaims)
    .where(and(eq(emailClaims.userId, userId), gt(emailClaims.expiresAt, sql`now()`)));
  return {
    is_available: mail.sender !== undefined,
    address: address
      ? {
          email: openAddress(mail, address),
          verified_at: address.verifiedAt.toISOString(),
          off_reason: address.offReason,
        }
      : null,
    pending: claim
      ? {
          email: openAddress(mail, claim),
          expires_in: claim.expiresIn,
          resend_in: await resendWait(db, { person: mail.hashes.person(userId) }),
        }
      : null,
  };
}

/** Whether mails reach this person. */
export async function hasEmail(db: Db | Tx, userId: number) {
  const rows = await db
    .select({ userId: emailAddresses.userId })
    .from(emailAddresses)
    .where(and(eq(emailAddresses.userId, userId), isNull(emailAddresses.offAt)));
  return rows.length > 0;
}

type Asked = { userId: number; email: string; visitor: Visitor };

/** Sends a code and a link. It is counted and written down before it is sent, outside the transaction. */
export async function askForEmail(database: Database, mail: Mailing, { userId, email, visitor }: Asked) {
  const { sender, vault, hashes } = mail;
  if (!sender) throw new AppError('emailUnavailable');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const token = randomText(32);
  const linkHash = hashes.link(token);
  const sealed = vault.encrypt(email, addressPurpose);
  const row = {
    addressHash: vault.hash(email.toLowerCase()).hash,
    addressCipher: sealed.cipher,
    addressKey: sealed.key,
    codeHash: hashes.code(userId, email, code),
    linkHash,
    tries: 0,
    askedAt: sql`now()`,
    expiresAt: sql`now() + make_interval(secs => ${codeLife})`,
  };
  const sendId = await database.transaction(async (tx) => {
    await lockAccount(tx, userId);
    const id = await claimSend(tx, hashes.trace(userId, email, visitor.address));
    await tx
      .insert(emailClaims)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: emailClaims.userId, set: row });
    return id;
  });

  const { locale, origin } = visitor;
  const letter = verificationLetter({
    code,
    confirmUrl: pageUrl(origin, locale, `/email/confirm?token=${token}`) ?? origin,
    minutes: codeLife / 60,
    locale,
    origin,
  });
  try {
    await sender.send({
      to: email,
      id: `verify.${randomText(18)}`,
      subject: letter.subject,
      text: asText(letter),
      html: asHtml(letter),
      language: languageTags[locale],
    });
  } catch (error) {
    await database.transaction(async (tx) => {
      await tx.update(emailSends).set({ isFailed: true }).where(eq(emailSends.id, sendId));
      await tx.delete(emailClaims).where(eq(emailClaims.linkHash, linkHash));
    });
    if (error instanceof MailRefused) throw fieldProblem(locale, { email: takesNoMail });
    throw new AppError('emailUnavailable', { cause: error });
  }
  return { ...(await emailState(database.db, mail, userId)), ...(mail.showsCode && { demo_code: code }) };
}

const takesNoMail = {
  'zh-Hant': '這個地址收不到電郵，請檢查有沒有打錯',
  en: 'This address takes no mail; please check it for a slip',
};

/** Verifies the waiting address by its code. */
export async function verifyByCode(database: Database, mail: Mailing, userId: number, code: string) {
  // Counted before the comparison, in one statement: concurrent guesses get no extra tries.
  const [claim] = await database.transaction((tx) =>
    tx
      .update(emailClaims)
      .set({ tries: sql`${emailClaims.tries} + 1` })
      .where(
        and(
          eq(emailClaims.userId, userId),
          gt(emailClaims.expiresAt, sql`now()`),
          lt(emailClaims.tries, codeTries),
        ),
      )
      .returning(),
  );
  if (!claim) throw new AppError('codeExpired');
  if (!timingSafeEqual(claim.codeHash, mail.hashes.code(userId, openAddress(mail, claim), code)))
    throw new AppError('codeWrong', { details: { tries_left: codeTries - claim.tries } });
  const used = await database.transaction((tx) => useUp(tx, userId, claim.linkHash));
  // Another address may have been asked for, or the link opened, while this was compared.
  if (!used) throw new AppError('codeExpired');
}

/** Verifies the address whose mail had this link; whoever opens it needs no log-in. */
export async function confirmByLink(database: Database, mail: Mailing, token: string) {
  const linkHash = mail.hashes.link(token);
  const [claim] = await database.db
    .select()
    .from(emailClaims)
    .where(and(eq(emailClaims.linkHash, linkHash), gt(emailClaims.expiresAt, sql`now()`)));
  if (claim) await database.transaction((tx) => useUp(tx, claim.userId, linkHash));
  const link = await linkState(database.db, mail, token);
  if (link.state !== 'confirmed') throw new AppError('linkOver');
  return { email: link.email ?? '' };
}

/** What a link is good for, without using it. */
export async function linkState(db: Db, mail: Mailing, token: string) {
  const linkHash = mail.hashes.link(token);
  const [address] = await db.select().from(emailAddresses).where(eq(emailAddresses.linkHash, linkHash));
  if (address) return { state: 'confirmed' as const, email: masked(openAddress(mail, address)) };
  const [claim] = await db
    .select()
    .from(emailClaims)
    .where(and(eq(emailClaims.linkHash, linkHash), gt(emailClaims.expiresAt, sql`now()`)));
  if (claim) return { state: 'open' as const, email: masked(openAddress(mail, claim)) };
  return { state: 'over' as const, email: null };
}

/** Enough for the owner to recognise it. */
function masked(email: string) {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(2, Math.ceil(at / 2)))}•••${email.slice(at)}`;
}

/** Makes the waiting address the verified one; false for all but one of concurrent callers. */
async function useUp(tx: Tx, userId: number, linkHash: Buffer) {
  await lockAccount(tx, userId);
  const [claim] = await tx
    .delete(emailClaims)
    .where(and(eq(emailClaims.userId, userId), eq(emailClaims.linkHash, linkHash)))
    .returning();
  if (!claim) return false;
  const { addressHash, addressCipher, addressKey } = claim;
  const row = {
    addressHash,
    addressCipher,
    addressKey,
    linkHash,
    verifiedAt: sql`now()`,
    offReason: null,
    offAt: null,
  };
  await tx
    .insert(emailAddresses)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: emailAddresses.userId, set: row });
  // Who gives an address wants to be told.
  await tx.update(users).set({ isRemind: true }).where(eq(users.id, userId));
  return true;
}

export async function removePending(tx: Tx, userId: number) {
  await tx.delete(emailClaims).where(eq(emailClaims.userId, userId));
}

export async function removeEmail(tx: Tx, userId: number) {
  await lockAccount(tx, userId);
  await removePending(tx, userId);
  await tx.delete(emailAddresses).where(eq(emailAddresses.userId, userId));
}

type MailEvent = { type: string; email: string; at: string };
const reasons: Record<string, 'bounce' | 'complaint'> = { hard_bounce: 'bounce', complaint: 'complaint' };

/**
 * Turns addresses off. An event from before the address was verified says nothing about it, so that a report which
 * is delivered again later turns nothing off.
 */
export async function takeEvents(database: Database, { vault }: Mailing, events: readonly MailEvent[]) {
  const counted = events
    .flatMap(({ type, email, at }) => {
      const reason = Object.hasOwn(reasons, type) ? reasons[type] : undefined;
      return reason ? [{ reason, at, hashes: vault.hashes(email.trim().toLowerCase()) }] : [];
    })
    // In one order, so that two reports at the same time cannot wait for each other.
    .sort((a, b) => Buffer.compare(a.hashes[0] as Buffer, b.hashes[0] as Buffer));
  return database.transaction(async (tx) => {
    let turnedOff = 0;
    for (const { reason, at, hashes } of counted) {
      const rows = await tx
        .update(emailAddresses)
        .set({ offReason: reason, offAt: sql`now()` })
        .where(
          and(
            inArray(emailAddresses.addressHash, hashes),
            isNull(emailAddresses.offAt),
            lt(emailAddresses.verifiedAt, sql`least(${at}::timestamptz, now())`),
          ),
        )
        .returning({ userId: emailAddresses.userId });
      turnedOff += rows.length;
    }
    return turnedOff;
  });
}

/** The mail server itself said that there is no such mailbox. */
export async function noteBounce(tx: Tx, userId: number, addressHash: Buffer) {
  await tx
    .update(emailAddresses)
    .set({ offReason: 'bounce', offAt: sql`now()` })
    .where(
      and(
        eq(emailAddresses.userId, userId),
        eq(emailAddresses.addressHash, addressHash),
        isNull(emailAddresses.offAt),
      ),
    );
}
