import type { FastifyPluginAsync } from 'fastify';
import { checkDraft } from '#server/domains/cases/case-references.ts';
import type { Reference } from '#server/domains/reference/reference.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Visitor } from '#server/ground/http/visitor.ts';
import { matchingCalls } from '#shared/matching.ts';
import type { Matching } from './matching.ts';
import type { Pricing } from './pricing.ts';

type Options = { matching: Matching; pricing: Pricing; reference: Reference };

export const matchingRoutes: FastifyPluginAsync<Options> = async (app, { matching, pricing, reference }) => {
  bindCalls(app, matchingCalls, {
    'POST /api/algorithms/tutor_matcher': async ({ body, visitor }) => {
      if (!body.draft) return matching.tutorsForCase(userOf(visitor), body.case_id ?? 0);
      await checkDraft(reference, body.draft, visitor.locale);
      return matching.tutorsForDraft(body.draft, visitor.session?.userId);
    },
    'GET /api/algorithms/tutor_matcher': ({ query: { case_id, ...query }, visitor }) =>
      matching.keptTutors(visitor.session.userId, case_id, query),
    'POST /api/algorithms/case_matcher': ({ visitor }) => matching.casesForTutor(visitor.session.userId),
    'GET /api/algorithms/case_matcher': ({ query, visitor }) =>
      matching.keptCases(visitor.session.userId, query),
    'POST /api/algorithms/price_recommender': async ({ body, visitor }) => {
      if (!body.draft) {
        const [userId, caseId] = [userOf(visitor), body.case_id ?? 0];
        const advice = await pricing.forCase(userId, caseId);
        return { ...advice, asked: await matching.feesForCase(userId, caseId) };
      }
      await checkDraft(reference, body.draft, visitor.locale);
      const asked = await matching.feesForDraft(body.draft, visitor.session?.userId);
      return { ...(await pricing.forDraft(body.draft)), asked };
    },
    'GET /api/algorithms/price_recommender': async ({ query: { case_id }, visitor: { session } }) => {
      const advice = await pricing.kept(session.userId, case_id);
      return { ...advice, asked: await matching.feesForCase(session.userId, case_id) };
    },
  });
};

/** Anybody may ask about a draft; for a case a login is needed. */
function userOf({ session }: Visitor) {
  if (session?.face !== 'product') throw new AppError('notSignedIn');
  return session.userId;
}
