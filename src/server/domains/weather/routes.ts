import type { FastifyPluginAsync } from 'fastify';
import { recordAction } from '#server/domains/operator/audit.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Database } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { weatherCalls } from '#shared/weather.ts';
import { watchWeather } from './job.ts';
import { lift, raise, readDesk } from './warnings.ts';

type Options = { database: Database; config: Pick<Config, 'weatherUrl'> };

export const weatherRoutes: FastifyPluginAsync<Options> = async (app, { database, config }) => {
  const isConfigured = config.weatherUrl !== undefined;

  bindCalls(app, weatherCalls, {
    'GET /api/operator/weather': ({ visitor }) =>
      database.transaction(async (tx) => {
        await recordAction(tx, { operatorId: visitor.session.userId, action: 'weather.read' });
        return readDesk(tx, isConfigured);
      }),
    'POST /api/operator/weather': ({ body, visitor }) =>
      database.transaction(async (tx) => {
        const beganAt = body.began_at === undefined ? new Date() : new Date(body.began_at);
        await raise(tx, body.signal, beganAt, visitor.locale);
        await watchWeather(tx);
        await recordAction(tx, {
          operatorId: visitor.session.userId,
          action: 'weather.raised',
          params: { signal: body.signal, began_at: beganAt.toISOString() },
        });
        return readDesk(tx, isConfigured);
      }),
    'POST /api/operator/weather/{id}/end': ({ params, visitor }) =>
      database.transaction(async (tx) => {
        await lift(tx, params.id);
        await watchWeather(tx);
        await recordAction(tx, {
          operatorId: visitor.session.userId,
          action: 'weather.lifted',
          params: { warning: params.id },
        });
        return readDesk(tx, isConfigured);
      }),
  });
};
