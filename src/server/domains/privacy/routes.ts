import { eq } from 'drizzle-orm';
import type { FastifyPluginAsync } from 'fastify';
import { users } from '#server/domains/accounts/tables.ts';
import type { Database, Db } from '#server/ground/db/db.ts';
import type { PersonalData } from '#server/ground/db/personal-data.ts';
import type { Files } from '#server/ground/files/files.ts';
import { bindCalls, type ReadCookies } from '#server/ground/http/calls.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { AppSide } from '#server/ground/http/session-cookies.ts';
import { admit, type Session, type Visitor } from '#server/ground/http/visitor.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { aiExportArchivePath, type Copies, exportArchivePath, privacyCalls } from '#shared/privacy.ts';
import { type BannedCopyForm, bannedCopyCalls } from '#shared/safety/ban-requests.ts';
import { archiveOf, collectExport, deleteAccount } from './privacy.ts';

export type PrivacyParts = {
  database: Database;
  vault: PhoneEncryption;
  files: Files;
  /** Throws unless the code was sent to this user's own number for this request, on this side. */
  verifyAgain: (userId: number, requestId: string, code: string, side: AppSide) => Promise<unknown>;
  /** The domains that store personal data, in the order of deletion. */
  domains: readonly PersonalData[];
  /** Whose data a banned person may download who has just proved the number; throws for anybody else. */
  ownerOfGrantedCopy: (given: BannedCopyForm, wire: Wire) => Promise<number>;
  /** What others copied of what the user shared. */
  copiesOf: (db: Db, userId: number) => Promise<Copies>;
};

export const privacyRoutes: FastifyPluginAsync<PrivacyParts> = async (app, parts) => {
  const { database, vault, files, verifyAgain, domains, copiesOf } = parts;

  /**
   * An AI session may do this only where there is no product account: it opens with less, on a computer that
   * others use, too.
   */
  async function refuseHalf({ userId, face }: Session) {
    if (face === 'product') return;
    const [user] = await database.db
      .select({ productSince: users.productSince })
      .from(users)
      .where(eq(users.id, userId));
    if (user?.productSince) throw new AppError('notAllowed');
  }

  const exportOf = async (session: Session) => {
    await refuseHalf(session);
    return collectExport(database, vault, domains, session.userId);
  };
  const deletionBy =
    (side: AppSide) =>
    async ({ body, visitor: { session } }: { body: Deletion; visitor: { session: Session } }) => {
      await refuseHalf(session);
      const { userId } = session;
      await verifyAgain(userId, body.request_id, body.code, side);
      await database.transaction((tx) => deleteAccount(tx, vault, domains, userId));
    };
  const copies = async ({ visitor: { session } }: { visitor: { session: Session } }) => {
    await refuseHalf(session);
    return copiesOf(database.db, session.userId);
  };

  bindCalls(app, privacyCalls, {
    'GET /api/users/export': async ({ visitor }) => (await exportOf(visitor.session)).data,
    'GET /api/users/copies': copies,
    'POST /api/users/delete_account': deletionBy('product'),
    'GET /api_ai/user/export': async ({ visitor }) => (await exportOf(visitor.session)).data,
    'GET /api_ai/user/copies': copies,
    'POST /api_ai/user/delete_account': deletionBy('ai'),
  });

  const bannedCopy = async ({ body, ...wire }: Wire & { body: BannedCopyForm }) => {
    const userId = await parts.ownerOfGrantedCopy(body, wire);
    const found = await collectExport(database, vault, domains, userId);
    const content = await archiveOf(found.data, found.files, files);
    return { content, mediaType: 'application/zip', fileName: 'mingshi-data.zip' };
  };
  bindCalls(app, bannedCopyCalls, {
    'POST /api/users/banned_copy': bannedCopy,
    'POST /api_ai/user/banned_copy': bannedCopy,
  });

  const archives = { [exportArchivePath]: 'user', [aiExportArchivePath]: 'aiUser' } as const;
  for (const [url, audience] of Object.entries(archives))
    app.route({
      method: 'GET',
      url,
      // A large archive takes long on a slow connection.
      handlerTimeout: 10 * 60 * 1000,
      config: { rateLimit: { max: 20, timeWindow: '10 minutes' } },
      schema: { hide: true },
      handler: async (request, reply) => {
        const visitor = await app.identify(request);
        admit({ audience, whileSuspended: true }, visitor);
        if (!visitor.session) throw new AppError('notSignedIn');
        const found = await exportOf(visitor.session);
        return reply
          .header('cache-control', 'no-store')
          .header('content-disposition', 'attachment; filename="mingshi-data.zip"')
          .type('application/zip')
          .send(await archiveOf(found.data, found.files, files));
      },
    });
};

type Wire = { visitor: Visitor; cookies: ReadCookies };
type Deletion = { request_id: string; code: string };
