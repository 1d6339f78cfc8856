/**
 * How high a row can score at most, known before it is looked at. Sums are kept as steps below the highest there can be,
 * rounded so that nothing ever looks worse than it is; ln σ at each step is in a table, so that a bound costs three look-ups.
 */
import { exposureAt, featureCount, freshnessAt, logisticCount, wantsCount } from './features.ts';
import { logSigmoid, type Model } from './score.ts';

const stepsPerUnit = 32;
/** Rows own at most so many steps, a byte's worth; beyond it a row looks better than it is. */
const lastStep = 255;
const tableSteps = 4 * (lastStep + 1);
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
  /** ln σ at each step below the best sum. */
  wants: Float64Array;
  accepts: Float64Array;
};

export function measureOf(model: Model, owned: readonly boolean[]): Measure {
  const table = (best: number) =>
    Float64Array.from({ length: tableSteps }, (_, step) => logSigmoid(best - step / stepsPerUnit) + rounding);
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

const stepsBelow = (short: number) => Math.min(lastStep, Math.max(0, Math.floor(short * stepsPerUnit)));

/** How far a row stays below the best, in steps: of both sums, and of its log factors. */
export type Own = { wants: number; accepts: number; factors: number };

export function ownOf(model: Model, measure: Measure, features: Float64Array): Own {
  const [wants, accepts] = ownSums(model, measure.owned, features);
  return {
    wants: stepsBelow(measure.mostWants - wants),
    accepts: stepsBelow(measure.mostAccepts - accepts),
    factors: stepsBelow(-(features[freshnessAt] as number) - (features[exposureAt] as number)),
  };
}

/** How far every row stays below the best in a search, in steps of both sums. */
export type Reach = { wants: number; accepts: number };

/** `least` and `most` are what the search knows about the features that rows do not own. */
export function reachOf(
  model: Model,
  owned: readonly boolean[],
  least: Float64Array,
  most: Float64Array,
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
  return { wants: stepsBelow(wants), accepts: stepsBelow(accepts) };
}

const factorTable = Float64Array.from({ length: lastStep + 1 }, (_, step) => rounding - step / stepsPerUnit);

/** The most that a row can score in any search. */
export function wholeOf(measure: Measure, own: Own): number {
  return (
    (measure.wants[own.wants] as number) +
    (measure.accepts[own.accepts] as number) +
    (factorTable[own.factors] as number)
  );
}

/** The best that the rows of a bucket have, one by one and together. */
export type Ceiling = { wants: number; accepts: number; factors: number; whole: number };

export const lowestCeiling = (): Ceiling => ({
  wants: lastStep,
  accepts: lastStep,
  factors: lastStep,
  whole: Number.NEGATIVE_INFINITY,
});

export function raise(ceiling: Ceiling, own: Own, whole: number) {
  ceiling.wants = Math.min(ceiling.wants, own.wants);
  ceiling.accepts = Math.min(ceiling.accepts, own.accepts);
  ceiling.factors = Math.min(ceiling.factors, own.factors);
  ceiling.whole = Math.max(ceiling.whole, whole);
}

/**
 * The most a row of the bucket can score in a search: from the best of each part, or from the best whole, less what this
 * search takes from it, ln σ(z) − ln σ(z − reach), which is least where z is greatest. Whichever is lower.
 */
export function bucketBound(measure: Measure, ceiling: Ceiling, reach: Reach): number {
  const wants = measure.wants[ceiling.wants + reach.wants] as number;
  const accepts = measure.accepts[ceiling.accepts + reach.accepts] as number;
  const apart = wants + accepts + (factorTable[ceiling.factors] as number);
  const together =
    ceiling.whole +
    (wants - (measure.wants[ceiling.wants] as number)) +
    (accepts - (measure.accepts[ceiling.accepts] as number)) +
    rounding;
  return Math.min(apart, together);
}

export type OwnColumns = { ownWants: Uint8Array; ownAccepts: Uint8Array; ownFactors: Uint8Array };

/** The most that a row can score in a search that knows what is lost by its price. */
export function rowBound(
  { ownWants, ownAccepts, ownFactors }: OwnColumns,
  measure: Measure,
  reach: Reach,
  { prices, wants, accepts }: PriceLoss,
): (row: number) => number {
  const { wants: wantsTable, accepts: acceptsTable } = measure;
  const { wants: wantsFrom, accepts: acceptsFrom } = reach;
  return (row) => {
    const band = bandOf(prices[row] as number);
    return (
      (wantsTable[wantsFrom + (ownWants[row] as number) + (wants[band] as number)] as number) +
      (acceptsTable[acceptsFrom + (ownAccepts[row] as number) + (accepts[band] as number)] as number) +
      (factorTable[ownFactors[row] as number] as number)
    );
  };
}

const priceBands = 128;
const bandWidth = 10;
const bandOf = (price: number) => Math.min(priceBands - 1, (price / bandWidth) | 0);

/** What a search knows to be lost at each price, in steps of both sums, and where nothing fits at all. */
export type PriceLoss = { prices: Uint16Array; wants: Uint8Array; accepts: Uint8Array; isOut: Uint8Array };

/** How far both features of the price fall short of 1 in a band of prices, at least; null where nothing fits. */
export type Shortfall = (lowest: number, highest: number) => { wants: number; accepts: number } | null;

export function priceLoss(model: Model, prices: Uint16Array, shortfall: Shortfall): PriceLoss {
  const loss = {
    prices,
    wants: new Uint8Array(priceBands),
    accepts: new Uint8Array(priceBands),
    isOut: new Uint8Array(priceBands),
  };
  // A weight below 0 turns less into more: then nothing is claimed.
  const steps = (weight: number, short: number) => (weight > 0 ? stepsBelow(weight * short) : 0);
  for (let band = 0; band < priceBands; band++) {
    const highest = band === priceBands - 1 ? 65_535 : band * bandWidth + bandWidth - 1;
    const short = shortfall(band * bandWidth, highest);
    loss.wants[band] = short === null ? lastStep : steps(model.by[0] as number, short.wants);
    loss.accepts[band] = short === null ? lastStep : steps(model.by[wantsCount] as number, short.accepts);
    loss.isOut[band] = short === null ? 1 : 0;
  }
  return loss;
}

/** The reach that is left between two prices; null where nothing fits. */
export function reachWithin(reach: Reach, loss: PriceLoss, lowest: number, highest: number): Reach | null {
  let wants = lastStep + 1;
  let accepts = lastStep + 1;
  for (let band = bandOf(lowest); band <= bandOf(highest); band++) {
    if (loss.isOut[band]) continue;
    wants = Math.min(wants, loss.wants[band] as number);
    accepts = Math.min(accepts, loss.accepts[band] as number);
  }
  return wants > lastStep ? null : { wants: reach.wants + wants, accepts: reach.accepts + accepts };
}
