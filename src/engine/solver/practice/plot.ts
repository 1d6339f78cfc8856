/**
 * Graphs of functions of x: samples to draw, and the points (zeros, turning points, y-intercepts) to label.
 */
import { BudgetExceededError, withinBudget } from '../core/budget.ts';
import { type Expr, hasFn, symbolsOf } from '../core/expr.ts';
import { evaluate } from '../core/numeric.ts';
import { toLatex, toText } from '../core/print.ts';
import { relationsOf } from '../core/statement.ts';
import { normaliseText } from '../reading/normalise.ts';
import { parseExpr } from '../reading/parse.ts';
import { read } from '../reading/read.ts';
import { ParseError } from '../reading/tokens.ts';

export type Range = readonly [number, number];
export type Plot = {
  readonly curves: { expression: string; latex: string; samples: [number, number | null][] }[];
  readonly points: { x: number; y: number; label: string }[];
  readonly xRange: [number, number];
  readonly yRange: [number, number];
};

const sampleCount = 401;
const maxCurves = 6;
const maxPoints = 24;
/** Above this a curve is taken to approach a pole. */
const maxHeight = 1e6;

const valueAt = (f: Expr, x: number): number => {
  const y = evaluate(f, { x });
  return Number.isFinite(y) && Math.abs(y) < maxHeight ? y : Number.NaN;
};
const rounded = (value: number) => Number(value.toPrecision(10)) + 0;
const between = (a: number, b: number, share: number) => a + (b - a) * share;
const isFunctionOfX = (x: Expr) => [...symbolsOf(x)].every((name) => name === 'x');

/** Parses `y = x^2`, `f(x) = x^2` or `x^2`. With another letter it has no values, so nothing is drawn. */
function functionOf(text: string): Expr | undefined {
  const body = normaliseText(text).replace(/^\s*(?:y|[fgh]\s*\(\s*x\s*\))\s*=/i, '');
  if (/[=<>]/.test(body)) return undefined;
  return parseExpr(body);
}

/** The functions that a sentence requests to be drawn: 「畫 y=x^2-2x-1」, "plot y = sin x and y = cos x". */
export function functionsIn(text: string): string[] {
  const { statements, exprs } = read(text.replace(/\b[fgh]\s*\(\s*x\s*\)\s*=/gi, 'y ='));
  const named = statements
    .flatMap(relationsOf)
    .flatMap(({ a, b, op }) =>
      op === '=' && a.k === 'sym' && a.name === 'y'
        ? [b]
        : op === '=' && b.k === 'sym' && b.name === 'y'
          ? [a]
          : [],
    );
  const found =
    named.length > 0 ? named : statements.length > 0 ? [] : exprs.filter((x) => symbolsOf(x).has('x'));
  return found.filter(isFunctionOfX).slice(0, maxCurves).map(toText);
}

/** Where f changes its sign between two neighbouring points, by bisection. */
function crossing(f: (x: number) => number, from: number, to: number): number | undefined {
  let [low, high] = [from, to];
  if (!(f(low) * f(high) < 0)) return undefined;
  for (let turn = 0; turn < 60; turn += 1) {
    const middle = (low + high) / 2;
    if (f(low) * f(middle) <= 0) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}

/** The zeros and turning points within a range. */
function keyPoints(f: Expr, [low, high]: Range): { x: number; y: number }[] {
  const at = (x: number) => valueAt(f, x);
  const step = (high - low) / (sampleCount - 1);
  const slope = (x: number) => (at(x + 1e-5) - at(x - 1e-5)) / 2e-5;
  const found: { x: number; y: number }[] = [];
  const add = (x: number | undefined, isZero: boolean) => {
    if (x === undefined) return;
    const near = rounded(Math.abs(x - Math.round(x)) < 1e-6 ? Math.round(x) : x);
    const y = at(near);
    // A sign change across a pole is not a zero.
    if (Number.isNaN(y) || (isZero && Math.abs(y) > 1e-6)) return;
    if (!found.some((one) => Math.abs(one.x - near) < step))
      found.push({ x: near, y: isZero ? 0 : rounded(y) });
  };
  // The intervals end beside round numbers, where zeros and turning points often are, so that no end is
  // exactly 0.
  for (let turn = 0; turn < sampleCount; turn += 1) {
    const [a, b] = [low + (turn - 0.617) * step, low + (turn + 0.383) * step];
    add(crossing(at, a, b), true);
    add(crossing(slope, a, b), false);
  }
  return found;
}

const searchRange: Range = [-20, 20];

/** An x-range wide enough for the zeros and turning points, at least a few units. */
function rangeFor(functions: readonly Expr[]): [number, number] {
  if (functions.some((f) => hasFn(f, 'sin', 'cos', 'tan', 'sec', 'csc', 'cot'))) return [-6.5, 6.5];
  const places = functions.flatMap((f) => keyPoints(f, searchRange)).map(({ x }) => x);
  if (places.length === 0) return [-5, 5];
  const [low, high] = [Math.min(0, ...places), Math.max(0, ...places)];
  const margin = Math.max(2, (high - low) * 0.4);
  return [Math.floor(low - margin), Math.ceil(high + margin)];
}

/**
 * A y-range for most of the values: a branch that goes to infinity is cut off and does not flatten the rest.
 */
function heightFor(values: readonly number[], marks: readonly number[]): [number, number] {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  const [low, high] = [Math.min(0, at(0.08), ...marks), Math.max(0, at(0.92), ...marks)];
  const margin = Math.max(1, (high - low) * 0.15);
  return [Math.floor(low - margin), Math.ceil(high + margin)];
}

const labelNumber = (value: number): string => {
  const short = Number(value.toFixed(2));
  return Math.abs(value - short) < 1e-9 ? String(short) : `≈${short}`;
};

function samplesOf(f: Expr, [low, high]: Range): [number, number | null][] {
  return Array.from({ length: sampleCount }, (_, turn): [number, number | null] => {
    const x = rounded(between(low, high, turn / (sampleCount - 1)));
    const y = valueAt(f, x);
    return [x, Number.isNaN(y) ? null : rounded(y)];
  });
}

/** Breaks the curve at poles, so that no line is drawn across them. */
function cutAtPoles(samples: [number, number | null][], [low, high]: Range): [number, number | null][] {
  const tall = 4 * (high - low);
  return samples.map(([x, y], at) => {
    const before = samples[at - 1]?.[1] ?? null;
    return y !== null && before !== null && Math.abs(y - before) > tall ? [x, null] : [x, y];
  });
}

function draw(expressions: readonly string[], requestedRange: Range | undefined): Plot | undefined {
  const functions = expressions.slice(0, maxCurves).map(functionOf);
  if (functions.length === 0 || !functions.every((f) => f !== undefined)) return undefined;
  const xRange: [number, number] = requestedRange ? [...requestedRange] : rangeFor(functions);
  const curves = functions.map((f) => ({
    expression: toText(f),
    latex: toLatex(f),
    samples: samplesOf(f, xRange),
  }));
  const values = curves.flatMap(({ samples }) => samples.flatMap(([, y]) => (y === null ? [] : [y])));
  if (values.length === 0) return undefined;
  const marks = functions.flatMap((f) => {
    const crossingY = valueAt(f, 0);
    const isIn = xRange[0] <= 0 && xRange[1] >= 0 && !Number.isNaN(crossingY);
    return [...keyPoints(f, xRange), ...(isIn ? [{ x: 0, y: rounded(crossingY) }] : [])];
  });
  const points = marks
    .filter((one, at) => marks.findIndex(({ x, y }) => x === one.x && y === one.y) === at)
    .slice(0, maxPoints)
    .map(({ x, y }) => ({ x, y, label: `(${labelNumber(x)}, ${labelNumber(y)})` }));
  const yRange = heightFor(
    values,
    points.map(({ y }) => y),
  );
  return {
    curves: curves.map((curve) => ({ ...curve, samples: cutAtPoles(curve.samples, yRange) })),
    points,
    xRange,
    yRange,
  };
}

/** Undefined if an expression is not a function of x, or none has a value within the range. */
export function plot(expressions: readonly string[], range?: Range): Plot | undefined {
  if (range && !(range[1] - range[0] > 1e-3 && range[1] - range[0] <= 2_000)) return undefined;
  try {
    return withinBudget(() => draw(expressions, range));
  } catch (error) {
    if (error instanceof BudgetExceededError || error instanceof ParseError || error instanceof RangeError)
      return undefined;
    throw error;
  }
}
