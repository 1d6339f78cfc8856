import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { addMonths, startOfDay, today } from '#shared/hong-kong.ts';
import { badgeMonths } from '#shared/trust.ts';
import { checkIssue, codePurpose, type GivenCode } from './police-checks.ts';
import { policeCodes } from './tables.ts';

const lastDay = (issuedOn: string) => addMonths(issuedOn, badgeMonths.police_check);
const isOver = ({ issuedOn }: { issuedOn: string }) => lastDay(issuedOn) <= today();

/** That there is one and from when; the code itself is shown to nobody here. */
export async function keptCode(db: Db | Tx, userId: number) {
  const [row] = await db.select().from(policeCodes).where(eq(policeCodes.userId, userId));
  if (!row || isOver(row)) return { kept: null };
  return { kept: { issued_on: row.issuedOn, until: lastDay(row.issuedOn) } };
}

/** The tutor enters the code once, to share it with each family by one tap. */
export async function keepCode(tx: Tx, vault: PhoneEncryption, userId: number, given: GivenCode) {
  await lockAccount(tx, userId);
  checkIssue(given);
  const { cipher, key } = vault.encrypt(given.code.replace(/\D/g, ''), codePurpose);
  const next = { codeCipher: cipher, codeKey: key, issuedOn: given.issuedOn };
  await tx
    .insert(policeCodes)
    .values({ userId, ...next })
    .onConflictDoUpdate({ target: policeCodes.userId, set: { ...next, keptAt: sql`now()` } });
  const runAt = startOfDay(lastDay(given.issuedOn));
  await addJob(tx, dropOldCode, { user: userId }, { key: `police code ${userId}`, runAt });
  return keptCode(tx, userId);
}

export async function dropCode(db: Db | Tx, userId: number) {
  await db.delete(policeCodes).where(eq(policeCodes.userId, userId));
  return { kept: null };
}

/** The code that was entered once, for a family that the tutor shares it with. */
export async function codeToShare(
  tx: Tx,
  vault: PhoneEncryption,
  userId: number,
): Promise<Pick<GivenCode, 'code' | 'issuedOn'>> {
  const [row] = await tx.select().from(policeCodes).where(eq(policeCodes.userId, userId));
  if (!row) throw new AppError('notFound');
  const { codeCipher: cipher, codeKey: key, issuedOn } = row;
  return { code: vault.decrypt({ cipher, key }, codePurpose), issuedOn };
}

/** Deletes a code for which the police no longer answer. */
export const dropOldCode = defineJob({
  name: 'drop_police_code',
  payload: z.object({ user: z.int() }),
  async run({ user }, { database }) {
    const isOld = sql`${policeCodes.issuedOn} <= ${addMonths(today(), -badgeMonths.police_check)}::date`;
    await database.db.delete(policeCodes).where(and(eq(policeCodes.userId, user), isOld));
  },
});
