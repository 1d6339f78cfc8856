import type { FastifyPluginAsync } from 'fastify';
import type { Accounts } from '#server/domains/accounts/accounts.ts';
import type { Retire } from '#server/domains/accounts/numbers.ts';
import { userById } from '#server/domains/accounts/users.ts';
import type { Database } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Session } from '#server/ground/http/visitor.ts';
import { numberCalls } from '#shared/numbers.ts';
import { changeNumber } from './change-number.ts';
import { askForAccount, pendingMove, stopMove } from './requests.ts';

type Parts = { accounts: Accounts; database: Database; retire: Retire };

export const numberRoutes: FastifyPluginAsync<Parts> = async (app, { accounts, database, retire }) => {
  const parts = { accounts, database, retire };
  /**
   * An AI session may do this only where there is no product account: others use its computer, too, and could stop
   * a move that the owner asked for.
   */
  const aloneOn = async ({ userId, face }: Session) => {
    const user = await userById(database.db, userId);
    if (face === 'ai' && user.productSince) throw new AppError('notAllowed');
    return userId;
  };
  const pendingOf = async (userId: number) => ({
    pending: await pendingMove(database.db, accounts.vault, userId),
  });
  const stop = (userId: number, id: number) => database.transaction((tx) => stopMove(tx, userId, id));

  bindCalls(app, numberCalls, {
    'POST /api/users/change_number': ({ body, visitor, cookies }) =>
      changeNumber(parts, body, visitor.session, { visitor, cookies }),
    'POST /api/users/lost_number': ({ body, visitor, cookies }) =>
      askForAccount(parts, body, { visitor, cookies }),
    'GET /api/users/number_request': ({ visitor }) => pendingOf(visitor.session.userId),
    'POST /api/users/stop_number_request': ({ body, visitor }) => stop(visitor.session.userId, body.id),
    'GET /api_ai/user/number_request': async ({ visitor }) => pendingOf(await aloneOn(visitor.session)),
    'POST /api_ai/user/stop_number_request': async ({ body, visitor }) =>
      stop(await aloneOn(visitor.session), body.id),
  });
};
