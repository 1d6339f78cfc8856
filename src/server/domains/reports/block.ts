import { and, desc, eq, sql } from 'drizzle-orm';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { lockPair } from '#server/domains/blocks/blocks.ts';
import { userBlocks } from '#server/domains/blocks/tables.ts';
import { caseOutlines } from '#server/domains/cases/case-outline.ts';
import { closeBetween } from '#server/domains/interest/closing.ts';
import { displayNamesOf } from '#server/domains/tutors/tutors.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { type Paging, pageOfTable } from '#server/ground/db/paging.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { Block, type Place, reportRules } from '#shared/safety/reports.ts';
import { surnameOf } from '#shared/tutor-name.ts';
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

/** Of a tutor the surname and number that everybody sees, of a family the case: never more than was public. */
export async function listBlocks(db: Db, userId: number, paging: Paging) {
  const { rows, counted } = await pageOfTable(db, userBlocks, paging, {
    wanted: eq(userBlocks.blockerUserId, userId),
    order: [desc(userBlocks.id)],
  });
  const met = await metAbout(db, userId, rows);
  const names = await displayNamesOf(
    db,
    met.flatMap(({ listingId }) => listingId ?? []),
  );
  const outlines = await caseOutlines(
    db,
    met.flatMap(({ caseId }) => caseId ?? []),
  );
  const list = rows.map((row, at) => {
    const { listingId = null, caseId = null } = met[at] ?? {};
    const outline = outlines.get(caseId ?? 0);
    return {
      ...fieldsOf(Block, row),
      surname: listingId === null ? '' : surnameOf(names.get(listingId) ?? ''),
      listing_id: listingId,
      about: outline
        ? {
            grade: outline.grade,
            major_subject: outline.major_subject,
            other_subject: outline.other_subject,
            tutoring_region: outline.tutoring_region,
          }
        : null,
    };
  });
  return { list, ...counted };
}

type Met = { listingId?: number | null; caseId?: number | null };

/** The tutor's listing or the family's case, for those met at a page, in an application or in a conversation. */
async function metAbout(
  db: Db,
  userId: number,
  rows: readonly (typeof userBlocks.$inferSelect)[],
): Promise<Met[]> {
  const isOffer = ({ place }: (typeof rows)[number]) => place === 'interest' || place === 'conversation';
  const ids = rows.filter(isOffer).map(({ placeId }) => placeId);
  const offers =
    ids.length === 0
      ? []
      : (
          await db.execute<{ id: string; listing_id: string | null; case_id: string; is_mine: boolean }>(sql`
            select id, listing_id, case_id, family_user_id = ${userId} as is_mine from interests
            where id = any(${sql.param(ids)}::bigint[]) and ${userId} in (family_user_id, tutor_user_id)`)
        ).rows;
  return rows.map((row) => {
    if (row.place === 'tutor') return { listingId: row.placeId };
    if (row.place === 'case') return { caseId: row.placeId };
    const offer = isOffer(row) && offers.find(({ id }) => Number(id) === row.placeId);
    if (!offer) return {};
    return offer.is_mine
      ? { listingId: offer.listing_id === null ? null : Number(offer.listing_id) }
      : { caseId: Number(offer.case_id) };
  });
}
