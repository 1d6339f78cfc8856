/**
 * Exact normal form: one fraction of polynomials over kernels, which is zero exactly when all terms cancel.
 */

import { BudgetExceededError, spend } from './budget.ts';
import { type Expr, e, fn, negate, num, over, pi, sqrt, sum, sym, symbolsOf } from './expr.ts';
import { evaluate } from './numeric.ts';
import { contentOf, isZeroPoly, type Kernel, kernelPoly, onePoly, poly, scale, termsOf } from './poly.ts';
import { opaque, rationalPower, symbolicPower } from './powers.ts';
import { toExpr } from './present.ts';
import { toText } from './print.ts';
import {
  addRatio,
  divRatio,
  leadOf,
  mulRatio,
  negRatio,
  numberOf,
  polyAsRatio,
  type Ratio,
  ratioOf,
  scaleRatio,
  UndefinedValueError,
  zeroRatio,
} from './ratio.ts';
import * as Q from './rational.ts';

const symbolKernel = (name: string): Kernel => ({ key: name, expr: sym(name) });

/** Expands ln of a product into a sum; symbols are taken as positive, where both sides are defined. */
function naturalLog(arg: Ratio): Ratio {
  const number = numberOf(arg);
  if (number && Q.sign(number) <= 0)
    throw new UndefinedValueError('logarithm of a number that is not positive');
  if (arg.n.size !== 1 || arg.d.size !== 1) {
    const content = contentOf(arg.n);
    const inner: Ratio = { n: scale(arg.n, Q.inv(content)), d: arg.d };
    const kernel = opaque(fn('ln', toExpr(inner)));
    return Q.isOne(content) ? kernel : addRatio(logOfNumber(content), kernel);
  }
  let result = ratioOf(Q.zero);
  for (const [part, turn] of [
    [arg.n, Q.one],
    [arg.d, Q.minusOne],
  ] as const) {
    const [term] = termsOf(part);
    if (!term) continue;
    if (Q.sign(term.c) < 0) return opaque(fn('ln', toExpr(arg)));
    result = addRatio(result, scaleRatio(logOfNumber(term.c), turn));
    for (const [kernel, exponent] of term.mono.parts) {
      const factor = Q.mul(exponent, turn);
      const here =
        kernel.key === 'e'
          ? ratioOf(Q.one)
          : kernel.expr.k === 'pow'
            ? mulRatio(normal(kernel.expr.b), normal(fn('ln', kernel.expr.a)))
            : opaque(fn('ln', kernel.expr));
      result = addRatio(result, scaleRatio(here, factor));
    }
  }
  return result;
}

function logOfNumber(value: Q.Q): Ratio {
  let result = zeroRatio;
  for (const [part, turn] of [
    [value.n, 1],
    [value.d, -1],
  ] as const)
    for (const [prime, count] of Q.primeFactors(part))
      result = addRatio(result, scaleRatio(opaque(fn('ln', num(prime))), Q.q(count * turn)));
  return result;
}

function integerOf(x: Ratio): bigint {
  const value = numberOf(x);
  if (!value || !Q.isInt(value) || value.n < 0n) throw new UndefinedValueError('a natural number is needed');
  if (value.n > 400n) throw new BudgetExceededError('size');
  return value.n;
}
function fallingProduct(from: bigint, count: bigint): Q.Q {
  let result = 1n;
  for (let at = 0n; at < count; at += 1n) result *= from - at;
  return Q.q(result);
}

/** Removes whole quarter turns from an angle: sin(90° - x) = cos(x). */
function quarterTurns(name: 'sin' | 'cos', angle: Ratio): Ratio | undefined {
  const turn = angle.d === onePoly ? angle.n.get('pi^1') : undefined;
  if (!turn || angle.n.size < 2) return undefined;
  const quarters = Q.mul(turn.c, Q.q(2));
  if (!Q.isInt(quarters)) return undefined;
  const rest = toExpr(polyAsRatio(poly([...angle.n.values()].filter((term) => term !== turn))));
  const count = Number(((quarters.n % 4n) + 4n) % 4n);
  const other = count % 2 === 0 ? name : name === 'sin' ? 'cos' : 'sin';
  const value = normal(fn(other, rest));
  const isNegative = name === 'sin' ? count >= 2 : count === 1 || count === 2;
  return isNegative ? negRatio(value) : value;
}

function applyFn(x: Extract<Expr, { k: 'fn' }>): Ratio {
  const args = x.args.map(normal);
  const first = args[0] ?? zeroRatio;
  const second = args[1];
  switch (x.name) {
    case 'sqrt':
      return rationalPower(first, Q.q(1, 2));
    case 'root': {
      const degree = second && integerOf(second);
      if (!degree) throw new UndefinedValueError('root');
      return rationalPower(first, Q.q(1n, degree));
    }
    case 'abs': {
      const value = numberOf(first);
      if (value) return ratioOf(Q.abs(value));
      if (symbolsOf(x).size === 0) return evaluate(x.args[0] as Expr, {}) < 0 ? negRatio(first) : first;
      return opaque(fn('abs', toExpr(first)));
    }
    case 'ln':
      return naturalLog(first);
    case 'log':
      return divRatio(naturalLog(first), naturalLog(second ?? ratioOf(Q.q(10))));
    case 'factorial':
      return numberOf(first)
        ? ratioOf(fallingProduct(integerOf(first), integerOf(first)))
        : opaque(fn('factorial', toExpr(first)));
    case 'nPr':
    case 'nCr': {
      const n = integerOf(first);
      const r = integerOf(second ?? zeroRatio);
      if (r > n) return zeroRatio;
      const ordered = fallingProduct(n, r);
      return ratioOf(x.name === 'nPr' ? ordered : Q.div(ordered, fallingProduct(r, r)));
    }
    case 'sec':
      return divRatio(ratioOf(Q.one), normal(fn('cos', ...x.args)));
    case 'csc':
      return divRatio(ratioOf(Q.one), normal(fn('sin', ...x.args)));
    case 'cot':
      return divRatio(normal(fn('cos', ...x.args)), normal(fn('sin', ...x.args)));
    case 'tan': {
      const exact = exactTrig('tan', first);
      if (exact === 'undefined') throw new UndefinedValueError('tan');
      if (exact) return normal(exact);
      return divRatio(normal(fn('sin', ...x.args)), normal(fn('cos', ...x.args)));
    }
    case 'sin':
    case 'cos': {
      const exact = exactTrig(x.name, first);
      if (exact && exact !== 'undefined') return normal(exact);
      const shifted = quarterTurns(x.name, first);
      if (shifted) return shifted;
      // sin(-x) = -sin(x), so both share one kernel.
      const turned = Q.sign(leadOf(first.n)) < 0;
      const kernel = opaque(fn(x.name, toExpr(turned ? negRatio(first) : first)));
      return turned && x.name === 'sin' ? negRatio(kernel) : kernel;
    }
    default:
      return opaque(fn(x.name, ...args.map(toExpr)));
  }
}

/** The normal form of an expression. */
export function normal(x: Expr): Ratio {
  spend();
  switch (x.k) {
    case 'num':
      return ratioOf(x.v);
    case 'sym':
      return polyAsRatio(kernelPoly(symbolKernel(x.name)));
    case 'const':
      if (x.name === 'deg') return normal({ k: 'div', a: pi, b: num(180) });
      return polyAsRatio(kernelPoly({ key: x.name, expr: x.name === 'pi' ? pi : e }));
    case 'add':
      return x.args.map(normal).reduce(addRatio, zeroRatio);
    case 'mul':
      return x.args.map(normal).reduce(mulRatio, ratioOf(Q.one));
    case 'div':
      return divRatio(normal(x.a), normal(x.b));
    case 'neg':
      return negRatio(normal(x.a));
    case 'pow': {
      const base = normal(x.a);
      const exponent = normal(x.b);
      const number = numberOf(exponent);
      if (number) {
        if (Q.isZero(number) && isZeroPoly(base.n)) throw new UndefinedValueError('0^0');
        return rationalPower(base, number);
      }
      // 2^(log_2 x) = x
      if (numberOf(base) && x.b.k === 'fn' && (x.b.name === 'log' || x.b.name === 'ln')) {
        const logBase = x.b.name === 'ln' ? e : (x.b.args[1] ?? num(10));
        if (toText(logBase) === toText(x.a)) return normal(x.b.args[0] ?? num(0));
      }
      return symbolicPower(x.a, base, exponent);
    }
    case 'fn':
      return applyFn(x);
  }
}

export const simplify = (x: Expr): Expr => toExpr(normal(x));
export const isExactlyZero = (x: Expr): boolean => isZeroPoly(normal(x).n);
/** The exact value of an expression that is a rational number; otherwise undefined. */
export const rationalValue = (x: Expr): Q.Q | undefined => numberOf(normal(x));

/** The angle as a whole multiple of pi/12 (15°), reduced to 0 to 23; otherwise undefined. */
function twelfths(angle: Ratio): number | undefined {
  if (isZeroPoly(angle.n)) return 0;
  if (angle.n.size !== 1 || angle.d.size !== 1 || !angle.d.has('')) return undefined;
  const [term] = termsOf(angle.n);
  if (term?.mono.key !== 'pi^1') return undefined;
  const count = Q.mul(term.c, Q.q(12));
  return Q.isInt(count) ? Number(((count.n % 24n) + 24n) % 24n) : undefined;
}

const root = (n: number) => sqrt(num(n));
const quarter = (x: Expr) => over(x, num(4));
/** sin of 0°, 15° … 90°. */
const firstQuarter: readonly Expr[] = [
  num(0),
  quarter(sum(root(6), negate(root(2)))),
  num(Q.q(1, 2)),
  over(root(2), num(2)),
  over(root(3), num(2)),
  quarter(sum(root(6), root(2))),
  num(1),
];

function sine(at: number): Expr {
  const turn = ((at % 24) + 24) % 24;
  if (turn > 12) return negate(sine(turn - 12));
  return firstQuarter[turn > 6 ? 12 - turn : turn] as Expr;
}

function exactTrig(name: 'sin' | 'cos' | 'tan', angle: Ratio): Expr | 'undefined' | undefined {
  const at = twelfths(angle);
  if (at === undefined) return undefined;
  if (name === 'sin') return sine(at);
  if (name === 'cos') return sine(at + 6);
  if (at % 12 === 6) return 'undefined';
  return over(sine(at), sine(at + 6));
}
