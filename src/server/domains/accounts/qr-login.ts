import { and, eq, isNull, sql } from 'drizzle-orm';
import QRCode from 'qrcode';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { randomText, sha256 } from '#server/ground/http/signing.ts';
import { lockAccount } from './lock-account.ts';
import { qrLogins } from './tables.ts';

export const qrSeconds = 120;

/** Creates a code to display, and a secret that only the browser displaying it receives. */
export async function beginQrLogin(tx: Tx, confirmUrl: (code: string) => string) {
  const [code, browserSecret] = [randomText(18), randomText(24)];
  await tx.execute(sql`delete from qr_logins where expires_at < now() - interval '1 hour'`);
  await tx.insert(qrLogins).values({
    codeHash: sha256(code),
    browserSecretHash: sha256(browserSecret),
    expiresAt: sql`now() + ${qrSeconds} * interval '1 second'`,
  });
  const url = confirmUrl(code);
  return { code, browserSecret, url, svg: await QRCode.toString(url, { type: 'svg', margin: 1 }) };
}

/** The phone confirms the login: once, and before the code expires. */
export async function confirmQrLogin(tx: Tx, code: string, userId: number) {
  await lockAccount(tx, userId);
  const confirmed = await tx
    .update(qrLogins)
    .set({ confirmedBy: userId, confirmedAt: sql`now()` })
    .where(
      and(
        eq(qrLogins.codeHash, sha256(code)),
        isNull(qrLogins.confirmedAt),
        sql`${qrLogins.expiresAt} > now()`,
      ),
    )
    .returning({ hash: qrLogins.codeHash });
  if (confirmed.length === 0) throw new AppError('codeExpired');
}

export type QrStatus = { status: 'waiting' | 'expired' } | { status: 'confirmed'; userId: number };

/** The first `confirmed` answer uses the code up. Without the browser's secret every code looks expired. */
export async function takeQrLogin(tx: Tx, code: string, browserSecret: string): Promise<QrStatus> {
  const own = and(
    eq(qrLogins.codeHash, sha256(code)),
    eq(qrLogins.browserSecretHash, sha256(browserSecret)),
    isNull(qrLogins.usedAt),
    sql`${qrLogins.expiresAt} > now()`,
  );
  const [found] = await tx.select({ userId: qrLogins.confirmedBy }).from(qrLogins).where(own);
  if (!found) return { status: 'expired' };
  if (found.userId === null) return { status: 'waiting' };
  await lockAccount(tx, found.userId);
  const taken = await tx.update(qrLogins).set({ usedAt: sql`now()` }).where(own).returning();
  return taken.length > 0 ? { status: 'confirmed', userId: found.userId } : { status: 'expired' };
}
