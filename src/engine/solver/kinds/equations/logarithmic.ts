/** Equations with the unknown in a logarithm. */
import { type Expr, e, fn, negate, num, over, power, some, sum, sym, times } from '../../core/expr.ts';
import { rationalValue, simplify } from '../../core/normal.ts';
import { toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { both, none, type Relation, rel, type Statement } from '../../core/statement.ts';
import { bilingual } from '../../solution.ts';
import { createStepRecorder, type StepRecorder } from '../../working.ts';
import { contains, rejectExtraneous, solutions, solveEquation, valuesOf } from './equation.ts';
import { partsWith, placeholder, replacePart } from './radical.ts';

type LogTerm = { c: Q.Q; arg: Expr };
type LogSum = { base: Expr; logs: LogTerm[]; rest: Expr[] };

const isLog = (x: Expr): x is Extract<Expr, { k: 'fn' }> =>
  x.k === 'fn' && (x.name === 'log' || x.name === 'ln');
const baseOf = (x: Extract<Expr, { k: 'fn' }>): Expr => (x.name === 'ln' ? e : (x.args[1] ?? num(10)));

/** Splits a side into multiples of logarithms to one base and a rest; false if it is not such a sum. */
function collect(x: Expr, factor: Q.Q, into: LogSum, name: string): boolean {
  if (x.k === 'add') return x.args.every((part) => collect(part, factor, into, name));
  if (x.k === 'neg') return collect(x.a, Q.neg(factor), into, name);
  if (isLog(x)) {
    const base = baseOf(x);
    if (into.logs.length === 0 && into.rest.length === 0) into.base = base;
    if (into.logs.length > 0 && toText(into.base) !== toText(base)) return false;
    into.base = base;
    into.logs.push({ c: factor, arg: x.args[0] as Expr });
    return true;
  }
  if (x.k === 'mul' || x.k === 'div') {
    const parts: readonly Expr[] = 'args' in x ? x.args : [x.a, over(num(1), x.b)];
    const logs = parts.filter((part) => some(part, isLog) && contains(part, name));
    const [log] = logs;
    if (logs.length === 1 && log) {
      const others = parts.filter((part) => part !== log);
      const value = rationalValue(times(...others, num(1)));
      return value ? collect(log, Q.mul(factor, value), into, name) : false;
    }
  }
  if (contains(x, name)) return false;
  into.rest.push(times(num(factor), x));
  return true;
}

const productOf = (terms: LogTerm[]): Expr =>
  terms.length === 0 ? num(1) : times(...terms.map(({ c, arg }) => (Q.isOne(c) ? arg : power(arg, num(c)))));

function combined(paper: StepRecorder, relation: Relation, name: string): Statement | undefined {
  const found: LogSum = { base: num(10), logs: [], rest: [] };
  if (!collect(relation.a, Q.one, found, name) || !collect(relation.b, Q.minusOne, found, name))
    return undefined;
  if (found.logs.length === 0 || found.logs.some(({ c }) => !Q.isInt(c) && !(c.d === 2n))) return undefined;
  const domain = both(
    ...found.logs.filter(({ arg }) => contains(arg, name)).map(({ arg }) => rel(arg, '>', num(0))),
  );
  const log = (x: Expr) => (found.base.k === 'const' ? fn('ln', x) : fn('log', x, found.base));
  const [up, down] = [
    found.logs.filter(({ c }) => Q.sign(c) > 0),
    found.logs.filter(({ c }) => Q.sign(c) < 0).map(({ c, arg }) => ({ c: Q.neg(c), arg })),
  ];
  const constant = simplify(negate(sum(num(0), ...found.rest)));
  const number = rationalValue(constant);
  // The constant part becomes a power of the base.
  const factor = number && Q.isZero(number) ? undefined : simplify(power(found.base, constant));
  if (factor && some(factor, (x) => x.k === 'fn' && x.name !== 'sqrt' && x.name !== 'root')) return undefined;
  const [left, right] = [productOf(up), productOf(down)];
  const joined = rel(
    log(left),
    '=',
    down.length > 0 ? (factor ? sum(log(right), constant) : log(right)) : constant,
  );
  const isNew = toText(joined.a) !== toText(relation.a) || toText(joined.b) !== toText(relation.b);
  if (isNew)
    paper.iff(
      bilingual(
        '運用對數定律合併（真數須為正）。',
        'Combine by the laws of logarithms; what is inside must be positive.',
      ),
      relation,
      joined,
      domain,
    );
  const withoutLogs = rel(left, '=', factor ? (down.length > 0 ? times(factor, right) : factor) : right);
  paper.iff(
    bilingual('去掉對數，化為指數形式。', 'Write it without logarithms.'),
    isNew ? joined : relation,
    withoutLogs,
    domain,
  );
  const candidates = solveEquation(paper, withoutLogs, name);
  if (candidates.k === 'all') return undefined;
  return rejectExtraneous(paper, relation, candidates, name);
}

/** A polynomial in one logarithm, such as (log x)^2 - 3 log x + 2. */
function bySubstitution(paper: StepRecorder, relation: Relation, name: string): Statement | undefined {
  const parts = [...partsWith(sum(relation.a, relation.b), (x) => isLog(x) && contains(x, name)).values()];
  const [part] = parts;
  if (parts.length !== 1 || !part) return undefined;
  const inU = rel(
    replacePart(relation.a, part, sym(placeholder)),
    '=',
    replacePart(relation.b, part, sym(placeholder)),
  );
  if (contains(inU.a, name) || contains(inU.b, name)) return undefined;
  const aside = createStepRecorder();
  const found = solveEquation(aside, inU, placeholder);
  paper.iff(
    bilingual(
      `設 ${placeholder} = ${toText(part)}，解 ${placeholder}。`,
      `Let ${placeholder} = ${toText(part)} and solve for ${placeholder}.`,
    ),
    inU,
    found,
    undefined,
    true,
  );
  const values = valuesOf(found).flatMap((value) =>
    valuesOf(solveEquation(createStepRecorder(), rel(part, '=', value), name)),
  );
  const answer = values.length === 0 ? none : solutions(values, name);
  paper.iff(bilingual(`代回，解出 ${name}。`, `Put back and solve for ${name}.`), relation, answer);
  return answer;
}

export function solveLogarithmic(
  paper: StepRecorder,
  relation: Relation,
  name: string,
): Statement | undefined {
  if (!some(sum(relation.a, relation.b), (x) => isLog(x) && contains(x, name))) return undefined;
  return combined(paper, relation, name) ?? bySubstitution(paper, relation, name);
}
