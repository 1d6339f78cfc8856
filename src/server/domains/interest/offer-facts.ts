import { and, eq } from 'drizzle-orm';
import { lacksOf } from '#engine/matching/pair/fits.ts';
import { areBlocked } from '#server/domains/blocks/blocks.ts';
import { caseById } from '#server/domains/cases/case-status.ts';
import { readCase } from '#server/domains/cases/cases.ts';
import { lessonHours } from '#server/domains/reference/reference.ts';
import { listingById, readListing } from '#server/domains/tutors/tutors.ts';
import type { Db } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { caseStatus } from '#shared/cases.ts';
import { slotAt } from '#shared/rules/half-hours.ts';
import { type AskLimits, waitingFrom } from './interest.ts';
import { interests, matchSlots } from './tables.ts';

/** For the owner of the case or of the listing, while the other one is public or they have asked each other. */
export async function offerFacts(
  db: Db,
  userId: number,
  { caseId, listingId }: { caseId: number; listingId: number },
  limits: Pick<AskLimits, 'applications' | 'invitations'>,
) {
  const [wanted, listing] = [await caseById(db, caseId), await listingById(db, listingId)];
  if (!listing) throw new AppError('notFound');
  const isFamily = wanted.userId === userId;
  if (!isFamily && listing.userId !== userId) throw new AppError('notFound');
  const isPublic = isFamily ? listing.isListed : wanted.status === caseStatus.online;
  const asked = and(eq(interests.caseId, caseId), eq(interests.listingId, listingId));
  if (!isPublic && (await db.$count(interests, asked)) === 0) throw new AppError('notFound');
  if (await areBlocked(db, wanted.userId, listing.userId)) throw new AppError('notFound');

  const taken = await db
    .select({ slot: matchSlots.slot })
    .from(matchSlots)
    .where(eq(matchSlots.listingId, listingId));
  const common = bothFree(wanted.matchSlots, listing.matchSlots).filter(
    (slot) => !taken.some((one) => one.slot === slot),
  );
  return {
    common: common.map(slotAt),
    lesson_minutes: (await lessonHours(db, wanted.tutoringTimePerClassId)) * 60,
    case_price: wanted.price,
    price_min: listing.priceMin,
    applied: await db.$count(
      interests,
      and(eq(interests.caseId, caseId), eq(interests.status, 'pending'), eq(interests.askedBy, 'tutor')),
    ),
    pending: await db.$count(interests, waitingFrom(isFamily ? { caseId } : { listingId })),
    pending_limit: isFamily ? limits.invitations : limits.applications,
    lacks: lacksOf(
      await readListing(db, listing.userId, listingId),
      await readCase(db, wanted.userId, caseId),
    ),
    price_max: listing.priceMax,
  };
}

/** A side that gave no times counts as free at any time; where both gave none, none is named. */
function bothFree(one: number[], other: number[]) {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one;
  return one.filter((slot) => other.includes(slot));
}
