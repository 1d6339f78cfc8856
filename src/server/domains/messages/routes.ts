import multipart from '@fastify/multipart';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { conversationCalls } from '#shared/conversations.ts';
import { eventsUrl } from '#shared/live-events.ts';
import { messageCalls } from '#shared/messages.ts';
import { listConversations, readConversation, readUpTo, unreadMessages } from './conversations.ts';
import { serveEvents } from './event-stream.ts';
import type { Events } from './events.ts';
import {
  listNoticeGroups,
  listNotices,
  markRead,
  markReadUpTo,
  markTheseRead,
  unreadCount,
} from './notices.ts';
import { type DrawFirstPage, openTalkFiles } from './talk-files.ts';
import { listMessages, sendMessage } from './talk-messages.ts';

type Options = { database: Database; events: Events; files: Files; drawFirstPage: DrawFirstPage };

export const messageRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  // Registered in this plugin's scope only, so that other calls do not accept multipart bodies.
  await app.register(multipart);
  const { database, events } = options;
  const { db, transaction } = database;
  const talkFiles = openTalkFiles(options);

  bindCalls(app, messageCalls, {
    'GET /api/users/notices': ({ query, visitor }) =>
      listNotices(db, visitor.session.userId, query, visitor.locale),
    'GET /api/users/notice_groups': ({ query, visitor }) =>
      listNoticeGroups(db, visitor.session.userId, query, visitor.locale),
    'PUT /api/users/notices/{id}/read': ({ params, visitor }) =>
      transaction((tx) => markRead(tx, visitor.session.userId, params.id)),
    'PUT /api/users/notices/read': ({ body, visitor }) =>
      transaction((tx) =>
        'ids' in body
          ? markTheseRead(tx, visitor.session.userId, body.ids)
          : markReadUpTo(tx, visitor.session.userId, body.up_to),
      ),
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
    'POST /api/users/conversations/{id}/files': ({ params, body, file, visitor }) =>
      talkFiles.add({
        userId: visitor.session.userId,
        id: params.id,
        file,
        clientKey: body.client_key,
        locale: visitor.locale,
      }),
    'GET /api/users/conversation_files/{id}': ({ params, query, visitor }) =>
      talkFiles.file(visitor.session.userId, params.id, query.size),
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
