import { eq } from 'drizzle-orm';
import type { FastifyPluginAsync } from 'fastify';
import { users } from '#server/domains/accounts/tables.ts';
import { recordAction } from '#server/domains/operator/audit.ts';
import type { Database } from '#server/ground/db/db.ts';
import { transactionWithRetry } from '#server/ground/db/transaction-with-retry.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { trustCalls } from '#shared/trust.ts';
import { badgesForOperator, badgesOf, revokeBadge } from './badges.ts';
import { codeToShare, dropCode, keepCode, keptCode } from './kept-code.ts';
import { askForCheck, confirmCheck, endByHand, listChecks, readCode, shareCode } from './police-checks.ts';

type Options = { database: Database; vault: PhoneEncryption };

export const trustRoutes: FastifyPluginAsync<Options> = async (app, { database, vault }) => {
  const { db } = database;

  bindCalls(app, trustCalls, {
    'GET /api/users/badges': async ({ visitor }) => listed(await badgesOf(db, visitor.session.userId)),

    'GET /api/users/police_code': ({ visitor }) => keptCode(db, visitor.session.userId),
    'PUT /api/users/police_code': ({ body, visitor: { session, locale } }) =>
      database.transaction((tx) =>
        keepCode(tx, vault, session.userId, { code: body.code, issuedOn: body.issued_on, locale }),
      ),
    'DELETE /api/users/police_code': ({ visitor }) => dropCode(db, visitor.session.userId),

    'GET /api/users/police_checks': ({ query, visitor }) =>
      listChecks(db, visitor.session.userId, query.match_id),
    'POST /api/users/police_checks': ({ body, visitor }) =>
      transactionWithRetry(database, (tx) => askForCheck(tx, visitor.session.userId, body.match_id)),
    'PUT /api/users/police_checks/{id}/share': ({ params, body, visitor }) =>
      transactionWithRetry(database, async (tx) => {
        const { session, locale } = visitor;
        const { code, issued_on } = body;
        const given =
          code === undefined || issued_on === undefined
            ? await codeToShare(tx, vault, session.userId)
            : { code, issuedOn: issued_on };
        return shareCode(tx, vault, session.userId, params.id, { ...given, locale });
      }),
    'GET /api/users/police_checks/{id}/code': ({ params, visitor }) =>
      readCode(db, vault, visitor.session.userId, params.id),
    'PUT /api/users/police_checks/{id}/confirm': ({ params, visitor }) =>
      transactionWithRetry(database, (tx) => confirmCheck(tx, visitor.session.userId, params.id)),
    'PUT /api/users/police_checks/{id}/end': ({ params, visitor }) =>
      transactionWithRetry(database, (tx) => endByHand(tx, visitor.session.userId, params.id)),

    'GET /api/operator/users/{id}/badges': ({ params, visitor }) =>
      database.transaction(async (tx) => {
        const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, params.id));
        if (!user) throw new AppError('notFound');
        await recordAction(tx, {
          operatorId: visitor.session.userId,
          action: 'badges.listed',
          aboutUser: params.id,
        });
        return listed(await badgesForOperator(tx, params.id));
      }),
    'POST /api/operator/badges/{id}/revoke': ({ params, body, visitor }) =>
      transactionWithRetry(database, (tx) =>
        revokeBadge(tx, { ...body, id: params.id, operatorId: visitor.session.userId }),
      ),
  });
};

const listed = <Item>(list: Item[]) => ({ list, total: list.length });
