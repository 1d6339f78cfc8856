/**
 * Upper bounds of scores: how far a row stays below the best possible. What a row loses by its own features is
 * stored in four bytes, in steps, rounded so that a row never looks worse than it is; what it loses by the query is
 * counted finer and rounded the same way. ln σ of the remaining sum is in a table, so a bound is a few additions
 * and three look-ups.
 */

import {
  acceptsAt,
  educationRequestFeatures,
  exposureAt,
  featureCount,
  freshnessAt,
  logisticCount,
  nearness,
  tutorTimes,
  wantsAt,
  wantsCount,
} from '../pair/features.ts';
import { logSigmoid, type Model } from '../pair/score.ts';
import { allDistricts, noTravel, unknownHomeMinutes, type Ways } from '../pair/travel.ts';
import { commonDays, leastHalves, outlineBits } from '../pair/weekly.ts';

/** Losses and bounds are counted in these fractions of 1: a bound of −1024 is a score of −1. */
export const partsPerUnit = 1024;
const stepsPerUnit = 64;
const partsPerStep = partsPerUnit / stepsPerUnit;
/** A row's stored loss is capped at one byte; beyond that the row looks better than it is. */
const lastStep = 255;
const tableSteps = 4096;
/** Cap of a single loss: rows further down never reach the list, and the sum of all losses stays inside the table. */
const mostLost = 6 * partsPerUnit;
/** Sums are added in another order than in scores; this is far above the resulting rounding error. */
const rounding = 1e-9;

/** Flags of the features that depend on the row alone, not on the query. */
export const ownedFlags = (indices: readonly number[]) =>
  Array.from({ length: featureCount }, (_, at) => indices.includes(at));

/** Tables for the bounds of the rows of an index. */
export type BoundTables = {
  owned: readonly boolean[];
  mostWants: number;
  mostAccepts: number;
  /** ln σ at each step below the best sum, in 1/1024, rounded up. */
  wants: Int32Array;
  accepts: Int32Array;
};

export function measureOf(model: Model, owned: readonly boolean[]): BoundTables {
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

/** A loss in 1/1024, between 0 and the cap. */
export const partsOf = (short: number) => {
  const parts = (short * partsPerUnit) | 0;
  return parts < 0 ? 0 : parts > mostLost ? mostLost : parts;
};

const stepsOf = (short: number) => Math.min(lastStep, Math.max(0, Math.floor(short * stepsPerUnit)));

/**
 * A row's own losses, four bytes in a word: of the wants sum, of the accepts sum, of the log factors, and the
 * additional loss of the wants sum in cases that request an education level.
 */
export function packOwnLosses(model: Model, measure: BoundTables, features: Float64Array): number {
  const [wants, accepts] = ownSums(model, measure.owned, features);
  let named = 0;
  for (const at of educationRequestFeatures)
    named += (model.by[at] as number) * ((model.best[at] as number) - (features[at] as number));
  return (
    stepsOf(measure.mostWants - wants) |
    (stepsOf(measure.mostAccepts - accepts) << 8) |
    (stepsOf(-(features[freshnessAt] as number) - (features[exposureAt] as number)) << 16) |
    (stepsOf(named) << 24)
  );
}
const ownFactors = (own: number) => ((own >>> 16) & 255) * partsPerStep;

/** How far every row stays below the best sums for a query, in 1/1024; whether it requests an education level. */
type Reach = { wants: number; accepts: number; isNamed: boolean };

/** `least` and `most`: the range that the query allows for each feature that does not depend on the row alone. */
export function queryLossOf(
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
/** ln σ after a loss of the sum; both in 1/1024. */
function logAt(table: Int32Array, lost: number): number {
  const step = (lost / partsPerStep) | 0;
  return table[step > lastTableStep ? lastTableStep : step] as number;
}

/** Upper bound of a score with these sums, in 1/1024; `own` has the loss by the log factors. */
export function boundOfSums(
  measure: BoundTables,
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

// The loss at each price, known for a query before any row is read.

/** Bands of ten dollars; the last has all higher prices. */
const priceBands = 128;
const bandWidth = 10;

/** Loss of both sums in 1/1024, by price band. */
export type PriceLoss = { wants: Uint16Array; accepts: Uint16Array };

/** Lower bounds of how far the price features fall short of 1. */
type Short = { wants: number; ifThrifty: number; accepts: number };
/** Writes the shortfall for a band of prices; returns false if no row in the band fits. */
type Shortfall = (lowest: number, highest: number, out: Short) => boolean;

/** Shared by all searches and valid until the next: a new allocation would cost more than filling it. */
const loss: PriceLoss = { wants: new Uint16Array(priceBands), accepts: new Uint16Array(priceBands) };

export function priceLoss(model: Model, shortfall: Shortfall): PriceLoss {
  // With a negative weight a lower feature scores higher: then no loss is claimed.
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

// Upper bounds of a row from its brief (a summary of four words), before the full row is read.

/**
 * Word offsets in a row's brief: its own losses; the price, with the first bits of the id's hash above it; for
 * tutors also the outline of the week, and the home districts with the stages.
 */
export const rowSummary = { words: 4, own: 0, price: 1, outline: 2, place: 3 } as const;
export const briefPrice = (word: number) => word & 0xffff;
export const hashParts = 65_536;

/** Bounds are scores in 1/1024. */
export type RowBounds = {
  /** Writes bounds from the rows' own losses and prices, and the hashes of their ids. */
  rough(rows: Int32Array, count: number, bounds: Int32Array, hashes: Uint16Array): void;
  /**
   * Tightens the bounds with the whole briefs. Moves rows that reach `least` to the front and returns their number.
   */
  narrow(rows: Int32Array, bounds: Int32Array, count: number, least: number): number;
};

/** What a query knows about rows before it reads any of them. */
type Known = {
  briefs: Int32Array;
  measure: BoundTables;
  reach: Reach;
  loss: PriceLoss;
  place: PlaceLoss | null;
};

export const rowBounds = (known: Known): RowBounds => ({
  rough: (rows, count, bounds, hashes) => writeRough(known, rows, count, bounds, hashes),
  narrow: (rows, bounds, count, least) =>
    known.place === null ? count : narrowed(known, known.place, rows, bounds, count, least),
});

// These two loops visit thousands of rows per search. They copy everything they use into local constants first:
// reading a module variable or a property for every row costs as much as the row itself.

/** Batches: many briefs are read before any is evaluated, so that the memory reads overlap. */
const owns = new Int32Array(256);
const prices = new Int32Array(256);
const readBriefs = new Int32Array(256 * rowSummary.words);

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
  const { words } = rowSummary;
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
      const wantsTotal =
        ((own & 255) + ((own >>> 24) & namedBits)) * step + wantsFrom + (wantsLoss[band] as number);
      const acceptsTotal = ((own >>> 8) & 255) * step + acceptsFrom + (acceptsLoss[band] as number);
      bounds[from + index] =
        (wantsTable[(wantsTotal / step) | 0] as number) +
        (acceptsTable[(acceptsTotal / step) | 0] as number) -
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
  const { words } = rowSummary;
  const lastBand = priceBands - 1;
  const width = bandWidth;
  const step = partsPerStep;
  const parts = partsPerUnit;
  const partOfHalves = halvesPart;
  const halvesFrom = outlineBits;
  const districts = allDistricts;
  const unknown = unknownHomeMinutes;
  const isFar = ways !== null;
  const { sums, counts, shortest } = ways ?? noTravel;
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
      const placeWord = read[at + 3] as number;
      let band = (((read[at + 1] as number) & 0xffff) / width) | 0;
      if (band > lastBand) band = lastBand;
      const part = (halves[days] as number) * (partOfHalves[free >>> halvesFrom] as number);
      let tutorLoss = part < 1 ? tutorTimes * (1 - part) : 0;
      let familyTravelLoss = 0;
      if (isFar) {
        const homes = placeWord & districts;
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
        tutorLoss += tutorWay * (1 - nearness(minutes));
        familyTravelLoss = familyWay * (1 - nearness((minutes + nearest) / 2));
      }
      const wants =
        ((own & 255) + ((own >>> 24) & namedBits)) * step +
        wantsFrom +
        (wantsLoss[band] as number) +
        (timesLoss[days] as number) +
        (stageLoss[(placeWord >>> stageAt) & 3] as number) +
        ((familyTravelLoss * parts) | 0);
      const accepts =
        ((own >>> 8) & 255) * step + acceptsFrom + (acceptsLoss[band] as number) + ((tutorLoss * parts) | 0);
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

/** Upper bound of the tutor's times feature per common half hour, by the rough number of free half hours. */
const halvesPart = Float64Array.from({ length: 16 }, (_, rough) =>
  tutorTimes(leastHalves(Math.max(1, rough)), 1),
);

/** Losses of a tutor row from its brief: by travel, by stage, by times. */
export type PlaceLoss = {
  /** Bit offset of the stage's two bits, and the loss for each of their values. */
  stageAt: number;
  stageLoss: Uint16Array;
  /** Null if no travel is needed; `familyWay` and `tutorWay` are the weights of travel for each side. */
  ways: Ways | null;
  familyWay: number;
  tutorWay: number;
  outline: number;
  /** By the mask of common days: whether they are too few, the loss, and the most half hours on them. */
  isOut: Uint8Array;
  timesLoss: Uint16Array;
  halves: Uint16Array;
  tutorTimes: number;
};
