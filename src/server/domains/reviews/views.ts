import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { inGoodStanding } from '#server/domains/accounts/bans.ts';
import { sideOf } from '#server/domains/accounts/lock-account.ts';
import { classOf } from '#server/domains/classes/locks.ts';
import { lessonsTaught, reviewOccasions } from '#server/domains/classes/review-occasions.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { coverContacts } from '#shared/contacts/cover-contacts.ts';
import { dayOf } from '#shared/hong-kong.ts';
import type { Side } from '#shared/interest.ts';
import type { Rating } from '#shared/rating.ts';
import {
  type ClassReviews,
  type Review,
  type ReviewOccasion,
  reviewRules,
  type TutorReviews,
} from '#shared/reviews.ts';
import { countsForTutor, isShown, ratingOf, shownAtSql } from './shown.ts';
import { type ReviewRow, reviewReports, reviews } from './tables.ts';

export async function readClassReviews(db: Db | Tx, userId: number, classId: number): Promise<ClassReviews> {
  const cls = await classOf(db, userId, classId);
  const side = sideOf(cls, userId);
  const rows = await db
    .select()
    .from(reviewOccasions)
    .where(eq(reviewOccasions.classId, classId))
    .orderBy(asc(reviewOccasions.id));
  const written = rows.length
    ? await db
        .select()
        .from(reviews)
        .where(
          inArray(
            reviews.occasionId,
            rows.map(({ id }) => id),
          ),
        )
    : [];
  const reported = await reportedBy(
    db,
    userId,
    written.map(({ id }) => id),
  );
  const now = new Date();
  return {
    class_id: classId,
    my_side: side,
    lessons_until_first: Math.max(0, reviewRules.lessonsBefore - (await lessonsTaught(db, classId))),
    occasions: rows.map((row) => {
      const shown = isShown(row, now);
      const of = (author: (one: ReviewRow) => boolean) => {
        const review = written.find((one) => one.occasionId === row.id && author(one));
        return review ? toReview(review, userId, { shown, reported: reported.has(review.id) }) : null;
      };
      return {
        occasion: row.occasion,
        opened_at: row.openedAt.toISOString(),
        closes_at: row.closesAt.toISOString(),
        published_at: shown ? (row.publishedAt ?? row.closesAt).toISOString() : null,
        can_write: !shown,
        mine: of(({ authorSide }) => authorSide === side),
        // Never before both are published. A block hides it from nobody it is about: they may answer or report it.
        theirs: shown ? of(({ authorSide }) => authorSide !== side) : null,
      };
    }),
  };
}

type Standing = { shown: boolean; reported: boolean };

function toReview(row: ReviewRow, userId: number, { shown, reported }: Standing): Review {
  const isAuthor = row.authorUserId === userId;
  const isRemoved = row.removedAt !== null;
  const words = (text: string, own: boolean) => (own ? text : isRemoved ? '' : coverContacts(text));
  return {
    id: row.id,
    by: row.authorSide,
    stars: row.stars,
    text: words(row.text, isAuthor),
    written_at: row.writtenAt.toISOString(),
    is_removed: isRemoved,
    reply:
      row.repliedAt && row.reply !== ''
        ? { text: words(row.reply, row.aboutUserId === userId), at: row.repliedAt.toISOString() }
        : null,
    can_reply: shown && !isRemoved && row.aboutUserId === userId,
    can_report: shown && !isRemoved && !reported && (!isAuthor || row.reply !== ''),
  };
}

async function reportedBy(db: Db | Tx, userId: number, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: reviewReports.reviewId })
    .from(reviewReports)
    .where(and(eq(reviewReports.reporterUserId, userId), inArray(reviewReports.reviewId, [...ids])));
  return new Set(rows.map(({ id }) => id));
}

/** One published review, for the user it is about. */
export async function readReview(tx: Tx, userId: number, id: number): Promise<Review> {
  const [row] = await tx.select().from(reviews).where(eq(reviews.id, id));
  if (!row) throw new AppError('notFound');
  return toReview(row, userId, { shown: true, reported: (await reportedBy(tx, userId, [id])).has(id) });
}

/** Reviews that a user can write now and has not written. */
export async function reviewsDue(db: Db, userId: number) {
  const { rows } = await db.execute<{
    class_id: string;
    my_side: Side;
    occasion: ReviewOccasion;
    closes_at: Date;
  }>(sql`
    select class_id, occasion, closes_at, my_side from (
      select class_id, review_occasions.id, occasion, closes_at,
        case when family_user_id = ${userId} then 'family' else 'tutor' end as my_side
      from review_occasions join classes on classes.id = class_id
      where ${userId} in (family_user_id, tutor_user_id) and published_at is null and closes_at > now()
    ) as open
    where not exists (select from reviews where occasion_id = open.id and author_side = open.my_side)
    order by closes_at, class_id limit 100`);
  return {
    list: rows.map((row) => ({
      class_id: Number(row.class_id),
      my_side: row.my_side,
      occasion: row.occasion,
      closes_at: new Date(row.closes_at).toISOString(),
    })),
  };
}

type ShownRow = {
  id: string;
  occasion: ReviewOccasion;
  stars: number;
  text: string;
  reply: string;
  shown_ms: string;
  lessons: number;
};

type ReviewsAsked = {
  listingId: number;
  cursor: string | undefined;
  viewer: number | undefined;
  hidden: readonly number[];
};

/** Reviews by families about a tutor with a visible listing; those of hidden people only the tutor sees. */
export async function tutorReviews(
  db: Db,
  { listingId, cursor, viewer, hidden }: ReviewsAsked,
): Promise<TutorReviews> {
  const { rows: listed } = await db.execute<{ user_id: string; rating: Rating | null }>(sql`
    select user_id, ${ratingOf(sql`listing.user_id`)} as rating from tutor_listings listing
    where id = ${listingId} and is_listed and ${inGoodStanding(sql`listing.user_id`)}`);
  const [tutor] = listed;
  if (!tutor || hidden.includes(Number(tutor.user_id))) throw new AppError('notFound');
  const [beforeMs, beforeId] = cursor?.split('.').map(Number) ?? [];
  const shownMs = sql`floor(extract(epoch from ${shownAtSql}) * 1000)::bigint`;
  const { rows } = await db.execute<ShownRow>(sql`
    select reviews.id, occasion, stars, text, reply, ${shownMs} as shown_ms,
      (select count(*)::int from lessons
       where lessons.class_id = review_occasions.class_id and state in ('awaiting', 'confirmed')
         and not lessons.is_added and lessons.started_at <= reviews.written_at) as lessons
    from reviews join review_occasions on review_occasions.id = reviews.occasion_id
    where reviews.about_user_id = ${tutor.user_id} and ${countsForTutor}
      and (reviews.about_user_id = ${viewer ?? 0} or reviews.author_user_id <> all(${sql.param(hidden)}::bigint[]))
      ${cursor === undefined ? sql`` : sql`and (${shownMs}, reviews.id) < (${beforeMs}, ${beforeId})`}
    order by shown_ms desc, reviews.id desc limit ${reviewRules.pageSize + 1}`);
  const list = rows.slice(0, reviewRules.pageSize);
  const last = list.at(-1);
  return {
    rating: tutor.rating,
    list: list.map((row) => ({
      id: Number(row.id),
      occasion: row.occasion,
      stars: row.stars,
      text: coverContacts(row.text),
      published_on: dayOf(Number(row.shown_ms)),
      lessons: row.lessons,
      reply: row.reply === '' ? null : coverContacts(row.reply),
    })),
    next_cursor: rows.length > list.length && last ? `${last.shown_ms}.${last.id}` : null,
  };
}
