/** Simplifies expressions with logarithms. */
import { type Expr, e, fn, num, over, power, some, times } from '../../core/expr.ts';
import { rationalValue, simplify } from '../../core/normal.ts';
import { toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { bilingual } from '../../solution.ts';
import type { StepRecorder } from '../../working.ts';

export const looksSame = (a: Expr, b: Expr) => toLatex(a) === toLatex(b);

const isLog = (x: Expr): x is Extract<Expr, { k: 'fn' }> =>
  x.k === 'fn' && (x.name === 'log' || x.name === 'ln');

/** Combines a sum of multiples of logarithms to one base into one logarithm. */
function singleLog(x: Expr): Expr | undefined {
  const parts: { c: Q.Q; log: Extract<Expr, { k: 'fn' }> }[] = [];
  const walk = (y: Expr, c: Q.Q): boolean => {
    if (y.k === 'add') return y.args.every((part) => walk(part, c));
    if (y.k === 'neg') return walk(y.a, Q.neg(c));
    if (isLog(y)) {
      parts.push({ c, log: y });
      return true;
    }
    if (y.k === 'mul') {
      const logs = y.args.filter(isLog);
      const value = rationalValue(times(...y.args.filter((part) => !isLog(part)), num(1)));
      const [log] = logs;
      return logs.length === 1 && log !== undefined && value !== undefined && walk(log, Q.mul(c, value));
    }
    return false;
  };
  if (!walk(x, Q.one) || parts.length < 2) return undefined;
  const base = ({ name, args }: Extract<Expr, { k: 'fn' }>) => (name === 'ln' ? e : (args[1] ?? num(10)));
  const [first] = parts;
  if (!first || parts.some(({ log }) => toText(base(log)) !== toText(base(first.log)))) return undefined;
  const raise = (c: Q.Q, arg: Expr) => (Q.isOne(c) ? arg : power(arg, num(c)));
  const up = parts.filter(({ c }) => Q.sign(c) > 0).map(({ c, log }) => raise(c, log.args[0] as Expr));
  const down = parts
    .filter(({ c }) => Q.sign(c) < 0)
    .map(({ c, log }) => raise(Q.neg(c), log.args[0] as Expr));
  const top = up.length > 0 ? times(...up) : num(1);
  const inside = down.length > 0 ? over(top, times(...down)) : top;
  return first.log.name === 'ln' ? fn('ln', inside) : fn('log', inside, base(first.log));
}

export function logarithm(paper: StepRecorder, x: Expr): Expr {
  const joined = singleLog(x);
  if (joined) paper.equal(bilingual('運用對數定律合併。', 'Combine by the laws of logarithms.'), x, joined);
  const value = simplify(x);
  const isPlain = !some(value, isLog);
  const inside = joined && isLog(joined) ? simplify(joined.args[0] as Expr) : undefined;
  const answer =
    isPlain || !joined || !inside
      ? value
      : joined.k === 'fn' && joined.name === 'ln'
        ? fn('ln', inside)
        : fn('log', inside, (joined as Extract<Expr, { k: 'fn' }>).args[1] ?? num(10));
  const better = toText(answer).length <= toText(x).length || !joined ? answer : joined;
  if (!joined || !looksSame(joined, better))
    paper.equal(bilingual('化簡。', 'Simplify.'), x, withoutIntroducedLn(better, x));
  return withoutIntroducedLn(better, x);
}

/**
 * Simplifying writes logarithms as ln of primes internally. Where that ln is left in the result although the question had
 * another base, the expression is given as it was before this step.
 */
const withoutIntroducedLn = (value: Expr, original: Expr): Expr =>
  some(value, (x) => x.k === 'fn' && x.name === 'ln') &&
  !some(original, (x) => x.k === 'fn' && x.name === 'ln')
    ? original
    : value;
