import { spend } from './budget.ts';
import {
  asNumber,
  coefficientsIn,
  commonMono,
  constant,
  contentOf,
  divideByMono,
  fromCoefficients,
  isZeroPoly,
  type Kernel,
  kernelsOf,
  type Mono,
  mono,
  mulPoly,
  onePoly,
  type Poly,
  poly,
  scale,
  subPoly,
} from './poly.ts';
import * as Q from './rational.ts';

/** Kernels of both whose powers are all natural numbers and which are not numbers under a root. */
function mainKernel(a: Poly, b: Poly): Kernel | undefined {
  const kernels = new Map([...kernelsOf(a), ...kernelsOf(b)].map((kernel) => [kernel.key, kernel]));
  return [...kernels.values()].find(({ prime, base }) => prime === undefined && base === undefined);
}

export const hasRoots = (p: Poly): boolean =>
  kernelsOf(p).some(({ prime, base }) => prime !== undefined || base !== undefined) ||
  [...p.values()].some((term) => term.mono.parts.some(([, exponent]) => exponent.d !== 1n));

/** a / b where it divides exactly, else undefined. */
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

/** Greatest common divisor over the rationals by primitive remainders; 1 where roots are inside. */
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
