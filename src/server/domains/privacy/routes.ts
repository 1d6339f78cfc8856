import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '#server/ground/db/db.ts';
import type { PersonalData } from '#server/ground/db/personal-data.ts';
import type { Files } from '#server/ground/files/files.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { admit } from '#server/ground/http/visitor.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { exportArchivePath, privacyCalls } from '#shared/privacy.ts';
import { archiveOf, collectExport, deleteAccount } from './privacy.ts';

export type PrivacyParts = {
  database: Database;
  vault: PhoneEncryption;
  files: Files;
  /** Throws unless the code was sent to this user's own number for this request. */
  verifyAgain: (userId: number, requestId: string, code: string) => Promise<void>;
  /** The domains that store personal data, in the order of deletion. */
  domains: readonly PersonalData[];
};

export const privacyRoutes: FastifyPluginAsync<PrivacyParts> = async (app, parts) => {
  const { database, vault, files, verifyAgain, domains } = parts;

  bindCalls(app, privacyCalls, {
    'GET /api/users/export': async ({ visitor }) =>
      (await collectExport(database, vault, domains, visitor.session.userId)).data,
    'POST /api/users/delete_account': async ({ body, visitor }) => {
      const { userId } = visitor.session;
      await verifyAgain(userId, body.request_id, body.code);
      await database.transaction((tx) => deleteAccount(tx, vault, domains, userId));
    },
  });

  app.route({
    method: 'GET',
    url: exportArchivePath,
    // A large archive takes long on a slow connection.
    handlerTimeout: 10 * 60 * 1000,
    config: { rateLimit: { max: 20, timeWindow: '10 minutes' } },
    schema: { hide: true },
    handler: async (request, reply) => {
      const visitor = await app.identify(request);
      admit({ audience: 'user', whileSuspended: true }, visitor);
      if (!visitor.session) throw new AppError('notSignedIn');
      const found = await collectExport(database, vault, domains, visitor.session.userId);
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="mingshi-data.zip"')
        .type('application/zip')
        .send(await archiveOf(found.data, found.files, files));
    },
  });
};
