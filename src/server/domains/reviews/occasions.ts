import { and, asc, count, eq, inArray, isNull, lte, type Placeholder, sql } from 'drizzle-orm';
import { z } from 'zod';
import { keepAccounts } from '#server/domains/accounts/hold-account.ts';
import { classById, holdClass, momentNow } from '#server/domains/classes/hold.ts';
import { type ClassRow, lessons } from '#server/domains/classes/tables.ts';
import { minutesAfter } from '#server/domains/classes/weekly-plan.ts';
import { announce } from '#server/domains/messages/events.ts';
import { tell } from '#server/domains/messages/notices.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import { statement } from '#server/ground/db/statement.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import { reviewRules } from '#shared/reviews.ts';
import { type OccasionRow, reviewOccasions, reviews } from './tables.ts';

const atOnce = 100;

const taught = (classId: number | Placeholder) =>
  and(eq(lessons.classId, classId), inArray(lessons.state, ['awaiting', 'confirmed']));

/** Lessons of a class that were clocked in and count. */
export async function lessonsTaught(tx: Pick<Tx, 'select'>, classId: number): Promise<number> {
  const [counted] = await tx.select({ total: count() }).from(lessons).where(taught(classId));
  return counted?.total ?? 0;
}

const readDue = statement((tx) =>
  tx
    .select({
      taught: count(),
      isOpen: sql<boolean>`exists (select from review_occasions
        where class_id = ${sql.placeholder('classId')} and occasion = ${sql.placeholder('occasion')})`,
    })
    .from(lessons)
    .where(taught(sql.placeholder('classId')))
    .prepare('occasion_due'),
);

/** Lets both sides write, where a lesson or the end of the class has made it time. The class is held. */
export async function openOccasions(tx: Tx, cls: ClassRow) {
  const stopped = cls.finishStatus === 2;
  const occasion = stopped ? 'end' : 'third';
  const [now] = await readDue(tx, { classId: cls.id, occasion });
  if (!now || now.isOpen || now.taught < (stopped ? 1 : reviewRules.lessonsBefore)) return;
  // In whole milliseconds, as the job's time is: it must not come a moment too early.
  const openedAt = await momentNow(tx);
  const opened = await tx
    .insert(reviewOccasions)
    .values({
      classId: cls.id,
      occasion,
      openedAt,
      closesAt: minutesAfter(openedAt, reviewRules.windowDays * 24 * 60),
    })
    .onConflictDoNothing()
    .returning();
  for (const { id, occasion, closesAt } of opened) {
    for (const userId of [cls.familyUserId, cls.tutorUserId])
      await tell(tx, { userId, kind: 'review_open', params: { class: cls.id, occasion } });
    await addJob(tx, publishReviewsJob, { occasion: id }, { key: `reviews:${id}`, runAt: closesAt });
  }
}

/**
 * Writes down that the time to write is over, which is when the market reads the tutor again. What is shown goes by the
 * clock. Each run also takes what other jobs have missed.
 */
export const publishReviewsJob = defineJob({
  name: 'reviews-publish',
  payload: z.object({ occasion: z.int() }),
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
  const cls = peek && (await classById(tx, peek.classId));
  if (!cls) return;
  await keepAccounts(tx, [cls.familyUserId, cls.tutorUserId]);
  await holdClass(tx, cls.id);
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
  if (row) await tellPublished(tx, cls, row);
}

/** Both have written: neither waits any longer. The class is held. */
export async function publishNow(tx: Tx, cls: ClassRow, { id }: OccasionRow) {
  const [row] = await tx
    .update(reviewOccasions)
    .set({ publishedAt: sql`clock_timestamp()` })
    .where(and(eq(reviewOccasions.id, id), isNull(reviewOccasions.publishedAt)))
    .returning();
  if (row) await tellPublished(tx, cls, row);
}

async function tellPublished(tx: Tx, cls: ClassRow, { id, occasion }: OccasionRow) {
  const written = await tx
    .select({ about: reviews.aboutUserId })
    .from(reviews)
    .where(eq(reviews.occasionId, id));
  for (const { about } of written)
    await tell(tx, { userId: about, kind: 'reviews_published', params: { class: cls.id, occasion } });
  for (const userId of [cls.familyUserId, cls.tutorUserId])
    await announce(tx, userId, { kind: 'class', class: cls.id });
}
