import multipart from '@fastify/multipart';
import type { FastifyPluginAsync } from 'fastify';
import { uploadCalls } from '#shared/uploads.ts';
import { bindCalls } from '../calls.ts';
import type { Database } from '../db.ts';
import type { Files } from '../files.ts';
import { openEvidence } from './evidence.ts';

type Options = { database: Database; files: Files };

export const uploadRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  // In this scope alone: no other call takes such a body.
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
    'DELETE /api/users/evidence/{id}': async ({ params, visitor }) => {
      await evidence.remove(visitor.session.userId, params.id);
      return {};
    },
  });
};
