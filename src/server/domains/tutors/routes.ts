import type { FastifyPluginAsync } from 'fastify';
import type { Reference } from '#server/domains/reference/reference.ts';
import type { Database } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { tutorCalls } from '#shared/tutors.ts';
import { checkTutor, createListing, listingOf, readListing, replaceListing } from './tutors.ts';

type Options = { database: Database; reference: Reference };

export const tutorRoutes: FastifyPluginAsync<Options> = async (app, { database, reference }) => {
  const { db, transaction } = database;

  bindCalls(app, tutorCalls, {
    'POST /api/common_info/teacher_detailed_registration': async ({ body, visitor }) => {
      const { session, locale } = visitor;
      if (session.identity !== 2) throw new AppError('notAllowed');
      await checkTutor(reference, body, locale);
      return transaction((tx) => createListing(tx, session.userId, body));
    },
    'GET /api/common_info/teacher_detailed_registration/{id}': ({ params, visitor }) =>
      readListing(db, visitor.session.userId, params.id),
    'PUT /api/common_info/teacher_detailed_registration/{id}': async ({ params, body, visitor }) => {
      const { session, locale } = visitor;
      await readListing(db, session.userId, params.id);
      await checkTutor(reference, body, locale);
      return transaction((tx) => replaceListing(tx, session.userId, params.id, body));
    },
    'GET /api/users/tutor_listing': async ({ visitor }) => {
      const { userId } = visitor.session;
      const own = await listingOf(db, userId);
      return { listing: own ? await readListing(db, userId, own.id) : null };
    },
  });
};
