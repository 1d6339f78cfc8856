/** Looks through rows for those that fit: the best of them, an even sample of them, or how many there are. */
import { partsPerUnit } from './measure.ts';
import { type Best, insertByScore, lowestHashes, orderByBound } from './order.ts';
import { hashParts, type RowBounds } from './row-bounds.ts';
import type { Rows } from './rows.ts';
import { hasKeys, type Sifted, sift } from './sieve.ts';

/** A question put to rows. A row must have a key of every group, then pass the test. */
export type Probe = {
  groups: readonly (readonly number[])[];
  /** The test of what no bitset can tell; leaves what it found for `score`. */
  admits(row: number): boolean;
  /** What rows can score at most; made when it is asked for, which a count never does. */
  bounds(): RowBounds;
  /** The score, or any number below `worst` where it is below that. */
  score(row: number, worst: number): number;
  today: number;
};

export type Found = Best & {
  /** Rows that fit, those with the lowest hashes of their id, in that order. */
  sample: number[];
  /** Whether the sample is all that fit. */
  isWhole: boolean;
};

/** Of the rows that have the keys: their bounds and the hashes of their ids; and some of them with their bounds. */
const scratch = {
  bounds: new Int32Array(0),
  hashes: new Uint16Array(0),
  chosen: new Int32Array(0),
  their: new Int32Array(0),
};

function scratchFor(count: number) {
  if (scratch.bounds.length >= count) return scratch;
  scratch.bounds = new Int32Array(count * 2);
  scratch.hashes = new Uint16Array(count * 2);
  scratch.chosen = new Int32Array(count * 2);
  scratch.their = new Int32Array(count * 2);
  return scratch;
}

/** So many that look best by what they own and their price are looked at first: the tenth of them leaves out most others. */
const seeds = 96;
/** Below every bound, and above all of them. */
const nothing = -0x4000_0000;
const everything = 0x4000_0000;

export function findBest(rows: Rows, probe: Probe, top: number, sampleSize: number): Found {
  const sifted = sift(rows, probe.groups);
  const { count } = sifted;
  if (count === 0 || top < 1) return { rows: [], scores: [], sample: [], isWhole: count === 0 };
  const { bounds, hashes, chosen, their } = scratchFor(count);
  const limits = probe.bounds();
  limits.rough(sifted.rows, count, bounds, hashes);
  // Asked about the past, what rows own today says nothing.
  const isPast = probe.today < rows.day;
  const best: Best = { rows: [], scores: [] };
  /** Below this nothing comes into the list any more; the same in parts. */
  let worst = Number.NEGATIVE_INFINITY;
  let least = nothing;
  const keep = (row: number) => {
    const score = probe.score(row, isPast ? Number.NEGATIVE_INFINITY : worst);
    if (score < worst) return;
    insertByScore(best, rows.ids, row, score, top);
    if (best.rows.length < top) return;
    worst = best.scores[top - 1] as number;
    if (!isPast) least = Math.max(nothing, Math.floor(worst * partsPerUnit));
  };
  const meetBest = (filled: number) => {
    const left = isPast ? filled : limits.narrow(chosen, their, filled, least);
    const order = orderByBound(their, left);
    for (let index = 0; index < left; index++) {
      const at = order[index] as number;
      if ((their[at] as number) >= least && probe.admits(chosen[at] as number)) keep(chosen[at] as number);
    }
  };

  // From this bound on, rows have been looked at.
  const seen = isPast ? everything : boundOfSeeds(bounds, count);
  meetBest(choose(sifted, seen, everything, 0));

  // By their hashes, until more fit than the sample takes: then those that fit and have the lowest are known.
  const met: number[] = [];
  let asked = 0;
  let from = 0;
  while (sampleSize > 0 && met.length <= sampleSize && from < hashParts) {
    const fitting = asked === 0 ? 0.6 : Math.max(0.1, met.length / asked);
    const part = Math.ceil((hashParts * (sampleSize + 1 - met.length)) / fitting / count);
    const to = Math.min(hashParts, from + part);
    const filled = chooseByHash(sifted, from, to);
    asked += filled;
    for (let index = 0; index < filled; index++) {
      const row = chosen[index] as number;
      if (!probe.admits(row)) continue;
      met.push(row);
      const bound = their[index] as number;
      if (bound >= least && bound < seen) keep(row);
    }
    from = to;
  }
  if (from < hashParts) meetBest(choose(sifted, least, seen, from));
  return {
    ...best,
    sample: lowestHashes(rows.ids, met, sampleSize),
    isWhole: from === hashParts && met.length <= sampleSize,
  };
}

// As in a sieve, no step of these two depends on a guess.

/** Chooses rows whose bounds are in a range and whose hashes are not below one. */
function choose({ rows, count }: Sifted, lowest: number, below: number, fromHash: number): number {
  const { bounds, hashes, chosen, their } = scratch;
  let filled = 0;
  for (let at = 0; at < count; at++) {
    const bound = bounds[at] as number;
    chosen[filled] = rows[at] as number;
    their[filled] = bound;
    filled += ((lowest - 1 - bound) & (bound - below) & (fromHash - 1 - (hashes[at] as number))) >>> 31;
  }
  return filled;
}

function chooseByHash({ rows, count }: Sifted, from: number, to: number): number {
  const { bounds, hashes, chosen, their } = scratch;
  let filled = 0;
  for (let at = 0; at < count; at++) {
    const hash = hashes[at] as number;
    chosen[filled] = rows[at] as number;
    their[filled] = bounds[at] as number;
    filled += ((from - 1 - hash) & (hash - to)) >>> 31;
  }
  return filled;
}

const heights = new Int32Array(1_024);
const heightOf = 32;

/** The bound that about so many rows reach as are looked at first. */
function boundOfSeeds(bounds: Int32Array, count: number): number {
  const counts = heights.fill(0);
  const last = counts.length - 1;
  for (let at = 0; at < count; at++) {
    const height = Math.min(last, (-(bounds[at] as number) / heightOf) | 0);
    counts[height] = (counts[height] as number) + 1;
  }
  let reached = 0;
  for (let height = 0; height < last; height++) {
    reached += counts[height] as number;
    if (reached >= seeds) return -heightOf * (height + 1) + 1;
  }
  return nothing;
}

/** Whether one row fits. */
export const fitsRow = (rows: Rows, { groups, admits }: Probe, row: number) =>
  hasKeys(rows, groups, row) && admits(row);

/** Calls `meet` for each row that fits, until it answers false. */
export function eachFitting(rows: Rows, { groups, admits }: Probe, meet: (row: number) => boolean) {
  const { rows: sifted, count } = sift(rows, groups);
  for (let at = 0; at < count; at++) {
    const row = sifted[at] as number;
    if (admits(row) && !meet(row)) return;
  }
}

/** How many rows fit, counted up to `most`. */
export function countRows(rows: Rows, probe: Probe, most: number): number {
  let count = 0;
  eachFitting(rows, probe, () => ++count < most);
  return count;
}
