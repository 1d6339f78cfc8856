/** How high a row can score at most, known by its brief before it is looked at. */
import { nearness, tutorTimes } from '../pair/features.ts';
import { allDistricts, nowhere, unknownHomeMinutes, type Ways } from '../pair/travel.ts';
import { commonDays, leastHalves, outlineBits } from '../pair/weekly.ts';
import { type Measure, partsPerStep, partsPerUnit, type Reach } from './measure.ts';
import { bandWidth, type PriceLoss, priceBands } from './price-loss.ts';

/**
 * Where things are in a row's brief: what it owns; the price, and above it the first bits of the hash of its id; of tutors
 * also the outline of the week and the place.
 */
export const brief = { words: 4, own: 0, price: 1, outline: 2, place: 3 } as const;
export const briefPrice = (word: number) => word & 0xffff;
export const briefHash = (word: number) => word >>> 16;
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
