import { type ApplicantsModel, fitApplicants } from './applicants.ts';
import { type BandShape, bandOf, calibrationShifts, comparableKey } from './band.ts';
import { type CaseFacts, CaseProblem, factsOf, type PricedCase } from './case-facts.ts';
import { buildDesign, type Design, weightedSum } from './design.ts';
import { commonStep, ditherOf, spreadOverSteps } from './price-steps.ts';
import { offsetOf, quantileOf, quantileOffsets } from './quantile-offsets.ts';
import {
  gramOf,
  type Moments,
  ridgeEffects,
  type Shrinkage,
  subtractFromAll,
  sumMoments,
  targetsOf,
  targetsWithout,
} from './ridge.ts';

export type AcceptedCase = PricedCase & {
  /** HK$ per hour that family and tutor agreed on. */
  price: number;
  /** How many tutors had applied, if known. */
  applicants?: number | null;
};

/** Everything learned from accepted cases; with `count` 0 only the market table is used. */
export type PricingModel = {
  count: number;
  columns: ReadonlyMap<number, number>;
  level: Float64Array;
  scale: Float64Array;
  /** Per column, for P25, P50 and P75. */
  offsets: readonly [Float64Array, Float64Array, Float64Array];
  /** Calibration shifts from the held-out folds, in the same units. */
  shifts: readonly [number, number, number];
  /** The step that most prices are rounded to, or 0. */
  step: number;
  comparables: ReadonlyMap<string, number>;
  applicants: ApplicantsModel;
};

const shares = [0.25, 0.5, 0.75] as const;
/** With many cases, holding out a larger part loses little. */
const foldsOf = (count: number) => (count > 20_000 ? 4 : 8);
/** Outliers: log prices are clipped at this many typical deviations from the expected value. */
const clipAt = 3;
/** With fewer cases the shape of the scatter is taken from the table. */
const leastForShape = 40;
/** More cases would improve the quantiles too little for the time they take. */
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
    lean: ditherOf(facts[row] as CaseFacts, model.step),
  };
}

type Learned = Pick<PricingModel, 'level' | 'scale' | 'offsets' | 'shifts' | 'step'>;

/**
 * Ridge effects for the level, then for the size of the scatter, then quantiles of the residuals, with
 * cross-validation: a band calibrated on the cases it was fitted to would be too narrow for the next case.
 */
function learn(design: Design, facts: readonly CaseFacts[], prices: readonly number[]): Learned {
  const count = prices.length;
  const size = design.factorOf.length;
  const rows = facts.map((_, row) => row);
  const unlearned: Learned = {
    level: new Float64Array(size),
    scale: new Float64Array(size),
    offsets: [new Float64Array(size), new Float64Array(size), new Float64Array(size)],
    shifts: [0, 0, 0],
    step: 0,
  };
  if (count === 0) return unlearned;

  const middle = (row: number) => Math.log((facts[row] as CaseFacts).cell.middle);
  const step = commonStep(prices);
  const logs = spreadOverSteps(prices, step).map((price, row) => Math.log(price) - middle(row));
  const { clipped, rowWeights } = roughFit(design, sampled(rows), logs);
  const folds = foldsOf(count);
  const parts = Array.from({ length: folds }, (_, fold) =>
    rows.filter((row) => hashOfRow(row) % folds === fold),
  );
  const partMoments = parts.map((part) => gramOf(design, part, rowWeights));
  const whole = sumMoments(partMoments);
  const effectsFor = (values: Float64Array) =>
    ridgeEffects(whole, targetsOf(design, rows, rowWeights, values), design);
  const { effects: level, shrinkage } = effectsFor(clipped);
  if (count < leastForShape) return { ...unlearned, level };

  const trainingMoments = partMoments.map((part) => subtractFromAll(part, whole));
  /** Cross-validated predictions: each row is predicted without its fold. */
  const heldOutSums = (values: Float64Array, fixedShrinkage: Shrinkage) => {
    const all = targetsOf(design, rows, rowWeights, values);
    const predicted = new Float64Array(count);
    parts.forEach((part, fold) => {
      const { effects } = ridgeEffects(
        trainingMoments[fold] as Moments,
        targetsWithout(all, targetsOf(design, part, rowWeights, values)),
        design,
        fixedShrinkage,
      );
      for (const row of part) predicted[row] = weightedSum(design, row, effects);
    });
    return predicted;
  };

  const levels = heldOutSums(clipped, shrinkage);
  const residuals = logs.map((value, row) => value - (levels[row] as number));
  const sizes = sizesOf(residuals);
  const { effects: scale, shrinkage: scalePull } = effectsFor(sizes);
  const scales = heldOutSums(sizes, scalePull);
  const standard = residuals.map((off, row) => off / Math.exp(scales[row] as number));

  const offsetsFrom = (from: readonly number[]) =>
    shares.map((share) =>
      quantileOffsets(design, sampled(from), standard, share),
    ) as unknown as Learned['offsets'];
  const heldOut: BandShape[] = [];
  parts.forEach((part, fold) => {
    const offsets = offsetsFrom(rows.filter((row) => hashOfRow(row) % folds !== fold));
    for (const row of part)
      heldOut[row] = {
        count,
        cell: (facts[row] as CaseFacts).cell,
        level: levels[row] as number,
        scale: Math.exp(scales[row] as number),
        offsets: offsets.map((offset) => offsetOf(design, row, offset)) as [number, number, number],
        lean: ditherOf(facts[row] as CaseFacts, step),
      };
  });
  return { level, scale, step, offsets: offsetsFrom(rows), shifts: calibrationShifts(heldOut, prices) };
}

function sampled(rows: readonly number[]) {
  if (rows.length <= mostForShape) return rows;
  const limit = (mostForShape / rows.length) * 2 ** 24;
  return rows.filter((row) => hashOfRow(row + rows.length) < limit);
}

/** A 24-bit hash that assigns rows to folds and samples: neighbours are separated, and the result is reproducible. */
function hashOfRow(value: number) {
  let bits = Math.imul(value ^ (value >>> 15) ^ 0x5bd1e995, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 8;
}

/**
 * A rough first fit that finds outliers and the scatter of each row. Rows are weighted by one over the scatter, not
 * over its square: the same weights are used to fit the size of the scatter, which is equally uncertain everywhere.
 */
function roughFit(design: Design, rows: readonly number[], values: Float64Array) {
  const equalWeights = new Float64Array(values.length).fill(1);
  const moments = gramOf(design, rows, equalWeights);
  const rough = (of: Float64Array) => {
    const { effects } = ridgeEffects(moments, targetsOf(design, rows, equalWeights, of), design);
    return of.map((_, row) => weightedSum(design, row, effects));
  };
  const predicted = rough(values);
  const residuals = values.map((value, row) => value - (predicted[row] as number));
  const sizes = rough(sizesOf(residuals));
  const middle = quantileOf(new Float64Array(sizes), 0.5);
  const inMiddle = Math.max(quantileOf(residuals.map(Math.abs), 0.5), 0.01);
  const clipped = values.map((_, row) => {
    const limit = clipAt * 1.4826 * inMiddle * Math.exp((sizes[row] as number) - middle);
    return (predicted[row] as number) + Math.min(limit, Math.max(-limit, residuals[row] as number));
  });
  const rowWeights = sizes.map((size) => Math.min(8, Math.max(1 / 8, Math.exp(middle - size))));
  const mean = rowWeights.reduce((sum, one) => sum + one, 0) / rowWeights.length;
  return { clipped, rowWeights: rowWeights.map((one) => one / mean) };
}

/** The log of each deviation, with a lower limit: a single tiny deviation does not mean a tiny scatter. */
function sizesOf(residuals: Float64Array) {
  const typical = Math.max(quantileOf(residuals.map(Math.abs), 0.5), 1e-4);
  return residuals.map((off) => Math.log(Math.max(Math.abs(off), typical / 20)));
}
