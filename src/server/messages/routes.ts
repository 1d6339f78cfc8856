import type { FastifyPluginAsync } from 'fastify';
import { messageCalls } from '#shared/messages.ts';
import { bindCalls } from '../calls.ts';
import type { Database } from '../db.ts';
import { listNotices, markRead, unreadCount } from './notices.ts';

export const messageRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  bindCalls(app, messageCalls, {
    'GET /api/users/notices': ({ query, visitor }) =>
      listNotices(database.db, visitor.session.userId, query, visitor.locale),
    'PUT /api/users/notices/{id}/read': ({ params, visitor }) =>
      database.transaction((tx) => markRead(tx, visitor.session.userId, params.id)),
    'GET /api/users/notices/unread_count': ({ visitor }) => unreadCount(database.db, visitor.session.userId),
  });
};
