/**
 * Learns weights from logged outcomes. Lower positions of a list are looked at less often (position bias), so a
 * missing invitation there says less: an invitation from position k counts 1/θ(k), where the propensity θ(k) is the
 * share of families who look that far. θ is estimated along with the weights: at each position, observed over
 * expected invitations, scaled to 1 at the first. Both sides are logistic regressions with a ridge penalty towards
 * the starting weights.
 */
import { logisticCount, wantsCount } from './pair/features.ts';
import { acceptsNames, handWeights, type Weights, wantsNames } from './weights.ts';

export type Outcome = {
  /** As the search returned them, in the order of `featureNames`; the two log factors at the end are not learned. */
  features: ArrayLike<number>;
  /** Counted from 1. */
  position: number;
  invited: boolean;
  /** The tutor's answer; null while there is none. */
  accepted?: boolean | null;
};

type LearnOptions = {
  from?: Weights;
  /** Strength of the starting weights, in outcomes. Default 20. */
  ridge?: number;
  /** If false, position bias is ignored. */
  isDebiased?: boolean;
};

type Learned = {
  weights: Weights;
  propensities: number[];
  shown: number;
  invited: number;
  answered: number;
};

const deepest = 50;
const leastPropensity = 0.02;
const rounds = 12;
/** Prior strength of the usual curve at each position, in invitations. */
const propensityPrior = 5;
const usualPropensity = (position: number) => position ** -0.7;

export function learnWeights(
  log: readonly Outcome[],
  { from = handWeights, ridge = 20, isDebiased = true }: LearnOptions = {},
): Learned {
  const rows = log.map(({ features }) =>
    Float64Array.from({ length: wantsCount + 1 }, (_, at) => (at === 0 ? 1 : (features[at - 1] as number))),
  );
  const places = log.map(({ position }) => Math.min(deepest, position) - 1);
  const invited = log.map((outcome): number => (outcome.invited ? 1 : 0));
  const start = [from.wants.bias, ...wantsNames.map((name) => from.wants[name])];
  let propensities = Array.from({ length: deepest }, (_, at) => (isDebiased ? usualPropensity(at + 1) : 1));
  let wants = start;
  for (let round = 0; round < (isDebiased ? rounds : 1); round++) {
    const targets = invited.map((is, at) => is / (propensities[places[at] as number] as number));
    wants = fitLogistic(rows, targets, start, ridge, wants);
    if (isDebiased) propensities = estimatePropensities(rows, places, invited, wants);
  }

  const answered = log.filter(({ invited, accepted }) => invited && typeof accepted === 'boolean');
  const acceptRows = answered.map(({ features }) =>
    Float64Array.from({ length: logisticCount - wantsCount + 1 }, (_, at) =>
      at === 0 ? 1 : (features[wantsCount + at - 1] as number),
    ),
  );
  const acceptStart = [from.accepts.bias, ...acceptsNames.map((name) => from.accepts[name])];
  const accepts = fitLogistic(
    acceptRows,
    answered.map(({ accepted }) => (accepted ? 1 : 0)),
    acceptStart,
    ridge,
    acceptStart,
  );
  return {
    weights: {
      ...from,
      wants: named(['bias', ...wantsNames], wants) as Weights['wants'],
      accepts: named(['bias', ...acceptsNames], accepts) as Weights['accepts'],
    },
    propensities,
    shown: log.length,
    invited: invited.reduce((sum, is) => sum + is, 0),
    answered: answered.length,
  };
}

const named = (names: readonly string[], values: readonly number[]) =>
  Object.fromEntries(names.map((name, at) => [name, values[at] as number]));

const sigmoid = (z: number) => 1 / (1 + Math.exp(-z));

function dot(row: Float64Array, weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < row.length; at++) sum += (row[at] as number) * (weights[at] as number);
  return sum;
}

function estimatePropensities(
  rows: Float64Array[],
  places: number[],
  invited: number[],
  weights: number[],
): number[] {
  const observed = new Float64Array(deepest);
  const expected = new Float64Array(deepest);
  for (let at = 0; at < rows.length; at++) {
    const place = places[at] as number;
    observed[place] = (observed[place] as number) + (invited[at] as number);
    expected[place] = (expected[place] as number) + sigmoid(dot(rows[at] as Float64Array, weights));
  }
  const first = ((observed[0] as number) + propensityPrior) / ((expected[0] as number) + propensityPrior);
  return Array.from({ length: deepest }, (_, at) => {
    const worth = propensityPrior * first;
    const part =
      ((observed[at] as number) + worth * usualPropensity(at + 1)) /
      ((expected[at] as number) + propensityPrior);
    return Math.min(1, Math.max(leastPropensity, part / first));
  });
}

/**
 * Newton's method on Σ ln(1 + eᶻ) − target·z + ridge/2·|w − start|², which is convex for any targets. The bias has a
 * hundred times less penalty, because logs determine the overall rate best.
 */
function fitLogistic(
  rows: Float64Array[],
  targets: number[],
  start: readonly number[],
  ridge: number,
  begin: readonly number[],
): number[] {
  const size = start.length;
  let weights = [...begin];
  const penalty = (at: number) => (at === 0 ? ridge / 100 : ridge);
  for (let step = 0; step < 30; step++) {
    const gradient = new Float64Array(size);
    const hessian = Array.from({ length: size }, () => new Float64Array(size));
    for (let row = 0; row < rows.length; row++) {
      const x = rows[row] as Float64Array;
      const p = sigmoid(dot(x, weights));
      const residual = (targets[row] as number) - p;
      for (let a = 0; a < size; a++) {
        gradient[a] = (gradient[a] as number) + residual * (x[a] as number);
        const line = hessian[a] as Float64Array;
        const part = p * (1 - p) * (x[a] as number);
        for (let b = 0; b <= a; b++) line[b] = (line[b] as number) + part * (x[b] as number);
      }
    }
    for (let a = 0; a < size; a++) {
      gradient[a] = (gradient[a] as number) - penalty(a) * ((weights[a] as number) - (start[a] as number));
      (hessian[a] as Float64Array)[a] = ((hessian[a] as Float64Array)[a] as number) + penalty(a) + 1e-9;
      for (let b = a + 1; b < size; b++)
        (hessian[a] as Float64Array)[b] = (hessian[b] as Float64Array)[a] as number;
    }
    const move = solve(hessian, gradient);
    // Damped: a full step can overshoot from a distant start.
    const longest = Math.max(...move.map(Math.abs));
    const part = Math.min(1, 2 / longest);
    weights = weights.map((weight, at) => weight + part * (move[at] as number));
    if (longest < 1e-8) break;
  }
  return weights;
}

/** Gaussian elimination; the matrix is positive definite, so no pivoting is needed. */
function solve(matrix: Float64Array[], right: Float64Array): number[] {
  const size = right.length;
  const lines = matrix.map((line, at) => [...line, right[at] as number]);
  for (let column = 0; column < size; column++)
    for (let below = column + 1; below < size; below++) {
      const [upper, lower] = [lines[column] as number[], lines[below] as number[]];
      const part = (lower[column] as number) / (upper[column] as number);
      for (let at = column; at <= size; at++)
        lower[at] = (lower[at] as number) - part * (upper[at] as number);
    }
  const result: number[] = Array(size).fill(0);
  for (let row = size - 1; row >= 0; row--) {
    const line = lines[row] as number[];
    let sum = line[size] as number;
    for (let at = row + 1; at < size; at++) sum -= (line[at] as number) * (result[at] as number);
    result[row] = sum / (line[row] as number);
  }
  return result;
}
