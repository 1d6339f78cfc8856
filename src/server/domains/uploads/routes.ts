import multipart from '@fastify/multipart';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { uploadCalls } from '#shared/uploads.ts';
import { openEvidence } from './evidence.ts';

type Options = { database: Database; files: Files };

export const uploadRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  // Registered in this plugin's scope only, so that other calls do not accept multipart bodies.
  await app.register(multipart);
  const evidence = openEvidence(options.database, options.files);

  bindCalls(app, uploadCalls, {
    'POST /api/users/evidence': ({ body, file, visitor }) =>
      evidence.add({ userId: visitor.session.userId, kind: body.kind, file, locale: visitor.locale }),
    'GET /api/users/evidence': ({ visitor }) => evidence.list(visitor.session.userId),
    'GET /api/users/evidence/{id}/file': ({ params, visitor }) =>
      evidence.file(visitor.session.userId, params.id),
    'GET /api/operator/evidence/{id}/file': ({ params, visitor }) =>
      evidence.fileForOperator(visitor.session.userId, params.id),
    'DELETE /api/users/evidence/{id}': ({ params, visitor }) =>
      evidence.remove(visitor.session.userId, params.id),
  });
};
