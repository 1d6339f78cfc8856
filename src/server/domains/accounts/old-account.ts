import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { isDormant } from './numbers.ts';
import { secondFactorState } from './second-factor.ts';
import { lockNumber } from './stored-phone.ts';
import { users } from './tables.ts';
import { hasOwnName, isNameOf, type User } from './users.ts';

export const OldAccount = z.object({ userId: z.int(), e164: z.string() });
type OldAccount = z.output<typeof OldAccount>;

const triesBeforeOperator = 3;

/** What a number must show after a year without a visit: the second factor, or the name of the account. */
export async function questionFor(db: Db | Tx, user: User): Promise<'second_factor' | 'name' | 'nothing'> {
  if ((await secondFactorState(db, user.id)).isOn) return 'second_factor';
  return hasOwnName(user) && user.checkFailures < triesBeforeOperator ? 'name' : 'nothing';
}

/** Locks the number and the account of a challenge, which must still belong together. */
export async function lockOldAccount(
  tx: Tx,
  vault: PhoneEncryption,
  { userId, e164 }: OldAccount,
): Promise<User> {
  await lockNumber(tx, vault, e164);
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  const hash = user?.phoneHash;
  if (!user || !hash || !vault.hashes(e164).some((one) => one.equals(hash)))
    throw new AppError('ticketInvalid');
  return user;
}

/** Only while nobody has logged in since the challenge was given. */
export async function refuseIfVisited(tx: Tx, userId: number) {
  if (!(await isDormant(tx, userId))) throw new AppError('ticketInvalid');
}

/** Tries left after a wrong answer, which is counted; undefined when the answer is right. */
export async function answerName(tx: Tx, user: User, answer: string): Promise<number | undefined> {
  const left = triesBeforeOperator - user.checkFailures;
  if (!hasOwnName(user) || left <= 0) return 0;
  if (isNameOf(user, answer)) {
    await tx.update(users).set({ checkFailures: 0 }).where(eq(users.id, user.id));
    return undefined;
  }
  await tx
    .update(users)
    .set({ checkFailures: sql`${users.checkFailures} + 1` })
    .where(eq(users.id, user.id));
  return left - 1;
}
