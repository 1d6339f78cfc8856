/**
 * The value of an expression under given equations, and solutions restricted to integers, positive numbers
 * etc.
 */

import { truth } from '../../checking/truth.ts';
import { type Expr, num, substitute, sum, sym, symbolsOf } from '../../core/expr.ts';
import { rationalValue, simplify } from '../../core/normal.ts';
import { evaluate } from '../../core/numeric.ts';
import { statementLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import {
  both,
  either,
  none,
  type Relation,
  rel,
  relationsOf,
  type Statement,
  variablesOf,
} from '../../core/statement.ts';
import { methods } from '../../methods.ts';
import type { Reading } from '../../reading/read.ts';
import { hasForeignWords } from '../../reading/vocabulary.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import {
  createStepRecorder,
  exprAnswer,
  finish,
  type StepRecorder,
  statementAnswer,
  type Work,
} from '../../working.ts';
import { solveOne } from './algebra.ts';
import { solutions, solveEquation, valuesOf } from './equation.ts';
import { solveCompound } from './inequality.ts';
import { solveSystem } from './simultaneous.ts';
import { hasTrigOf } from './trig-equation.ts';

const isEquation = (statement: Statement): statement is Relation =>
  statement.k === 'rel' && statement.op === '=';

function pointsOf(answer: Statement): ReadonlyMap<string, Expr>[] {
  const branches = answer.k === 'or' ? answer.parts : [answer];
  return branches.map(
    (branch) =>
      new Map(relationsOf(branch).map(({ a, b }) => [a.k === 'sym' ? a.name : '', b] as [string, Expr])),
  );
}

const substituteAll = (x: Expr, point: ReadonlyMap<string, Expr>): Expr =>
  [...point].reduce((y, [name, value]) => substitute(y, name, value), x);

/** 若 x+y=5 及 xy=6，求 x^2+y^2: evaluated at every solution and answered if all values agree. */
function valueUnder(reading: Reading): Work | undefined {
  if (reading.hasOtherWords || reading.hasUnparsedPart || reading.openEnded) return undefined;
  const equations = reading.statements.filter(isEquation);
  const candidates = reading.exprs.filter((x) => x.k !== 'sym');
  const [target] = candidates;
  if (!target || candidates.length !== 1 || equations.length === 0) return undefined;
  if (equations.length !== reading.statements.length) return undefined;
  if (/因式|factor|展開|expand|化簡|simplif|解方程|solve|\(\s*[a-z]\s*\)\s*=/.test(reading.lower))
    return undefined;
  if (!/求|find|value|evaluate|calculate|計算|多少|what/.test(reading.lower)) return undefined;
  const names = variablesOf(both(...equations));
  if (![...symbolsOf(target)].every((name) => names.includes(name)) || symbolsOf(target).size === 0)
    return undefined;
  if (names.some((name) => equations.some(({ a, b }) => hasTrigOf(sum(a, b), name)))) return undefined;
  const paper = createStepRecorder();
  const answer =
    equations.length === 1 && names.length === 1
      ? solveEquation(paper, equations[0] as Relation, names[0] as string)
      : solveSystem(paper, equations).answer;
  if (answer === 'many' || answer.k === 'all' || answer.k === 'none')
    throw new CannotSolveError('未能由條件定出數值。', 'The conditions do not fix the value.');
  const points = pointsOf(answer);
  const values = points.map((point) => simplify(substituteAll(target, point)));
  const [value] = values;
  if (!value || values.some((other) => Math.abs(evaluate(other, {}) - evaluate(value, {})) > 1e-9))
    throw new CannotSolveError('不同的解給出不同的數值。', 'Different solutions give different values.');
  for (const point of points)
    paper.equal(
      bilingual('把解代入所求的式。', 'Put the solution into the expression.'),
      substituteAll(target, point),
      value,
    );
  return finish(paper, {
    kind: equations.length === 1 ? 'function' : 'simultaneous equations',
    method: methods['simultaneous equations'],
    problemLatex: statementLatex(both(...equations)),
    ...exprAnswer(value),
  });
}

type Restriction = {
  readonly holds: (value: number, exact: Q.Q | undefined) => boolean;
  readonly sign?: 1 | -1;
  readonly whole: boolean;
};

const restrictions: readonly [RegExp, Restriction][] = [
  [
    /正整數|positive (?:integer|integral|whole)/,
    { holds: (v, q) => v > 0 && q?.d === 1n, sign: 1, whole: true },
  ],
  [/負整數|negative (?:integer|integral)/, { holds: (v, q) => v < 0 && q?.d === 1n, sign: -1, whole: true }],
  [/非負整數|non-?negative integer/, { holds: (v, q) => v >= 0 && q?.d === 1n, whole: true }],
  [/非負|non-?negative/, { holds: (v) => v >= 0, whole: false }],
  [/整數|integers?\b|integral|whole number/, { holds: (_, q) => q?.d === 1n, whole: true }],
  [/正(?:實?數)?[根解值]|正實?數|positive/, { holds: (v) => v > 0, sign: 1, whole: false }],
  [/負(?:實?數)?[根解值]|負實?數|negative/, { holds: (v) => v < 0, sign: -1, whole: false }],
];

/** Words of a restriction, removed once understood; all other words must be in the general vocabulary. */
const restrictionWords =
  /非負整數|正整數|負整數|整數|非負|正數|負數|正實數|負實數|正根|負根|正解|負解|正|負|non-?negative|positive|negative|integers?|integral|whole numbers?|where|which|satisfying|roots?|solutions?/g;

function restrictionOf(lower: string): Restriction | undefined {
  if (
    /指數|indices|index|多少個|幾個|個數|數目|how many|number of|最|較|greatest|least|larg|small|之和|之積|sum|product|不|not\b/.test(
      lower,
    )
  )
    return undefined;
  const ordered = /非負整數|non-?negative integer/.test(lower)
    ? [restrictions[2] as (typeof restrictions)[number]]
    : restrictions;
  const found = ordered.filter(([pattern]) => pattern.test(lower));
  return found[0]?.[1];
}

function filterSolutions(
  paper: StepRecorder,
  name: string,
  problem: Statement,
  values: readonly Expr[],
  restriction: Restriction,
): Statement {
  const remaining = values.filter((value) => restriction.holds(evaluate(value, {}), rationalValue(value)));
  const answer = remaining.length === 0 ? none : solutions(remaining, name);
  const sign = restriction.sign === 1 ? '>' : '<';
  if (restriction.sign && !restriction.whole)
    paper.iff(
      bilingual('只保留題目要求的解。', 'Keep only the solutions that are asked for.'),
      both(problem, rel(sym(name), sign, num(0))),
      answer,
    );
  else
    paper.note(
      bilingual('只保留題目要求的解。', 'Keep only the solutions that are asked for.'),
      statementLatex(answer),
    );
  return answer;
}

/** The integers from -300 to 300 that satisfy the answer and the restriction. */
function wholeWithin(answer: Statement, name: string, restriction: Restriction): Expr[] {
  const found: Expr[] = [];
  let atEdge = false;
  for (let value = -300; value <= 300; value += 1) {
    if (!truth(answer, { [name]: value }) || !restriction.holds(value, Q.q(value))) continue;
    if (Math.abs(value) === 300) atEdge = true;
    found.push(num(value));
  }
  if (atEdge || found.length > 40)
    throw new CannotSolveError('整數解太多，未能逐一列出。', 'There are too many whole solutions to list.');
  return found;
}

/** 整數解, 正根: only the solutions that meet a restriction. */
function restrictedSolutions(reading: Reading): Work | undefined {
  const restriction = restrictionOf(reading.lower);
  if (
    !restriction ||
    reading.hasUnparsedPart ||
    hasForeignWords(reading.text.toLowerCase().replace(restrictionWords, ' '))
  )
    return undefined;
  const [problem] = reading.statements;
  const name = problem && variablesOf(problem)[0];
  if (!problem || !name || reading.statements.length !== 1 || variablesOf(problem).length !== 1)
    return undefined;
  if (reading.exprs.some((x) => x.k !== 'sym' || x.name !== name)) return undefined;
  if (relationsOf(problem).some(({ a, b }) => hasTrigOf(sum(a, b), name))) return undefined;
  const paper = createStepRecorder();
  const base = { problemLatex: statementLatex(problem) };
  if (isEquation(problem)) {
    const found = solveEquation(paper, problem, name);
    if (found.k === 'all')
      throw new CannotSolveError('有無限多個解。', 'There are infinitely many solutions.');
    const answer = filterSolutions(paper, name, problem, valuesOf(found), restriction);
    const { kind, method } = solveOne(problem, name, undefined);
    return finish(paper, { ...base, kind, method, ...statementAnswer(answer) });
  }
  if (!restriction.whole) return undefined;
  const found = solveCompound(paper, problem, name);
  const values = wholeWithin(found, name, restriction);
  const answer = values.length === 0 ? none : either(...values.map((value) => rel(sym(name), '=', value)));
  paper.note(
    bilingual('列出範圍內符合的整數。', 'List the whole numbers in it.'),
    values.map(toText).join(',\\ '),
  );
  return finish(paper, { ...base, kind: 'inequality', ...statementAnswer(answer) });
}

/** x^2 = 9, x > 0: the solutions that meet a condition on the unknown itself. */
function withCondition(reading: Reading): Work | undefined {
  if (reading.hasOtherWords || reading.hasUnparsedPart || reading.exprs.some((x) => x.k !== 'sym'))
    return undefined;
  const equations = reading.statements.filter(isEquation);
  const limits = reading.statements.filter((one) => !isEquation(one));
  const [equation] = equations;
  const [name, ...more] = variablesOf(both(...reading.statements));
  if (!equation || !name || more.length > 0 || equations.length !== 1 || limits.length === 0)
    return undefined;
  const onUnknown = limits.every((limit) =>
    relationsOf(limit).every(
      ({ a, b }) =>
        [a, b].every((x) => x.k === 'sym' || symbolsOf(x).size === 0) && symbolsOf(sum(a, b)).size === 1,
    ),
  );
  if (!onUnknown || hasTrigOf(sum(equation.a, equation.b), name)) return undefined;
  const paper = createStepRecorder();
  const found = solveEquation(paper, equation, name);
  if (found.k === 'all') return undefined;
  const remaining = valuesOf(found).filter((value) =>
    truth(both(...limits), { [name]: evaluate(value, {}) }),
  );
  const answer = remaining.length === 0 ? none : solutions(remaining, name);
  paper.iff(
    bilingual('只保留符合條件的解。', 'Keep the solutions that meet the condition.'),
    both(equation, ...limits),
    answer,
  );
  const { kind, method } = solveOne(equation, name, undefined);
  return finish(paper, {
    kind,
    method,
    problemLatex: statementLatex(both(equation, ...limits)),
    ...statementAnswer(answer),
  });
}

export function conditions(reading: Reading): Work | undefined {
  return valueUnder(reading) ?? restrictedSolutions(reading) ?? withCondition(reading);
}
