/** Polynomials in one unknown with rational coefficients, lowest power first, without trailing zeros. */
import { spend } from './budget.ts';
import * as Q from './rational.ts';

export type Dense = readonly Q.Q[];

export function trim(a: Dense): Dense {
  let length = a.length;
  while (length > 0 && Q.isZero(a[length - 1] as Q.Q)) length -= 1;
  return a.slice(0, length);
}
export const degreeOf = (a: Dense): number => a.length - 1;
export const leadOf = (a: Dense): Q.Q => a.at(-1) ?? Q.zero;
export const coefficient = (a: Dense, at: number): Q.Q => a[at] ?? Q.zero;

function valueAt(a: Dense, x: Q.Q): Q.Q {
  let result = Q.zero;
  for (let at = a.length - 1; at >= 0; at -= 1) result = Q.add(Q.mul(result, x), a[at] as Q.Q);
  return result;
}
const derivativeOf = (a: Dense): Dense => a.slice(1).map((c, at) => Q.mul(c, Q.q(at + 1)));
const scaleDense = (a: Dense, c: Q.Q): Dense => a.map((x) => Q.mul(x, c));

export function divide(a: Dense, b: Dense): { quotient: Dense; rest: Dense } {
  const left = [...a];
  const quotient: Q.Q[] = Array.from({ length: Math.max(0, a.length - b.length + 1) }, () => Q.zero);
  for (let shift = a.length - b.length; shift >= 0; shift -= 1) {
    const factor = Q.div(left[shift + b.length - 1] as Q.Q, leadOf(b));
    quotient[shift] = factor;
    b.forEach((c, at) => {
      spend();
      left[at + shift] = Q.sub(left[at + shift] as Q.Q, Q.mul(factor, c));
    });
  }
  return { quotient: trim(quotient), rest: trim(left.slice(0, b.length - 1)) };
}

function monic(a: Dense): Dense {
  return a.length === 0 ? a : scaleDense(a, Q.inv(leadOf(a)));
}
/** Divides out the content: integer coefficients without a common factor, the leading one positive. */
export function primitiveOf(a: Dense): { content: Q.Q; part: Dense } {
  let top = 0n;
  let bottom = 1n;
  for (const c of a) {
    top = Q.gcdInt(top, c.n);
    bottom = (bottom / Q.gcdInt(bottom, c.d)) * c.d;
  }
  const content = Q.q(Q.sign(leadOf(a)) < 0 ? -top : top, bottom);
  return { content, part: scaleDense(a, Q.inv(content)) };
}

function gcd(a: Dense, b: Dense): Dense {
  let [x, y] = [trim(a), trim(b)];
  while (y.length > 0) [x, y] = [y, monic(divide(x, y).rest)];
  return monic(x);
}
const squarefree = (a: Dense): Dense => (degreeOf(a) < 2 ? a : divide(a, gcd(a, derivativeOf(a))).quotient);

function sturmChain(a: Dense): Dense[] {
  const chain = [a, derivativeOf(a)];
  for (;;) {
    const [before, last] = chain.slice(-2) as [Dense, Dense];
    if (last.length <= 1) break;
    const rest = divide(before, last).rest;
    if (rest.length === 0) break;
    // Only signs matter: a positive factor keeps the numbers short.
    const { content, part } = primitiveOf(rest);
    chain.push(scaleDense(part, Q.sign(content) > 0 ? Q.minusOne : Q.one));
  }
  return chain;
}
function signChanges(signs: number[]): number {
  const nonZero = signs.filter((s) => s !== 0);
  return nonZero.filter((s, at) => at > 0 && s !== nonZero[at - 1]).length;
}
const signChangesAt = (chain: Dense[], x: Q.Q) => signChanges(chain.map((p) => Q.sign(valueAt(p, x))));

/** Every distinct real root, accurate to about 15 digits. None is missed: a Sturm chain counts them. */
export function realRoots(a: Dense): number[] {
  const p = squarefree(trim(a));
  if (p.length < 2) return [];
  const chain = sturmChain(p);
  let bound = Q.one;
  for (const c of p.slice(0, -1)) {
    const ratio = Q.abs(Q.div(c, leadOf(p)));
    if (Q.compare(ratio, bound) > 0) bound = ratio;
  }
  bound = Q.q(Q.floor(bound) + 2n);
  const found: number[] = [];
  const search = (lo: Q.Q, hi: Q.Q, below: number, above: number): void => {
    spend(p.length);
    const count = below - above;
    if (count <= 0) return;
    const middle = Q.div(Q.add(lo, hi), Q.q(2));
    if (count === 1) {
      found.push(refine(p, lo, hi));
      return;
    }
    const here = signChangesAt(chain, middle);
    search(lo, middle, below, here);
    search(middle, hi, here, above);
  };
  search(Q.neg(bound), bound, signChangesAt(chain, Q.neg(bound)), signChangesAt(chain, bound));
  return found.sort((x, y) => x - y);
}

/** One root in (from, to], by bisection with exact signs. */
function refine(p: Dense, from: Q.Q, to: Q.Q): number {
  let [lo, hi] = [from, to];
  const atHigh = Q.sign(valueAt(p, hi));
  if (atHigh === 0) return Q.toNumber(hi);
  for (let turn = 0; turn < 90; turn += 1) {
    spend(2);
    const middle = Q.div(Q.add(lo, hi), Q.q(2));
    const here = Q.sign(valueAt(p, middle));
    if (here === 0) return Q.toNumber(middle);
    if (here === atHigh) hi = middle;
    else lo = middle;
    const [a, b] = [Q.toNumber(lo), Q.toNumber(hi)];
    if (Math.abs(b - a) <= Number.EPSILON * Math.max(1, Math.abs(a))) break;
  }
  return (Q.toNumber(lo) + Q.toNumber(hi)) / 2;
}

function divisorsOf(value: bigint): bigint[] {
  let found = [1n];
  for (const [prime, count] of Q.primeFactors(value)) {
    found = found.flatMap((d) => Array.from({ length: count + 1 }, (_, at) => d * prime ** BigInt(at)));
    spend(found.length);
    if (found.length > 4_000) return found;
  }
  return found;
}

function rationalRoot(part: Dense): Q.Q | undefined {
  if (Q.isZero(coefficient(part, 0))) return Q.zero;
  const tops = divisorsOf(coefficient(part, 0).n);
  const bottoms = divisorsOf(leadOf(part).n);
  if (tops.length * bottoms.length > 20_000) return undefined;
  for (const bottom of bottoms)
    for (const top of tops)
      for (const candidate of [Q.q(top, bottom), Q.q(-top, bottom)]) {
        spend();
        if (Q.isZero(valueAt(part, candidate))) return candidate;
      }
  return undefined;
}

/** A quadratic factor with integer coefficients, by Kronecker's method with the values at 0, 1 and -1. */
function quadraticFactor(part: Dense): Dense | undefined {
  const values = [Q.zero, Q.one, Q.minusOne].map((x) => valueAt(part, x).n);
  const options = values.map((value) => divisorsOf(value).flatMap((d) => [d, -d]));
  const [at0 = [], at1 = [], atMinus1 = []] = options;
  if (at0.length * at1.length * atMinus1.length > 60_000) return undefined;
  for (const c of at0.filter((d) => d > 0n))
    for (const y of at1)
      for (const z of atMinus1) {
        spend();
        if ((y + z) % 2n !== 0n) continue;
        const a = (y + z) / 2n - c;
        const b = (y - z) / 2n;
        if (a === 0n) continue;
        const candidate = [Q.q(c), Q.q(b), Q.q(a)];
        if (leadOf(part).n % a !== 0n) continue;
        if (divide(part, candidate).rest.length === 0) return primitiveOf(candidate).part;
      }
  return undefined;
}

/**
 * Factors over the rationals with integer coefficients; a part without linear or quadratic factors is not
 * split.
 */
export function factorDense(a: Dense): { content: Q.Q; factors: { p: Dense; times: number }[] } {
  const { content, part } = primitiveOf(trim(a));
  const factors: { p: Dense; times: number }[] = [];
  let left = part;
  const take = (p: Dense) => {
    let times = 0;
    for (;;) {
      const { quotient, rest } = left.length >= p.length ? divide(left, p) : { quotient: [], rest: [Q.one] };
      if (rest.length > 0) break;
      left = quotient;
      times += 1;
    }
    factors.push({ p, times });
  };
  while (left.length > 2) {
    const root = rationalRoot(left);
    if (!root) break;
    take([Q.q(-root.n), Q.q(root.d)]);
  }
  while (left.length > 4) {
    const quadratic = quadraticFactor(left);
    if (!quadratic) break;
    take(quadratic);
  }
  if (left.length > 1) {
    const { content: rest, part: last } = primitiveOf(left);
    const repeated = degreeOf(last) > 2 ? squarefree(last) : last;
    const whole = primitiveOf(repeated).part;
    left = last;
    take(degreeOf(whole) < degreeOf(last) ? whole : last);
    return { content: Q.mul(content, Q.mul(rest, coefficient(left, 0))), factors };
  }
  return { content: Q.mul(content, coefficient(left, 0)), factors };
}
