/** Whether an answer that is equal is also in the form that was asked for. */
import { children, type Expr, size, some, symbolsOf } from '../core/expr.ts';
import { factorPoly } from '../core/factor.ts';
import { normal } from '../core/normal.ts';
import { asNumber } from '../core/poly.ts';
import * as Q from '../core/rational.ts';
import { type Kind, type Words, words } from '../solution.ts';

const remarks = {
  factorise: words('相等，但還未完全因式分解。', 'Equal, but not yet fully factorised.'),
  expand: words('相等，但還未展開並合併同類項。', 'Equal, but not yet expanded with like terms collected.'),
  simplify: words('相等，但還可以再化簡。', 'Equal, but it can be made simpler.'),
  square: words('相等，但還未寫成配方後的形式。', 'Equal, but not yet written as a completed square.'),
  compute: words('相等，請把它計算出來。', 'Equal; please work it out.'),
  primes: words('相等，但還未寫成質因數的連乘式。', 'Equal, but not yet a product of primes.'),
};

/** The factors of a product, a power once for each time. */
function factorsOf(x: Expr): Expr[] {
  if (x.k === 'mul') return x.args.flatMap(factorsOf);
  if (x.k === 'neg') return factorsOf(x.a);
  if (x.k === 'pow' && x.b.k === 'num' && Q.isInt(x.b.v) && x.b.v.n > 0n && x.b.v.n <= 20n)
    return Array.from({ length: Number(x.b.v.n) }, () => factorsOf(x.a)).flat();
  return [x];
}

/** Each factor that is no number cannot be taken apart further, nor has it a number to take out. */
function isFactorised(x: Expr): boolean {
  return factorsOf(x).every((factor) => {
    const { n, d } = normal(factor);
    if (asNumber(n) !== undefined || asNumber(d) === undefined) return asNumber(n) !== undefined;
    const { content, factors } = factorPoly(n);
    const wholes = Q.isOne(Q.abs(content)) && Q.isOne(Q.abs(asNumber(d) as Q.Q));
    return wholes && factors.reduce((all, { times }) => all + times, 0) === 1;
  });
}

/** How often letters are written: what can be collected or cancelled is written more than once. */
const lettersIn = (x: Expr): number =>
  x.k === 'sym' ? 1 : children(x).reduce((all, child) => all + lettersIn(child), 0);

const isSum = (x: Expr) => x.k === 'add';
const isExpanded = (x: Expr): boolean =>
  !some(
    x,
    (part) =>
      (part.k === 'mul' && part.args.some((arg) => some(arg, isSum))) ||
      (part.k === 'pow' && some(part.a, isSum)) ||
      (part.k === 'neg' && isSum(part.a)),
  );
const termCount = (x: Expr): number =>
  x.k === 'add' ? x.args.reduce((all, arg) => all + termCount(arg), 0) : 1;

const isCompletedSquare = (x: Expr): boolean =>
  some(x, (part) => part.k === 'pow' && isSum(part.a) && symbolsOf(part.a).size > 0) &&
  symbolsOutsidePowers(x) === 0;
const symbolsOutsidePowers = (x: Expr): number => {
  if (x.k === 'sym') return 1;
  if (x.k === 'pow') return 0;
  return children(x).reduce((all, child) => all + symbolsOutsidePowers(child), 0);
};

const isProductOfPrimes = (x: Expr): boolean =>
  factorsOf(x).every(
    (factor) =>
      factor.k === 'num' &&
      Q.isInt(factor.v) &&
      Q.primeFactors(factor.v.n).reduce((all, [, times]) => all + times, 0) === 1,
  );

/** 12, -3.5, 3/4, 1 1/2, 50%: a number as one writes it down, with nothing left to work out. */
const isNumeral = (text: string): boolean =>
  /^-?\s*\(?\s*-?\s*(?:\d[\d,]*(?:\.\d+)?%?|\(?\s*-?\d+\s*\/\s*-?\d+\s*\)?|\d+(?:\s+|@\(?)\d+\s*\/\s*\d+\)?)\s*\)?$/.test(
    text.trim(),
  );

/** Undefined: it is finished. */
export function unfinished(kind: Kind, given: Expr, text: string, expected: Expr): Words | undefined {
  if (symbolsOf(expected).size === 0) {
    if (kind === 'number' && some(expected, (part) => part.k === 'mul' || part.k === 'pow'))
      return isProductOfPrimes(given) ? undefined : remarks.primes;
    const isPlain = !some(expected, (part) => part.k === 'fn' || part.k === 'const');
    if (isPlain) return isNumeral(text) ? undefined : remarks.compute;
    return size(given) <= size(expected) * 2 + 4 ? undefined : remarks.simplify;
  }
  switch (kind) {
    case 'factorisation':
      return isFactorised(given) ? undefined : remarks.factorise;
    case 'expansion':
      return isExpanded(given) && termCount(given) <= termCount(expected) ? undefined : remarks.expand;
    case 'completing the square':
      return isCompletedSquare(given) ? undefined : remarks.square;
    case 'indices':
    case 'simplification':
      return lettersIn(given) <= lettersIn(expected) ? undefined : remarks.simplify;
    default:
      return undefined;
  }
}
