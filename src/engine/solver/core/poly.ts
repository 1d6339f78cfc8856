import { spend } from './budget.ts';
import type { Expr } from './expr.ts';
import * as Q from './rational.ts';

/**
 * A building block of polynomials: a symbol, a prime under a root, sin(x), 2^x … `prime` is set for numbers
 * (only powers below 1 remain), `base` for a sum under a root.
 */
export type Kernel = {
  readonly key: string;
  readonly expr: Expr;
  readonly prime?: bigint;
  readonly base?: Poly;
};
export type Mono = { readonly key: string; readonly parts: readonly (readonly [Kernel, Q.Q])[] };
export type Term = { readonly mono: Mono; readonly c: Q.Q };
/** A sum of terms with rational coefficients; no term is zero, no two have the same monomial. */
export type Poly = ReadonlyMap<string, Term>;

const exponentKey = (x: Q.Q) => (x.d === 1n ? `${x.n}` : `${x.n}/${x.d}`);

function mono(parts: readonly (readonly [Kernel, Q.Q])[]): Mono {
  const nonZero = parts.filter(([, exponent]) => !Q.isZero(exponent));
  nonZero.sort(([a], [b]) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return {
    key: nonZero.map(([kernel, exponent]) => `${kernel.key}^${exponentKey(exponent)}`).join('*'),
    parts: nonZero,
  };
}
const unitMono: Mono = { key: '', parts: [] };

export function poly(terms: Iterable<Term>): Poly {
  const made = new Map<string, Term>();
  for (const term of terms) {
    spend();
    const existing = made.get(term.mono.key);
    const c = existing ? Q.add(existing.c, term.c) : term.c;
    if (Q.isZero(c)) made.delete(term.mono.key);
    else made.set(term.mono.key, { mono: term.mono, c });
  }
  return made;
}

export const constant = (c: Q.Q): Poly => poly([{ mono: unitMono, c }]);
const zeroPoly: Poly = new Map();
export const onePoly: Poly = constant(Q.one);
export const kernelPoly = (kernel: Kernel, exponent: Q.Q = Q.one): Poly =>
  poly([{ mono: mono([[kernel, exponent]]), c: Q.one }]);

export const isZeroPoly = (p: Poly): boolean => p.size === 0;
export const termsOf = (p: Poly): Term[] => [...p.values()];

/** The value of a polynomial that is a plain number; otherwise undefined. */
export function asNumber(p: Poly): Q.Q | undefined {
  if (p.size === 0) return Q.zero;
  if (p.size > 1) return undefined;
  return p.get('')?.c;
}

export const addPoly = (a: Poly, b: Poly): Poly => poly([...a.values(), ...b.values()]);
export const scale = (a: Poly, c: Q.Q): Poly =>
  Q.isZero(c)
    ? zeroPoly
    : new Map([...a].map(([key, term]) => [key, { mono: term.mono, c: Q.mul(term.c, c) }]));
export const negPoly = (a: Poly): Poly => scale(a, Q.minusOne);
export const subPoly = (a: Poly, b: Poly): Poly => addPoly(a, negPoly(b));
export const samePoly = (a: Poly, b: Poly): boolean => isZeroPoly(subPoly(a, b));

/**
 * Multiplies monomials; whole powers of primes are returned in `c`, whole powers of sums under a root in
 * `extra`.
 */
function mulMono(a: Mono, b: Mono): { mono: Mono; c: Q.Q; extra: Poly | undefined } {
  if (a.parts.length === 0) return { mono: b, c: Q.one, extra: undefined };
  if (b.parts.length === 0) return { mono: a, c: Q.one, extra: undefined };
  const exponents = new Map<string, [Kernel, Q.Q]>();
  for (const [kernel, exponent] of [...a.parts, ...b.parts]) {
    const existing = exponents.get(kernel.key);
    exponents.set(kernel.key, [kernel, existing ? Q.add(existing[1], exponent) : exponent]);
  }
  let c = Q.one;
  let extra: Poly | undefined;
  for (const entry of exponents.values()) {
    const [kernel, exponent] = entry;
    const whole = Q.floor(exponent);
    if (whole === 0n) continue;
    if (kernel.prime !== undefined) {
      c = Q.mul(c, Q.powInt(Q.q(kernel.prime), whole));
      entry[1] = Q.sub(exponent, Q.q(whole));
    } else if (kernel.base && whole > 0n) {
      const raised = powPoly(kernel.base, Number(whole));
      extra = extra ? mulPoly(extra, raised) : raised;
      entry[1] = Q.sub(exponent, Q.q(whole));
    }
  }
  return { mono: mono([...exponents.values()]), c, extra };
}

export function mulPoly(a: Poly, b: Poly): Poly {
  const extras: Poly[] = [];
  const terms: Term[] = [];
  for (const x of a.values()) {
    for (const y of b.values()) {
      spend();
      const made = mulMono(x.mono, y.mono);
      const term = { mono: made.mono, c: Q.mul(Q.mul(x.c, y.c), made.c) };
      if (made.extra) extras.push(mulPoly(poly([term]), made.extra));
      else terms.push(term);
    }
  }
  return extras.reduce(addPoly, poly(terms));
}

export function powPoly(a: Poly, exponent: number): Poly {
  let result = onePoly;
  let base = a;
  for (let left = exponent; left > 0; left >>= 1) {
    if (left & 1) result = mulPoly(result, base);
    if (left > 1) base = mulPoly(base, base);
  }
  return result;
}

export function kernelsOf(p: Poly): Kernel[] {
  const found = new Map<string, Kernel>();
  for (const { mono: m } of p.values()) for (const [kernel] of m.parts) found.set(kernel.key, kernel);
  return [...found.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

const exponentIn = (m: Mono, key: string): Q.Q =>
  m.parts.find(([kernel]) => kernel.key === key)?.[1] ?? Q.zero;

/** Coefficients by power of one kernel; undefined where a power is not a natural number. */
export function coefficientsIn(p: Poly, key: string): Poly[] | undefined {
  const found: Term[][] = [];
  for (const { mono: m, c } of p.values()) {
    const exponent = exponentIn(m, key);
    if (exponent.d !== 1n || exponent.n < 0n || exponent.n > 400n) return undefined;
    const rest = mono(m.parts.filter(([kernel]) => kernel.key !== key));
    const at = Number(exponent.n);
    while (found.length <= at) found.push([]);
    found[at]?.push({ mono: rest, c });
  }
  return found.map(poly);
}

export function fromCoefficients(coefficients: readonly Poly[], kernel: Kernel): Poly {
  let result = zeroPoly;
  coefficients.forEach((coefficient, at) => {
    if (!isZeroPoly(coefficient))
      result = addPoly(result, at === 0 ? coefficient : mulPoly(coefficient, kernelPoly(kernel, Q.q(at))));
  });
  return result;
}

/** Numeric coefficients, lowest power first; undefined where the polynomial has other kernels. */
export function dense(p: Poly, key: string): Q.Q[] | undefined {
  const numbers = coefficientsIn(p, key)?.map(asNumber);
  return numbers?.every((c) => c !== undefined) ? (numbers as Q.Q[]) : undefined;
}

/**
 * The content: the positive rational that, divided out, leaves integer coefficients without a common factor.
 */
export function contentOf(p: Poly): Q.Q {
  let top = 0n;
  let bottom = 1n;
  for (const { c } of p.values()) {
    top = Q.gcdInt(top, c.n);
    bottom = (bottom / Q.gcdInt(bottom, c.d)) * c.d;
  }
  return top === 0n ? Q.one : Q.q(top, bottom);
}

/** The greatest monomial that divides every term. */
export function commonMono(p: Poly): Mono {
  let shared: Map<string, [Kernel, Q.Q]> | undefined;
  for (const { mono: m } of p.values()) {
    const here = new Map(
      m.parts.map(([kernel, exponent]) => [kernel.key, [kernel, exponent] as [Kernel, Q.Q]]),
    );
    if (!shared) shared = here;
    else
      for (const [key, entry] of shared) {
        const exponent = here.get(key)?.[1];
        if (!exponent) shared.delete(key);
        else if (Q.compare(exponent, entry[1]) < 0) entry[1] = exponent;
      }
  }
  return mono([...(shared?.values() ?? [])]);
}

export function divideByMono(p: Poly, m: Mono): Poly {
  if (m.parts.length === 0) return p;
  return poly(
    [...p.values()].map((term) => {
      const parts = new Map(
        term.mono.parts.map(([kernel, exponent]) => [kernel.key, [kernel, exponent] as [Kernel, Q.Q]]),
      );
      for (const [kernel, exponent] of m.parts) {
        const existing = parts.get(kernel.key);
        parts.set(kernel.key, [kernel, Q.sub(existing?.[1] ?? Q.zero, exponent)]);
      }
      return { mono: mono([...parts.values()]), c: term.c };
    }),
  );
}

/** The first kernel of either polynomial that is not a number or sum under a root. */
function mainKernel(a: Poly, b: Poly): Kernel | undefined {
  const kernels = new Map([...kernelsOf(a), ...kernelsOf(b)].map((kernel) => [kernel.key, kernel]));
  return [...kernels.values()].find(({ prime, base }) => prime === undefined && base === undefined);
}

export const hasRoots = (p: Poly): boolean =>
  kernelsOf(p).some(({ prime, base }) => prime !== undefined || base !== undefined) ||
  [...p.values()].some((term) => term.mono.parts.some(([, exponent]) => exponent.d !== 1n));

/** a / b where b divides a exactly, otherwise undefined. */
export function divideExactly(a: Poly, b: Poly): Poly | undefined {
  if (isZeroPoly(a)) return a;
  const number = asNumber(b);
  if (number) return scale(a, Q.inv(number));
  const kernel = mainKernel(b, b);
  if (!kernel) return undefined;
  const divisor = coefficientsIn(b, kernel.key);
  const left = coefficientsIn(a, kernel.key)?.slice();
  if (!divisor || !left) return undefined;
  const lead = divisor.at(-1) as Poly;
  const quotient: Poly[] = [];
  while (left.length >= divisor.length) {
    spend();
    const top = left.at(-1) as Poly;
    const shift = left.length - divisor.length;
    const part = divideExactly(top, lead);
    if (!part) return undefined;
    quotient[shift] = part;
    divisor.forEach((c, at) => {
      left[at + shift] = subPoly(left[at + shift] as Poly, mulPoly(part, c));
    });
    while (left.length > 0 && isZeroPoly(left.at(-1) as Poly)) left.pop();
  }
  if (left.length > 0) return undefined;
  return fromCoefficients(
    Array.from(quotient, (c) => c ?? constant(Q.zero)),
    kernel,
  );
}

export const primitive = (p: Poly): Poly => (isZeroPoly(p) ? p : scale(p, Q.inv(contentOf(p))));

function gcdOfAll(parts: readonly Poly[]): Poly {
  let found: Poly = new Map();
  for (const part of parts) {
    found = gcdPoly(found, part);
    if (asNumber(found) && !isZeroPoly(found)) return onePoly;
  }
  return found;
}

/**
 * Greatest common divisor over the rationals by primitive remainders; only the common monomial where roots
 * occur.
 */
export function gcdPoly(a: Poly, b: Poly): Poly {
  spend();
  if (isZeroPoly(a)) return primitive(b);
  if (isZeroPoly(b)) return primitive(a);
  if (asNumber(a) || asNumber(b)) return onePoly;
  const shared = sharedMono(commonMono(a), commonMono(b));
  const monoPart = poly([{ mono: shared, c: Q.one }]);
  const x = divideByMono(a, commonMono(a));
  const y = divideByMono(b, commonMono(b));
  if (hasRoots(x) || hasRoots(y)) return monoPart;
  const kernel = mainKernel(x, y);
  if (!kernel) return monoPart;
  const left = coefficientsIn(x, kernel.key);
  const right = coefficientsIn(y, kernel.key);
  if (!left || !right) return monoPart;
  const leftContent = gcdOfAll(left);
  const rightContent = gcdOfAll(right);
  const content = gcdPoly(leftContent, rightContent);
  let u = left.map((c) => divideExactly(c, leftContent) ?? c);
  let v = right.map((c) => divideExactly(c, rightContent) ?? c);
  if (u.length < v.length) [u, v] = [v, u];
  while (v.length > 1) {
    const remainder = pseudoRemainder(u, v);
    u = v;
    if (remainder.length === 0) break;
    const common = gcdOfAll(remainder);
    v = remainder.map((c) => divideExactly(c, common) ?? c);
    if (v.length === 1) return primitive(mulPoly(monoPart, content));
    const whole = primitive(fromCoefficients(v, kernel));
    v = coefficientsIn(whole, kernel.key) ?? v;
  }
  const main = u.length > 1 && v.length > 1 ? fromCoefficients(u, kernel) : onePoly;
  return primitive(mulPoly(mulPoly(monoPart, content), primitive(main)));
}

function sharedMono(a: Mono, b: Mono): Mono {
  return mono(
    a.parts.flatMap(([kernel, exponent]) => {
      const other = b.parts.find(([k]) => k.key === kernel.key)?.[1];
      return other ? [[kernel, Q.compare(exponent, other) < 0 ? exponent : other] as const] : [];
    }),
  );
}

function pseudoRemainder(a: readonly Poly[], b: readonly Poly[]): Poly[] {
  const left = [...a];
  const lead = b.at(-1) as Poly;
  while (left.length >= b.length) {
    spend();
    const top = left.at(-1) as Poly;
    const shift = left.length - b.length;
    for (let at = 0; at < left.length; at += 1) left[at] = mulPoly(left[at] as Poly, lead);
    b.forEach((c, at) => {
      left[at + shift] = subPoly(left[at + shift] as Poly, mulPoly(top, c));
    });
    while (left.length > 0 && isZeroPoly(left.at(-1) as Poly)) left.pop();
  }
  return left;
}
