import type { FastifyPluginAsync } from 'fastify';
import { pageOf } from '#server/ground/db/paging.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { revalidated } from '#server/ground/http/file-answer.ts';
import { contentCalls } from '#shared/content.ts';
import type { Content } from './content.ts';

export const contentRoutes: FastifyPluginAsync<{ content: Content }> = async (app, { content }) => {
  bindCalls(
    app,
    contentCalls,
    {
      'GET /api/common_info/company_info': ({ visitor }) => content.companyInfo(visitor.locale),
      'GET /api/common_info/media-company': async ({ query, visitor }) =>
        pageOf(await content.mediaCompanies(visitor.locale), query),
      'GET /api/common_info/qr_code': ({ visitor }) => content.qrCodes(visitor.locale),
      'GET /api/common_info/terms_and_conditions': ({ query, visitor }) =>
        content.terms('', query.version, visitor.locale),
      'GET /api/common_info/terms_and_conditions/{suffix}': ({ params, query, visitor }) =>
        content.terms(params.suffix, query.version, visitor.locale),
      'GET /api/faqchat/faq': ({ query, visitor }) => content.faqs(query, visitor.locale),
    },
    { headers: revalidated, keepsAnswers: true },
  );
};
