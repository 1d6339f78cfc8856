import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { CaseProblem, type PricedCase } from '#engine/pricing/case-facts.ts';
import { type AcceptedCase, fitPricing, type PricingModel } from '#engine/pricing/fit.ts';
import { recommendPrice } from '#engine/pricing/price.ts';
import { readCase } from '#server/domains/cases/cases.ts';
import type { Database, Db } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { PriceAdvice } from '#shared/matching.ts';
import { keepResult, storedResult } from './matching.ts';

export type Pricing = ReturnType<typeof createPricing>;

/** Prices change slowly. Every process fits its model to the same rows, so all agree after this time. */
const refitAfterMs = 10 * 60_000;
/** The latest cases are enough, and are fitted quickly. */
const mostCases = 20_000;

type Advice = Omit<PriceAdvice, 'asked' | 'computed_at'>;
type Advised = Omit<PriceAdvice, 'asked'>;

export function createPricing(database: Database, log: Pick<Logger, 'error'>) {
  const { db, transaction } = database;
  let model: Promise<PricingModel> | undefined;
  let fittedAt = 0;

  /** While a new model is being fitted, the old one is used. */
  function currentModel() {
    if (Date.now() - fittedAt > refitAfterMs) {
      fittedAt = Date.now();
      const next = acceptedCases(db).then(fitPricing);
      next.then(
        () => {
          model = next;
        },
        (error) => {
          log.error({ err: error }, 'prices could not be learned anew');
          fittedAt = 0;
        },
      );
      model ??= next;
    }
    return model as Promise<PricingModel>;
  }

  async function advise(asked: PricedCase): Promise<Advice> {
    try {
      const { p25, p50, p75, comparables, confidence, applicants } = recommendPrice(
        await currentModel(),
        asked,
      );
      return { p25, p50, p75, comparables, confidence, applicants };
    } catch (error) {
      if (error instanceof CaseProblem) throw new AppError('badInput', { cause: error });
      throw error;
    }
  }

  return {
    async forDraft(draft: PricedCase): Promise<Advised> {
      return { ...(await advise(draft)), computed_at: new Date().toISOString() };
    },

    async forCase(userId: number, caseId: number): Promise<Advised> {
      const advice = await advise(await readCase(db, userId, caseId));
      const whose = { userId, kind: 'price_recommender', subjectId: caseId } as const;
      return { ...advice, computed_at: await transaction((tx) => keepResult(tx, whose, advice)) };
    },

    async kept(userId: number, caseId: number): Promise<Advised> {
      const whose = { userId, kind: 'price_recommender', subjectId: caseId } as const;
      const { result, computedAt } = await storedResult<Advice>(db, whose);
      return { ...result, computed_at: computedAt };
    },
  };
}

/** Agreed prices; samples and failed trials are left out. */
async function acceptedCases(db: Db): Promise<AcceptedCase[]> {
  const { rows } = await db.execute<{ accepted: AcceptedCase }>(sql`
    select json_build_object(
      'price', matches.price,
      'applicants', (select count(*) from interests
                     where interests.case_id = cases.id and asked_by = 'tutor'),
      'tutoring_type', tutoring_type_id, 'tutoring_region', tutoring_region_id,
      'tutoring_time_per_class', tutoring_time_per_class_id, 'tutoring_days_per_week', tutoring_days_per_week,
      'teacher_education', teacher_education_id, 'teacher_gender', teacher_gender,
      'teaching_language', teaching_language_ids,
      'child_info', (select json_agg(json_build_object('grade', grade_id,
          'major_subject', major_subject_ids, 'other_subject', other_subject_ids))
        from case_children join children on children.id = child_id where case_id = cases.id)) as accepted
    from matches join cases on cases.id = matches.case_id
    where matches.status in ('going', 'ended') and not cases.is_sample
      and exists (select from case_children where case_id = cases.id)
    order by matches.id desc limit ${mostCases}`);
  return rows.map(({ accepted }) => accepted);
}
