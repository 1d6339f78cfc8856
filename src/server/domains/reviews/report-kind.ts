import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { reviewOccasions } from '#server/domains/classes/review-occasions.ts';
import { classes } from '#server/domains/classes/tables.ts';
import { notify } from '#server/domains/messages/notices.ts';
import type { QueueKind } from '#server/domains/operator/queue.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { coverContacts } from '#shared/contacts/cover-contacts.ts';
import { otherSide } from '#shared/rules/offer-rules.ts';
import { reviewReports, reviews } from './tables.ts';
import { reportKind } from './write.ts';

/** A reported review, with all reports about it. */
export const reviewReportKind: QueueKind = {
  kind: reportKind,
  titleOf: ({ subjectId }) => ({
    'zh-Hant': `被舉報的評價 #${subjectId}`,
    en: `Reported review #${subjectId}`,
  }),
  decisions: {
    keep: { 'zh-Hant': '維持公開', en: 'It stays' },
    remove: { 'zh-Hant': '移除評價', en: 'Remove the review' },
    remove_reply: { 'zh-Hant': '只移除回應', en: 'Remove the reply only' },
  },

  async detailsOf(db, { subjectId }) {
    const [row] = await db
      .select({ review: reviews, occasion: reviewOccasions })
      .from(reviews)
      .innerJoin(reviewOccasions, eq(reviewOccasions.id, reviews.occasionId))
      .where(eq(reviews.id, Number(subjectId)));
    if (!row) return {};
    const reports = await db
      .select()
      .from(reviewReports)
      .where(eq(reviewReports.reviewId, Number(subjectId)))
      .orderBy(asc(reviewReports.reportedAt));
    const { review, occasion } = row;
    return {
      class_id: occasion.classId,
      occasion: occasion.occasion,
      written_by: review.authorSide,
      stars: review.stars,
      text: coverContacts(review.text),
      written_at: review.writtenAt,
      reply: coverContacts(review.reply),
      reports: reports.map(({ reporterUserId, reason }) => {
        const { authorUserId, aboutUserId, authorSide } = review;
        const from =
          reporterUserId === authorUserId
            ? authorSide
            : reporterUserId === aboutUserId
              ? otherSide(authorSide)
              : 'reader';
        return `${from}: ${coverContacts(reason)}`;
      }),
    };
  },

  async decide(tx, { subjectId, openedBy, aboutUser }, decision) {
    const id = Number(subjectId);
    const [row] = await tx
      .select({ cls: classes })
      .from(reviews)
      .innerJoin(reviewOccasions, eq(reviewOccasions.id, reviews.occasionId))
      .innerJoin(classes, eq(classes.id, reviewOccasions.classId))
      .where(eq(reviews.id, id));
    if (!row) throw new AppError('conflict');
    if (decision === 'remove')
      await tx.update(reviews).set({ removedAt: sql`now()` }).where(eq(reviews.id, id));
    if (decision === 'remove_reply')
      await tx.update(reviews).set({ reply: '', repliedAt: null }).where(eq(reviews.id, id));
    const outcome = { keep: 'kept', remove: 'removed', remove_reply: 'reply_removed' } as const;
    const { cls } = row;
    /** The class id is sent only to its own family and tutor. */
    const noticeFor = (userId: number | null) =>
      ({
        kind: 'review_reported_decided',
        params: {
          class: userId === cls.familyUserId || userId === cls.tutorUserId ? cls.id : null,
          decision: outcome[decision as keyof typeof outcome],
        },
      }) as const;
    // The queue notifies the first reporter and the author; these are the other reporters.
    const also = await tx
      .select({ userId: reviewReports.reporterUserId })
      .from(reviewReports)
      .where(and(eq(reviewReports.reviewId, id), ne(reviewReports.reporterUserId, openedBy ?? 0)));
    for (const { userId } of also)
      if (userId !== aboutUser) await notify(tx, { userId, ...noticeFor(userId) });
    // Nothing has changed for the author of a review that stays; a notice would only start a search for the reporter.
    return { opener: noticeFor(openedBy), about: decision === 'keep' ? null : noticeFor(aboutUser) };
  },
};
