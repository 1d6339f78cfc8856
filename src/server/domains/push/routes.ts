import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { fieldProblem } from '#server/ground/http/errors.ts';
import { pushCalls } from '#shared/push.ts';
import { isPoint, type Sender } from './deliver.ts';
import { resolvesToPublicAddress } from './endpoint.ts';
import { isSubscribed, subscribe, unsubscribe } from './subscriptions.ts';

const unusable = {
  'zh-Hant': '這個瀏覽器的通知服務未能使用',
  en: "This browser's notification service cannot be used",
};

type Options = { database: Database; push: Sender };

export const pushRoutes: FastifyPluginAsync<Options> = async (app, { database, push }) => {
  bindCalls(app, pushCalls, {
    'GET /api/users/push': async ({ visitor }) => ({
      public_key: push.vapid.publicKey,
      is_on: await isSubscribed(database.db, visitor.session),
    }),

    'PUT /api/users/push': async ({ body, visitor: { session, locale } }) => {
      if (!isPoint(body.keys.p256dh)) throw fieldProblem(locale, { 'keys.p256dh': unusable });
      if (!(await resolvesToPublicAddress(body.endpoint, push.reach)))
        throw fieldProblem(locale, { endpoint: unusable });
      await database.transaction((tx) => subscribe(tx, session, body, locale));
      return { is_on: true };
    },

    'DELETE /api/users/push': async ({ visitor }) => {
      await database.transaction((tx) => unsubscribe(tx, visitor.session));
      return { is_on: false };
    },
  });
};
