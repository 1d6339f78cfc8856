import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { reviewCalls } from '#shared/reviews.ts';
import { readClassReviews, readReview, reviewsDue, tutorReviews } from './views.ts';
import { replyTo, reportReview, settleReview, writeReview } from './write.ts';

export const reviewRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  const { db } = database;

  bindCalls(app, reviewCalls, {
    'GET /api/common_info/teacher_case/{id}/reviews': ({ params, query }) =>
      database.readFromReplica((reader) => tutorReviews(reader, params.id, query.cursor)),
    'GET /api/users/reviews_due': ({ visitor }) => reviewsDue(db, visitor.session.userId),
    'GET /api/users/classes/{id}/reviews': ({ params, visitor }) =>
      readClassReviews(db, visitor.session.userId, params.id),
    'PUT /api/users/classes/{id}/reviews/{occasion}': ({ params, body, visitor: { session } }) =>
      settleReview(database, async (tx) => {
        await writeReview(tx, session.userId, params.id, { ...body, occasion: params.occasion });
        return readClassReviews(tx, session.userId, params.id);
      }),
    'PUT /api/users/reviews/{id}/reply': ({ params, body, visitor: { session } }) =>
      settleReview(database, async (tx) => {
        await replyTo(tx, session.userId, params.id, body.text);
        return readReview(tx, session.userId, params.id);
      }),
    'POST /api/users/reviews/{id}/report': ({ params, body, visitor: { session } }) =>
      settleReview(database, async (tx) => {
        await reportReview(tx, session.userId, params.id, body.reason);
        return { review_id: params.id };
      }),
  });
};
