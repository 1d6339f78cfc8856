/** Exact rational numbers with bigint numerator and denominator. */
import { BudgetExceededError, maxBits, spend } from './budget.ts';

/** An exact fraction in lowest terms, the denominator positive. */
export type Q = { readonly n: bigint; readonly d: bigint };

export function gcdInt(a: bigint, b: bigint): bigint {
  let x = a < 0n ? -a : a;
  let y = b < 0n ? -b : b;
  // One unit for all rounds: the maximum length of numbers bounds their count.
  spend();
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

const limit = 1n << BigInt(maxBits);
function bounded(value: bigint): bigint {
  if (value > limit || value < -limit) throw new BudgetExceededError('size');
  return value;
}

export function q(n: bigint | number, d: bigint | number = 1n): Q {
  let top = BigInt(n);
  let bottom = BigInt(d);
  if (bottom === 0n) throw new RangeError('division by zero');
  if (bottom === 1n) return { n: bounded(top), d: 1n };
  if (bottom < 0n) [top, bottom] = [-top, -bottom];
  const common = gcdInt(top, bottom);
  return { n: bounded(top / common), d: bounded(bottom / common) };
}

export const zero: Q = { n: 0n, d: 1n };
export const one: Q = { n: 1n, d: 1n };
export const minusOne: Q = { n: -1n, d: 1n };

export const add = (a: Q, b: Q): Q =>
  a.d === 1n && b.d === 1n ? { n: bounded(a.n + b.n), d: 1n } : q(a.n * b.d + b.n * a.d, a.d * b.d);
export const neg = (a: Q): Q => ({ n: -a.n, d: a.d });
export const sub = (a: Q, b: Q): Q => add(a, neg(b));
export const mul = (a: Q, b: Q): Q =>
  a.d === 1n && b.d === 1n ? { n: bounded(a.n * b.n), d: 1n } : q(a.n * b.n, a.d * b.d);
export const div = (a: Q, b: Q): Q => q(a.n * b.d, a.d * b.n);
export const inv = (a: Q): Q => q(a.d, a.n);
export const abs = (a: Q): Q => (a.n < 0n ? neg(a) : a);
export const isZero = (a: Q): boolean => a.n === 0n;
export const isOne = (a: Q): boolean => a.n === 1n && a.d === 1n;
export const isInt = (a: Q): boolean => a.d === 1n;
export const eq = (a: Q, b: Q): boolean => a.n === b.n && a.d === b.d;
export const sign = (a: Q): -1 | 0 | 1 => (a.n > 0n ? 1 : a.n < 0n ? -1 : 0);
export const compare = (a: Q, b: Q): -1 | 0 | 1 => sign({ n: a.n * b.d - b.n * a.d, d: 1n });
export const floor = (a: Q): bigint => (a.n >= 0n ? a.n / a.d : -((-a.n + a.d - 1n) / a.d));

const bits = (value: bigint) => (value < 0n ? -value : value).toString(16).length * 4;

export function powInt(a: Q, exponent: bigint): Q {
  if (exponent < 0n) return powInt(inv(a), -exponent);
  if (exponent > 1n && abs(a).n !== a.d && a.n !== 0n) {
    // Rejected before it is computed: 9^9^9 must not be multiplied out first.
    if (exponent > BigInt(maxBits) || (bits(a.n) - 4) * Number(exponent) > maxBits * 2)
      throw new BudgetExceededError('size');
  }
  if (abs(a).n === 1n && a.d === 1n) return a.n === 1n || exponent % 2n === 0n ? one : minusOne;
  if (a.n === 0n) return exponent === 0n ? one : zero;
  return { n: bounded(a.n ** exponent), d: bounded(a.d ** exponent) };
}

export function toNumber(a: Q): number {
  const direct = Number(a.n) / Number(a.d);
  if (Number.isFinite(direct) && direct !== 0) return direct;
  const shift = BigInt(Math.max(0, bits(a.n) - bits(a.d) - 900));
  return a.n === 0n ? 0 : (Number(a.n >> shift) / Number(a.d)) * 2 ** Number(shift);
}

/** "0.125" as a fraction; undefined where the text is not a decimal. */
export function fromDecimal(text: string): Q | undefined {
  const found = /^(\d*)(?:\.(\d*))?$/.exec(text);
  if (!found || text === '.' || text === '') return undefined;
  const [, whole = '', part = ''] = found;
  if (whole.length + part.length > 300) throw new BudgetExceededError('size');
  return q(BigInt(whole + part || '0'), 10n ** BigInt(part.length));
}

/** A terminating decimal of at most `places` places, or undefined. */
export function toDecimal(a: Q, places = 12): string | undefined {
  const scale = 10n ** BigInt(places);
  if ((a.n * scale) % a.d !== 0n) return undefined;
  const written = fixed(a, places);
  return written.includes('.') ? written.replace(/\.?0+$/, '') : written;
}

/** Rounded half away from zero to `places` places. */
function fixed(a: Q, places: number): string {
  const scale = 10n ** BigInt(places);
  const size = abs(a);
  const scaled = (size.n * scale * 2n + size.d) / (size.d * 2n);
  const digits = scaled.toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const part = places > 0 ? `.${digits.slice(-places)}` : '';
  return `${a.n < 0n && scaled !== 0n ? '-' : ''}${whole}${part}`;
}

/** Prime factors by trial division up to 20,000; a larger remainder is split only if it is a square. */
export function primeFactors(value: bigint): [bigint, number][] {
  const found: [bigint, number][] = [];
  let left = value < 0n ? -value : value;
  if (left < 2n) return found;
  const small = left < 9_007_199_254_740_991n;
  for (let p = 2n; p * p <= left && p < 20_000n; p += p === 2n ? 1n : 2n) {
    spend(small ? 1 : 2);
    let count = 0;
    while (left % p === 0n) {
      left /= p;
      count += 1;
    }
    if (count > 0) found.push([p, count]);
  }
  if (left > 1n) {
    const root = sqrtInt(left);
    if (root * root === left) found.push([root, 2]);
    else found.push([left, 1]);
  }
  return found;
}

/** The integer part of a square root. */
function sqrtInt(value: bigint): bigint {
  if (value < 2n) return value;
  let x = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    spend();
    const next = (x + value / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}

export function sqrtQ(a: Q): Q | undefined {
  if (a.n < 0n) return undefined;
  const top = sqrtInt(a.n);
  const bottom = sqrtInt(a.d);
  return top * top === a.n && bottom * bottom === a.d ? { n: top, d: bottom } : undefined;
}
