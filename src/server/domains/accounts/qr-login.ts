import { randomInt } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import QRCode from 'qrcode';
import { z } from 'zod';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { randomText, sha256 } from '#server/ground/http/signing.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { encryptNote, openNote } from './encrypted-notes.ts';
import { lockAccount } from './lock-account.ts';
import { qrLogins } from './tables.ts';

export const qrSeconds = 120;

/** What the phone is shown of the browser that asks. */
const Asking = z.object({ browser: z.string(), network: z.string() });
type Asking = z.output<typeof Asking>;
const notePurpose = 'qr login';

/**
 * Creates a code to display, a number to display beside it, and a secret that only the browser displaying
 * them receives.
 */
export async function beginQrLogin(
  tx: Tx,
  vault: PhoneEncryption,
  asking: Asking,
  confirmUrl: (code: string) => string,
) {
  const [code, browserSecret] = [randomText(18), randomText(24)];
  const choices = threeNumbers();
  const number = choices[randomInt(choices.length)] as number;
  await tx.execute(sql`delete from qr_logins where expires_at < now() - interval '1 hour'`);
  await tx.insert(qrLogins).values({
    codeHash: sha256(code),
    browserSecretHash: sha256(browserSecret),
    askedByBrowser: encryptNote(vault, notePurpose, asking, qrSeconds),
    number,
    choices,
    expiresAt: sql`now() + ${qrSeconds} * interval '1 second'`,
  });
  const url = confirmUrl(code);
  return { code, browserSecret, url, number, svg: await QRCode.toString(url, { type: 'svg', margin: 1 }) };
}

/** Three different numbers of two digits. */
function threeNumbers() {
  const numbers = new Set<number>();
  while (numbers.size < 3) numbers.add(randomInt(10, 100));
  return [...numbers];
}

const open = (code: string) =>
  and(
    eq(qrLogins.codeHash, sha256(code)),
    isNull(qrLogins.confirmedAt),
    isNull(qrLogins.refusedAt),
    sql`${qrLogins.expiresAt} > now()`,
  );

/** For the phone: who asks, and the numbers to choose from. */
export async function readQrLogin(db: Db, vault: PhoneEncryption, code: string) {
  const [row] = await db.select().from(qrLogins).where(open(code));
  const asking = row && openNote(vault, notePurpose, row.askedByBrowser);
  if (!asking) throw new AppError('codeExpired');
  return { ...row, ...Asking.parse(asking) };
}

/**
 * The phone confirms the login: once, before the code expires, and with the number of the screen. With a
 * wrong number nobody is let in, and the screen needs a new code.
 */
export async function confirmQrLogin(
  tx: Tx,
  { code, number }: { code: string; number: number },
  userId: number,
) {
  await lockAccount(tx, userId);
  const [answered] = await tx
    .update(qrLogins)
    .set({
      confirmedBy: sql`case when ${qrLogins.number} = ${number} then ${userId}::bigint end`,
      confirmedAt: sql`case when ${qrLogins.number} = ${number} then now() end`,
      refusedAt: sql`case when ${qrLogins.number} <> ${number} then now() end`,
    })
    .where(open(code))
    .returning({ refusedAt: qrLogins.refusedAt });
  if (!answered) throw new AppError('codeExpired');
  return answered.refusedAt === null;
}

export type QrStatus = { status: 'waiting' | 'expired' } | { status: 'confirmed'; userId: number };

/** The first `confirmed` answer uses the code up. Without the browser's secret every code looks expired. */
export async function takeQrLogin(tx: Tx, code: string, browserSecret: string): Promise<QrStatus> {
  const own = and(
    eq(qrLogins.codeHash, sha256(code)),
    eq(qrLogins.browserSecretHash, sha256(browserSecret)),
    isNull(qrLogins.usedAt),
    isNull(qrLogins.refusedAt),
    sql`${qrLogins.expiresAt} > now()`,
  );
  const [found] = await tx.select({ userId: qrLogins.confirmedBy }).from(qrLogins).where(own);
  if (!found) return { status: 'expired' };
  if (found.userId === null) return { status: 'waiting' };
  await lockAccount(tx, found.userId);
  const taken = await tx.update(qrLogins).set({ usedAt: sql`now()` }).where(own).returning();
  return taken.length > 0 ? { status: 'confirmed', userId: found.userId } : { status: 'expired' };
}
