import { type ApplicantsModel, fitApplicants } from './applicants.ts';
import { type BandShape, bandOf, comparableKey, shiftsToPromise } from './band.ts';
import { type CaseFacts, CaseProblem, factsOf, type PricedCase } from './case-facts.ts';
import { buildDesign, type Design, weightedSum } from './design.ts';
import { commonStep, leanOf, spreadOverSteps } from './price-steps.ts';
import { offsetOf, quantileOf, quantileOffsets } from './quantile-offsets.ts';
import {
  gramOf,
  type Moments,
  ridgeEffects,
  type Shrinkage,
  targetsOf,
  targetsWithout,
  together,
  turnToRest,
} from './ridge.ts';

export type AcceptedCase = PricedCase & {
  /** HK$ per hour at which the two agreed. */
  price: number;
  /** How many tutors had applied, where it is known. */
  applicants?: number | null;
};

/** Everything learned from accepted cases; `count` 0 is the market table alone. */
export type PricingModel = {
  count: number;
  columns: ReadonlyMap<number, number>;
  level: Float64Array;
  scale: Float64Array;
  /** Per column, for P25, P50 and P75. */
  offsets: readonly [Float64Array, Float64Array, Float64Array];
  /** What the held-out folds asked for on top, in the same units. */
  shifts: readonly [number, number, number];
  /** The step most prices keep to, or 0. */
  step: number;
  comparables: ReadonlyMap<string, number>;
  applicants: ApplicantsModel;
};

const shares = [0.25, 0.5, 0.75] as const;
/** Many cases lose little when a larger part of them is held out. */
const foldsOf = (count: number) => (count > 20_000 ? 4 : 8);
/** A log price further from the expected than so many typical deviations pulls no harder than one at that distance. */
const clipAt = 3;
/** Below this the shape of the scatter stays the table's. */
const leastForShape = 40;
/** More cases make the shape's quantiles no better than the time they take. */
const mostForShape = 15_000;

export function fitPricing(accepted: readonly AcceptedCase[]): PricingModel {
  const facts = accepted.map((one) => factsOf(one));
  const prices = accepted.map(({ price }) => {
    if (!(Number.isFinite(price) && price > 0)) throw new CaseProblem(`price ${price} is not an amount`);
    return price;
  });
  const design = buildDesign(facts);
  const learned = learn(design, facts, prices);
  const comparables = new Map<string, number>();
  for (const one of facts) {
    const key = comparableKey(one);
    comparables.set(key, (comparables.get(key) ?? 0) + 1);
  }
  const model = { count: accepted.length, columns: design.names, comparables, ...learned };
  const shapeOf = (row: number) => rowShape(design, facts, model, row);
  return {
    ...model,
    applicants: fitApplicants(
      accepted.flatMap(({ applicants, price }, row) =>
        applicants == null ? [] : [{ applicants, price, band: bandOf(shapeOf(row), model.shifts) }],
      ),
    ),
  };
}

function rowShape(
  design: Design,
  facts: readonly CaseFacts[],
  model: Pick<PricingModel, 'count' | 'level' | 'scale' | 'offsets' | 'step'>,
  row: number,
): BandShape {
  return {
    count: model.count,
    cell: (facts[row] as CaseFacts).cell,
    level: weightedSum(design, row, model.level),
    scale: Math.exp(weightedSum(design, row, model.scale)),
    offsets: [
      offsetOf(design, row, model.offsets[0]),
      offsetOf(design, row, model.offsets[1]),
      offsetOf(design, row, model.offsets[2]),
    ],
    lean: leanOf(facts[row] as CaseFacts, model.step),
  };
}

type Learned = Pick<PricingModel, 'level' | 'scale' | 'offsets' | 'shifts' | 'step'>;

/**
 * Ridge effects for the level, then for the size of the scatter, then quantiles of what is left, each learned without
 * the fold it is tried on: a band that was fitted to its own cases would be too narrow for the next one.
 */
function learn(design: Design, facts: readonly CaseFacts[], prices: readonly number[]): Learned {
  const count = prices.length;
  const size = design.factorOf.length;
  const rows = facts.map((_, row) => row);
  const nothing: Learned = {
    level: new Float64Array(size),
    scale: new Float64Array(size),
    offsets: [new Float64Array(size), new Float64Array(size), new Float64Array(size)],
    shifts: [0, 0, 0],
    step: 0,
  };
  if (count === 0) return nothing;

  const middle = (row: number) => Math.log((facts[row] as CaseFacts).cell.middle);
  const step = commonStep(prices);
  const logs = spreadOverSteps(prices, step).map((price, row) => Math.log(price) - middle(row));
  const { clipped, trust } = firstLook(design, sampled(rows), logs);
  const folds = foldsOf(count);
  const parts = Array.from({ length: folds }, (_, fold) => rows.filter((row) => mixed(row) % folds === fold));
  const partMoments = parts.map((part) => gramOf(design, part, trust));
  const whole = together(partMoments);
  const effectsFor = (values: Float64Array) =>
    ridgeEffects(whole, targetsOf(design, rows, trust, values), design);
  const { effects: level, shrinkage } = effectsFor(clipped);
  if (count < leastForShape) return { ...nothing, level };

  const restMoments = partMoments.map((part) => turnToRest(part, whole));
  /** What is foretold for each row without its fold. */
  const heldOutSums = (values: Float64Array, pull: Shrinkage) => {
    const all = targetsOf(design, rows, trust, values);
    const foretold = new Float64Array(count);
    parts.forEach((part, fold) => {
      const { effects } = ridgeEffects(
        restMoments[fold] as Moments,
        targetsWithout(all, targetsOf(design, part, trust, values)),
        design,
        pull,
      );
      for (const row of part) foretold[row] = weightedSum(design, row, effects);
    });
    return foretold;
  };

  const levels = heldOutSums(clipped, shrinkage);
  const left = logs.map((value, row) => value - (levels[row] as number));
  const sizes = sizesOf(left);
  const { effects: scale, shrinkage: scalePull } = effectsFor(sizes);
  const scales = heldOutSums(sizes, scalePull);
  const standard = left.map((off, row) => off / Math.exp(scales[row] as number));

  const offsetsFrom = (from: readonly number[]) =>
    shares.map((share) =>
      quantileOffsets(design, sampled(from), standard, share),
    ) as unknown as Learned['offsets'];
  const heldOut: BandShape[] = [];
  parts.forEach((part, fold) => {
    const offsets = offsetsFrom(rows.filter((row) => mixed(row) % folds !== fold));
    for (const row of part)
      heldOut[row] = {
        count,
        cell: (facts[row] as CaseFacts).cell,
        level: levels[row] as number,
        scale: Math.exp(scales[row] as number),
        offsets: offsets.map((offset) => offsetOf(design, row, offset)) as [number, number, number],
        lean: leanOf(facts[row] as CaseFacts, step),
      };
  });
  return { level, scale, step, offsets: offsetsFrom(rows), shifts: shiftsToPromise(heldOut, prices) };
}

function sampled(rows: readonly number[]) {
  if (rows.length <= mostForShape) return rows;
  const limit = (mostForShape / rows.length) * 2 ** 24;
  return rows.filter((row) => mixed(row + rows.length) < limit);
}

/** 24 bits that look like chance: neighbours in a file come apart, the same file always in the same way. */
function mixed(value: number) {
  let bits = Math.imul(value ^ (value >>> 15) ^ 0x5bd1e995, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 8;
}

/**
 * A rough fit, to know which prices are far off, and where prices scatter less and so tell more. Rows count by one over
 * the scatter, not over its square: the same weights serve for the size of the scatter, which is as uncertain everywhere.
 */
function firstLook(design: Design, rows: readonly number[], values: Float64Array) {
  const alike = new Float64Array(values.length).fill(1);
  const moments = gramOf(design, rows, alike);
  const rough = (of: Float64Array) => {
    const { effects } = ridgeEffects(moments, targetsOf(design, rows, alike, of), design);
    return of.map((_, row) => weightedSum(design, row, effects));
  };
  const foretold = rough(values);
  const left = values.map((value, row) => value - (foretold[row] as number));
  const sizes = rough(sizesOf(left));
  const middle = quantileOf(new Float64Array(sizes), 0.5);
  const inMiddle = Math.max(quantileOf(left.map(Math.abs), 0.5), 0.01);
  const clipped = values.map((_, row) => {
    const limit = clipAt * 1.4826 * inMiddle * Math.exp((sizes[row] as number) - middle);
    return (foretold[row] as number) + Math.min(limit, Math.max(-limit, left[row] as number));
  });
  const trust = sizes.map((size) => Math.min(8, Math.max(1 / 8, Math.exp(middle - size))));
  const mean = trust.reduce((sum, one) => sum + one, 0) / trust.length;
  return { clipped, trust: trust.map((one) => one / mean) };
}

/** The log of each deviation. A single tiny one must not count as a tiny scatter. */
function sizesOf(left: Float64Array) {
  const typical = Math.max(quantileOf(left.map(Math.abs), 0.5), 1e-4);
  return left.map((off) => Math.log(Math.max(Math.abs(off), typical / 20)));
}
