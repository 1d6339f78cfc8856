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
import { addHelpLine, readHelpLines, removeHelpLine, setHelpLine } from './help-line-list.ts';
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
  // Registered in this scope only: no other route accepts multipart bodies.
  await app.register(multipart);
  const { chat, database, quota, config } = options;
  const { db, transaction } = database;
  const { endpoints, dailyBudgetCents } = config.ai;
  const { reading } = chat;
  const files = openChatFiles({ database, files: options.files, tools: options.eraserTools, reading });
  type Caller = { visitor: Visitor; cookies: Cookies };
  const ownerOf = ({ visitor, cookies }: Caller) => chat.devices.ownerOf(visitor, cookies);
  const isDomestic = ({ visitor }: Caller) => chat.isDomestic(visitor.address);

  /** The owner of an existing thread; a caller who owns none gets notFound. */
  const sender = (caller: Caller) => {
    const owner = ownerOf(caller);
    if (!owner) throw new AppError('notFound');
    return { owner, address: caller.visitor.address, locale: caller.visitor.locale };
  };

  bindCalls(app, chatCalls, {
    'POST /api_ai/chat_ai/threads': async ({ body, ...caller }) => {
      const assistant = await shownAssistant(db, body.assistant_id, isDomestic(caller));
      const isTrial = caller.visitor.session === undefined;
      if (isTrial && (assistant.isLoginRequired || assistant.trialCount === 0))
        throw new AppError(caller.visitor.problem ?? 'notSignedIn');
      const owner = chat.devices.newOwner(caller.visitor, caller.cookies);
      return transaction((tx) => createThread(tx, owner, { assistantId: assistant.id, title: body.title }));
    },
    'GET /api_ai/chat_ai/threads': ({ query, ...caller }) => listThreads(db, ownerOf(caller), query),
    'GET /api_ai/chat_ai/threads/{id}': ({ params, ...caller }) => readThread(db, ownerOf(caller), params.id),
    'PUT /api_ai/chat_ai/threads/{id}': ({ params, body, ...caller }) =>
      transaction((tx) => renameThread(tx, ownerOf(caller), params.id, body.title)),
    'DELETE /api_ai/chat_ai/threads/{id}': ({ params, ...caller }) =>
      transaction(async (tx) => {
        const end = (generationId: number) => chat.endForDeletion(tx, generationId);
        await files.removeLater(tx, await deleteThread(tx, ownerOf(caller), params.id, end));
      }),
    'PUT /api_ai/chat_ai/threads/{id}/version': ({ params, body, ...caller }) =>
      transaction((tx) => showVersion(tx, ownerOf(caller), params.id, body.message_id)),
    'GET /api_ai/chat_ai/threads/{id}/events': ({ params, ...caller }) =>
      chat.watch(ownerOf(caller), params.id),
    'GET /api_ai/chat_ai/threads/{id}/export': ({ params, ...caller }) =>
      exportThread(db, { owner: ownerOf(caller), id: params.id, locale: caller.visitor.locale }),
    'GET /api_ai/chat_ai/threads/{id}/export_pdf': ({ params, ...caller }) =>
      printedThread(db, { owner: ownerOf(caller), id: params.id, locale: caller.visitor.locale }),
    'GET /api_ai/chat_ai/assistants': (caller) =>
      listAssistants(
        db,
        { quota, charges: chat.charges, endpoints },
        {
          owner: ownerOf(caller),
          address: caller.visitor.address,
          locale: caller.visitor.locale,
          isDomestic: isDomestic(caller),
        },
      ),
    'GET /api_ai/chat_ai/messages': ({ query, ...caller }) => listMessages(db, ownerOf(caller), query),
    'POST /api_ai/chat_ai/messages': ({ body, ...caller }) => chat.send(sender(caller), body),
    'POST /api_ai/chat_ai/messages/{id}/regenerate': ({ params, body, ...caller }) =>
      chat.regenerate(sender(caller), params.id, body.client_key),
    'POST /api_ai/chat_ai/messages/{id}/continue': ({ params, body, ...caller }) =>
      chat.continueAnswer(sender(caller), params.id, body.client_key),
    'GET /api_ai/chat_ai/messages/{id}/stream': ({ params, query, ...caller }) =>
      chat.follow(ownerOf(caller), params.id, query.from, caller.visitor.locale),
    'POST /api_ai/chat_ai/messages/{id}/stop': ({ params, ...caller }) =>
      chat.stop(ownerOf(caller), params.id),
    'PUT /api_ai/chat_ai/messages/{id}/feedback': ({ params, body, ...caller }) =>
      transaction((tx) => giveFeedback(tx, ownerOf(caller), params.id, body)),
    'POST /api_ai/chat_ai/files': ({ file, visitor }) =>
      files.add({ userId: visitor.session.userId, file, locale: visitor.locale }),
    'GET /api_ai/chat_ai/files/{id}': ({ params, visitor }) => files.file(visitor.session.userId, params.id),
    'POST /api_ai/chat_ai/files/{id}/text': ({ params, visitor }) =>
      files.text(visitor.session.userId, params.id),
    'PUT /api_ai/chat_ai/files/{id}/text': ({ params, body, visitor }) =>
      files.correct(visitor.session.userId, params.id, body.text),
    'GET /api_ai/chat_ai/is_domestic_ip': (caller) => ({ is_domestic_ip: isDomestic(caller) }),
    'GET /api_ai/chat_ai/share_code': async ({ query, ...caller }) => {
      const { userId } = caller.visitor.session;
      const { id } = await shownAssistant(db, query.assistant_id, isDomestic(caller));
      return transaction((tx) => giveCode(tx, { userId, assistantId: id, threadId: query.thread_id }));
    },
    'POST /api_ai/chat_ai/share_code': ({ body, ...caller }) => {
      const { userId } = caller.visitor.session;
      return transaction((tx) => takeCode(tx, { userId, code: body.code, isDomestic: isDomestic(caller) }));
    },
    'GET /api_ai/chat_ai/ai_question_examples': ({ query, ...caller }) =>
      database.readFromReplica((reader) =>
        listExamples(reader, {
          assistantId: query.assistant_id,
          locale: caller.visitor.locale,
          isDomestic: isDomestic(caller),
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
    'GET /api/operator/help_lines': ({ visitor }) =>
      transaction((tx) => readHelpLines(tx, visitor.session.userId)),
    'POST /api/operator/help_lines': ({ body, visitor }) =>
      transaction((tx) => addHelpLine(tx, visitor.session.userId, body)),
    'PUT /api/operator/help_lines/{id}': ({ params, body, visitor }) =>
      transaction((tx) => setHelpLine(tx, visitor.session.userId, { id: params.id, form: body })),
    'DELETE /api/operator/help_lines/{id}': ({ params, visitor }) =>
      transaction((tx) => removeHelpLine(tx, visitor.session.userId, params.id)),
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
