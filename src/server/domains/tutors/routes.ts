import multipart from '@fastify/multipart';
import type { FastifyPluginAsync } from 'fastify';
import type { Reference } from '#server/domains/reference/reference.ts';
import type { Database } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { tutorCalls } from '#shared/tutors.ts';
import { dropDraft, keepDraft, readDraft } from './drafts.ts';
import { openPhotos, type TellRemoved } from './photos.ts';
import { checkTutor, createListing, listingOf, readListing, replaceListing } from './tutors.ts';

type Options = { database: Database; reference: Reference; files: Files; tellRemoved: TellRemoved };

export const tutorRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  // Registered in this plugin's scope only, so that other calls do not accept multipart bodies.
  await app.register(multipart);
  const { database, reference } = options;
  const { db, transaction } = database;
  const photos = openPhotos(database, options.files, options.tellRemoved);

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
    'GET /api/users/tutor_draft': async ({ visitor }) => ({
      draft: await readDraft(db, visitor.session.userId),
    }),
    'PUT /api/users/tutor_draft': ({ body, visitor }) =>
      transaction((tx) => keepDraft(tx, visitor.session.userId, body)),
    'DELETE /api/users/tutor_draft': async ({ visitor }) => {
      await dropDraft(db, visitor.session.userId);
      return {};
    },

    'POST /api/users/tutor_photo': async ({ file, visitor: { session, locale } }) => {
      const { userId, identity } = session;
      if (identity !== 2 && !(await listingOf(db, userId))) throw new AppError('notAllowed');
      return photos.add({ userId, file, locale });
    },
    'GET /api/users/tutor_photo': ({ visitor }) => photos.own(visitor.session.userId),
    'DELETE /api/users/tutor_photo': ({ visitor }) => photos.remove(visitor.session.userId),
    'GET /api/common_info/tutor_photo/{file}': ({ params, visitor }) =>
      photos.file(params.file, visitor.session?.userId),
    'GET /api/operator/users/{id}/tutor_photo': ({ params, visitor }) =>
      photos.forOperator(visitor.session.userId, params.id),
    'DELETE /api/operator/users/{id}/tutor_photo': ({ params, visitor }) =>
      photos.removeByOperator(visitor.session.userId, params.id),
  });
};
