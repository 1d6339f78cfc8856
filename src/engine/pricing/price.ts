import { type ApplicantsPoint, applicantsAlong } from './applicants.ts';
import { type Band, bandOf, type Confidence, comparableKey, confidenceOf } from './band.ts';
import { factsOf, type PricedCase } from './case-facts.ts';
import { rowOf } from './design.ts';
import type { PricingModel } from './fit.ts';
import type { MarketCell, TutorClass } from './market-table.ts';
import { ditherOf } from './price-steps.ts';

type Recommendation = Band & {
  comparables: number;
  confidence: Confidence;
  tutor_class: TutorClass;
  market: MarketCell;
  applicants: ApplicantsPoint[];
};

/** The price band of a case. Without `tutorClass` the class follows from the requested education. */
export function recommendPrice(
  model: PricingModel,
  pricedCase: PricedCase,
  tutorClass?: TutorClass,
): Recommendation {
  const facts = factsOf(pricedCase, tutorClass);
  const row = rowOf(model.columns, facts);
  const sum = (effects: Float64Array, weighted: boolean) =>
    row.reduce((total, [column, weight]) => total + (weighted ? weight : 1) * (effects[column] ?? 0), 0);
  const { offsets } = model;
  const band = bandOf(
    {
      count: model.count,
      cell: facts.cell,
      level: sum(model.level, true),
      scale: Math.exp(sum(model.scale, true)),
      offsets: [sum(offsets[0], false), sum(offsets[1], false), sum(offsets[2], false)],
      lean: ditherOf(facts, model.step),
    },
    model.shifts,
  );
  const comparables = model.comparables.get(comparableKey(facts)) ?? 0;
  return {
    ...band,
    comparables,
    confidence: confidenceOf(model.count, comparables, band),
    tutor_class: facts.tutorClass,
    market: facts.cell,
    applicants: applicantsAlong(model.applicants, band),
  };
}
