import type { FastifyPluginAsync } from 'fastify';
import type { Reference } from '#server/domains/reference/reference.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Database } from '#server/ground/db/db.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { caseCalls } from '#shared/cases.ts';
import { checkCase, checkChild } from './case-references.ts';
import { createCase, readCase, replaceCase } from './cases.ts';
import { addChild, changeChild, countChildren, listChildren, removeChild } from './children.ts';
import { dropDraft, keepDraft, readDraft } from './drafts.ts';

type Options = { config: Pick<Config, 'maxChildren'>; database: Database; reference: Reference };

export const caseRoutes: FastifyPluginAsync<Options> = async (app, { config, database, reference }) => {
  const { db, transaction } = database;
  const { maxChildren } = config;

  bindCalls(app, caseCalls, {
    'POST /api/common_info/student_detailed_registration': async ({ body, visitor }) => {
      const { session, locale } = visitor;
      if (session.identity !== 1) throw new AppError('notAllowed');
      await checkCase(reference, body, locale);
      return transaction((tx) => createCase(tx, session.userId, body, { maxChildren, locale }));
    },
    'GET /api/common_info/student_detailed_registration/{id}': ({ params, visitor }) =>
      readCase(db, visitor.session.userId, params.id),
    'PUT /api/common_info/student_detailed_registration/{id}': async ({ params, body, visitor }) => {
      const { session, locale } = visitor;
      await readCase(db, session.userId, params.id);
      await checkCase(reference, body, locale);
      return transaction((tx) => replaceCase(tx, session.userId, params.id, body, { maxChildren, locale }));
    },

    'GET /api/users/case_draft': async ({ visitor }) => ({
      draft: await readDraft(db, visitor.session.userId),
    }),
    'PUT /api/users/case_draft': async ({ body, visitor }) => ({
      draft: await transaction((tx) => keepDraft(tx, visitor.session.userId, body)),
    }),
    'DELETE /api/users/case_draft': async ({ visitor }) => {
      await dropDraft(db, visitor.session.userId);
      return {};
    },

    'GET /api/users/children': async ({ visitor }) => {
      const list = await listChildren(db, visitor.session.userId);
      return { list, total: list.length };
    },
    'POST /api/users/children': async ({ body, visitor }) => {
      await checkChild(reference, body, visitor.locale);
      return transaction((tx) => addChild(tx, visitor.session.userId, body, maxChildren));
    },
    'PUT /api/users/children/{id}': async ({ params, body, visitor }) => {
      await checkChild(reference, body, visitor.locale);
      return transaction((tx) => changeChild(tx, visitor.session.userId, params.id, body));
    },
    'DELETE /api/users/children/{id}': ({ params, visitor }) =>
      transaction((tx) => removeChild(tx, visitor.session.userId, params.id)),
    'GET /api/users/is-create-student-reach-limit': async ({ visitor }) => {
      const count = await countChildren(db, visitor.session.userId);
      return { is_reach_limit: count >= maxChildren, limit: maxChildren, count };
    },
  });
};
