/**
 * Numeric evaluation: plain arithmetic on the expression as written, without the algebra that it verifies.
 */
import type { Expr } from './expr.ts';
import * as Q from './rational.ts';

export type Point = Readonly<Record<string, number>>;

function factorial(n: number): number {
  if (n < 0 || Math.round(n) !== n || n > 170) return Number.NaN;
  let result = 1;
  for (let at = 2; at <= n; at += 1) result *= at;
  return result;
}

function realPower(base: number, exponent: number, written: Expr): number {
  if (base >= 0 || Number.isInteger(exponent)) return base ** exponent;
  // (-8)^(1/3): an odd root of a negative number is real.
  const ratio = written.k === 'num' ? written.v : evaluateExactly(written, {});
  if (ratio && ratio.d % 2n === 1n) return (ratio.n % 2n === 0n ? 1 : -1) * (-base) ** exponent;
  return Number.NaN;
}

export function evaluate(x: Expr, at: Point): number {
  switch (x.k) {
    case 'num':
      return Q.toNumber(x.v);
    case 'sym':
      return at[x.name] ?? Number.NaN;
    case 'const':
      return x.name === 'pi' ? Math.PI : x.name === 'e' ? Math.E : Math.PI / 180;
    case 'add':
      return x.args.reduce((all, part) => all + evaluate(part, at), 0);
    case 'mul':
      return x.args.reduce((all, part) => all * evaluate(part, at), 1);
    case 'div': {
      const bottom = evaluate(x.b, at);
      // A numerically found root may miss a pole by the last digit, so a tiny denominator counts as 0.
      return Math.abs(bottom) < (x.b.k === 'num' ? 1e-300 : 1e-11) ? Number.NaN : evaluate(x.a, at) / bottom;
    }
    case 'neg':
      return -evaluate(x.a, at);
    case 'pow': {
      const base = evaluate(x.a, at);
      const exponent = evaluate(x.b, at);
      if (base === 0 && exponent <= 0) return Number.NaN;
      return realPower(base, exponent, x.b);
    }
    case 'fn':
      return apply(
        x.name,
        x.args.map((part) => evaluate(part, at)),
      );
  }
}

/** The size of the numbers that are added up in an expression: the scale for rounding errors. */
export function magnitude(x: Expr, at: Point): number {
  switch (x.k) {
    case 'add':
      return x.args.reduce((all, part) => all + magnitude(part, at), 0);
    case 'mul':
      return x.args.reduce((all, part) => all * magnitude(part, at), 1);
    case 'neg':
      return magnitude(x.a, at);
    case 'div':
      return magnitude(x.a, at) / Math.abs(evaluate(x.b, at));
    case 'pow': {
      const exponent = evaluate(x.b, at);
      return exponent > 0 ? magnitude(x.a, at) ** exponent : Math.abs(evaluate(x, at));
    }
    case 'fn':
      if (x.name === 'sqrt') return Math.sqrt(magnitude(x.args[0] as Expr, at));
      return Math.abs(evaluate(x, at)) + (x.name === 'abs' || x.name === 'root' ? 0 : 1);
    default:
      return Math.abs(evaluate(x, at));
  }
}

function apply(name: string, [a = Number.NaN, b = Number.NaN]: readonly number[]): number {
  switch (name) {
    case 'sqrt':
      return a < 0 && a > -1e-13 ? 0 : Math.sqrt(a);
    case 'root':
      return a < 0 ? (b % 2 === 1 ? -((-a) ** (1 / b)) : Number.NaN) : a ** (1 / b);
    case 'abs':
      return Math.abs(a);
    case 'ln':
      return a > 0 ? Math.log(a) : Number.NaN;
    case 'log':
      return a > 0 && !(b <= 0) ? Math.log(a) / Math.log(Number.isNaN(b) ? 10 : b) : Number.NaN;
    case 'sin':
      return Math.sin(a);
    case 'cos':
      return Math.cos(a);
    case 'tan':
      return Math.abs(Math.cos(a)) < 1e-12 ? Number.NaN : Math.tan(a);
    case 'sec':
      return 1 / Math.cos(a);
    case 'csc':
      return 1 / Math.sin(a);
    case 'cot':
      return Math.cos(a) / Math.sin(a);
    case 'asin':
      return Math.asin(a);
    case 'acos':
      return Math.acos(a);
    case 'atan':
      return Math.atan(a);
    case 'factorial':
      return factorial(a);
    case 'nCr':
      return factorial(a) / (factorial(b) * factorial(a - b));
    case 'nPr':
      return factorial(a) / factorial(a - b);
    default:
      return Number.NaN;
  }
}

/**
 * The exact value where only + - * / and integer powers occur; undefined otherwise or where it is not
 * defined.
 */
export function evaluateExactly(x: Expr, at: Readonly<Record<string, Q.Q>>): Q.Q | undefined {
  switch (x.k) {
    case 'num':
      return x.v;
    case 'sym':
      return at[x.name];
    case 'add':
    case 'mul': {
      let result = x.k === 'add' ? Q.zero : Q.one;
      for (const part of x.args) {
        const value = evaluateExactly(part, at);
        if (!value) return undefined;
        result = x.k === 'add' ? Q.add(result, value) : Q.mul(result, value);
      }
      return result;
    }
    case 'neg': {
      const value = evaluateExactly(x.a, at);
      return value && Q.neg(value);
    }
    case 'div': {
      const top = evaluateExactly(x.a, at);
      const bottom = evaluateExactly(x.b, at);
      return top && bottom && !Q.isZero(bottom) ? Q.div(top, bottom) : undefined;
    }
    case 'pow': {
      const base = evaluateExactly(x.a, at);
      const exponent = evaluateExactly(x.b, at);
      if (!base || !exponent || !Q.isInt(exponent) || (Q.isZero(base) && exponent.n <= 0n)) return undefined;
      return Q.powInt(base, exponent.n);
    }
    default:
      return undefined;
  }
}
