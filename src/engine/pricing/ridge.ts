import type { Design } from './design.ts';

/** Gram matrix of rows, from which ridge effects are computed; those of several folds can be added. */
export type Moments = {
  /** Column by column; symmetric. */
  gram: Float64Array;
  size: number;
  rows: number;
};
type Targets = { cross: Float64Array; square: number };

/** `trust` has the weight of each row. */
export function gramOf(design: Design, rows: readonly number[], trust: Float64Array): Moments {
  const size = design.factorOf.length;
  const gram = new Float64Array(size * size);
  const { starts, columns, weights } = design;
  for (const row of rows) {
    const end = starts[row + 1] as number;
    for (let a = starts[row] as number; a < end; a++) {
      const base = (columns[a] as number) * size;
      const weight = (weights[a] as number) * (trust[row] as number);
      for (let b = starts[row] as number; b < end; b++) {
        const at = base + (columns[b] as number);
        gram[at] = (gram[at] as number) + weight * (weights[b] as number);
      }
    }
  }
  return { gram, size, rows: rows.length };
}

export function targetsOf(
  design: Design,
  rows: readonly number[],
  trust: Float64Array,
  values: Float64Array,
): Targets {
  const cross = new Float64Array(design.factorOf.length);
  let square = 0;
  for (const row of rows) {
    const value = (values[row] as number) * (trust[row] as number);
    square += (values[row] as number) * value;
    for (let at = design.starts[row] as number; at < (design.starts[row + 1] as number); at++) {
      const column = design.columns[at] as number;
      cross[column] = (cross[column] as number) + (design.weights[at] as number) * value;
    }
  }
  return { cross, square };
}

export function sumMoments(parts: readonly Moments[]): Moments {
  const [first] = parts;
  if (!first) throw new RangeError('no parts');
  const gram = new Float64Array(first.gram.length);
  for (const part of parts)
    for (let at = 0; at < gram.length; at++) gram[at] = (gram[at] as number) + (part.gram[at] as number);
  return { gram, size: first.size, rows: parts.reduce((sum, { rows }) => sum + rows, 0) };
}

/** Replaces a part by the sum of all other parts, in place because the matrices are large. */
export function subtractFromAll(part: Moments, all: Moments): Moments {
  const { gram } = part;
  for (let at = 0; at < gram.length; at++) gram[at] = (all.gram[at] as number) - (gram[at] as number);
  return { gram, size: all.size, rows: all.rows - part.rows };
}

export function targetsWithout(all: Targets, part: Targets): Targets {
  return {
    cross: all.cross.map((value, at) => value - (part.cross[at] as number)),
    square: all.square - part.square,
  };
}

const sweeps = 40;
/** Priors (variances): the whole market may lie 15 % from the table, levels of a factor differ by 1 % … */
const marketSpread = 0.15 ** 2;
const firstSpread = 0.05 ** 2;
const priorSpread = 0.01 ** 2;
const priorSpreadWeight = 0.5;
/** … and prices scatter by 20 %. */
const priorNoise = 0.2 ** 2;
const priorNoiseWeight = 10;

/** Variance between the levels of each factor, and of the noise; together they set how far effects shrink to 0. */
export type Shrinkage = { spread: Float64Array; noise: number };

/** A factor with a smaller variance is skipped. */
const noSpread = 0.002 ** 2;

/**
 * Ridge effects with one shrinkage per factor, learned along with the effects unless given (empirical Bayes): a
 * factor whose levels do not differ shrinks to 0, one whose levels do is left alone. Gauss-Seidel over the moments,
 * so the time does not depend on the number of cases.
 */
export function ridgeEffects(moments: Moments, targets: Targets, design: Design, given?: Shrinkage) {
  const { gram, size, rows } = moments;
  const effects = new Float64Array(size);
  const residual = new Float64Array(targets.cross);
  let shrinkage = given ?? firstShrinkage(design, rows, targets);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const { spread, noise } = shrinkage;
    let moved = 0;
    for (let column = 0; column < size; column++) {
      const diagonal = gram[column * size + column] as number;
      const variance = spread[design.factorOf[column] as number] as number;
      if (diagonal <= 0 || (given && variance < noSpread)) continue;
      const before = effects[column] as number;
      const change =
        ((residual[column] as number) + diagonal * before) / (diagonal + noise / variance) - before;
      if (Math.abs(change) < 1e-5) continue;
      moved = Math.max(moved, Math.abs(change));
      effects[column] = before + change;
      const base = column * size;
      for (let other = 0; other < size; other++)
        residual[other] = (residual[other] as number) - change * (gram[base + other] as number);
    }
    if (moved < 3e-4) break;
    if (!given) shrinkage = learnShrinkage(design, moments, targets, effects, residual, shrinkage);
  }
  return { effects, shrinkage };
}

function firstShrinkage(design: Design, rows: number, { square }: Targets): Shrinkage {
  const spread = Float64Array.from(design.factors, (factor) =>
    factor === 'all' ? marketSpread : firstSpread,
  );
  return { spread, noise: Math.max(square / Math.max(rows, 1), priorNoise / 4) };
}

function learnShrinkage(
  { factors, factorOf }: Design,
  { gram, size, rows }: Moments,
  { cross, square }: Targets,
  effects: Float64Array,
  residual: Float64Array,
  before: Shrinkage,
): Shrinkage {
  const sums = new Float64Array(factors.length).fill(priorSpread * priorSpreadWeight);
  const freedoms = new Float64Array(factors.length).fill(priorSpreadWeight);
  let freedom = 0;
  let unexplained = square;
  for (let column = 0; column < size; column++) {
    const diagonal = gram[column * size + column] as number;
    const factor = factorOf[column] as number;
    const effect = effects[column] as number;
    const degrees = diagonal / (diagonal + before.noise / (before.spread[factor] as number));
    sums[factor] = (sums[factor] as number) + effect * effect;
    freedoms[factor] = (freedoms[factor] as number) + degrees;
    freedom += degrees;
    unexplained -= effect * ((cross[column] as number) + (residual[column] as number));
  }
  const spread = before.spread.map((old, factor) =>
    factors[factor] === 'all' ? old : Math.max((sums[factor] as number) / (freedoms[factor] as number), 1e-8),
  );
  const noise =
    (Math.max(unexplained, 0) + priorNoise * priorNoiseWeight) /
    (Math.max(rows - freedom, rows / 2) + priorNoiseWeight);
  return { spread, noise };
}
