/**
 * How far rows stay below the best there is. What a row owns is kept as four bytes, in steps, rounded so that nothing ever
 * looks worse than it is; what a search takes from a row is counted finer, likewise rounded. ln σ of what is left is in a
 * table, so that a bound is a few additions and three look-ups.
 */
import {
  exposureAt,
  featureCount,
  freshnessAt,
  logisticCount,
  namedFeatures,
  wantsCount,
} from '../pair/features.ts';
import { logSigmoid, type Model } from '../pair/score.ts';

/** What a search takes off a sum is counted in these parts of 1, and so are bounds: a bound of −1024 is a score of −1. */
export const partsPerUnit = 1024;
const stepsPerUnit = 64;
export const partsPerStep = partsPerUnit / stepsPerUnit;
/** Rows own at most so many steps, a byte's worth; beyond it a row looks better than it is. */
const lastStep = 255;
const tableSteps = 4096;
/** Nothing takes more than this: what is further down is as good as nothing, and all that is taken fits into the table. */
export const mostLost = 6 * partsPerUnit;
/** Sums are added in another order than scores are; this is far more than that can make. */
const rounding = 1e-9;

/** Which features a row has whatever it is searched for. */
export const ownedFlags = (indices: readonly number[]) =>
  Array.from({ length: featureCount }, (_, at) => indices.includes(at));

/** What the rows of an index are measured by. */
export type Measure = {
  owned: readonly boolean[];
  mostWants: number;
  mostAccepts: number;
  /** ln σ at each step below the best sum, in parts, rounded up. */
  wants: Int32Array;
  accepts: Int32Array;
};

export function measureOf(model: Model, owned: readonly boolean[]): Measure {
  const table = (best: number) =>
    Int32Array.from({ length: tableSteps }, (_, step) =>
      Math.ceil((logSigmoid(best - step / stepsPerUnit) + rounding) * partsPerUnit),
    );
  const [mostWants, mostAccepts] = ownSums(model, owned, model.best);
  return { owned, mostWants, mostAccepts, wants: table(model.bestWants), accepts: table(model.bestAccepts) };
}

function ownSums(model: Model, owned: readonly boolean[], features: Float64Array): [number, number] {
  let wants = 0;
  let accepts = 0;
  for (let at = 0; at < logisticCount; at++) {
    if (!owned[at]) continue;
    const part = (model.by[at] as number) * (features[at] as number);
    if (at < wantsCount) wants += part;
    else accepts += part;
  }
  return [wants, accepts];
}

/** What is lost, in parts. */
export const partsOf = (short: number) => {
  const parts = (short * partsPerUnit) | 0;
  return parts < 0 ? 0 : parts > mostLost ? mostLost : parts;
};

const stepsOf = (short: number) => Math.min(lastStep, Math.max(0, Math.floor(short * stepsPerUnit)));

/** What a row owns, four bytes in a word: how far both sums, the log factors, and where an education is named the first sum stay below the best. */
export function ownOf(model: Model, measure: Measure, features: Float64Array): number {
  const [wants, accepts] = ownSums(model, measure.owned, features);
  let named = 0;
  for (const at of namedFeatures)
    named += (model.by[at] as number) * ((model.best[at] as number) - (features[at] as number));
  return (
    stepsOf(measure.mostWants - wants) |
    (stepsOf(measure.mostAccepts - accepts) << 8) |
    (stepsOf(-(features[freshnessAt] as number) - (features[exposureAt] as number)) << 16) |
    (stepsOf(named) << 24)
  );
}
export const ownWants = (own: number) => (own & 255) * partsPerStep;
export const ownAccepts = (own: number) => ((own >>> 8) & 255) * partsPerStep;
export const ownFactors = (own: number) => ((own >>> 16) & 255) * partsPerStep;
export const ownNamed = (own: number) => (own >>> 24) * partsPerStep;

/** How far every row stays below the best in a search, in parts of both sums; whether an education is named in it. */
export type Reach = { wants: number; accepts: number; isNamed: boolean };

/** `least` and `most` are what the search knows about the features that rows do not own. */
export function reachOf(
  model: Model,
  owned: readonly boolean[],
  least: Float64Array,
  most: Float64Array,
  isNamed: boolean,
): Reach {
  let wants = 0;
  let accepts = 0;
  for (let at = 0; at < logisticCount; at++) {
    if (owned[at]) continue;
    const weight = model.by[at] as number;
    const short =
      Math.max(weight, 0) - Math.max(weight * (least[at] as number), weight * (most[at] as number));
    if (at < wantsCount) wants += short;
    else accepts += short;
  }
  return { wants: partsOf(wants), accepts: partsOf(accepts), isNamed };
}

const lastTableStep = tableSteps - 1;
/** ln σ where so many parts of the sum are lost, in parts. */
export function logAt(table: Int32Array, lost: number): number {
  const step = (lost / partsPerStep) | 0;
  return table[step > lastTableStep ? lastTableStep : step] as number;
}

/** At most what a score with these sums comes to, in parts; `own` knows the log factors. */
export function boundOfSums(
  measure: Measure,
  model: Model,
  wants: number,
  accepts: number,
  own: number,
): number {
  const lost = (short: number) => (short > 0 ? (short * partsPerUnit) | 0 : 0);
  return (
    logAt(measure.wants, lost(model.bestWants - wants)) +
    logAt(measure.accepts, lost(model.bestAccepts - accepts)) -
    ownFactors(own)
  );
}
