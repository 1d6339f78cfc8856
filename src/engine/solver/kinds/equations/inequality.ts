/** Inequalities in one unknown: linear ones by rearranging, the others by the signs between their roots. */

import { truth } from '../../checking/truth.ts';
import { type Expr, num, some, sum, sym, times } from '../../core/expr.ts';
import { factoredExpr, factorPoly } from '../../core/factor.ts';
import { normal, simplify } from '../../core/normal.ts';
import { evaluate } from '../../core/numeric.ts';
import { dense, isZeroPoly, mulPoly } from '../../core/poly.ts';
import { sumOfTerms } from '../../core/present.ts';
import { statementLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import {
  all,
  both,
  difference,
  either,
  flipped,
  none,
  type Op,
  type Relation,
  rel,
  relationsOf,
  type Statement,
  variablesOf,
} from '../../core/statement.ts';
import { coefficient, type Dense, degreeOf, factorDense, primitiveOf, trim } from '../../core/univariate.ts';
import type { Reading } from '../../reading/read.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import { createStepRecorder, exprAnswer, finish, type StepRecorder, type Work } from '../../working.ts';
import { contains } from './equation.ts';
import { inOrder, polyExpr, quadraticRoots, tidySides } from './polynomial-equation.ts';
import { hasTrigOf } from './trig-equation.ts';

function linear(paper: StepRecorder, relation: Relation, name: string, p: Dense): Statement {
  const tidied = tidySides(createStepRecorder(), rel(relation.a, '=', relation.b), name);
  let now: Relation = relation;
  const addStep = (next: Relation, zh: string, en: string) => {
    if (statementLatex(next) === statementLatex(now)) return;
    paper.iff(bilingual(zh, en), now, next);
    now = next;
  };
  addStep(
    { ...tidied, op: relation.op },
    '去分母、去括號，合併同類項。',
    'Clear fractions and brackets, and collect like terms.',
  );
  const q = trim(dense(normal(difference(tidied)).n, name) ?? p);
  const [factor, constant] = [coefficient(q, 1), Q.neg(coefficient(q, 0))];
  addStep(rel(polyExpr([Q.zero, factor], name), relation.op, num(constant)), '移項。', 'Rearrange.');
  const op = Q.sign(factor) < 0 ? flipped[relation.op] : relation.op;
  addStep(
    rel(sym(name), op, num(Q.div(constant, factor))),
    Q.sign(factor) < 0
      ? `兩邊同除以負數 ${toText(num(factor))}，不等號轉向。`
      : `兩邊同除以 ${toText(num(factor))}。`,
    Q.sign(factor) < 0
      ? `Divide by ${toText(num(factor))}, which is negative: the sign turns.`
      : `Divide both sides by ${toText(num(factor))}.`,
  );
  return now;
}

/** Where a relation holds, given its boundary points: intervals and single points in order. */
function intervals(relation: Statement, name: string, borders: readonly Expr[]): Statement {
  const sorted = inOrder(borders);
  const values = sorted.map((border) => evaluate(border, {}));
  const holds = (x: number) => truth(relation, { [name]: x });
  const inside = [
    values.length === 0 ? holds(0.317) : holds((values[0] as number) - 1),
    ...values.map((value, at) =>
      holds(at + 1 < values.length ? (value + (values[at + 1] as number)) / 2 : value + 1),
    ),
  ];
  const at = values.map(holds);
  const x = sym(name);
  const pieces: Statement[] = [];
  let start: { border: Expr | undefined; closed: boolean } | undefined = inside[0]
    ? { border: undefined, closed: false }
    : undefined;
  sorted.forEach((border, index) => {
    const [before, after] = [inside[index], inside[index + 1]];
    if (start && before && at[index] && after) return;
    if (before && start) {
      const op: Op = at[index] ? '<=' : '<';
      const upper = rel(x, op, border);
      pieces.push(start.border ? both(rel(start.border, start.closed ? '<=' : '<', x), upper) : upper);
      start = undefined;
    } else if (!before && at[index] && !after) pieces.push(rel(x, '=', border));
    if (after) start = { border, closed: at[index] === true };
  });
  if (start) {
    if (!start.border) return all;
    pieces.push(rel(x, start.closed ? '>=' : '>', start.border));
  }
  return pieces.length === 0 ? none : either(...pieces);
}

function realRootsOf(p: Dense): Expr[] {
  return factorDense(p).factors.flatMap(({ p: part }) => {
    if (degreeOf(part) === 1) return [num(Q.neg(Q.div(coefficient(part, 0), coefficient(part, 1))))];
    if (degreeOf(part) === 2) return quadraticRoots(part);
    throw new CannotSolveError('未能求出準確的界點。', 'The borders cannot be found exactly.');
  });
}

function bySigns(paper: StepRecorder, relation: Relation, name: string): Statement {
  const { n, d } = normal(difference(relation));
  const [top, bottom] = [dense(n, name), dense(d, name)];
  if (!top || !bottom)
    throw new CannotSolveError('這類不等式暫未能解。', 'This kind of inequality cannot be solved here yet.');
  if (isZeroPoly(n)) {
    const answer = relation.op.length === 2 ? all : none;
    paper.iff(bilingual('兩邊恆等。', 'Both sides are identical.'), relation, answer);
    return answer;
  }
  if (bottom.length === 1) {
    const { content, part } = primitiveOf(trim(top));
    const op = Q.sign(content) < 0 ? flipped[relation.op] : relation.op;
    const standard = rel(polyExpr(part, name), op, num(0));
    if (toText(standard.a) !== toText(relation.a) || toText(relation.b) !== '0')
      paper.iff(bilingual('移項，整理為一般式。', 'Bring everything to one side.'), relation, standard);
    if (degreeOf(part) < 1) {
      const answer = intervals(relation, name, []);
      paper.iff(
        answer.k === 'all'
          ? bilingual('恆成立。', 'It always holds.')
          : bilingual('不可能成立。', 'It never holds.'),
        relation,
        answer,
      );
      return answer;
    }
    const factored = factorDense(part);
    if (factored.factors.length > 1 || (factored.factors[0]?.times ?? 1) > 1) {
      const product = factoredExpr(factorPoly(normal(standard.a).n));
      paper.iff(bilingual('因式分解。', 'Factorise.'), standard, rel(product, op, num(0)));
    }
    const roots = realRootsOf(part);
    const answer = intervals(relation, name, roots);
    if (degreeOf(part) === 2 && factored.factors.length === 1 && factored.factors[0]?.times === 1) {
      const [c, b, a] = [0, 1, 2].map((at) => num(coefficient(part, at))) as [Expr, Expr, Expr];
      const discriminant = sum({ k: 'pow', a: b, b: num(2) }, { k: 'neg', a: times(num(4), a, c) });
      paper.named(
        bilingual('判別式。', 'The discriminant.'),
        '\\Delta',
        discriminant,
        simplify(discriminant),
      );
    }
    paper.iff(
      roots.length === 0
        ? bilingual(
            '對應的方程沒有實根，符號不變。',
            'The equation has no real root, so the sign never changes.',
          )
        : bilingual(
            `以根 ${inOrder(roots).map(toText).join('、')} 分段，考慮每段的符號。`,
            `Split at the roots ${inOrder(roots).map(toText).join(', ')} and look at the sign of each part.`,
          ),
      standard,
      answer,
    );
    return answer;
  }
  const [numerator, denominator] = [sumOfTerms(n), sumOfTerms(d)];
  const one = rel({ k: 'div', a: numerator, b: denominator }, relation.op, num(0));
  const excluded = rel(sumOfTerms(mulPoly(d, d)), '!=', num(0));
  paper.iff(
    bilingual('移項、通分。', 'Bring everything to one side over a common denominator.'),
    relation,
    one,
    excluded,
  );
  const borders = [...realRootsOf(trim(top)), ...realRootsOf(trim(bottom))];
  const answer = intervals(relation, name, borders);
  paper.iff(
    bilingual(
      '考慮分子和分母的符號，分母不可為 0。',
      'Look at the signs of numerator and denominator; the denominator is never 0.',
    ),
    relation,
    answer,
  );
  return answer;
}

function absolute(paper: StepRecorder, relation: Relation, name: string): Statement | undefined {
  const part = [relation.a, relation.b].find((x) => x.k === 'fn' && x.name === 'abs');
  if (part?.k !== 'fn') return undefined;
  const [op, bound] = part === relation.a ? [relation.op, relation.b] : [flipped[relation.op], relation.a];
  const number = dense(normal(bound).n, name);
  if (!number || number.length > 1) return undefined;
  const inside = part.args[0] as Expr;
  const limit = number[0] ?? Q.zero;
  const below = op.startsWith('<');
  const split: Statement = below
    ? both(rel(num(Q.neg(limit)), op, inside), rel(inside, op, num(limit)))
    : either(rel(inside, flipped[op], num(Q.neg(limit))), rel(inside, op, num(limit)));
  if (Q.sign(limit) >= 0) paper.iff(bilingual('去掉絕對值。', 'Remove the absolute value.'), relation, split);
  const borders = [limit, Q.neg(limit)].flatMap((value) => {
    const p = dense(normal(sum(inside, num(Q.neg(value)))).n, name);
    return p && p.length > 1 ? realRootsOf(trim(p)) : [];
  });
  const answer = intervals(relation, name, Q.sign(limit) >= 0 ? borders : []);
  paper.iff(bilingual(`解出 ${name}。`, `Solve for ${name}.`), relation, answer);
  return answer;
}

function solveInequality(paper: StepRecorder, relation: Relation, name: string): Statement {
  const { d } = normal(difference(relation));
  const p = dense(normal(difference(relation)).n, name);
  if (some(sum(relation.a, relation.b), (x) => x.k === 'fn' && contains(x, name))) {
    const answer = absolute(paper, relation, name);
    if (answer) return answer;
    throw new CannotSolveError('這類不等式暫未能解。', 'This kind of inequality cannot be solved here yet.');
  }
  if (p && trim(p).length === 2 && d.size === 1 && d.has('')) return linear(paper, relation, name, trim(p));
  return bySigns(paper, relation, name);
}

/** Several inequalities joined by and/or. */
export function solveCompound(paper: StepRecorder, statement: Statement, name: string): Statement {
  if (statement.k === 'rel') return solveInequality(paper, statement, name);
  if (!('parts' in statement)) return statement;
  const answers: Statement[] = [];
  for (const part of statement.parts) {
    const aside = createStepRecorder();
    const answer = solveCompound(aside, part, name);
    answers.push(answer);
    paper.iff(
      bilingual('先解其中一個不等式。', 'Solve one of the inequalities.'),
      part,
      answer,
      undefined,
      true,
    );
  }
  const borders = answers.flatMap(function bordersOf(answer): Expr[] {
    if (answer.k === 'rel') return [answer.a.k === 'sym' ? answer.b : answer.a];
    return answer.k === 'and' || answer.k === 'or' ? answer.parts.flatMap(bordersOf) : [];
  });
  const answer = intervals(statement, name, borders);
  paper.iff(
    statement.k === 'and'
      ? bilingual('取共同部分。', 'Take what they have in common.')
      : bilingual('合併各部分。', 'Put the parts together.'),
    statement,
    answer,
  );
  return answer;
}

// 滿足不等式的最大整數: the greatest or least integer that satisfies an inequality.

const greatest = /最大的?整數|(?:greatest|largest) (?:possible )?(?:integer|integral value|whole number)/;
const least = /最小的?整數|(?:least|smallest) (?:possible )?(?:integer|integral value|whole number)/;
const otherQuestion = /正|負|奇|偶|質|positive|negative|odd|even|prime|和|sum|及|與|有多少|個數/;
const maxInteger = 1_000;

export function extremeInteger(reading: Reading): Work | undefined {
  const { lower } = reading;
  const [wantsGreatest, wantsLeast] = [greatest.test(lower), least.test(lower)];
  if (wantsGreatest === wantsLeast || otherQuestion.test(lower) || reading.hasUnparsedPart) return undefined;
  const [problem, ...more] = reading.statements;
  const [name, ...names] = problem ? variablesOf(problem) : [];
  if (!problem || !name || more.length > 0 || names.length > 0) return undefined;
  if (relationsOf(problem).some(({ a, b, op }) => op === '=' || hasTrigOf(sum(a, b), name))) return undefined;
  if (reading.exprs.some((x) => x.k !== 'sym' || x.name !== name)) return undefined;
  const paper = createStepRecorder();
  const within = solveCompound(paper, problem, name);
  const holds = (value: number) => truth(within, { [name]: value });
  const all = Array.from({ length: 2 * maxInteger + 1 }, (_, at) => at - maxInteger).filter(holds);
  const value = wantsGreatest ? all.at(-1) : all[0];
  if (value === undefined) throw new CannotSolveError('沒有符合的整數。', 'No whole number satisfies it.');
  if (Math.abs(value) === maxInteger)
    throw new CannotSolveError(
      '沒有這樣的整數，或數值太大。',
      'There is no such whole number, or it is too large.',
    );
  paper.note(
    wantsGreatest
      ? bilingual('取範圍內最大的整數。', 'Take the greatest whole number in it.')
      : bilingual('取範圍內最小的整數。', 'Take the least whole number in it.'),
    `${value}`,
  );
  return finish(paper, {
    kind: 'inequality',
    problemLatex: statementLatex(problem),
    ...exprAnswer(num(value)),
  });
}
