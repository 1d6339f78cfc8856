/** The exact path: any expression as one fraction of polynomials over kernels, zero exactly when all parts cancel. */
import { spend, TooHard } from './budget.ts';
import { exactTrig } from './exact-trig.ts';
import { type Expr, e, fn, num, pi, power, sym, symbolsOf, times } from './expr.ts';
import { evaluate } from './numeric.ts';
import {
  addPoly,
  asNumber,
  commonMono,
  constant,
  contentOf,
  divideByMono,
  isZeroPoly,
  type Kernel,
  kernelPoly,
  kernelsOf,
  mono,
  mulPoly,
  negPoly,
  onePoly,
  type Poly,
  poly,
  powPoly,
  scale,
  termsOf,
} from './poly.ts';
import { divideExactly, gcdPoly } from './poly-gcd.ts';
import { toExpr } from './present.ts';
import { toText } from './print.ts';
import * as Q from './rational.ts';

export type Ratio = { readonly n: Poly; readonly d: Poly };
export class Undefined extends Error {}

const whole = (n: Poly): Ratio => ({ n, d: onePoly });
export const ratioOf = (c: Q.Q): Ratio => whole(constant(c));

/** Lowest terms, the denominator primitive and, where numbers only, free of roots. */
export function reduce(n: Poly, d: Poly): Ratio {
  if (isZeroPoly(d)) throw new Undefined('division by zero');
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

const leadOf = (p: Poly): Q.Q => {
  const sorted = termsOf(p).sort((a, b) => (a.mono.key < b.mono.key ? 1 : -1));
  return sorted[0]?.c ?? Q.one;
};

/** Multiplies a denominator of numbers under square roots by its conjugates, one prime at a time. */
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
    ? whole(addPoly(a.n, b.n))
    : reduce(addPoly(mulPoly(a.n, b.d), mulPoly(b.n, a.d)), mulPoly(a.d, b.d));
export const mulRatio = (a: Ratio, b: Ratio): Ratio =>
  a.d === onePoly && b.d === onePoly
    ? whole(mulPoly(a.n, b.n))
    : reduce(mulPoly(a.n, b.n), mulPoly(a.d, b.d));
export const divRatio = (a: Ratio, b: Ratio): Ratio => reduce(mulPoly(a.n, b.d), mulPoly(a.d, b.n));
export const negRatio = (a: Ratio): Ratio => ({ n: negPoly(a.n), d: a.d });
export const numberOf = (a: Ratio): Q.Q | undefined => (a.d === onePoly ? asNumber(a.n) : undefined);

const symbolKernel = (name: string): Kernel => ({ key: name, expr: sym(name) });
const opaque = (expr: Expr): Ratio => whole(kernelPoly({ key: toText(expr), expr }));

/** A positive rational raised to a rational: its primes. */
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
      result = mulRatio(result, whole(here));
    }
  }
  return result;
}

function rationalPower(base: Ratio, exponent: Q.Q): Ratio {
  if (Q.isInt(exponent)) {
    if (exponent.n < 0n) {
      if (isZeroPoly(base.n)) throw new Undefined('division by zero');
      return rationalPower({ n: base.d, d: base.n }, Q.neg(exponent));
    }
    const number = numberOf(base);
    if (number) return ratioOf(Q.powInt(number, exponent.n));
    const limit = base.n.size + base.d.size > 2 ? 60n : 2_000n;
    if (exponent.n > limit) throw new TooHard('size');
    if (isZeroPoly(base.n)) return exponent.n === 0n ? ratioOf(Q.one) : base;
    return reduce(powPoly(base.n, Number(exponent.n)), powPoly(base.d, Number(exponent.n)));
  }
  if (exponent.d > 60n) throw new TooHard('size');
  if (isZeroPoly(base.n)) {
    if (exponent.n < 0n) throw new Undefined('division by zero');
    return base;
  }
  return mulRatio(
    polyPower(base.n, exponent),
    base.d === onePoly ? ratioOf(Q.one) : polyPower(base.d, Q.neg(exponent)),
  );
}

/** A polynomial under a root: numbers to primes, one term to its parts, a sum as a kernel of its own. */
function polyPower(p: Poly, exponent: Q.Q): Ratio {
  const number = asNumber(p);
  if (number && Q.sign(number) < 0) {
    if (exponent.d % 2n === 0n) throw new Undefined('even root of a negative number');
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
      // sqrt(x^2) is |x|: an even power under an even root comes out as a size.
      const isSize =
        !isOdd &&
        Q.isInt(exponentHere) &&
        exponentHere.n % 2n === 0n &&
        Q.isInt(total) &&
        total.n % 2n !== 0n;
      if (!isSize) return [kernel, total] as const;
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
  return mulRatio(factor, whole(raised));
}

const negIfOdd = (x: Ratio, exponent: Q.Q): Ratio => (exponent.n % 2n === 0n ? x : negRatio(x));

/** A product whose primes may have reached a whole power. */
function splitMono(parts: readonly (readonly [Kernel, Q.Q])[]): Ratio {
  let result = ratioOf(Q.one);
  for (const [kernel, exponent] of parts) {
    const piece =
      kernel.prime !== undefined
        ? primePower(Q.q(kernel.prime), exponent)
        : whole(kernelPoly(kernel, exponent));
    result = mulRatio(result, piece);
  }
  return result;
}

function symbolicPower(base: Expr, baseRatio: Ratio, exponent: Ratio): Ratio {
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
    const variable = toExpr(whole(poly([{ mono: m, c: Q.one }])));
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
      const up = whole(kernelPoly(kernel, Q.abs(exponentHere)));
      result = Q.sign(exponentHere) < 0 ? divRatio(result, up) : mulRatio(result, up);
    }
  }
  return result;
}

/** ln of products of primes and symbols as sums; symbols are taken as positive, where both sides are defined. */
function naturalLog(arg: Ratio): Ratio {
  const number = numberOf(arg);
  if (number && Q.sign(number) <= 0) throw new Undefined('logarithm of a number that is not positive');
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
const scaleRatio = (a: Ratio, c: Q.Q): Ratio => ({ n: scale(a.n, c), d: a.d });

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
const zeroRatio: Ratio = { n: new Map(), d: onePoly };

function integerOf(x: Ratio): bigint {
  const value = numberOf(x);
  if (!value || !Q.isInt(value) || value.n < 0n) throw new Undefined('a natural number is needed');
  if (value.n > 400n) throw new TooHard('size');
  return value.n;
}
function fallingProduct(from: bigint, count: bigint): Q.Q {
  let result = 1n;
  for (let at = 0n; at < count; at += 1n) result *= from - at;
  return Q.q(result);
}

/** sin(90° - x) = cos(x) and the like: whole quarter turns are taken out. */
function quarterTurns(name: 'sin' | 'cos', angle: Ratio): Ratio | undefined {
  const turn = angle.d === onePoly ? angle.n.get('pi^1') : undefined;
  if (!turn || angle.n.size < 2) return undefined;
  const quarters = Q.mul(turn.c, Q.q(2));
  if (!Q.isInt(quarters)) return undefined;
  const rest = toExpr(whole(poly([...angle.n.values()].filter((term) => term !== turn))));
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
      if (!degree) throw new Undefined('root');
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
      if (exact === 'undefined') throw new Undefined('tan');
      if (exact) return normal(exact);
      return divRatio(normal(fn('sin', ...x.args)), normal(fn('cos', ...x.args)));
    }
    case 'sin':
    case 'cos': {
      const exact = exactTrig(x.name, first);
      if (exact && exact !== 'undefined') return normal(exact);
      const shifted = quarterTurns(x.name, first);
      if (shifted) return shifted;
      // sin(-x) = -sin(x): one kernel for both.
      const turned = Q.sign(leadOf(first.n)) < 0;
      const kernel = opaque(fn(x.name, toExpr(turned ? negRatio(first) : first)));
      return turned && x.name === 'sin' ? negRatio(kernel) : kernel;
    }
    default:
      return opaque(fn(x.name, ...args.map(toExpr)));
  }
}

export function normal(x: Expr): Ratio {
  spend();
  switch (x.k) {
    case 'num':
      return ratioOf(x.v);
    case 'sym':
      return whole(kernelPoly(symbolKernel(x.name)));
    case 'const':
      if (x.name === 'deg') return normal({ k: 'div', a: pi, b: num(180) });
      return whole(kernelPoly({ key: x.name, expr: x.name === 'pi' ? pi : e }));
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
        if (Q.isZero(number) && isZeroPoly(base.n)) throw new Undefined('0^0');
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
export const same = (a: Expr, b: Expr): boolean => isExactlyZero({ k: 'add', args: [a, { k: 'neg', a: b }] });
/** The exact rational an expression is, if it is one. */
export const rationalValue = (x: Expr): Q.Q | undefined => numberOf(normal(x));
export const product = (...parts: Expr[]): Expr => simplify(times(...parts));
export { mono };
