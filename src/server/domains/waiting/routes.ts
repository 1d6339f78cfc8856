import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import type { Session } from '#server/ground/http/visitor.ts';
import { waitingCalls } from '#shared/notices/waiting.ts';
import type { WaitingParts } from './kinds.ts';
import { countWaiting, readWaiting } from './waiting.ts';

type Options = { database: Database; waiting: WaitingParts };

export const waitingRoutes: FastifyPluginAsync<Options> = async (app, { database, waiting }) => {
  const asking = ({ userId, identity }: Session) => ({ db: database.db, userId, identity });
  bindCalls(app, waitingCalls, {
    'GET /api/users/waiting': ({ visitor }) => readWaiting(waiting, asking(visitor.session)),
    'GET /api/users/waiting/count': ({ visitor }) => countWaiting(waiting, asking(visitor.session)),
  });
};
