/** Simultaneous equations in up to three unknowns. */

import { truth } from '../../checking/truth.ts';
import { type Expr, negate, num, over, substitute, sum, sym, symbolsOf, times } from '../../core/expr.ts';
import { normal, simplify } from '../../core/normal.ts';
import { evaluate } from '../../core/numeric.ts';
import { asNumber, coefficientsIn, type Poly } from '../../core/poly.ts';
import { sumOfTerms, toExpr } from '../../core/present.ts';
import { statementLatex, statementText, toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import {
  both,
  difference,
  either,
  none,
  type Relation,
  rel,
  relationsOf,
  type Statement,
  substituteIn,
  variablesOf,
} from '../../core/statement.ts';
import { methods } from '../../methods.ts';
import type { Reading } from '../../reading/read.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import { createStepRecorder, finish, type StepRecorder, type Work } from '../../working.ts';
import { solveEquation, valuesOf } from './equation.ts';

type Row = { factors: Q.Q[]; value: Q.Q };

function rowOf(relation: Relation, names: readonly string[]): Row | undefined {
  const { n: whole, d } = normal(difference(relation));
  let n = whole;
  if (d.size !== 1 || !d.has('')) return undefined;
  const factors: Q.Q[] = [];
  for (const name of names) {
    const parts = coefficientsIn(n, name);
    const factor = parts?.[1] ? asNumber(parts[1]) : Q.zero;
    if (!parts || parts.length > 2 || factor === undefined) return undefined;
    factors.push(factor);
    n = parts[0] ?? new Map();
  }
  const constant = asNumber(n);
  return constant && { factors, value: Q.neg(constant) };
}

function rowEquation({ factors, value }: Row, names: readonly string[]): Relation {
  const terms = factors.flatMap((c, at) => {
    if (Q.isZero(c)) return [];
    const size = Q.abs(c);
    const x = sym(names[at] as string);
    const term = Q.isOne(size) ? x : times(num(size), x);
    return [Q.sign(c) < 0 ? negate(term) : term];
  });
  return rel(terms.length === 0 ? num(0) : sum(...terms), '=', num(value));
}

/** Scales a row to integers without a common factor, the first of them positive. */
function tidyRow(row: Row): Row {
  const all = [...row.factors, row.value];
  let top = 0n;
  let bottom = 1n;
  for (const c of all) {
    top = Q.gcdInt(top, c.n);
    bottom = (bottom / Q.gcdInt(bottom, c.d)) * c.d;
  }
  if (top === 0n) return row;
  const lead = row.factors.find((c) => !Q.isZero(c)) ?? row.value;
  const factor = Q.q(Q.sign(lead) < 0 ? -bottom : bottom, top);
  return { factors: row.factors.map((c) => Q.mul(c, factor)), value: Q.mul(row.value, factor) };
}

const system = (rows: readonly Row[], names: readonly string[]): Statement =>
  both(...rows.map((row) => rowEquation(row, names)));

function solveLinear(
  paper: StepRecorder,
  problem: Statement,
  rows: Row[],
  names: readonly string[],
): Statement | 'many' {
  let now: Statement = problem;
  const addStep = (next: Row[], zh: string, en: string) => {
    const statement = system(next, names);
    if (statementText(statement) === statementText(now)) return;
    paper.iff(bilingual(zh, en), now, statement);
    now = statement;
  };
  let work = rows.map(tidyRow);
  addStep(work, '整理各方程。', 'Write each equation in standard form.');
  let done = 0;
  for (let column = 0; column < names.length && done < work.length; column += 1) {
    const pivots = work
      .map((row, at) => ({ at, c: row.factors[column] as Q.Q }))
      .filter(({ at, c }) => at >= done && !Q.isZero(c));
    pivots.sort((x, y) => Q.compare(Q.abs(x.c), Q.abs(y.c)) || x.at - y.at);
    const [pivot] = pivots;
    if (!pivot) continue;
    const [row] = work.splice(pivot.at, 1) as [Row];
    work.splice(done, 0, row);
    const lead = row.factors[column] as Q.Q;
    const before = work;
    work = work.map((other, at) => {
      const c = other.factors[column] as Q.Q;
      if (at <= done || Q.isZero(c)) return other;
      const factor = Q.div(c, lead);
      return tidyRow({
        factors: other.factors.map((x, position) => Q.sub(x, Q.mul(factor, row.factors[position] as Q.Q))),
        value: Q.sub(other.value, Q.mul(factor, row.value)),
      });
    });
    if (work.some((other, at) => other !== before[at])) {
      const name = names[column];
      const empty = work.find((other) => other.factors.every(Q.isZero));
      if (empty && !Q.isZero(empty.value)) {
        paper.iff(
          bilingual(
            `消去 ${name} 後得出矛盾，方程組無解。`,
            `Eliminating ${name} leads to a contradiction: there is no solution.`,
          ),
          now,
          none,
        );
        return none;
      }
      work = work.filter((other) => !(other.factors.every(Q.isZero) && Q.isZero(other.value)));
      addStep(
        work,
        `加減消元，消去 ${name}。`,
        `Eliminate ${name} by adding or subtracting multiples of the equations.`,
      );
    }
    done += 1;
  }
  if (work.length < names.length) return 'many';
  for (let at = names.length - 1; at >= 0; at -= 1) {
    const row = work[at] as Row;
    let value = row.value;
    for (let later = at + 1; later < names.length; later += 1)
      value = Q.sub(value, Q.mul(row.factors[later] as Q.Q, (work[later] as Row).value));
    value = Q.div(value, row.factors[at] as Q.Q);
    work = work.map((other, index) =>
      index === at
        ? { factors: names.map((_, position) => (position === at ? Q.one : Q.zero)), value }
        : other,
    );
    addStep(work, `求出 ${names[at]}。`, `Find ${names[at]}.`);
  }
  return system(work, names);
}

/** The unknown that is easiest to make the subject: linear in its equation, with a numeric coefficient. */
function explicitOf(
  relations: readonly Relation[],
  names: readonly string[],
): { name: string; value: Expr; rest: Relation[]; used: Relation } | undefined {
  const options = relations.flatMap((used) =>
    names.flatMap((name) => {
      const { n, d } = normal(difference(used));
      const parts = coefficientsIn(n, name);
      const factor = parts?.[1] && asNumber(parts[1]);
      if (parts?.length !== 2 || !factor || d.size !== 1 || !d.has('')) return [];
      const value = toExpr(normal(over(negate(sumOfTerms(parts[0] as Poly)), num(factor))));
      return [
        {
          name,
          value,
          used,
          rest: relations.filter((other) => other !== used),
          cost:
            toText(value).length +
            (Q.isOne(Q.abs(factor)) ? 0 : 20) -
            (used.a.k === 'sym' && used.a.name === name ? 100 : 0),
        },
      ];
    }),
  );
  return options.sort((a, b) => a.cost - b.cost)[0];
}

function bySubstitution(
  paper: StepRecorder,
  problem: Statement,
  relations: readonly Relation[],
  names: readonly string[],
): Statement {
  const found = explicitOf(relations, names);
  const [other] = found?.rest ?? [];
  if (!found || !other || names.length !== 2)
    throw new CannotSolveError(
      '這類聯立方程暫未能解。',
      'Simultaneous equations of this kind cannot be solved here yet.',
    );
  const left = names.find((name) => name !== found.name) as string;
  const alone = rel(sym(found.name), '=', found.value);
  const first = both(alone, other);
  if (statementText(first) !== statementText(problem))
    paper.iff(
      bilingual(`由一次方程得出 ${found.name}。`, `Make ${found.name} the subject of the linear equation.`),
      problem,
      first,
    );
  const put = substituteIn(other, found.name, found.value) as Relation;
  const second = both(alone, put);
  paper.iff(bilingual('代入另一方程。', 'Substitute it into the other equation.'), first, second);
  const aside = createStepRecorder();
  const answer = solveEquation(aside, put, left);
  if (answer.k === 'all')
    throw new CannotSolveError('方程組有無限多個解。', 'The equations have infinitely many solutions.');
  paper.steps.push(...aside.steps);
  if (answer.k === 'none') {
    paper.iff(
      bilingual('代入後的方程沒有實數解。', 'The equation after substitution has no real solution.'),
      put,
      none,
      undefined,
      true,
    );
    return none;
  }
  const points = valuesOf(answer).map((value) => {
    const values: Record<string, Expr> = {
      [left]: value,
      [found.name]: simplify(substitute(found.value, left, value)),
    };
    return both(...names.map((name) => rel(sym(name), '=', values[name] as Expr)));
  });
  const final = either(...points);
  paper.iff(
    bilingual(
      `把 ${left} 的值代回，求出 ${found.name}。`,
      `Put the values of ${left} back to find ${found.name}.`,
    ),
    either(...valuesOf(answer).map((value) => both(alone, rel(sym(left), '=', value)))),
    final,
  );
  for (const point of points) {
    const at = Object.fromEntries(relationsOf(point).map(({ a, b }) => [toText(a), evaluate(b, {})]));
    if (!truth(problem, at))
      throw new CannotSolveError('未能核實答案。', 'The answer could not be verified.');
  }
  return final;
}

export function solveSystem(
  paper: StepRecorder,
  relations: readonly Relation[],
): { answer: Statement | 'many'; names: string[] } {
  const names = [...new Set(relations.flatMap(({ a, b }) => [...symbolsOf(a), ...symbolsOf(b)]))].sort();
  const problem = both(...relations);
  if (names.length > 3 || relations.length > 4)
    throw new CannotSolveError(
      '只能解最多三個未知數的聯立方程。',
      'At most three unknowns can be solved for.',
    );
  if (relations.length < names.length)
    throw new CannotSolveError(
      '方程的數目少於未知數的數目，解不唯一。',
      'There are fewer equations than unknowns.',
    );
  const rows = relations.map((relation) => rowOf(relation, names));
  if (rows.every((row) => row !== undefined))
    return { answer: solveLinear(paper, problem, rows as Row[], names), names };
  const answer = bySubstitution(paper, problem, relations, names);
  return { answer, names };
}

// The intersection of two lines or curves: their equations solved together, with points as the answer.

const asksIntersection = /交點|相交於|intersection|intersects?\b|meets?\b/;
const asksMore =
  /距離|中點|面積|斜率|截距|個數|多少個|數目|方程(?!\s*[a-z\d])|之間|[xy]\s*軸|垂直|平行|通過|過|distance|midpoint|area|slope|between|number|how many|[xy]-axis|through|parallel|perpendicular/;

export function intersection(reading: Reading): Work | undefined {
  const { lower, statements } = reading;
  if (!asksIntersection.test(lower) || asksMore.test(lower) || reading.hasUnparsedPart) return undefined;
  if (reading.exprs.some((x) => x.k !== 'sym')) return undefined;
  const equations = statements.filter((one): one is Relation => one.k === 'rel' && one.op === '=');
  if (equations.length !== 2 || statements.length !== 2) return undefined;
  if (variablesOf(both(...equations)).join() !== 'x,y' && variablesOf(both(...equations)).join() !== 'y,x')
    return undefined;
  const paper = createStepRecorder();
  const { answer } = solveSystem(paper, equations);
  if (answer === 'many')
    throw new CannotSolveError('兩者重合，有無限多個交點。', 'They coincide: they meet at every point.');
  if (answer.k === 'none') throw new CannotSolveError('兩者沒有交點。', 'They do not meet.');
  const points = (answer.k === 'or' ? answer.parts : [answer]).map(pointOf);
  return finish(paper, {
    kind: 'coordinate geometry',
    method: methods['simultaneous equations'],
    problemLatex: statementLatex(both(...equations)),
    answersSeveral: true,
    answer: points.map(([x, y]) => `(${toText(x)}, ${toText(y)})`).join(' or '),
    answerLatex: points.map(([x, y]) => `\\left(${toLatex(x)}, ${toLatex(y)}\\right)`).join('\\text{ or }'),
  });
}

function pointOf(branch: Statement) {
  const at = (name: string) => relationsOf(branch).find(({ a }) => a.k === 'sym' && a.name === name)?.b;
  const [x, y] = [at('x'), at('y')];
  if (!x || !y) throw new CannotSolveError('未能讀出交點。', 'The points could not be told.');
  return [x, y] as const;
}
