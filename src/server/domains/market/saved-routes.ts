import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '#server/ground/db/db.ts';
import { transactionWithRetry } from '#server/ground/db/transaction-with-retry.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { savedCalls } from '#shared/market.ts';
import type { Market } from './market.ts';
import { save, savedIds, savedPage, unsave } from './saved.ts';
import { dropSearch, keepSearch, listSearches } from './saved-searches.ts';

type Options = { database: Database; market: Market };

export const savedRoutes: FastifyPluginAsync<Options> = async (app, { database, market }) => {
  const { db } = database;
  bindCalls(app, savedCalls, {
    'GET /api/users/saved_searches': ({ visitor }) => listSearches(db, visitor.session.userId),
    'POST /api/users/saved_searches': ({ body, visitor }) =>
      transactionWithRetry(database, (tx) => keepSearch(tx, visitor.session.userId, body.search)),
    'DELETE /api/users/saved_searches/{id}': ({ params, visitor }) =>
      dropSearch(db, visitor.session.userId, params.id),
    'GET /api/users/saved': ({ visitor }) => savedIds(db, visitor.session.userId),
    'GET /api/users/saved_tutor': ({ query, visitor }) =>
      savedPage(db, visitor.session.userId, 'tutor', query, market.tutorCards),
    'PUT /api/users/saved_tutor/{id}': ({ params, visitor }) =>
      transactionWithRetry(database, (tx) => save(tx, visitor.session.userId, 'tutor', params.id)),
    'DELETE /api/users/saved_tutor/{id}': ({ params, visitor }) =>
      unsave(db, visitor.session.userId, 'tutor', params.id),
    'GET /api/users/saved_case': ({ query, visitor }) =>
      savedPage(db, visitor.session.userId, 'case', query, market.caseCards),
    'PUT /api/users/saved_case/{id}': ({ params, visitor }) =>
      transactionWithRetry(database, (tx) => save(tx, visitor.session.userId, 'case', params.id)),
    'DELETE /api/users/saved_case/{id}': ({ params, visitor }) =>
      unsave(db, visitor.session.userId, 'case', params.id),
  });
};
