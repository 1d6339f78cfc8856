/** Converts the exact normal form back to an expression as a person would write it. */

import {
  type Expr,
  fn,
  hasDecimal,
  mapChildren,
  negate,
  num,
  over,
  power,
  sqrt,
  sum,
  times,
} from './expr.ts';
import { contentOf, type Kernel, type Mono, onePoly, type Poly, scale, type Term, termsOf } from './poly.ts';
import type { Ratio } from './ratio.ts';
import * as Q from './rational.ts';
import { mapExprs, type Relation, type Statement } from './statement.ts';

const isNumberKernel = (kernel: Kernel) => kernel.prime !== undefined;
const rank = (kernel: Kernel): number =>
  kernel.expr.k === 'const'
    ? 0
    : kernel.expr.k === 'sym'
      ? 1
      : kernel.expr.k === 'pow' && !kernel.base
        ? 2
        : kernel.base
          ? 4
          : 3;

function degree(m: Mono): Q.Q {
  return m.parts.reduce((all, [kernel, x]) => (kernel.expr.k === 'sym' ? Q.add(all, x) : all), Q.zero);
}

function inOrder(a: Term, b: Term): number {
  const byDegree = Q.compare(degree(b.mono), degree(a.mono));
  if (byDegree !== 0) return byDegree;
  const rationalFirst =
    Number(a.mono.parts.some(([k]) => isNumberKernel(k))) -
    Number(b.mono.parts.some(([k]) => isNumberKernel(k)));
  const parts = (m: Mono) => m.parts.filter(([k]) => !isNumberKernel(k));
  const x = parts(a.mono);
  const y = parts(b.mono);
  for (let at = 0; at < Math.min(x.length, y.length); at += 1) {
    const [kx, ex] = x[at] as (typeof x)[number];
    const [ky, ey] = y[at] as (typeof y)[number];
    if (kx.key !== ky.key) return kx.key < ky.key ? -1 : 1;
    const higher = Q.compare(ey, ex);
    if (higher !== 0) return higher;
  }
  if (x.length !== y.length) return y.length - x.length;
  if (rationalFirst !== 0) return rationalFirst;
  return a.mono.key < b.mono.key ? -1 : 1;
}

function kernelPower(kernel: Kernel, exponent: Q.Q): Expr {
  if (Q.isOne(exponent)) return kernel.expr;
  if (kernel.expr.k === 'pow' && !kernel.base) {
    // (2^x)^3 is 2^(3x)
    return power(
      kernel.expr.a,
      Q.isOne(exponent) ? kernel.expr.b : coefficientTimes(exponent, kernel.expr.b),
    );
  }
  if (exponent.d === 1n) return power(kernel.expr, num(exponent));
  if (exponent.n === 1n && kernel.key !== 'e')
    return exponent.d === 2n ? sqrt(kernel.expr) : fn('root', kernel.expr, num(exponent.d));
  return power(kernel.expr, num(exponent));
}

function coefficientTimes(c: Q.Q, x: Expr): Expr {
  if (Q.isOne(c)) return x;
  if (c.d === 1n) return times(num(c), x);
  return over(c.n === 1n ? x : times(num(c.n), x), num(c.d));
}

/** sqrt(2)*sqrt(3) is written sqrt(6). */
function rootsOf(m: Mono): Expr[] {
  const byDegree = new Map<bigint, bigint>();
  for (const [kernel, exponent] of m.parts) {
    if (kernel.prime === undefined) continue;
    byDegree.set(exponent.d, (byDegree.get(exponent.d) ?? 1n) * kernel.prime ** exponent.n);
  }
  return [...byDegree].map(([d, inside]) => (d === 2n ? sqrt(num(inside)) : fn('root', num(inside), num(d))));
}

function factorsOf(m: Mono): Expr[] {
  const others = m.parts.filter(([kernel]) => !isNumberKernel(kernel));
  others.sort(([a], [b]) => rank(a) - rank(b) || (a.key < b.key ? -1 : 1));
  return [...rootsOf(m), ...others.map(([kernel, exponent]) => kernelPower(kernel, exponent))];
}

/** One term without its sign. */
function termExpr(c: Q.Q, m: Mono): Expr {
  const factors = factorsOf(m);
  if (factors.length === 0) return num(c);
  const top = c.n === 1n ? times(...factors) : times(num(c.n), ...factors);
  return c.d === 1n ? top : over(top, num(c.d));
}

export function sumOfTerms(p: Poly): Expr {
  const terms = termsOf(p).sort(inOrder);
  if (terms.length === 0) return num(0);
  const [first] = terms;
  if (first && Q.sign(first.c) < 0) {
    // c - b, not -b + c
    const at = terms.findIndex(({ c, mono }) => Q.sign(c) > 0 && Q.eq(degree(mono), degree(first.mono)));
    if (at > 0) terms.unshift(...terms.splice(at, 1));
  }
  return sum(
    ...terms.map(({ c, mono }) => (Q.sign(c) < 0 ? negate(termExpr(Q.neg(c), mono)) : termExpr(c, mono))),
  );
}

const isConstant = (p: Poly) =>
  termsOf(p).every(({ mono }) => mono.parts.every(([kernel]) => isNumberKernel(kernel)));

export function toExpr({ n, d }: Ratio): Expr {
  if (d === onePoly || (d.size === 1 && d.has('') && Q.isOne(d.get('')?.c ?? Q.zero))) {
    const bottom = contentOf(n).d;
    // (1 + sqrt(5))/2, but x/2 + 1/3
    if (n.size > 1 && isConstant(n) && bottom !== 1n)
      return over(sumOfTerms(scale(n, Q.q(bottom))), num(bottom));
    return sumOfTerms(n);
  }
  const content = contentOf(n);
  const top = scale(n, Q.q(content.d));
  const bottom = scale(d, Q.q(content.d));
  const terms = termsOf(top);
  if (terms.length === 1 && Q.sign(terms[0]?.c ?? Q.one) < 0)
    return negate(over(sumOfTerms(scale(top, Q.minusOne)), sumOfTerms(bottom)));
  return over(sumOfTerms(top), sumOfTerms(bottom));
}

/** Writes fractions as decimals where the decimal terminates. */
export function asDecimals(x: Expr): Expr {
  if (x.k === 'num') return x.v.d !== 1n && Q.toDecimal(x.v) ? { ...x, decimal: true } : x;
  return mapChildren(x, asDecimals);
}

/** Writes the answer in decimals, where they terminate, if the problem uses decimals. */
export const decimalsBack = (answer: Statement, problem: Relation): Statement =>
  hasDecimal(sum(problem.a, problem.b)) ? mapExprs(answer, asDecimals) : answer;
