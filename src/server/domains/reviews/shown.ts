import { sql } from 'drizzle-orm';
import type { OccasionRow } from '#server/domains/classes/review-occasions.ts';

/** From when on a review is public: when both had written, or when the period was over. */
const shownAt = ({ publishedAt, closesAt }: OccasionRow) =>
  publishedAt && publishedAt < closesAt ? publishedAt : closesAt;
export const isShown = (occasion: OccasionRow, now: Date) => shownAt(occasion) <= now;

/** The same in SQL. */
export const shownAtSql = sql`least(review_occasions.published_at, review_occasions.closes_at)`;

/** Reviews that count for a tutor: by families, published, and not removed. */
export const countsForTutor = sql`reviews.author_side = 'family' and reviews.removed_at is null and ${shownAtSql} <= now()`;

/** Average and count as a subquery, or null. */
export const ratingOf = (userId: ReturnType<typeof sql>) => sql`
  (select case when count(*) > 0 then
     json_build_object('average', round(avg(reviews.stars), 1), 'count', count(*)) end
   from reviews join review_occasions on review_occasions.id = reviews.occasion_id
   where reviews.about_user_id = ${userId} and ${countsForTutor})`;
