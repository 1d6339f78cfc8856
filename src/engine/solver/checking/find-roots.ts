/** Finds the roots and poles of an expression numerically. */
import { spend } from '../core/budget.ts';
import { children, type Expr, symbolsOf } from '../core/expr.ts';
import { normal } from '../core/normal.ts';
import { evaluate } from '../core/numeric.ts';
import { coefficientsIn, dense, isZeroPoly, type Poly } from '../core/poly.ts';
import { sumOfTerms } from '../core/present.ts';
import { UndefinedValueError } from '../core/ratio.ts';
import { realRoots } from '../core/univariate.ts';

export type Range = { lo: number; hi: number };

/** Collects the subexpressions at whose zeros an expression may change sign or become undefined. */
function collectCritical(x: Expr, found: Expr[]): void {
  if (x.k === 'div') found.push(x.b);
  if (x.k === 'pow' && (x.b.k !== 'num' || x.b.v.n < 0n || x.b.v.d !== 1n)) found.push(x.a);
  if (x.k === 'fn' && ['ln', 'log', 'sqrt', 'root', 'abs'].includes(x.name)) found.push(...x.args);
  for (const child of children(x)) collectCritical(child, found);
}

function polynomialRoots(f: Expr, name: string): number[] | undefined {
  try {
    const { n } = normal(f);
    if (isZeroPoly(n)) return [];
    const numbers = dense(n, name);
    return numbers ? realRoots(numbers) : lowDegree(n, name);
  } catch (error) {
    if (error instanceof RangeError || error instanceof UndefinedValueError) return undefined;
    throw error;
  }
}

/** Roots for degree one or two with irrational numeric coefficients. */
function lowDegree(n: Poly, name: string): number[] | undefined {
  const parts = coefficientsIn(n, name)?.map(sumOfTerms);
  if (!parts || parts.length > 3 || parts.some((part) => symbolsOf(part).size > 0)) return undefined;
  const [c = 0, b = 0, a = 0] = parts.map((part) => evaluate(part, {}));
  if (![a, b, c].every(Number.isFinite)) return undefined;
  if (a === 0) return b === 0 ? [] : [-c / b];
  const discriminant = b * b - 4 * a * c;
  if (Math.abs(discriminant) <= 1e-12 * (b * b + Math.abs(4 * a * c))) return [-b / (2 * a)];
  return discriminant < 0
    ? []
    : [(-b - Math.sqrt(discriminant)) / (2 * a), (-b + Math.sqrt(discriminant)) / (2 * a)];
}

const samples = 600;

function scan(f: (x: number) => number, { lo, hi }: Range): number[] {
  const found: number[] = [];
  const step = (hi - lo) / samples;
  let [before, last] = [Number.NaN, Number.NaN];
  const accept = (x: number, near: number) => {
    if (Math.abs(f(x)) <= 1e-7 * (1 + Math.abs(near))) found.push(x);
  };
  for (let at = 0; at <= samples; at += 1) {
    spend(4);
    const x = lo + step * at;
    const y = f(x);
    if (y === 0) found.push(x);
    else if (last * y < 0) accept(bisect(f, x - step, x), Math.min(Math.abs(last), Math.abs(y)));
    else if (Math.abs(last) < Math.abs(before) && Math.abs(last) <= Math.abs(y) && before * last > 0) {
      const lowest = lowestPoint(f, x - 2 * step, x);
      if (Math.abs(f(lowest)) < 1e-10 * (1 + Math.abs(y))) found.push(lowest);
    }
    before = last;
    last = y;
  }
  return found;
}

function bisect(f: (x: number) => number, from: number, to: number): number {
  let [lo, hi] = [from, to];
  const atLow = Math.sign(f(lo));
  for (let turn = 0; turn < 70; turn += 1) {
    const middle = (lo + hi) / 2;
    if (Math.sign(f(middle)) === atLow) lo = middle;
    else hi = middle;
  }
  return (lo + hi) / 2;
}

function lowestPoint(f: (x: number) => number, from: number, to: number): number {
  let [lo, hi] = [from, to];
  for (let turn = 0; turn < 80; turn += 1) {
    const a = lo + (hi - lo) / 3;
    const b = hi - (hi - lo) / 3;
    if (Math.abs(f(a)) < Math.abs(f(b))) hi = b;
    else lo = a;
  }
  return (lo + hi) / 2;
}

/**
 * Roots of the expressions and boundaries of their domains: exact counting for polynomials, otherwise a scan.
 */
export function breakpoints(expressions: readonly Expr[], name: string, range: Range): number[] {
  const all: Expr[] = [];
  for (const x of expressions) {
    all.push(x);
    collectCritical(x, all);
  }
  return all
    .filter((x) => symbolsOf(x).has(name))
    .flatMap((x) => polynomialRoots(x, name) ?? scan((value) => evaluate(x, { [name]: value }), range));
}

/** Whether a denominator or the argument of a logarithm becomes 0 within the range. */
export function hasPole(x: Expr, name: string, range: Range): boolean {
  const under: Expr[] = [];
  const collect = (part: Expr): void => {
    if (part.k === 'div') under.push(part.b);
    if (part.k === 'pow' && (part.b.k === 'neg' || (part.b.k === 'num' && part.b.v.n < 0n)))
      under.push(part.a);
    if (part.k === 'fn' && ['ln', 'log', 'tan', 'sec', 'csc', 'cot'].includes(part.name))
      under.push(
        part.name === 'tan' || part.name === 'sec'
          ? { k: 'fn', name: 'cos', args: part.args }
          : part.name === 'ln' || part.name === 'log'
            ? (part.args[0] as Expr)
            : { k: 'fn', name: 'sin', args: part.args },
      );
    for (const child of children(part)) collect(child);
  };
  collect(x);
  const [lo, hi] = [Math.min(range.lo, range.hi), Math.max(range.lo, range.hi)];
  return breakpoints(under, name, { lo: lo - 0.01, hi: hi + 0.013 }).some(
    (root) => root >= lo - 1e-9 && root <= hi + 1e-9,
  );
}
