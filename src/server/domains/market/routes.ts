import type { FastifyPluginAsync } from 'fastify';
import { bindCalls } from '#server/ground/http/calls.ts';
import { revalidated } from '#server/ground/http/file-answer.ts';
import { marketCalls } from '#shared/market.ts';
import type { Market } from './market.ts';
import { previewOf } from './preview.ts';
import { viewerOf } from './views.ts';

export const marketRoutes: FastifyPluginAsync<{ market: Market }> = async (app, { market }) => {
  bindCalls(
    app,
    marketCalls,
    {
      'GET /api/common_info/parent_case': ({ query, visitor }) =>
        market.cases(query, visitor.session?.userId),
      'GET /api/common_info/child_case': ({ query, visitor }) =>
        market.children(query, visitor.session?.userId),
      'GET /api/common_info/teacher_case': ({ query, visitor }) =>
        market.tutors(query, visitor.session?.userId),
      'GET /api/common_info/parent_case/{id}': async ({ params, visitor }) => {
        const found = await market.case(params.id, visitor.session?.userId);
        market.views.seen('case', params.id, viewerOf(visitor));
        return found;
      },
      'GET /api/common_info/teacher_case/{id}': async ({ params, visitor }) => {
        const found = await market.tutor(params.id, visitor.session?.userId);
        market.views.seen('tutor', params.id, viewerOf(visitor));
        return found;
      },
      'GET /api/common_info/teacher_case/{id}/preview': async ({ params, query, visitor }) =>
        previewOf(await market.tutor(params.id, visitor.session?.userId), query.language ?? visitor.locale),
    },
    { headers: revalidated, keepsAnswers: true },
  );
};
