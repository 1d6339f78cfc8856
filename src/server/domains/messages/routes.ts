import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { conversationCalls } from '#shared/conversations.ts';
import { eventsUrl } from '#shared/live-events.ts';
import { messageCalls } from '#shared/messages.ts';
import {
  listConversations,
  listMessages,
  readConversation,
  readUpTo,
  sendMessage,
  unreadMessages,
} from './conversations.ts';
import { serveEvents } from './event-stream.ts';
import type { Events } from './events.ts';
import { listNotices, markRead, markReadUpTo, unreadCount } from './notices.ts';

type Options = { database: Database; events: Events };

export const messageRoutes: FastifyPluginAsync<Options> = async (app, { database, events }) => {
  const { db, transaction } = database;

  bindCalls(app, messageCalls, {
    'GET /api/users/notices': ({ query, visitor }) =>
      listNotices(db, visitor.session.userId, query, visitor.locale),
    'PUT /api/users/notices/{id}/read': ({ params, visitor }) =>
      transaction((tx) => markRead(tx, visitor.session.userId, params.id)),
    'PUT /api/users/notices/read': ({ body, visitor }) =>
      transaction((tx) => markReadUpTo(tx, visitor.session.userId, body.up_to)),
    'GET /api/users/notices/unread_count': ({ visitor }) => unreadCount(db, visitor.session.userId),
  });

  bindCalls(app, conversationCalls, {
    'GET /api/users/conversations': ({ query, visitor }) =>
      listConversations(db, visitor.session.userId, query),
    'GET /api/users/conversations/{id}': ({ params, visitor }) =>
      readConversation(db, visitor.session.userId, params.id),
    'GET /api/users/conversations/{id}/messages': ({ params, query, visitor }) =>
      listMessages(db, visitor.session.userId, params.id, query),
    'POST /api/users/conversations/{id}/messages': ({ params, body, visitor }) =>
      transaction((tx) => sendMessage(tx, visitor.session.userId, params.id, body)),
    'PUT /api/users/conversations/{id}/read': ({ params, body, visitor }) =>
      transaction((tx) => readUpTo(tx, visitor.session.userId, params.id, body.up_to)),
    'GET /api/users/unread': async ({ visitor }) => ({
      notices: (await unreadCount(db, visitor.session.userId)).unread_count,
      messages: await unreadMessages(db, visitor.session.userId),
    }),
  });

  serveEvents(app, events, eventsUrl.product, 'product');
  // A user of only the AI app has no product session.
  serveEvents(app, events, eventsUrl.ai, 'ai');
};
