import multipart from '@fastify/multipart';
import type { FastifyPluginAsync } from 'fastify';
import type { EraserTools } from '#server/domains/eraser/tools.ts';
import type { Quota } from '#server/domains/quota/quota.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Database } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import { bindCalls, type Cookies } from '#server/ground/http/calls.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Visitor } from '#server/ground/http/visitor.ts';
import { chatCalls } from '#shared/chat/chat.ts';
import { chatOperatorCalls } from '#shared/chat/operator.ts';
import { listAssistants, listExamples, shownAssistant } from './assistants.ts';
import type { Chat } from './chat.ts';
import { endSubscription, giveSubscription, readAssistants, readSpend, setAssistant } from './operator.ts';
import { exportThread, printedThread } from './thread/export.ts';
import { openChatFiles } from './thread/files.ts';
import { giveFeedback, listMessages } from './thread/messages.ts';
import { giveCode, takeCode } from './thread/shares.ts';
import {
  createThread,
  deleteThread,
  listThreads,
  readThread,
  renameThread,
  showVersion,
} from './thread/threads.ts';

type Options = {
  chat: Chat;
  database: Database;
  files: Files;
  eraserTools: EraserTools;
  quota: Quota;
  config: Config;
};

export const chatRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  // In this scope alone: no other call takes such a body.
  await app.register(multipart);
  const { chat, database, quota, config } = options;
  const { db, transaction } = database;
  const { endpoints, dailyBudgetCents } = config.ai;
  const { reading } = chat;
  const files = openChatFiles({ database, files: options.files, tools: options.eraserTools, reading });
  type Asked = { visitor: Visitor; cookies: Cookies };
  const ownerOf = ({ visitor, cookies }: Asked) => chat.devices.ownerOf(visitor, cookies);
  const isDomestic = ({ visitor }: Asked) => chat.isDomestic(visitor.address);

  /** Who sends: somebody whose thread it is already. */
  const sender = (asked: Asked) => {
    const owner = ownerOf(asked);
    if (!owner) throw new AppError('notFound');
    return { owner, address: asked.visitor.address, locale: asked.visitor.locale };
  };

  bindCalls(app, chatCalls, {
    'POST /api_ai/chat_ai/threads': async ({ body, ...asked }) => {
      const assistant = await shownAssistant(db, body.assistant_id, isDomestic(asked));
      const isTrial = asked.visitor.session === undefined;
      if (isTrial && (assistant.isLoginRequired || assistant.trialCount === 0))
        throw new AppError(asked.visitor.problem ?? 'notSignedIn');
      const owner = chat.devices.newOwner(asked.visitor, asked.cookies);
      return transaction((tx) => createThread(tx, owner, { assistantId: assistant.id, title: body.title }));
    },
    'GET /api_ai/chat_ai/threads': ({ query, ...asked }) => listThreads(db, ownerOf(asked), query),
    'GET /api_ai/chat_ai/threads/{id}': ({ params, ...asked }) => readThread(db, ownerOf(asked), params.id),
    'PUT /api_ai/chat_ai/threads/{id}': ({ params, body, ...asked }) =>
      transaction((tx) => renameThread(tx, ownerOf(asked), params.id, body.title)),
    'DELETE /api_ai/chat_ai/threads/{id}': ({ params, ...asked }) =>
      transaction(async (tx) => {
        const end = (generationId: number) => chat.endForDeletion(tx, generationId);
        await files.removeLater(tx, await deleteThread(tx, ownerOf(asked), params.id, end));
      }),
    'PUT /api_ai/chat_ai/threads/{id}/version': ({ params, body, ...asked }) =>
      transaction((tx) => showVersion(tx, ownerOf(asked), params.id, body.message_id)),
    'GET /api_ai/chat_ai/threads/{id}/events': ({ params, ...asked }) =>
      chat.watch(ownerOf(asked), params.id),
    'GET /api_ai/chat_ai/threads/{id}/export': ({ params, ...asked }) =>
      exportThread(db, { owner: ownerOf(asked), id: params.id, locale: asked.visitor.locale }),
    'GET /api_ai/chat_ai/threads/{id}/export_pdf': ({ params, ...asked }) =>
      printedThread(db, { owner: ownerOf(asked), id: params.id, locale: asked.visitor.locale }),
    'GET /api_ai/chat_ai/assistants': (asked) =>
      listAssistants(
        db,
        { quota, charges: chat.charges, endpoints },
        {
          owner: ownerOf(asked),
          address: asked.visitor.address,
          locale: asked.visitor.locale,
          isDomestic: isDomestic(asked),
        },
      ),
    'GET /api_ai/chat_ai/messages': ({ query, ...asked }) => listMessages(db, ownerOf(asked), query),
    'POST /api_ai/chat_ai/messages': ({ body, ...asked }) => chat.send(sender(asked), body),
    'POST /api_ai/chat_ai/messages/{id}/regenerate': ({ params, body, ...asked }) =>
      chat.regenerate(sender(asked), params.id, body.client_key),
    'POST /api_ai/chat_ai/messages/{id}/continue': ({ params, body, ...asked }) =>
      chat.continueAnswer(sender(asked), params.id, body.client_key),
    'GET /api_ai/chat_ai/messages/{id}/stream': ({ params, query, ...asked }) =>
      chat.follow(ownerOf(asked), params.id, query.from, asked.visitor.locale),
    'POST /api_ai/chat_ai/messages/{id}/stop': ({ params, ...asked }) => chat.stop(ownerOf(asked), params.id),
    'PUT /api_ai/chat_ai/messages/{id}/feedback': ({ params, body, ...asked }) =>
      transaction((tx) => giveFeedback(tx, ownerOf(asked), params.id, body)),
    'POST /api_ai/chat_ai/files': ({ file, visitor }) =>
      files.add({ userId: visitor.session.userId, file, locale: visitor.locale }),
    'GET /api_ai/chat_ai/files/{id}': ({ params, visitor }) => files.file(visitor.session.userId, params.id),
    'POST /api_ai/chat_ai/files/{id}/text': ({ params, visitor }) =>
      files.text(visitor.session.userId, params.id),
    'PUT /api_ai/chat_ai/files/{id}/text': ({ params, body, visitor }) =>
      files.correct(visitor.session.userId, params.id, body.text),
    'GET /api_ai/chat_ai/is_domestic_ip': (asked) => ({ is_domestic_ip: isDomestic(asked) }),
    'GET /api_ai/chat_ai/share_code': async ({ query, ...asked }) => {
      const { userId } = asked.visitor.session;
      const { id } = await shownAssistant(db, query.assistant_id, isDomestic(asked));
      return transaction((tx) => giveCode(tx, { userId, assistantId: id, threadId: query.thread_id }));
    },
    'POST /api_ai/chat_ai/share_code': ({ body, ...asked }) => {
      const { userId } = asked.visitor.session;
      return transaction((tx) => takeCode(tx, { userId, code: body.code, isDomestic: isDomestic(asked) }));
    },
    'GET /api_ai/chat_ai/ai_question_examples': ({ query, ...asked }) =>
      database.mayLag((reader) =>
        listExamples(reader, {
          assistantId: query.assistant_id,
          locale: asked.visitor.locale,
          isDomestic: isDomestic(asked),
        }),
      ),
  });

  bindCalls(app, chatOperatorCalls, {
    'GET /api/operator/assistants': ({ visitor }) =>
      transaction((tx) => readAssistants(tx, visitor.session.userId, endpoints)),
    'PUT /api/operator/assistants/{id}': ({ params, body, visitor }) =>
      transaction((tx) =>
        setAssistant(tx, visitor.session.userId, { id: params.id, form: body, configured: endpoints }),
      ),
    'GET /api/operator/chat_spend': ({ visitor }) =>
      transaction((tx) => readSpend(tx, visitor.session.userId, dailyBudgetCents)),
    'POST /api/operator/users/{id}/subscription': ({ params, body, visitor }) =>
      transaction((tx) =>
        giveSubscription(tx, quota, { ...body, userId: params.id, operatorId: visitor.session.userId }),
      ),
    'DELETE /api/operator/users/{id}/subscription': ({ params, visitor }) =>
      transaction((tx) =>
        endSubscription(tx, quota, { userId: params.id, operatorId: visitor.session.userId }),
      ),
  });
};
