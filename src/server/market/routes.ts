import type { FastifyPluginAsync } from 'fastify';
import { marketCalls } from '#shared/market.ts';
import { bindCalls } from '../calls.ts';
import { revalidated } from '../revalidated.ts';
import type { Market } from './market.ts';

export const marketRoutes: FastifyPluginAsync<{ market: Market }> = async (app, { market }) => {
  bindCalls(
    app,
    marketCalls,
    {
      'GET /api/common_info/parent_case': ({ query }) => market.cases(query),
      'GET /api/common_info/child_case': ({ query }) => market.children(query),
      'GET /api/common_info/teacher_case': ({ query }) => market.tutors(query),
      'GET /api/common_info/parent_case/{id}': ({ params }) => market.case(params.id),
      'GET /api/common_info/teacher_case/{id}': ({ params }) => market.tutor(params.id),
    },
    { headers: revalidated, keepsAnswers: true },
  );
};
