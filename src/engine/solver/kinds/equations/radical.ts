/** Equations with the unknown under a root or in an absolute value. */
import {
  children,
  type Expr,
  hasFn,
  mapChildren,
  negate,
  num,
  over,
  power,
  sum,
  sym,
  symbolsOf,
} from '../../core/expr.ts';
import { normal, rationalValue, simplify } from '../../core/normal.ts';
import { coefficientsIn } from '../../core/poly.ts';
import { toExpr } from '../../core/present.ts';
import { toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { either, none, type Relation, rel, type Statement } from '../../core/statement.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import { createStepRecorder, type StepRecorder } from '../../working.ts';
import { contains, rejectExtraneous, solutions, solveEquation, valuesOf } from './equation.ts';

/** The outermost parts that pass the test, each once. */
export function partsWith(
  x: Expr,
  test: (part: Expr) => boolean,
  found = new Map<string, Expr>(),
): Map<string, Expr> {
  if (test(x)) found.set(toText(x), x);
  else for (const child of children(x)) partsWith(child, test, found);
  return found;
}

export function replacePart(x: Expr, part: Expr, by: Expr): Expr {
  return toText(x) === toText(part) ? by : mapChildren(x, (child) => replacePart(child, part, by));
}

export const placeholder = 'u';

/** Solves the relation, if it is linear in `part`, for `part`: -rest/factor. */
function isolated(relation: Relation, part: Expr): Expr | undefined {
  const marked = sum(
    replacePart(relation.a, part, sym('_p')),
    negate(replacePart(relation.b, part, sym('_p'))),
  );
  const { n, d } = normal(marked);
  const found = coefficientsIn(n, '_p');
  if (found?.length !== 2 || !d.has('') || d.size !== 1) return undefined;
  const [rest, factor] = found;
  if (!rest || !factor) return undefined;
  return toExpr(normal(over(negate(toExpr({ n: rest, d })), toExpr({ n: factor, d }))));
}

/** sqrt(A), root(A, n) and A^(p/q) as a root of some degree. */
function rootOf(x: Expr): { inside: Expr; degree: bigint } | undefined {
  if (x.k === 'fn' && x.name === 'sqrt') return { inside: x.args[0] as Expr, degree: 2n };
  if (x.k === 'fn' && x.name === 'root' && x.args[1]?.k === 'num')
    return { inside: x.args[0] as Expr, degree: x.args[1].v.n };
  if (x.k !== 'pow' || symbolsOf(x.b).size > 0) return undefined;
  const exponent = rationalValue(x.b);
  if (!exponent || Q.isInt(exponent) || exponent.d > 9n) return undefined;
  return { inside: power(x.a, num(exponent.n)), degree: exponent.d };
}

export function solveRadical(paper: StepRecorder, relation: Relation, name: string): Statement | undefined {
  const isRoot = (x: Expr) => rootOf(x) !== undefined && contains(x, name);
  const whole = sum(relation.a, relation.b);
  const roots = [...partsWith(whole, isRoot).values()];
  if (roots.length === 0 || roots.length > 3) return undefined;
  const problem = relation;
  let now: Relation = relation;
  for (let turn = 0; turn < 3; turn += 1) {
    const [part] = [...partsWith(sum(now.a, now.b), isRoot).values()];
    const root = part && rootOf(part);
    if (!root) break;
    const value = isolated(now, part);
    if (!value) return undefined;
    const alone = rel(part, '=', value);
    if (toText(now.a) !== toText(part) || toText(now.b) !== toText(value))
      paper.iff(bilingual('把根式移到一邊。', 'Isolate the root.'), now, alone);
    const degree = num(root.degree);
    const squared = rel(simplify(root.inside), '=', simplify(power(value, degree)));
    paper.implies(
      toText(degree) === '2'
        ? bilingual(
            '兩邊平方（可能產生增根，最後須檢驗）。',
            'Square both sides; this may bring in extra roots, to be checked at the end.',
          )
        : bilingual('兩邊同時乘方。', 'Raise both sides to the same power.'),
      alone,
      squared,
    );
    now = squared;
  }
  if (partsWith(sum(now.a, now.b), isRoot).size > 0) return undefined;
  const candidates = solveEquation(paper, now, name);
  if (candidates.k === 'all') return undefined;
  return rejectExtraneous(paper, problem, candidates, name);
}

export function solveAbsolute(paper: StepRecorder, relation: Relation, name: string): Statement | undefined {
  const isAbsolute = (x: Expr) => x.k === 'fn' && x.name === 'abs' && contains(x, name);
  const absolutes = [...partsWith(sum(relation.a, relation.b), isAbsolute).values()];
  const [part, second] = absolutes;
  if (part?.k !== 'fn' || absolutes.length > 2) return undefined;
  const inside = part.args[0] as Expr;
  const value = isolated(relation, part);
  if (!value) return undefined;
  const alone = rel(part, '=', value);
  if (toText(relation.a) !== toText(part) || toText(relation.b) !== toText(value))
    paper.iff(bilingual('把絕對值移到一邊。', 'Isolate the absolute value.'), relation, alone);
  const number = normal(value);
  if (number.n.size === 0 || (!contains(value, name) && symbolsOf(value).size === 0)) {
    const q = number.d.size === 1 ? number.n.get('')?.c : undefined;
    if (q && Q.sign(q) < 0) {
      paper.iff(
        bilingual('絕對值不會是負數，無解。', 'An absolute value is never negative: no solution.'),
        alone,
        none,
      );
      return none;
    }
  }
  const other = second?.k === 'fn' && toText(value) === toText(second) ? (second.args[0] as Expr) : value;
  const isZero = number.n.size === 0;
  const cases = isZero
    ? [rel(inside, '=', num(0))]
    : [rel(inside, '=', other), rel(inside, '=', simplify(negate(other)))];
  const split = either(...cases);
  const exact = !hasFn(value, 'abs') && !contains(value, name);
  if (exact || (second && other !== value))
    paper.iff(bilingual('去掉絕對值：兩種情況。', 'Remove the absolute value: two cases.'), alone, split);
  else if (second)
    throw new CannotSolveError(
      '含多個絕對值的方程暫未能解。',
      'Equations with several absolute values cannot be solved here yet.',
    );
  else
    paper.implies(
      bilingual(
        '去掉絕對值：兩種情況（最後須檢驗）。',
        'Remove the absolute value: two cases, to be checked at the end.',
      ),
      alone,
      split,
    );
  const values = cases.flatMap((one) => {
    const found = solveCase(one, name);
    if (found.k === 'all')
      throw new CannotSolveError('有無限多個解。', 'There are infinitely many solutions.');
    return valuesOf(found);
  });
  if (exact || (second && other !== value)) {
    const answer = values.length === 0 ? none : solutions(values, name);
    paper.iff(bilingual('解每個方程。', 'Solve each equation.'), split, answer);
    return answer;
  }
  return rejectExtraneous(paper, relation, values.length === 0 ? none : solutions(values, name), name);
}

/** Solves one case without showing its steps; the step that uses the result checks it. */
function solveCase(relation: Relation, name: string): Statement {
  return solveEquation(createStepRecorder(), relation, name);
}
