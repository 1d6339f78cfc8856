import type { FastifyPluginAsync } from 'fastify';
import type { Accounts } from '#server/domains/accounts/accounts.ts';
import type { Database } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { banRequestCalls } from '#shared/safety/ban-requests.ts';
import { sendBanRequest } from './ban-requests.ts';

type Parts = { accounts: Accounts; database: Database };

export const banRequestRoutes: FastifyPluginAsync<Parts> = async (app, parts) => {
  bindCalls(app, banRequestCalls, {
    'POST /api/users/banned_request': ({ body, ...wire }) => sendBanRequest(parts, body, wire),
    'POST /api_ai/user/banned_request': ({ body, ...wire }) => sendBanRequest(parts, body, wire),
  });
};
