import type { FastifyPluginAsync } from 'fastify';
import type { Accounts } from '#server/domains/accounts/accounts.ts';
import type { Retire } from '#server/domains/accounts/numbers.ts';
import type { Database } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { numberCalls } from '#shared/numbers.ts';
import { changeNumber } from './change-number.ts';
import { askForAccount, pendingMove, stopMove } from './requests.ts';

type Parts = { accounts: Accounts; database: Database; retire: Retire };

export const numberRoutes: FastifyPluginAsync<Parts> = async (app, { accounts, database, retire }) => {
  const parts = { accounts, database, retire };
  bindCalls(app, numberCalls, {
    'POST /api/users/change_number': ({ body, visitor, cookies }) =>
      changeNumber(parts, body, visitor.session, { visitor, cookies }),
    'POST /api/users/lost_number': ({ body, visitor, cookies }) =>
      askForAccount(parts, body, { visitor, cookies }),
    'GET /api/users/number_request': async ({ visitor }) => ({
      pending: await pendingMove(database.db, accounts.vault, visitor.session.userId),
    }),
    'POST /api/users/stop_number_request': ({ body, visitor }) =>
      database.transaction((tx) => stopMove(tx, visitor.session.userId, body.id)),
  });
};
