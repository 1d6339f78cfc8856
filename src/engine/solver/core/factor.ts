/**
 * Factors a polynomial in any number of unknowns by school methods: contents, grouping, quadratics, cubes.
 */

import { spend } from './budget.ts';
import { type Expr, negate, num, power, times } from './expr.ts';
import {
  addPoly,
  asNumber,
  coefficientsIn,
  commonMono,
  constant,
  contentOf,
  dense,
  divideByMono,
  divideExactly,
  fromCoefficients,
  gcdPoly,
  hasRoots,
  isZeroPoly,
  type Kernel,
  kernelPoly,
  kernelsOf,
  mulPoly,
  type Poly,
  poly,
  primitive,
  samePoly,
  scale,
  subPoly,
  termsOf,
} from './poly.ts';
import { sumOfTerms } from './present.ts';
import * as Q from './rational.ts';
import { factorDense } from './univariate.ts';

type Factored = {
  readonly content: Q.Q;
  readonly factors: readonly { readonly p: Poly; readonly times: number }[];
};

const degreeIn = (p: Poly, kernel: Kernel) => (coefficientsIn(p, kernel.key)?.length ?? 1) - 1;

/** The square root of a polynomial that is a perfect square; otherwise undefined. */
function squareRoot(p: Poly): Poly | undefined {
  if (isZeroPoly(p)) return p;
  const number = asNumber(p);
  if (number) {
    const root = Q.sqrtQ(number);
    return root && constant(root);
  }
  const kernel = kernelsOf(p).find((k) => k.prime === undefined);
  const parts = kernel && coefficientsIn(p, kernel.key);
  if (!kernel || !parts || parts.length % 2 === 0) return undefined;
  const half = (parts.length - 1) / 2;
  const lead = squareRoot(parts.at(-1) as Poly);
  if (!lead) return undefined;
  const root: Poly[] = Array.from({ length: half + 1 }, () => constant(Q.zero));
  root[half] = lead;
  for (let at = half - 1; at >= 0; at -= 1) {
    spend(4);
    const square =
      coefficientsIn(mulPoly(fromCoefficients(root, kernel), fromCoefficients(root, kernel)), kernel.key) ??
      [];
    const missing = subPoly(parts[at + half] as Poly, square[at + half] ?? constant(Q.zero));
    const next = divideExactly(missing, scale(lead, Q.q(2)));
    if (!next) return undefined;
    root[at] = next;
  }
  const found = fromCoefficients(root, kernel);
  return samePoly(mulPoly(found, found), p) ? found : undefined;
}

function cubeRoot(p: Poly): Poly | undefined {
  if (p.size !== 1) return undefined;
  const [term] = termsOf(p);
  if (!term) return undefined;
  const size = Q.abs(term.c);
  const root = [size.n, size.d].map((value) => {
    const near = BigInt(Math.round(Math.cbrt(Number(value))));
    return near ** 3n === value ? near : undefined;
  });
  const [top, bottom] = root;
  if (
    top === undefined ||
    bottom === undefined ||
    !term.mono.parts.every(([, x]) => x.d === 1n && x.n % 3n === 0n)
  )
    return undefined;
  let result = constant(Q.q(term.c.n < 0n ? -top : top, bottom));
  for (const [kernel, x] of term.mono.parts) result = mulPoly(result, kernelPoly(kernel, Q.q(x.n / 3n)));
  return result;
}

/** Splits a polynomial once into two or more factors; undefined if no method applies. */
function split(p: Poly): Poly[] | undefined {
  const kernels = kernelsOf(p);
  for (const kernel of kernels) {
    const parts = coefficientsIn(p, kernel.key);
    if (!parts) return undefined;
    let common: Poly = new Map();
    for (const part of parts) common = gcdPoly(common, part);
    if (!asNumber(common)) {
      const rest = divideExactly(p, common);
      if (rest) return [common, rest];
    }
  }
  if (kernels.some((kernel) => degreeIn(p, kernel) === 1)) return undefined;
  for (const kernel of kernels) {
    const [c, b, a, ...higher] = coefficientsIn(p, kernel.key) ?? [];
    if (!a || !b || !c || higher.length > 0) continue;
    const root = squareRoot(subPoly(mulPoly(b, b), scale(mulPoly(a, c), Q.q(4))));
    if (!root) continue;
    // 4a p = (2a x + b - root)(2a x + b + root)
    const twice = fromCoefficients([b, scale(a, Q.q(2))], kernel);
    const one = primitivePart(subPoly(twice, root), kernel);
    const rest = divideExactly(p, one);
    if (rest) return [one, rest];
  }
  if (kernels.length === 2) {
    const [x, y] = kernels as [Kernel, Kernel];
    const found = homogeneous(p, x, y);
    if (found) return found;
  }
  return sumOfCubes(p) ?? differenceOfSquares(p, kernels);
}

const primitivePart = (p: Poly, kernel: Kernel): Poly => {
  let common: Poly = new Map();
  for (const part of coefficientsIn(p, kernel.key) ?? []) common = gcdPoly(common, part);
  return primitive(divideExactly(p, common) ?? p);
};

/** All terms have the same total degree in two unknowns: one unknown is set to 1 for univariate factoring. */
function homogeneous(p: Poly, x: Kernel, y: Kernel): Poly[] | undefined {
  const total = new Set(
    termsOf(p).map(({ mono }) => mono.parts.reduce((all, [, e]) => all + Number(e.n), 0)),
  );
  if (total.size !== 1) return undefined;
  const numbers = dense(
    poly(termsOf(p).map(({ mono, c }) => ({ mono: onlyKernel(mono.parts, x), c }))),
    x.key,
  );
  if (!numbers) return undefined;
  const { factors } = factorDense(numbers);
  if (factors.length === 1 && factors[0]?.times === 1) return undefined;
  const [first] = factors;
  if (!first) return undefined;
  const degree = first.p.length - 1;
  let one: Poly = new Map();
  first.p.forEach((c, at) => {
    const term = mulPoly(kernelPoly(x, Q.q(at)), kernelPoly(y, Q.q(degree - at)));
    one = addPoly(one, scale(term, c));
  });
  const rest = divideExactly(p, one);
  return rest && [one, rest];
}
const onlyKernel = (parts: readonly (readonly [Kernel, Q.Q])[], kernel: Kernel) => {
  const [single] = termsOf(kernelPoly(kernel, parts.find(([k]) => k.key === kernel.key)?.[1] ?? Q.zero));
  return single?.mono ?? { key: '', parts: [] };
};

function sumOfCubes(p: Poly): Poly[] | undefined {
  if (p.size !== 2) return undefined;
  const [a, b] = termsOf(p).map((term) => cubeRoot(poly([term])));
  if (!a || !b) return undefined;
  const one = addPoly(a, b);
  const rest = divideExactly(p, one);
  return rest && [one, rest];
}

/** A difference of two squares such as a^4 - b^4. */
function differenceOfSquares(p: Poly, kernels: readonly Kernel[]): Poly[] | undefined {
  if (p.size !== 2 || kernels.length < 2) return undefined;
  const [a, b] = termsOf(p);
  if (!a || !b) return undefined;
  const [plus, less] = Q.sign(a.c) > 0 ? [a, b] : [b, a];
  if (Q.sign(less.c) > 0) return undefined;
  const [x, y] = [squareRoot(poly([plus])), squareRoot(poly([{ mono: less.mono, c: Q.neg(less.c) }]))];
  return x && y ? [subPoly(x, y), addPoly(x, y)] : undefined;
}

export function factorPoly(p: Poly): Factored {
  const shared = commonMono(p);
  let content = contentOf(p);
  const factors: { p: Poly; times: number }[] = [];
  const push = (part: Poly, count = 1) => {
    const lead = leadSign(part);
    const positive = lead < 0 ? scale(part, Q.minusOne) : part;
    if (lead < 0 && count % 2 === 1) content = Q.neg(content);
    const existing = factors.find((factor) => samePoly(factor.p, positive));
    if (existing) existing.times += count;
    else factors.push({ p: positive, times: count });
  };
  for (const [kernel, exponent] of shared.parts) {
    if (exponent.d !== 1n) throw new RangeError('not a polynomial');
    push(kernelPoly(kernel), Number(exponent.n));
  }
  const rest = scale(divideByMono(p, shared), Q.inv(contentOf(p)));
  const queue: Poly[] = asNumber(rest) ? [] : [rest];
  const number = asNumber(rest);
  if (number) content = Q.mul(content, number);
  while (queue.length > 0) {
    spend();
    const next = queue.pop() as Poly;
    const c = contentOf(next);
    content = Q.mul(content, c);
    const part = scale(next, Q.inv(c));
    if (asNumber(part)) {
      content = Q.mul(content, asNumber(part) as Q.Q);
      continue;
    }
    const kernels = kernelsOf(part);
    if (hasRoots(part)) {
      push(part);
      continue;
    }
    const [only] = kernels;
    const numbers = kernels.length === 1 && only ? dense(part, only.key) : undefined;
    if (numbers && only) {
      const found = factorDense(numbers);
      content = Q.mul(content, found.content);
      for (const factor of found.factors) push(fromCoefficients(factor.p.map(constant), only), factor.times);
      continue;
    }
    const parts = split(part);
    if (parts) queue.push(...parts);
    else push(part);
  }
  return { content, factors };
}

function leadSign(p: Poly): number {
  const first = sumOfTerms(p);
  const lead = first.k === 'add' ? first.args[0] : first;
  return lead?.k === 'neg' || (lead?.k === 'num' && Q.sign(lead.v) < 0) ? -1 : 1;
}

export function factoredExpr({ content, factors }: Factored): Expr {
  const sorted = [...factors].sort((a, b) => a.p.size - b.p.size || degreeTotal(a.p) - degreeTotal(b.p));
  const parts = sorted.map(({ p, times: count }) =>
    count === 1 ? sumOfTerms(p) : power(sumOfTerms(p), count),
  );
  const size = Q.abs(content);
  const body = Q.isOne(size) && parts.length > 0 ? times(...parts) : times(num(size), ...parts);
  return Q.sign(content) < 0 ? negate(body) : body;
}
export const degreeTotal = (p: Poly) =>
  Math.max(...termsOf(p).map(({ mono }) => mono.parts.reduce((all, [, x]) => all + Number(x.n), 0)), 0);
