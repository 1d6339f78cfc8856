/** Fractions of polynomials over kernels, in lowest terms. */

import {
  addPoly,
  asNumber,
  commonMono,
  constant,
  contentOf,
  divideByMono,
  divideExactly,
  gcdPoly,
  isZeroPoly,
  kernelPoly,
  kernelsOf,
  mulPoly,
  negPoly,
  onePoly,
  type Poly,
  scale,
  termsOf,
} from './poly.ts';
import * as Q from './rational.ts';

export type Ratio = { readonly n: Poly; readonly d: Poly };
/** Thrown for an expression that has no value, such as 1/0 or the logarithm of -1. */
export class UndefinedValueError extends Error {}

export const polyAsRatio = (n: Poly): Ratio => ({ n, d: onePoly });
export const ratioOf = (c: Q.Q): Ratio => polyAsRatio(constant(c));

/** Reduces to lowest terms with a primitive denominator, without roots of numbers in it where possible. */
export function reduce(n: Poly, d: Poly): Ratio {
  if (isZeroPoly(d)) throw new UndefinedValueError('division by zero');
  if (isZeroPoly(n)) return { n, d: onePoly };
  const number = asNumber(d);
  if (number) return { n: scale(n, Q.inv(number)), d: onePoly };
  const withoutRoots = rationalise(n, d);
  if (withoutRoots) return reduce(withoutRoots.n, withoutRoots.d);
  const common = gcdPoly(n, d);
  let top = asNumber(common) ? n : (divideByGcd(n, common) ?? n);
  let bottom = asNumber(common) ? d : (divideByGcd(d, common) ?? d);
  const rest = asNumber(bottom);
  if (rest) return { n: scale(top, Q.inv(rest)), d: onePoly };
  const content = contentOf(bottom);
  const lead = leadOf(bottom);
  const factor = Q.inv(Q.sign(lead) < 0 ? Q.neg(content) : content);
  top = scale(top, factor);
  bottom = scale(bottom, factor);
  return { n: top, d: bottom };
}

function divideByGcd(p: Poly, common: Poly): Poly | undefined {
  const m = commonMono(common);
  const rest = divideByMono(common, m);
  return divideExactly(divideByMono(p, m), rest);
}

export const leadOf = (p: Poly): Q.Q => {
  const sorted = termsOf(p).sort((a, b) => (a.mono.key < b.mono.key ? 1 : -1));
  return sorted[0]?.c ?? Q.one;
};

/** Removes roots of numbers from a denominator by multiplying with its conjugates, one prime at a time. */
function rationalise(n: Poly, d: Poly): Ratio | undefined {
  const prime = kernelsOf(d).find((kernel) => kernel.prime !== undefined);
  if (!prime) return undefined;
  if (d.size === 1) {
    const [term] = termsOf(d);
    const exponent = term?.mono.parts.find(([kernel]) => kernel.key === prime.key)?.[1];
    if (!exponent) return undefined;
    const rest = kernelPoly(prime, Q.sub(Q.one, exponent));
    return { n: mulPoly(n, rest), d: mulPoly(d, rest) };
  }
  const conjugate: Poly = new Map(
    [...d].map(([key, term]) => {
      const exponent = term.mono.parts.find(([kernel]) => kernel.key === prime.key)?.[1];
      return [key, exponent ? { mono: term.mono, c: Q.neg(term.c) } : term];
    }),
  );
  const squares = termsOf(d).every(({ mono: m }) =>
    m.parts.every(
      ([kernel, exponent]) => kernel.key !== prime.key || (exponent.n === 1n && exponent.d === 2n),
    ),
  );
  if (!squares) return undefined;
  return { n: mulPoly(n, conjugate), d: mulPoly(d, conjugate) };
}

export const addRatio = (a: Ratio, b: Ratio): Ratio =>
  a.d === onePoly && b.d === onePoly
    ? polyAsRatio(addPoly(a.n, b.n))
    : reduce(addPoly(mulPoly(a.n, b.d), mulPoly(b.n, a.d)), mulPoly(a.d, b.d));
export const mulRatio = (a: Ratio, b: Ratio): Ratio =>
  a.d === onePoly && b.d === onePoly
    ? polyAsRatio(mulPoly(a.n, b.n))
    : reduce(mulPoly(a.n, b.n), mulPoly(a.d, b.d));
export const divRatio = (a: Ratio, b: Ratio): Ratio => reduce(mulPoly(a.n, b.d), mulPoly(a.d, b.n));
export const negRatio = (a: Ratio): Ratio => ({ n: negPoly(a.n), d: a.d });
export const numberOf = (a: Ratio): Q.Q | undefined => (a.d === onePoly ? asNumber(a.n) : undefined);

export const scaleRatio = (a: Ratio, c: Q.Q): Ratio => ({ n: scale(a.n, c), d: a.d });
export const zeroRatio: Ratio = { n: new Map(), d: onePoly };
