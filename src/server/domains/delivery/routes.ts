import type { FastifyPluginAsync } from 'fastify';
import { recordAction } from '#server/domains/operator/audit.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Database } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { deliveryCalls } from '#shared/notices/deliveries.ts';
import { deliveryOverview } from './overview.ts';

type Options = { database: Database; config: Pick<Config, 'sms'> };

export const deliveryRoutes: FastifyPluginAsync<Options> = async (app, { database, config }) => {
  bindCalls(app, deliveryCalls, {
    'GET /api/operator/deliveries': ({ visitor }) =>
      database.transaction(async (tx) => {
        await recordAction(tx, { operatorId: visitor.session.userId, action: 'deliveries.read' });
        return deliveryOverview(tx, config);
      }),
  });
};
