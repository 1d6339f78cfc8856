/**
 * Weights from what happened. What stands further down a list is looked at less often, so that not being invited there
 * says less: an invitation from position k counts 1/θ(k), θ(k) being the part of families who look that far. θ is
 * estimated along with the weights: at each position, invitations seen over invitations expected, the first being 1.
 * Both sides are logistic regressions, pulled towards the weights they start from (ridge).
 */
import { logisticCount, wantsCount } from './pair/features.ts';
import { acceptsNames, handWeights, type Weights, wantsNames } from './weights.ts';

export type Outcome = {
  /** As a search gave them, in the order of `featureNames`; the two log factors at the end are not learned. */
  features: ArrayLike<number>;
  /** From 1 on. */
  position: number;
  invited: boolean;
  /** What the tutor answered; null while there is no answer. */
  accepted?: boolean | null;
};

type LearnOptions = {
  from?: Weights;
  /** How many outcomes the starting weights are worth. Default 20. */
  ridge?: number;
  /** Off, positions are taken to make no difference. */
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
/** Invitations that the usual curve is worth at each position. */
const propensityWorth = 5;
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
    if (isDebiased) propensities = seen(rows, places, invited, wants);
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

function seen(rows: Float64Array[], places: number[], invited: number[], weights: number[]): number[] {
  const happened = new Float64Array(deepest);
  const expected = new Float64Array(deepest);
  for (let at = 0; at < rows.length; at++) {
    const place = places[at] as number;
    happened[place] = (happened[place] as number) + (invited[at] as number);
    expected[place] = (expected[place] as number) + sigmoid(dot(rows[at] as Float64Array, weights));
  }
  const first = ((happened[0] as number) + propensityWorth) / ((expected[0] as number) + propensityWorth);
  return Array.from({ length: deepest }, (_, at) => {
    const worth = propensityWorth * first;
    const part =
      ((happened[at] as number) + worth * usualPropensity(at + 1)) /
      ((expected[at] as number) + propensityWorth);
    return Math.min(1, Math.max(leastPropensity, part / first));
  });
}

/**
 * Newton's method on Σ ln(1 + eᶻ) − target·z + ridge/2·|w − start|², which is convex whatever the targets are; the bias is
 * pulled a hundred times less, because how often anything happens is what logs say best.
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
  const pull = (at: number) => (at === 0 ? ridge / 100 : ridge);
  for (let step = 0; step < 30; step++) {
    const slope = new Float64Array(size);
    const bend = Array.from({ length: size }, () => new Float64Array(size));
    for (let row = 0; row < rows.length; row++) {
      const x = rows[row] as Float64Array;
      const p = sigmoid(dot(x, weights));
      const short = (targets[row] as number) - p;
      for (let a = 0; a < size; a++) {
        slope[a] = (slope[a] as number) + short * (x[a] as number);
        const line = bend[a] as Float64Array;
        const part = p * (1 - p) * (x[a] as number);
        for (let b = 0; b <= a; b++) line[b] = (line[b] as number) + part * (x[b] as number);
      }
    }
    for (let a = 0; a < size; a++) {
      slope[a] = (slope[a] as number) - pull(a) * ((weights[a] as number) - (start[a] as number));
      (bend[a] as Float64Array)[a] = ((bend[a] as Float64Array)[a] as number) + pull(a) + 1e-9;
      for (let b = a + 1; b < size; b++)
        (bend[a] as Float64Array)[b] = (bend[b] as Float64Array)[a] as number;
    }
    const move = solve(bend, slope);
    // A whole step may leap too far from a far start.
    const longest = Math.max(...move.map(Math.abs));
    const part = Math.min(1, 2 / longest);
    weights = weights.map((weight, at) => weight + part * (move[at] as number));
    if (longest < 1e-8) break;
  }
  return weights;
}

/** Gaussian elimination; the matrix is positive definite, so that pivots need no search. */
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
