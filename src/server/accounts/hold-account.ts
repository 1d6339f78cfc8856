import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../db.ts';
import { AppError } from '../errors.ts';
import { users } from './tables.ts';

/**
 * Lets those who write for one account take turns until the transaction ends: what one of them counts stays true, and
 * an account that is being deleted gains no row behind its deletion. Taken before any other lock.
 */
export async function holdAccount(tx: Tx, userId: number) {
  const [held] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('no key update');
  if (!held) throw new AppError('sessionInvalid');
}
