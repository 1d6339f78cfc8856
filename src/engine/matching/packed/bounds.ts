/**
 * How far rows stay below the best there is. What a row owns is kept as four bytes, in steps, rounded so that nothing ever
 * looks worse than it is; what a search takes from a row is counted finer, likewise rounded. ln σ of what is left is in a
 * table, so that a bound is a few additions and three look-ups.
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
} from '../pair/features.ts';
import { logSigmoid, type Model } from '../pair/score.ts';
import { allDistricts, nowhere, unknownHomeMinutes, type Ways } from '../pair/travel.ts';
import { commonDays, leastHalves, outlineBits } from '../pair/weekly.ts';

/** What a search takes off a sum is counted in these parts of 1, and so are bounds: a bound of −1024 is a score of −1. */
export const partsPerUnit = 1024;
const stepsPerUnit = 64;
const partsPerStep = partsPerUnit / stepsPerUnit;
/** Rows own at most so many steps, a byte's worth; beyond it a row looks better than it is. */
const lastStep = 255;
const tableSteps = 4096;
/** Nothing takes more than this: what is further down is as good as nothing, and all that is taken fits into the table. */
const mostLost = 6 * partsPerUnit;
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
const ownFactors = (own: number) => ((own >>> 16) & 255) * partsPerStep;

/** How far every row stays below the best in a search, in parts of both sums; whether an education is named in it. */
type Reach = { wants: number; accepts: number; isNamed: boolean };

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
function logAt(table: Int32Array, lost: number): number {
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

// What a search knows to be lost at each price, before it looks at a row.

/** Bands of ten dollars; the last holds what is dearer. */
const priceBands = 128;
const bandWidth = 10;

/** In parts of both sums, by band. */
export type PriceLoss = { wants: Uint16Array; accepts: Uint16Array };

/** How far the features of the price fall short of 1, at least. */
type Short = { wants: number; ifThrifty: number; accepts: number };
/** Writes it for a band of prices; false where nothing fits. */
type Shortfall = (lowest: number, highest: number, out: Short) => boolean;

/** One for all searches, because memory taken anew for each costs more than what is written to it; holds until the next. */
const loss: PriceLoss = { wants: new Uint16Array(priceBands), accepts: new Uint16Array(priceBands) };

export function priceLoss(model: Model, shortfall: Shortfall): PriceLoss {
  // A weight below 0 turns less into more: then nothing is claimed.
  const lost = (feature: number, short: number) => Math.max(0, model.by[feature] as number) * short;
  const short: Short = { wants: 0, ifThrifty: 0, accepts: 0 };
  for (let band = 0; band < priceBands; band++) {
    const highest = band === priceBands - 1 ? 65_535 : band * bandWidth + bandWidth - 1;
    if (!shortfall(band * bandWidth, highest, short)) {
      loss.wants[band] = mostLost;
      loss.accepts[band] = 0;
      continue;
    }
    loss.wants[band] = partsOf(
      lost(wantsAt.price, short.wants) + lost(wantsAt.price_if_thrifty, short.ifThrifty),
    );
    loss.accepts[band] = partsOf(lost(acceptsAt.price, short.accepts));
  }
  return loss;
}

// How high a row can score at most, known by its brief before it is looked at.

/**
 * Where things are in a row's brief: what it owns; the price, and above it the first bits of the hash of its id; of tutors
 * also the outline of the week and the place.
 */
export const brief = { words: 4, own: 0, price: 1, outline: 2, place: 3 } as const;
export const briefPrice = (word: number) => word & 0xffff;
export const hashParts = 65_536;

/** Bounds are in parts of a score. */
export type RowBounds = {
  /** By what the rows own and their price, and the hashes of their ids. */
  rough(rows: Int32Array, count: number, bounds: Int32Array, hashes: Uint16Array): void;
  /** By all that the briefs say. Those that reach `least` move to the front; returns how many they are. */
  narrow(rows: Int32Array, bounds: Int32Array, count: number, least: number): number;
};

/** What a search knows of rows before it looks at one. */
type Known = {
  briefs: Int32Array;
  measure: Measure;
  reach: Reach;
  loss: PriceLoss;
  place: PlaceLoss | null;
};

export const rowBounds = (known: Known): RowBounds => ({
  rough: (rows, count, bounds, hashes) => writeRough(known, rows, count, bounds, hashes),
  narrow: (rows, bounds, count, least) =>
    known.place === null ? count : narrowed(known, known.place, rows, bounds, count, least),
});

// These two go through thousands of rows a search. What they use is brought into the function first: each thing that is
// fetched from a module or an object anew for every row costs as much as the row does.

/** What many rows own is read before any is judged: one after the other, each would be waited for. */
const owns = new Int32Array(256);
const prices = new Int32Array(256);
const readBriefs = new Int32Array(256 * brief.words);

function writeRough(
  { briefs, measure, reach, loss }: Known,
  rows: Int32Array,
  count: number,
  bounds: Int32Array,
  hashes: Uint16Array,
) {
  const { wants: wantsTable, accepts: acceptsTable } = measure;
  const { wants: wantsFrom, accepts: acceptsFrom } = reach;
  const { wants: wantsLoss, accepts: acceptsLoss } = loss;
  const namedBits = reach.isNamed ? 255 : 0;
  const { words } = brief;
  const lastBand = priceBands - 1;
  const width = bandWidth;
  const step = partsPerStep;
  const readOwn = owns;
  const readPrices = prices;
  for (let from = 0; from < count; from += readOwn.length) {
    const size = Math.min(readOwn.length, count - from);
    for (let index = 0; index < size; index++) {
      const at = (rows[from + index] as number) * words;
      readOwn[index] = briefs[at] as number;
      readPrices[index] = briefs[at + 1] as number;
    }
    for (let index = 0; index < size; index++) {
      const own = readOwn[index] as number;
      const price = readPrices[index] as number;
      let band = ((price & 0xffff) / width) | 0;
      if (band > lastBand) band = lastBand;
      const below =
        ((own & 255) + ((own >>> 24) & namedBits)) * step + wantsFrom + (wantsLoss[band] as number);
      const behind = ((own >>> 8) & 255) * step + acceptsFrom + (acceptsLoss[band] as number);
      bounds[from + index] =
        (wantsTable[(below / step) | 0] as number) +
        (acceptsTable[(behind / step) | 0] as number) -
        ((own >>> 16) & 255) * step;
      hashes[from + index] = price >>> 16;
    }
  }
}

function narrowed(
  { briefs, measure, reach, loss }: Known,
  { outline, isOut, timesLoss, halves, tutorTimes, stageAt, stageLoss, ways, familyWay, tutorWay }: PlaceLoss,
  rows: Int32Array,
  bounds: Int32Array,
  count: number,
  least: number,
): number {
  const { wants: wantsTable, accepts: acceptsTable } = measure;
  const { wants: wantsFrom, accepts: acceptsFrom } = reach;
  const { wants: wantsLoss, accepts: acceptsLoss } = loss;
  const namedBits = reach.isNamed ? 255 : 0;
  const { words } = brief;
  const lastBand = priceBands - 1;
  const width = bandWidth;
  const step = partsPerStep;
  const parts = partsPerUnit;
  const partOfHalves = halvesPart;
  const halvesFrom = outlineBits;
  const districts = allDistricts;
  const unknown = unknownHomeMinutes;
  const isFar = ways !== null;
  const { sums, counts, shortest } = ways ?? nowhere;
  const read = readBriefs;
  const batch = read.length / words;
  let left = 0;
  for (let from = 0; from < count; from += batch) {
    const size = Math.min(batch, count - from);
    for (let index = 0; index < size; index++) {
      const to = index * words;
      const at = (rows[from + index] as number) * words;
      read[to] = briefs[at] as number;
      read[to + 1] = briefs[at + 1] as number;
      read[to + 2] = briefs[at + 2] as number;
      read[to + 3] = briefs[at + 3] as number;
    }
    for (let index = 0; index < size; index++) {
      const at = index * words;
      const free = read[at + 2] as number;
      const days = commonDays(outline & free);
      if (isOut[days] !== 0) continue;
      const own = read[at] as number;
      const lies = read[at + 3] as number;
      let band = (((read[at + 1] as number) & 0xffff) / width) | 0;
      if (band > lastBand) band = lastBand;
      const part = (halves[days] as number) * (partOfHalves[free >>> halvesFrom] as number);
      let behind = part < 1 ? tutorTimes * (1 - part) : 0;
      let below = 0;
      if (isFar) {
        const homes = lies & districts;
        let minutes = unknown;
        let nearest = unknown;
        if (homes !== 0) {
          const first = homes & 511;
          const second = 512 | (homes >>> 9);
          minutes =
            ((sums[first] as number) + (sums[second] as number)) /
            ((counts[first] as number) + (counts[second] as number));
          nearest = Math.min(shortest[first] as number, shortest[second] as number);
        }
        behind += tutorWay * (1 - nearness(minutes));
        below = familyWay * (1 - nearness((minutes + nearest) / 2));
      }
      const wants =
        ((own & 255) + ((own >>> 24) & namedBits)) * step +
        wantsFrom +
        (wantsLoss[band] as number) +
        (timesLoss[days] as number) +
        (stageLoss[(lies >>> stageAt) & 3] as number) +
        ((below * parts) | 0);
      const accepts =
        ((own >>> 8) & 255) * step + acceptsFrom + (acceptsLoss[band] as number) + ((behind * parts) | 0);
      const bound =
        (wantsTable[(wants / step) | 0] as number) +
        (acceptsTable[(accepts / step) | 0] as number) -
        ((own >>> 16) & 255) * step;
      if (bound < least) continue;
      rows[left] = rows[from + index] as number;
      bounds[left++] = bound;
    }
  }
  return left;
}

/** What one half hour in common is of a tutor's time at most, by how many are free. */
const halvesPart = Float64Array.from({ length: 16 }, (_, rough) =>
  tutorTimes(leastHalves(Math.max(1, rough)), 1),
);

/** What a search of tutors knows of a row by its brief: its place, what it teaches, its times. */
export type PlaceLoss = {
  /** Where the two bits of the stage are, and what each part of what is taught costs. */
  stageAt: number;
  stageLoss: Uint16Array;
  /** Null where nobody travels; else what the best way is worth to either side. */
  ways: Ways | null;
  familyWay: number;
  tutorWay: number;
  outline: number;
  /** By the days that outlines have in common: whether they are too few, what they cost, half hours on them at most. */
  isOut: Uint8Array;
  timesLoss: Uint16Array;
  halves: Uint16Array;
  tutorTimes: number;
};
