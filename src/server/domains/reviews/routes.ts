import type { FastifyPluginAsync } from 'fastify';
import { hiddenFrom } from '#server/domains/blocks/blocks.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { reviewCalls } from '#shared/reviews.ts';
import { readClassReviews, readReview, reviewsDue, tutorReviews } from './views.ts';
import { replyTo, settleReview, writeReview } from './write.ts';

type Options = {
  database: Database;
  /** Reports of all places go one way. */
  fileReport: (
    tx: Tx,
    userId: number,
    report: { place: 'review'; place_id: number; kind: 'other'; words: string },
  ) => Promise<unknown>;
};

export const reviewRoutes: FastifyPluginAsync<Options> = async (app, { database, fileReport }) => {
  const { db } = database;

  bindCalls(app, reviewCalls, {
    'GET /api/common_info/teacher_case/{id}/reviews': async ({ params, query, visitor }) => {
      const viewer = visitor.session?.userId;
      const { users: hidden } = await hiddenFrom(db, viewer);
      const asked = { listingId: params.id, cursor: query.cursor, viewer, hidden };
      return database.readFromReplica((reader) => tutorReviews(reader, asked));
    },
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
        const report = { place: 'review', place_id: params.id, kind: 'other', words: body.reason } as const;
        await fileReport(tx, session.userId, report);
        return { review_id: params.id };
      }),
  });
};
