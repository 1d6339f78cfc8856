/**
 * score = ln( P(family wants) × P(tutor accepts) × freshness × exposure ). Both probabilities are logistic.
 *
 * To give reasons, P is split into one factor per feature: with z the weighted sum and zBest the sum of the best
 * possible features, ln P = ln σ(zBest) + (z − zBest)·slope, where slope is the slope of the chord between the two;
 * z − zBest is a sum over the features of w·(x − best), none of them above 0. So the factors exp(w·(x −
 * best)·slope) are ≤ 1 and multiply, with the constant σ(zBest), to exactly P.
 */

import { acceptsNames, type Weights, wantsNames } from '../weights.ts';
import type { CaseFacts, TutorFacts } from './facts.ts';
import {
  exposureAt,
  featureCount,
  freshnessAt,
  logCaseExposure,
  logFreshness,
  logisticCount,
  logTutorExposure,
  wantsCount,
} from './features.ts';

/** Weights in arrays for the inner loops. */
export type Model = {
  weights: Weights;
  /** Weight by feature; 1 for freshness and exposure, which are log factors already. */
  by: Float64Array;
  /** The best value of each logistic feature: 1, or 0 if its weight is not positive. */
  best: Float64Array;
  bestWants: number;
  bestAccepts: number;
  /** ln σ of `bestWants` and `bestAccepts`. */
  bestLogs: [number, number];
  leastFreshness: number;
};

export function modelOf(weights: Weights): Model {
  const by = Float64Array.from([
    ...wantsNames.map((name) => weights.wants[name]),
    ...acceptsNames.map((name) => weights.accepts[name]),
    1,
    1,
  ]);
  const best = Float64Array.from(by, (weight, at) => (at < logisticCount && weight > 0 ? 1 : 0));
  const bestWants = wantsSum({ weights, by }, best);
  const bestAccepts = acceptsSum({ weights, by }, best);
  return {
    weights,
    by,
    best,
    bestWants,
    bestAccepts,
    bestLogs: [logSigmoid(bestWants), logSigmoid(bestAccepts)],
    leastFreshness: Math.log(weights.freshness.least),
  };
}

export const logSigmoid = (z: number) => (z > 0 ? -Math.log1p(Math.exp(-z)) : z - Math.log1p(Math.exp(z)));

export function wantsSum({ weights, by }: Pick<Model, 'weights' | 'by'>, features: Float64Array): number {
  let z = weights.wants.bias;
  const end = wantsCount;
  for (let at = 0; at < end; at++) z += (by[at] as number) * (features[at] as number);
  return z;
}

export function acceptsSum({ weights, by }: Pick<Model, 'weights' | 'by'>, features: Float64Array): number {
  let z = weights.accepts.bias;
  const end = logisticCount;
  for (let at = wantsCount; at < end; at++) z += (by[at] as number) * (features[at] as number);
  return z;
}

/** The score of a row of features. */
export function scoreFeatures(model: Model, features: Float64Array): number {
  return (
    logSigmoid(wantsSum(model, features)) +
    logSigmoid(acceptsSum(model, features)) +
    (features[freshnessAt] as number) +
    (features[exposureAt] as number)
  );
}

/** The constant part of every score: ln σ of the best possible sums of both sides. */
export const bestScore = ({ bestLogs: [wants, accepts] }: Model) => wants + accepts;

function chordSlope(z: number, best: number, bestLog: number): number {
  const gap = z - best;
  // At the best sum itself the chord becomes the tangent.
  return gap > -1e-9 ? 1 / (1 + Math.exp(best)) : (logSigmoid(z) - bestLog) / gap;
}

/** The log factor of each feature, all ≤ 0; with `bestScore` they add up to the score. */
export function writeLogFactors(model: Model, features: Float64Array, out: Float64Array) {
  const { by, best } = model;
  const [middle, end] = [wantsCount, logisticCount];
  const wants = chordSlope(wantsSum(model, features), model.bestWants, model.bestLogs[0]);
  const accepts = chordSlope(acceptsSum(model, features), model.bestAccepts, model.bestLogs[1]);
  for (let at = 0; at < middle; at++)
    out[at] = (by[at] as number) * ((features[at] as number) - (best[at] as number)) * wants;
  for (let at = middle; at < end; at++)
    out[at] = (by[at] as number) * ((features[at] as number) - (best[at] as number)) * accepts;
  for (let at = end; at < featureCount; at++) out[at] = features[at] as number;
}

/** Writes freshness and exposure of a tutor (below: of a case) on a day. */
export function writeTutorFactors(model: Model, tutor: TutorFacts, today: number, out: Float64Array) {
  const { freshness, exposure } = model.weights;
  out[freshnessAt] = logFreshness(tutor, freshness.tutorHalfLifeDays, model.leastFreshness, today);
  out[exposureAt] = logTutorExposure(tutor, exposure, today);
}

export function writeCaseFactors(model: Model, parentCase: CaseFacts, today: number, out: Float64Array) {
  const { freshness, exposure } = model.weights;
  out[freshnessAt] = logFreshness(parentCase, freshness.caseHalfLifeDays, model.leastFreshness, today);
  out[exposureAt] = logCaseExposure(parentCase, exposure);
}
