import { and, count, eq, inArray, sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { notify } from '#server/domains/messages/notices.ts';
import { rowId, timestamptz } from '#server/ground/db/columns.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { addJob } from '#server/ground/jobs/jobs.ts';
import { type ReviewOccasion, reviewRules } from '#shared/reviews.ts';
import { currentTime } from './locks.ts';
import { type ClassRow, lessons } from './tables.ts';
import { minutesAfter } from './weekly-plan.ts';

export const reviewOccasions = pgTable('review_occasions', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  classId: rowId('class_id').notNull(),
  occasion: text('occasion').$type<ReviewOccasion>().notNull(),
  openedAt: timestamptz('opened_at').notNull().defaultNow(),
  closesAt: timestamptz('closes_at').notNull(),
  publishedAt: timestamptz('published_at'),
});
export type OccasionRow = typeof reviewOccasions.$inferSelect;

/** The job for the end of the review period; the reviews domain implements it. */
export const reviewsOver = {
  name: 'reviews-publish',
  payload: z.object({ occasion: z.int() }),
  maxAttempts: 25,
};

const taught = (classId: number) =>
  and(
    eq(lessons.classId, classId),
    inArray(lessons.state, ['awaiting', 'confirmed']),
    eq(lessons.isAdded, false),
  );

/** Lessons of a class that were clocked in and count. */
export async function lessonsTaught(tx: Pick<Tx, '$count'>, classId: number): Promise<number> {
  const total = await tx.$count(lessons, taught(classId));
  return total;
}

/** Lets both sides write, where a lesson or the end of the class has made it time. The class is held. */
export async function openOccasions(tx: Tx, cls: ClassRow) {
  const stopped = cls.finishStatus === 2;
  const occasion = stopped ? 'end' : 'third';
  const [now] = await tx
    .select({
      taught: count(),
      isOpen: sql<boolean>`exists (select from review_occasions
        where class_id = ${cls.id} and occasion = ${occasion})`,
    })
    .from(lessons)
    .where(taught(cls.id));
  if (!now || now.isOpen || now.taught < (stopped ? 1 : reviewRules.lessonsBefore)) return;
  // In whole milliseconds like the job's time, so that the job does not run too early.
  const openedAt = await currentTime(tx);
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
      await notify(tx, {
        userId,
        kind: 'review_open',
        params: { class: cls.id, occasion, lessons: now.taught },
      });
    await addJob(tx, reviewsOver, { occasion: id }, { key: `reviews:${id}`, runAt: closesAt });
  }
}
