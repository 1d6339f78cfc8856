import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { safetyCalls } from '#shared/safety/timers.ts';
import { putEnd, readView, revoke, switchOn, timerOf } from './timers.ts';

export const safetyRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  const { db, transaction } = database;

  bindCalls(app, safetyCalls, {
    'GET /api/users/safety_timer': async ({ visitor }) => ({
      timer: await timerOf(db, visitor.session.userId),
    }),
    'POST /api/users/safety_timer': ({ body, visitor: { session, locale } }) =>
      transaction((tx) =>
        switchOn(tx, session.userId, body.ends_at === undefined ? undefined : new Date(body.ends_at), locale),
      ),
    'PUT /api/users/safety_timer': ({ body, visitor: { session, locale } }) =>
      transaction(async (tx) => {
        await putEnd(tx, session.userId, new Date(body.ends_at), locale);
        return { timer: await timerOf(tx, session.userId) };
      }),
    'DELETE /api/users/safety_timer': async ({ visitor }) => {
      await transaction((tx) => revoke(tx, visitor.session.userId));
      return { timer: null };
    },
    'GET /api/safe': ({ query }) => readView(db, query.code),
  });
};
