/**
 * Powers in the exact normal form: numbers as powers of primes, sums under a root as kernels, letters in
 * exponents.
 */
import { BudgetExceededError } from './budget.ts';
import { type Expr, fn, num, power } from './expr.ts';
import {
  asNumber,
  contentOf,
  isZeroPoly,
  type Kernel,
  kernelPoly,
  mulPoly,
  onePoly,
  type Poly,
  poly,
  powPoly,
  scale,
  termsOf,
} from './poly.ts';
import { toExpr } from './present.ts';
import { toText } from './print.ts';
import {
  divRatio,
  leadOf,
  mulRatio,
  negRatio,
  numberOf,
  polyAsRatio,
  type Ratio,
  ratioOf,
  reduce,
  UndefinedValueError,
} from './ratio.ts';
import * as Q from './rational.ts';

/** An expression as a single kernel, whose inside the algebra does not look at. */
export const opaque = (expr: Expr): Ratio => polyAsRatio(kernelPoly({ key: toText(expr), expr }));

/** A positive rational to a rational power, as a product of prime powers. */
function primePower(value: Q.Q, exponent: Q.Q): Ratio {
  let result = ratioOf(Q.one);
  for (const [part, turn] of [
    [value.n, exponent],
    [value.d, Q.neg(exponent)],
  ] as const) {
    for (const [prime, count] of Q.primeFactors(part)) {
      const total = Q.mul(turn, Q.q(count));
      const wholePart = Q.floor(total);
      const left = Q.sub(total, Q.q(wholePart));
      const kernel: Kernel = { key: `#${prime}`, expr: num(prime), prime };
      const here = scale(
        Q.isZero(left) ? onePoly : kernelPoly(kernel, left),
        Q.powInt(Q.q(prime), wholePart),
      );
      result = mulRatio(result, polyAsRatio(here));
    }
  }
  return result;
}

export function rationalPower(base: Ratio, exponent: Q.Q): Ratio {
  if (Q.isInt(exponent)) {
    if (exponent.n < 0n) {
      if (isZeroPoly(base.n)) throw new UndefinedValueError('division by zero');
      return rationalPower({ n: base.d, d: base.n }, Q.neg(exponent));
    }
    const number = numberOf(base);
    if (number) return ratioOf(Q.powInt(number, exponent.n));
    const limit = base.n.size + base.d.size > 2 ? 60n : 2_000n;
    if (exponent.n > limit) throw new BudgetExceededError('size');
    if (isZeroPoly(base.n)) return exponent.n === 0n ? ratioOf(Q.one) : base;
    return reduce(powPoly(base.n, Number(exponent.n)), powPoly(base.d, Number(exponent.n)));
  }
  if (exponent.d > 60n) throw new BudgetExceededError('size');
  if (isZeroPoly(base.n)) {
    if (exponent.n < 0n) throw new UndefinedValueError('division by zero');
    return base;
  }
  return mulRatio(
    polyPower(base.n, exponent),
    base.d === onePoly ? ratioOf(Q.one) : polyPower(base.d, Q.neg(exponent)),
  );
}

/**
 * A polynomial under a root: a number splits into primes, a single term into factors, a sum becomes a kernel.
 */
function polyPower(p: Poly, exponent: Q.Q): Ratio {
  const number = asNumber(p);
  if (number && Q.sign(number) < 0) {
    if (exponent.d % 2n === 0n) throw new UndefinedValueError('even root of a negative number');
    const size = primePower(Q.abs(number), exponent);
    return exponent.n % 2n === 0n ? size : negRatio(size);
  }
  if (number) return primePower(number, exponent);
  const inverted = Q.sign(exponent) < 0;
  if (inverted) {
    const up = polyPower(p, Q.neg(exponent));
    return reduce(up.d, up.n);
  }
  const content = contentOf(p);
  const lead = p.size === 1 ? (termsOf(p)[0]?.c ?? Q.one) : leadOf(p);
  const isOdd = exponent.d % 2n === 1n;
  const outside = isOdd && Q.sign(lead) < 0 ? Q.neg(content) : content;
  const inside = scale(p, Q.inv(outside));
  const factor =
    Q.sign(outside) < 0
      ? negIfOdd(primePower(Q.abs(outside), exponent), exponent)
      : primePower(outside, exponent);
  if (inside.size === 1 && Q.sign(termsOf(inside)[0]?.c ?? Q.one) > 0) {
    const parts = termsOf(inside)[0]?.mono.parts ?? [];
    const raised = parts.map(([kernel, exponentHere]) => {
      const total = Q.mul(exponentHere, exponent);
      // sqrt(x^2) is |x|: an even power under an even root becomes an absolute value.
      const isAbsolute =
        !isOdd &&
        Q.isInt(exponentHere) &&
        exponentHere.n % 2n === 0n &&
        Q.isInt(total) &&
        total.n % 2n !== 0n;
      if (!isAbsolute) return [kernel, total] as const;
      const size = fn('abs', kernel.expr);
      return [{ key: toText(size), expr: size }, total] as const;
    });
    return mulRatio(factor, splitMono(raised));
  }
  const expr = toExpr({ n: inside, d: onePoly });
  const kernel: Kernel = { key: `(${toText(expr)})`, expr, base: inside };
  const wholePart = Q.floor(exponent);
  const raised = mulPoly(
    powPoly(inside, Number(wholePart)),
    kernelPoly(kernel, Q.sub(exponent, Q.q(wholePart))),
  );
  return mulRatio(factor, polyAsRatio(raised));
}

const negIfOdd = (x: Ratio, exponent: Q.Q): Ratio => (exponent.n % 2n === 0n ? x : negRatio(x));

/** A product of kernel powers, in which primes may have reached a whole power. */
function splitMono(parts: readonly (readonly [Kernel, Q.Q])[]): Ratio {
  let result = ratioOf(Q.one);
  for (const [kernel, exponent] of parts) {
    const piece =
      kernel.prime !== undefined
        ? primePower(Q.q(kernel.prime), exponent)
        : polyAsRatio(kernelPoly(kernel, exponent));
    result = mulRatio(result, piece);
  }
  return result;
}

export function symbolicPower(base: Expr, baseRatio: Ratio, exponent: Ratio): Ratio {
  const number = numberOf(baseRatio);
  if (number && Q.isOne(number)) return ratioOf(Q.one);
  const simpleBase = (number && Q.sign(number) > 0) || base.k === 'sym' || base.k === 'const';
  if (exponent.d !== onePoly || !simpleBase) return opaque(power(toExpr(baseRatio), toExpr(exponent)));
  let result = ratioOf(Q.one);
  for (const { mono: m, c } of termsOf(exponent.n)) {
    if (m.parts.length === 0) {
      result = mulRatio(result, rationalPower(baseRatio, c));
      continue;
    }
    const variable = toExpr(polyAsRatio(poly([{ mono: m, c: Q.one }])));
    const bases: [Expr, Q.Q][] = number
      ? [
          ...Q.primeFactors(number.n).map(([p, count]) => [num(p), Q.q(count)] as [Expr, Q.Q]),
          ...Q.primeFactors(number.d).map(([p, count]) => [num(p), Q.q(-count)] as [Expr, Q.Q]),
        ]
      : [[toExpr(baseRatio), Q.one]];
    for (const [one, count] of bases) {
      const expr = power(one, variable);
      const kernel: Kernel = { key: `${toText(one)}^(${toText(variable)})`, expr };
      const exponentHere = Q.mul(c, count);
      const up = polyAsRatio(kernelPoly(kernel, Q.abs(exponentHere)));
      result = Q.sign(exponentHere) < 0 ? divRatio(result, up) : mulRatio(result, up);
    }
  }
  return result;
}
