import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Database, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Phone } from '#server/ground/phone/phone.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import type { SmsHashes } from './hashes.ts';
import { codeLife, codeTries } from './limits.ts';
import { smsCodes, smsMessages } from './tables.ts';

export type Purpose = 'product' | 'ai';
type Asked = { phone: Phone; purpose: Purpose };

export function createCodes(hashes: SmsHashes, vault: PhoneEncryption) {
  return {
    /** Creates a code for the message; an earlier one for the same number and purpose stops working. */
    async issue(tx: Tx, { phone, purpose }: Asked, messageId: number) {
      const requestId = randomBytes(16).toString('base64url');
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      await tx
        .delete(smsCodes)
        .where(and(inArray(smsCodes.numberHash, vault.hashes(phone.e164)), eq(smsCodes.purpose, purpose)));
      await tx.insert(smsCodes).values({
        requestHash: hashes.request(requestId),
        numberHash: vault.hash(phone.e164).hash,
        purpose,
        codeHash: hashes.code(requestId, phone, purpose, code),
        messageId,
        expiresAt: sql`now() + make_interval(secs => ${codeLife})`,
      });
      return { requestId, code };
    },

    /** Uses the code up, or throws that it is wrong. Any other problem counts as an expired code. */
    async check(database: Database, { phone, purpose }: Asked, requestId: string, code: string) {
      const requestHash = hashes.request(requestId);
      // Counted before the comparison, in one statement: concurrent guesses get no extra tries.
      const [row] = await database.transaction((tx) =>
        tx
          .update(smsCodes)
          .set({ tries: sql`${smsCodes.tries} + 1` })
          .where(
            and(
              eq(smsCodes.requestHash, requestHash),
              inArray(smsCodes.numberHash, vault.hashes(phone.e164)),
              eq(smsCodes.purpose, purpose),
              gt(smsCodes.expiresAt, sql`now()`),
              lt(smsCodes.tries, codeTries),
            ),
          )
          .returning({ codeHash: smsCodes.codeHash, tries: smsCodes.tries }),
      );
      if (!row) throw new AppError('codeExpired');
      if (!timingSafeEqual(row.codeHash, hashes.code(requestId, phone, purpose, code)))
        throw new AppError('codeWrong', { details: { tries_left: codeTries - row.tries } });
      if (!(await database.transaction((tx) => useUp(tx, requestHash)))) throw new AppError('codeExpired');
    },
  };
}

/** False for all but one of concurrent callers with the right code. */
async function useUp(tx: Tx, requestHash: Buffer) {
  const [used] = await tx
    .delete(smsCodes)
    .where(eq(smsCodes.requestHash, requestHash))
    .returning({ messageId: smsCodes.messageId });
  if (!used) return false;
  await tx.update(smsMessages).set({ used: true }).where(eq(smsMessages.id, used.messageId));
  return true;
}
