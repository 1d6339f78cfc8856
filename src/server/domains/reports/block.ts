import { and, desc, eq } from 'drizzle-orm';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { lockPair } from '#server/domains/blocks/blocks.ts';
import { userBlocks } from '#server/domains/blocks/tables.ts';
import { closeBetween } from '#server/domains/interest/closing.ts';
import { displayNamesOf } from '#server/domains/tutors/tutors.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { type Paging, pageOfTable } from '#server/ground/db/paging.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { Block, type Place, reportRules } from '#shared/safety/reports.ts';
import { personAt } from './places.ts';

/**
 * Hides the two from each other and closes what is pending between them. An application made at the same time
 * is closed here or sees the block.
 */
export async function blockPerson(tx: Tx, userId: number, at: Place) {
  await lockAccount(tx, userId);
  await addBlock(tx, userId, await personToBlock(tx, userId, at), at);
}

/** For a caller who has locked the own account. */
export async function addBlock(tx: Tx, userId: number, person: number, { place, place_id }: Place) {
  const own = eq(userBlocks.blockerUserId, userId);
  if ((await tx.$count(userBlocks, own)) >= reportRules.blocks)
    throw new AppError('reachedLimit', { details: { limit: reportRules.blocks } });
  await lockPair(tx, userId, person);
  const [made] = await tx
    .insert(userBlocks)
    .values({ blockerUserId: userId, blockedUserId: person, place, placeId: place_id })
    .onConflictDoNothing()
    .returning({ id: userBlocks.id });
  if (made) await closeBetween(tx, userId, person);
}

/** Asked twice, the place is hidden already; it counts as done, but only for whoever blocked there. */
async function personToBlock(tx: Tx, userId: number, at: Place): Promise<number> {
  const [earlier] = await tx
    .select({ person: userBlocks.blockedUserId })
    .from(userBlocks)
    .where(
      and(
        eq(userBlocks.blockerUserId, userId),
        eq(userBlocks.place, at.place),
        eq(userBlocks.placeId, at.place_id),
      ),
    );
  return earlier?.person ?? personAt(tx, userId, at);
}

export async function unblock(tx: Tx, userId: number, id: number) {
  const [gone] = await tx
    .delete(userBlocks)
    .where(and(eq(userBlocks.id, id), eq(userBlocks.blockerUserId, userId)))
    .returning({ id: userBlocks.id });
  if (!gone) throw new AppError('notFound');
}

/** Without names: where they met, and of a tutor the sign that everybody sees. */
export async function listBlocks(db: Db, userId: number, paging: Paging) {
  const { rows, counted } = await pageOfTable(db, userBlocks, paging, {
    wanted: eq(userBlocks.blockerUserId, userId),
    order: [desc(userBlocks.id)],
  });
  const listings = rows.filter(({ place }) => place === 'tutor').map(({ placeId }) => placeId);
  const names = await displayNamesOf(db, listings);
  const list = rows.map((row) => ({
    ...fieldsOf(Block, row),
    surname: row.place === 'tutor' ? ([...(names.get(row.placeId) ?? '').trim()][0] ?? '') : '',
  }));
  return { list, ...counted };
}
