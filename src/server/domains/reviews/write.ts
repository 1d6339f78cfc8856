import { and, eq, sql } from 'drizzle-orm';
import { lockAccount, lockPeople, sideOf, userOn } from '#server/domains/accounts/lock-account.ts';
import { classOf, currentTime, lockClass } from '#server/domains/classes/locks.ts';
import { reviewOccasions } from '#server/domains/classes/review-occasions.ts';
import { classes } from '#server/domains/classes/tables.ts';
import { announce } from '#server/domains/messages/events.ts';
import { markDone } from '#server/domains/messages/notices.ts';
import { enqueue } from '#server/domains/operator/queue.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import { transactionWithRetry } from '#server/ground/db/transaction-with-retry.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Urgency } from '#shared/operator.ts';
import type { ReviewForm, ReviewOccasion } from '#shared/reviews.ts';
import { otherSide } from '#shared/rules/offer-rules.ts';
import { publishNow } from './occasions.ts';
import { isShown } from './shown.ts';
import { reviewReports, reviews } from './tables.ts';

export const reportKind = 'review_report';

/** Runs a transaction about reviews; database triggers check what is published. */
export const settleReview = <T>(database: Database, work: (tx: Tx) => Promise<T>) =>
  transactionWithRetry(database, work, {
    review_is_published: 'reviewPublished',
    review_is_not_published: 'notFound',
  });

/** One review for each side and occasion, until publication; when both exist, both are published. */
export async function writeReview(
  tx: Tx,
  userId: number,
  classId: number,
  given: ReviewForm & { occasion: ReviewOccasion },
) {
  const peek = await classOf(tx, userId, classId);
  const side = sideOf(peek, userId);
  const about = userOn(peek, otherSide(side));
  await lockPeople(tx, userId, [about]);
  // The class lock makes the second writer see the first one's review.
  const cls = await lockClass(tx, classId);
  const [row] = await tx
    .select()
    .from(reviewOccasions)
    .where(and(eq(reviewOccasions.classId, classId), eq(reviewOccasions.occasion, given.occasion)));
  if (!row) throw new AppError('reviewNotOpen');
  const mine = and(eq(reviews.occasionId, row.id), eq(reviews.authorSide, side));
  if (isShown(row, await currentTime(tx))) {
    const [written] = await tx.select({ id: reviews.id }).from(reviews).where(mine);
    throw new AppError(written ? 'reviewPublished' : 'reviewNotOpen');
  }
  const { stars, text } = given;
  await tx
    .insert(reviews)
    .values({ occasionId: row.id, authorSide: side, authorUserId: userId, aboutUserId: about, stars, text })
    .onConflictDoUpdate({
      target: [reviews.occasionId, reviews.authorSide],
      set: { stars, text, writtenAt: sql`now()` },
    });
  await markDone(tx, 'review', { about: { class: classId, occasion: given.occasion }, people: [userId] });
  const total = await tx.$count(reviews, eq(reviews.occasionId, row.id));
  if (total === 2) await publishNow(tx, cls, row);
  else await announce(tx, userId, { kind: 'class', class: classId });
}

/**
 * A reply by the reviewed side; a review that is not published or not about the caller counts as not found.
 */
export async function replyTo(tx: Tx, userId: number, id: number, text: string) {
  await lockAccount(tx, userId);
  const { review, occasion, shown } = await publishedReview(tx, id);
  if (!shown || review.aboutUserId !== userId || review.removedAt) throw new AppError('notFound');
  await tx
    .update(reviews)
    .set({ reply: text, repliedAt: text === '' ? null : sql`now()` })
    .where(eq(reviews.id, id));
  await announce(tx, review.authorUserId, { kind: 'class', class: occasion.classId });
}

/**
 * Reports a review to the operators, once per user, and answers whom it is about; undefined the second time.
 * Its author can only report the reply; others, what is public.
 */
export async function reportReview(
  tx: Tx,
  userId: number,
  id: number,
  { reason, urgency = 1 }: { reason: string; urgency?: Urgency },
) {
  await lockAccount(tx, userId);
  const { person: aboutUser } = await personReviewed(tx, userId, id);
  const [first] = await tx
    .insert(reviewReports)
    .values({ reviewId: id, reporterUserId: userId, reason })
    .onConflictDoNothing()
    .returning();
  if (!first) return;
  await enqueue(tx, { kind: reportKind, subjectId: String(id), openedBy: userId, aboutUser, urgency });
  return aboutUser;
}

/** Whose words a reader of a review sees: its author's, or to the author those of the reply. */
export async function personReviewed(tx: Tx, userId: number, id: number) {
  const { review, shown, cls } = await publishedReview(tx, id);
  const isParty = userId === cls.familyUserId || userId === cls.tutorUserId;
  if (!shown || review.removedAt || (!isParty && review.authorSide !== 'family'))
    throw new AppError('notFound');
  const isAuthor = review.authorUserId === userId;
  if (isAuthor && review.reply === '') throw new AppError('notAllowed');
  return { person: isAuthor ? review.aboutUserId : review.authorUserId, isParty };
}

async function publishedReview(tx: Tx, id: number) {
  const [row] = await tx
    .select({ review: reviews, occasion: reviewOccasions, cls: classes })
    .from(reviews)
    .innerJoin(reviewOccasions, eq(reviewOccasions.id, reviews.occasionId))
    .innerJoin(classes, eq(classes.id, reviewOccasions.classId))
    .where(eq(reviews.id, id))
    .for('no key update', { of: reviews });
  if (!row) throw new AppError('notFound');
  return { ...row, shown: isShown(row.occasion, await currentTime(tx)) };
}
