import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import { lockClassForJob } from '#server/domains/classes/locks.ts';
import { type OccasionRow, reviewOccasions, reviewsOver } from '#server/domains/classes/review-occasions.ts';
import type { ClassRow } from '#server/domains/classes/tables.ts';
import { announce } from '#server/domains/messages/events.ts';
import { notify } from '#server/domains/messages/notices.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import { defineJob } from '#server/ground/jobs/jobs.ts';
import { reviews } from './tables.ts';

const atOnce = 100;

/**
 * Marks the review period as over, which makes the market read the tutor again. What is shown depends on the
 * time, not on the job. Each run also handles overdue occasions of lost jobs.
 */
export const publishReviewsJob = defineJob({
  ...reviewsOver,
  async run({ occasion }, { database }) {
    await database.transaction((tx) => publishDue(tx, occasion));
    await publishOverdue(database);
  },
});

async function publishOverdue({ db, transaction }: Database) {
  const due = await db
    .select({ id: reviewOccasions.id })
    .from(reviewOccasions)
    .where(and(isNull(reviewOccasions.publishedAt), lte(reviewOccasions.closesAt, sql`now()`)))
    .orderBy(asc(reviewOccasions.closesAt))
    .limit(atOnce);
  for (const { id } of due) await transaction((tx) => publishDue(tx, id));
}

async function publishDue(tx: Tx, id: number) {
  const [peek] = await tx.select().from(reviewOccasions).where(eq(reviewOccasions.id, id));
  const cls = peek && (await lockClassForJob(tx, peek.classId));
  if (!cls) return;
  const [row] = await tx
    .update(reviewOccasions)
    .set({ publishedAt: sql`closes_at` })
    .where(
      and(
        eq(reviewOccasions.id, id),
        isNull(reviewOccasions.publishedAt),
        lte(reviewOccasions.closesAt, sql`now()`),
      ),
    )
    .returning();
  if (row) await notifyPublished(tx, cls, row);
}

/** Publishes at once when both have written. The class is locked. */
export async function publishNow(tx: Tx, cls: ClassRow, { id }: OccasionRow) {
  const [row] = await tx
    .update(reviewOccasions)
    .set({ publishedAt: sql`clock_timestamp()` })
    .where(and(eq(reviewOccasions.id, id), isNull(reviewOccasions.publishedAt)))
    .returning();
  if (row) await notifyPublished(tx, cls, row);
}

async function notifyPublished(tx: Tx, cls: ClassRow, { id, occasion }: OccasionRow) {
  const written = await tx
    .select({ about: reviews.aboutUserId })
    .from(reviews)
    .where(eq(reviews.occasionId, id));
  for (const { about } of written)
    await notify(tx, { userId: about, kind: 'reviews_published', params: { class: cls.id, occasion } });
  for (const userId of [cls.familyUserId, cls.tutorUserId])
    await announce(tx, userId, { kind: 'class', class: cls.id });
}
