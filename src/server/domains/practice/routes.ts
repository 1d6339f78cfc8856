import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '#server/ground/db/db.ts';
import { pageOf } from '#server/ground/db/paging.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Visitor } from '#server/ground/http/visitor.ts';
import { practiceCalls } from '#shared/practice.ts';
import { shownQuestion } from './bank.ts';
import { addCard, listDue, postponeCard, questionOf, removeCard } from './cards.ts';
import { listMastery } from './mastery.ts';
import type { Practice } from './practice.ts';

type Options = { practice: Practice; database: Database };

/** An expired session is reported, so that an answer is not marked and then lost. */
function userOf(visitor: Visitor): number | undefined {
  if (visitor.session) return visitor.session.userId;
  if (visitor.problem) throw new AppError(visitor.problem);
  return undefined;
}

export const practiceRoutes: FastifyPluginAsync<Options> = async (app, { practice, database }) => {
  const { bank } = practice;
  const { db, transaction } = database;
  const callerOf = (visitor: Visitor) => ({ userId: userOf(visitor), locale: visitor.locale });

  bindCalls(app, practiceCalls, {
    'POST /api_ai/practice/attempts': ({ body, visitor }) => practice.attempt(body, callerOf(visitor)),
    'GET /api_ai/practice/due': ({ query, visitor }) =>
      listDue(db, bank, { ...query, userId: visitor.session.userId, locale: visitor.locale }),
    'GET /api_ai/practice/mastery': async ({ visitor }) => {
      const list = await listMastery(db, { userId: visitor.session.userId, locale: visitor.locale });
      return { list, total: list.length };
    },
    'GET /api_ai/practice/kinds': ({ visitor }) => {
      const list = bank.kinds(visitor.locale);
      return { list, total: list.length };
    },
    'GET /api_ai/practice/questions': ({ query: { page, page_size, ...filter }, visitor }) => {
      const found = pageOf(bank.find(filter), { page, page_size });
      return { ...found, list: found.list.map((question) => shownQuestion(question, visitor.locale)) };
    },
    'GET /api_ai/practice/questions/{id}': ({ params, visitor }) =>
      shownQuestion(questionOf(bank, params.id), visitor.locale),
    'GET /api_ai/practice/next': async ({ query, visitor }) => {
      const list = await practice.next(db, query, callerOf(visitor));
      return { list, total: list.length };
    },
    'POST /api_ai/practice/cards': ({ body, visitor }) =>
      transaction((tx) =>
        addCard(tx, bank, { userId: visitor.session.userId, locale: visitor.locale }, body.question_id),
      ),
    'POST /api_ai/practice/cards/{id}/postpone': ({ params, visitor }) =>
      transaction((tx) =>
        postponeCard(tx, bank, { userId: visitor.session.userId, locale: visitor.locale }, params.id),
      ),
    'DELETE /api_ai/practice/cards/{id}': ({ params, visitor }) =>
      transaction((tx) => removeCard(tx, visitor.session.userId, params.id)),
  });
};
