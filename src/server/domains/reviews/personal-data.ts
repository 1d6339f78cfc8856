import { sql } from 'drizzle-orm';
import { type PersonalData, readAll } from '#server/ground/db/personal-data.ts';
import { shownAtSql } from './shown.ts';

/** Stars are the other side's record too and stay; text is deleted with its author. */
export const reviewData: PersonalData = {
  name: 'reviews',
  tables: ['review_occasions', 'reviews', 'review_reports'],

  exportRows: (db, { userId }) =>
    readAll(db, {
      reviews: sql`
        select reviews.id, class_id, occasion, author_side as my_side, stars, text, written_at
        from reviews join review_occasions on review_occasions.id = occasion_id
        where author_user_id = ${userId} order by reviews.id`,
      reviews_received: sql`
        select reviews.id, class_id, occasion, stars, reply as my_reply, replied_at
        from reviews join review_occasions on review_occasions.id = occasion_id
        where about_user_id = ${userId} and ${shownAtSql} <= now() order by reviews.id`,
      review_reports: sql`
        select review_id, reason, reported_at from review_reports
        where reporter_user_id = ${userId} order by review_id`,
    }),

  async forget(tx, { userId }) {
    await tx.execute(sql`update reviews set text = '' where author_user_id = ${userId} and text <> ''`);
    await tx.execute(sql`
      update reviews set reply = '', replied_at = null where about_user_id = ${userId} and reply <> ''`);
    await tx.execute(sql`
      update review_reports set reason = '' where reporter_user_id = ${userId} and reason <> ''`);
  },
};
