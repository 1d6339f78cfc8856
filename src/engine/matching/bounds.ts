/**
 * How high a row can score at most, known before it is looked at. Sums are kept as steps below the highest there can be,
 * rounded so that nothing ever looks worse than it is; ln σ at each step is in a table, so that a bound costs three look-ups.
 */
import {
  acceptsAt,
  exposureAt,
  featureCount,
  freshnessAt,
  logisticCount,
  namedFeatures,
  nearness,
  tutorTimes,
  wantsAt,
  wantsCount,
} from './features.ts';
import { logSigmoid, type Model } from './score.ts';
import { allDistricts, meanOf, shortestOf, type Ways } from './travel.ts';
import { commonDays, leastHalves, outlineBits } from './weekly.ts';

const stepsPerUnit = 32;
/** Rows own at most so many steps, a byte's worth; beyond it a row looks better than it is. */
const lastStep = 255;
const tableSteps = 8 * (lastStep + 1);
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

export const stepsBelow = (short: number) =>
  Math.min(lastStep, Math.max(0, Math.floor(short * stepsPerUnit)));

/** How far a row stays below the best, in steps: of both sums, of its log factors, and where an education is named. */
export type Own = { wants: number; accepts: number; factors: number; named: number };

export function ownOf(model: Model, measure: Measure, features: Float64Array): Own {
  const [wants, accepts] = ownSums(model, measure.owned, features);
  let named = 0;
  for (const at of namedFeatures)
    named += (model.by[at] as number) * ((model.best[at] as number) - (features[at] as number));
  return {
    wants: stepsBelow(measure.mostWants - wants),
    accepts: stepsBelow(measure.mostAccepts - accepts),
    factors: stepsBelow(-(features[freshnessAt] as number) - (features[exposureAt] as number)),
    named: stepsBelow(named),
  };
}

/** How far every row stays below the best in a search, in steps of both sums; whether an education is named in it. */
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
  return { wants: stepsBelow(wants), accepts: stepsBelow(accepts), isNamed };
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

/** How far (in log) a row is behind the best where other things are middling: both sums then count about half. */
export const behindOf = ({ wants, accepts, factors }: Own) =>
  (0.45 * (wants + accepts) + factors) / stepsPerUnit;

/** The best that the rows of a bucket have, one by one and together. */
export type Ceiling = Own & { whole: number };

export const lowestCeiling = (): Ceiling => ({
  wants: lastStep,
  accepts: lastStep,
  factors: lastStep,
  named: lastStep,
  whole: Number.NEGATIVE_INFINITY,
});

export function raise(ceiling: Ceiling, own: Own, whole: number) {
  ceiling.wants = Math.min(ceiling.wants, own.wants);
  ceiling.accepts = Math.min(ceiling.accepts, own.accepts);
  ceiling.factors = Math.min(ceiling.factors, own.factors);
  ceiling.named = Math.min(ceiling.named, own.named);
  ceiling.whole = Math.max(ceiling.whole, whole);
}

/**
 * The most a row of the bucket can score in a search: from the best of each part, or from the best whole, less what this
 * search takes from it, ln σ(z) − ln σ(z − reach), which is least where z is greatest. Whichever is lower.
 */
export function bucketBound(measure: Measure, ceiling: Ceiling, reach: Reach): number {
  const named = reach.isNamed ? ceiling.named : 0;
  const wants = measure.wants[ceiling.wants + named + reach.wants] as number;
  const accepts = measure.accepts[ceiling.accepts + reach.accepts] as number;
  const apart = wants + accepts + (factorTable[ceiling.factors] as number);
  const together =
    ceiling.whole +
    (wants - (measure.wants[ceiling.wants] as number)) +
    (accepts - (measure.accepts[ceiling.accepts] as number)) +
    rounding;
  return Math.min(apart, together);
}

/** Where things are in a row's brief: `packOwn`, the price, and of tutors the outline of the week and the place. */
export const brief = { words: 4, own: 0, price: 1, outline: 2, place: 3 } as const;

/** Four bytes in a word: a row's bound is asked for more often than anything else of it. */
export const packOwn = ({ wants, accepts, factors, named }: Own) =>
  wants | (accepts << 8) | (factors << 16) | (named << 24);

/**
 * Whether a row can score so much, in a search that knows what is lost by its price, its place, its stage and its times.
 * What decides most rows is asked first: each further thing is another place in memory.
 */
export function rowReaches(
  briefs: Int32Array,
  { wants: wantsTable, accepts: acceptsTable }: Measure,
  { wants: wantsFrom, accepts: acceptsFrom, isNamed }: Reach,
  { wants, accepts }: PriceLoss,
  place: PlaceLoss | null,
): (row: number, worst: number) => boolean {
  const namedBits = isNamed ? 255 : 0;
  const { outline, isOut, timesSteps, halves, tutorTimes, stageAt, stageSteps } = place ?? noPlace;
  const { ways, familyWay, tutorWay } = place ?? noPlace;
  return (row, worst) => {
    const at = row * brief.words;
    const band = bandOf(briefs[at + brief.price] as number);
    const packed = briefs[at + brief.own] as number;
    let below = wantsFrom + (packed & 255) + ((packed >>> 24) & namedBits) + (wants[band] as number);
    let behind = acceptsFrom + ((packed >>> 8) & 255) + (accepts[band] as number);
    const least = worst - (factorTable[(packed >>> 16) & 255] as number) - rounding;
    if ((wantsTable[below] as number) + (acceptsTable[behind] as number) < least) return false;
    if (place === null) return true;

    const free = briefs[at + brief.outline] as number;
    const days = commonDays(outline & free);
    if (isOut[days] !== 0) return false;
    const lies = briefs[at + brief.place] as number;
    below += (timesSteps[days] as number) + (stageSteps[(lies >>> stageAt) & 3] as number);
    const part = (halves[days] as number) * (halvesPart[free >>> outlineBits] as number);
    let short = part < 1 ? tutorTimes * (1 - part) : 0;
    if (ways !== null) {
      const homes = lies & allDistricts;
      const minutes = meanOf(ways, homes);
      short += tutorWay * (1 - nearness(minutes));
      below += stepsBelow(familyWay * (1 - nearness((minutes + shortestOf(ways, homes)) / 2)));
    }
    behind += stepsBelow(short);
    return (wantsTable[below] as number) + (acceptsTable[behind] as number) >= least;
  };
}

/** At most what a score with these sums comes to, by the tables; `own` knows the log factors. */
export function boundOfSums(
  measure: Measure,
  model: Model,
  wants: number,
  accepts: number,
  own: number,
): number {
  return (
    (measure.wants[sumSteps(model.bestWants - wants)] as number) +
    (measure.accepts[sumSteps(model.bestAccepts - accepts)] as number) +
    (factorTable[(own >>> 16) & 255] as number)
  );
}

const sumSteps = (short: number) => Math.min(tableSteps - 1, Math.max(0, (short * stepsPerUnit) | 0));

/** What one half hour in common is of a tutor's time at most, by how many are free. */
const halvesPart = Float64Array.from({ length: 16 }, (_, rough) =>
  tutorTimes(leastHalves(Math.max(1, rough)), 1),
);

/** What a search of tutors knows of a row by its brief: its place, what it teaches, its times. */
export type PlaceLoss = {
  /** Where the two bits of the stage are, and what each part of what is taught costs. */
  stageAt: number;
  stageSteps: Uint8Array;
  /** Null where nobody travels; else what the best way is worth to either side. */
  ways: Ways | null;
  familyWay: number;
  tutorWay: number;
  outline: number;
  /** By the days that outlines have in common: whether they are too few, what they cost, half hours on them at most. */
  isOut: Uint8Array;
  timesSteps: Uint8Array;
  halves: Uint16Array;
  tutorTimes: number;
};

const noPlace: PlaceLoss = {
  stageAt: 0,
  stageSteps: new Uint8Array(0),
  ways: null,
  familyWay: 0,
  tutorWay: 0,
  outline: 0,
  isOut: new Uint8Array(0),
  timesSteps: new Uint8Array(0),
  halves: new Uint16Array(0),
  tutorTimes: 0,
};

const priceBands = 128;
const bandWidth = 10;
const bandOf = (price: number) => Math.min(priceBands - 1, (price / bandWidth) | 0);

/** What a search knows to be lost at each price, in steps of both sums, and where nothing fits at all. */
export type PriceLoss = { wants: Uint8Array; accepts: Uint8Array; isOut: Uint8Array };

/** How far the features of the price fall short of 1 in a band of prices, at least; null where nothing fits. */
export type Shortfall = (
  lowest: number,
  highest: number,
) => { wants: number; ifThrifty: number; accepts: number } | null;

export function priceLoss(model: Model, shortfall: Shortfall): PriceLoss {
  const loss = {
    wants: new Uint8Array(priceBands),
    accepts: new Uint8Array(priceBands),
    isOut: new Uint8Array(priceBands),
  };
  // A weight below 0 turns less into more: then nothing is claimed.
  const lost = (feature: number, short: number) => Math.max(0, model.by[feature] as number) * short;
  for (let band = 0; band < priceBands; band++) {
    const highest = band === priceBands - 1 ? 65_535 : band * bandWidth + bandWidth - 1;
    const short = shortfall(band * bandWidth, highest);
    loss.wants[band] =
      short === null
        ? lastStep
        : stepsBelow(lost(wantsAt.price, short.wants) + lost(wantsAt.price_if_thrifty, short.ifThrifty));
    loss.accepts[band] = short === null ? lastStep : stepsBelow(lost(acceptsAt.price, short.accepts));
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
  return wants > lastStep
    ? null
    : { wants: reach.wants + wants, accepts: reach.accepts + accepts, isNamed: reach.isNamed };
}
