import type { CaseFacts } from './case-facts.ts';
import type { MarketCell } from './market-table.ts';
import type { Dither } from './price-steps.ts';
import { quantileOf } from './quantile-offsets.ts';

/** The price distribution of one case before it is turned into dollars. */
export type BandShape = {
  /** Number of accepted cases in total. */
  count: number;
  cell: MarketCell;
  /** Log of the price level of accepted cases over the table's middle. */
  level: number;
  scale: number;
  /** Quantiles of the residuals, in units of `scale`. */
  offsets: readonly [number, number, number];
  /** Dollars by which the ends of the band move because prices cluster at round numbers. */
  lean: Dither;
};
export type Band = { p25: number; p50: number; p75: number };
type Shifts = readonly [number, number, number];

/**
 * At this number of accepted cases they weigh as much as the table: for the level, and for the width of the band. The
 * table's weight falls with the square, so that with thousands of cases it no longer affects the width.
 */
const levelCases = 10;
const shapeCases = 60;
const trustOf = (count: number, half: number) => count ** 2 / (count ** 2 + half ** 2);

const lowest = 50;
const highest = 5000;
const dollars = (amount: number) => Math.round(Math.min(highest, Math.max(lowest, amount)));

function logsOf({ count, cell, level, scale, offsets }: BandShape, shifts: Shifts) {
  const trust = trustOf(count, shapeCases);
  const middle = Math.log(cell.middle) + level * trustOf(count, levelCases);
  const at = (which: 0 | 1 | 2, price: number) =>
    middle +
    trust * scale * (offsets[which] + shifts[which]) +
    (1 - trust) * (Math.log(price) - Math.log(cell.middle));
  return [at(0, cell.low), at(1, cell.middle), at(2, cell.high)] as const;
}

const endOffsets = ({ count, lean: [low, high] }: BandShape) => {
  const trust = trustOf(count, shapeCases);
  return [low * trust, 0, high * trust] as const;
};

export function bandOf(shape: BandShape, shifts: Shifts): Band {
  // Without cases return exactly the table: going through logarithms could round differently.
  if (shape.count === 0) return { p25: shape.cell.low, p50: shape.cell.middle, p75: shape.cell.high };
  const lean = endOffsets(shape);
  const [p25 = 0, p50 = 0, p75 = 0] = logsOf(shape, shifts)
    .map((log, which) => dollars(Math.exp(log) + (lean[which] as number)))
    .sort((a, b) => a - b);
  return { p25, p50, p75 };
}

/**
 * Calibration: the shifts with which, over held-out cases, a quarter of the prices lie below P25, half below P50
 * and a quarter above P75. They are quantiles of the shifts at which each case's price would just fall out of the
 * band. The ends are whole dollars and belong to the band, so a price counts as below P25 once P25 is half a dollar
 * above it.
 */
export function calibrationShifts(shapes: readonly BandShape[], prices: readonly number[]): Shifts {
  const shiftAt = (which: 0 | 1 | 2, share: number, edge: (price: number) => number) => {
    const shifts = Float64Array.from(shapes, (shape, row) => {
      const unshifted = logsOf(shape, [0, 0, 0])[which];
      const reached = Math.max(edge(prices[row] as number) - endOffsets(shape)[which], 0.5);
      return (Math.log(reached) - unshifted) / (trustOf(shape.count, shapeCases) * shape.scale);
    });
    return quantileOf(shifts, share);
  };
  return [
    shiftAt(0, 0.25, (price) => Math.floor(price) + 0.5),
    shiftAt(1, 0.5, (price) => price),
    shiftAt(2, 0.75, (price) => Math.ceil(price) - 0.5),
  ];
}

/** Comparable cases have the same stage, tutor class, online flag, and kind of first subject. */
export const comparableKey = ({ stage, tutorClass, online, subjectKind }: CaseFacts) =>
  `${stage}/${tutorClass}/${online}/${subjectKind}`;

export type Confidence = 'low' | 'medium' | 'high';
const steps: readonly Confidence[] = ['low', 'medium', 'high'];

/**
 * High from 30 comparable cases among at least 200 accepted, medium from 8 among at least 40, else low; one step
 * lower if the band from P25 to P75 is wider than 60 % of the median.
 */
export function confidenceOf(accepted: number, comparables: number, { p25, p50, p75 }: Band): Confidence {
  const reached = comparables >= 30 && accepted >= 200 ? 2 : comparables >= 8 && accepted >= 40 ? 1 : 0;
  const wide = p75 - p25 > 0.6 * p50;
  return steps[Math.max(0, reached - (wide ? 1 : 0))] as Confidence;
}
