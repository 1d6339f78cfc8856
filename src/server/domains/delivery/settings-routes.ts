import type { FastifyPluginAsync } from 'fastify';
import type { Database, Tx } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { notificationSettingsCalls } from '#shared/notices/notification-settings.ts';
import { type ChannelsHere, changeSettings, decline, settingsOf } from './settings.ts';

type Options = {
  database: Database;
  channelsHere: ChannelsHere;
  /** Tells the person's open pages that their settings changed. */
  announceChange: (tx: Tx, userId: number) => Promise<void>;
};

export const notificationSettingsRoutes: FastifyPluginAsync<Options> = async (
  app,
  { database, channelsHere, announceChange },
) => {
  const { db, transaction } = database;
  bindCalls(app, notificationSettingsCalls, {
    'GET /api/users/notification-settings': ({ visitor }) =>
      settingsOf(db, visitor.session.userId, channelsHere),

    'PUT /api/users/notification-settings': ({ body, visitor: { session, locale } }) =>
      transaction(async (tx) => {
        await changeSettings(tx, session.userId, body, { here: channelsHere, locale });
        await announceChange(tx, session.userId);
        return settingsOf(tx, session.userId, channelsHere);
      }),

    'POST /api/users/notification-settings/asked': async ({ visitor }) => {
      await transaction((tx) => decline(tx, visitor.session.userId));
      return { may_ask: false };
    },
  });
};
