/** Chooses the solver for equations, inequalities and systems from the text of a problem. */
import { deg, type Expr, hasFn, negate, num, some, sum, sym, symbolsOf, times } from '../../core/expr.ts';
import { normal } from '../../core/normal.ts';
import { coefficientsIn } from '../../core/poly.ts';
import { decimalsBack } from '../../core/present.ts';
import { statementLatex } from '../../core/print.ts';
import {
  both,
  either,
  mapExprs,
  type Relation,
  rel,
  relationsOf,
  type Statement,
  variablesOf,
} from '../../core/statement.ts';
import type { Reading } from '../../reading/read.ts';
import { bilingual, CannotSolveError, type Kind } from '../../solution.ts';
import { createStepRecorder, finish, statementAnswer, type Work } from '../../working.ts';
import { assertAnswer, contains, registerMethods, solveEquation, solveLiteral } from './equation.ts';
import { solveExponential } from './exponential.ts';
import { solveCompound } from './inequality.ts';
import { solveLogarithmic } from './logarithmic.ts';
import type { Method } from './polynomial-equation.ts';
import { solveAbsolute, solveRadical } from './radical.ts';
import { solveSystem } from './simultaneous.ts';
import { bareDegrees, hasTrigOf, solveTrig } from './trig-equation.ts';

registerMethods(solveAbsolute, solveRadical, solveExponential, solveLogarithmic);

function kindOfEquation({ a, b }: Relation, name: string): Kind {
  const whole = sum(a, b);
  if (hasTrigOf(whole, name)) return 'trigonometric equation';
  if (some(whole, (x) => x.k === 'fn' && (x.name === 'log' || x.name === 'ln') && contains(x, name)))
    return 'logarithmic equation';
  if (some(whole, (x) => x.k === 'pow' && contains(x.b, name))) return 'exponential equation';
  if (some(whole, (x) => x.k === 'fn' && x.name === 'abs' && contains(x, name)))
    return 'absolute value equation';
  if (hasFn(whole, 'sqrt', 'root') && some(whole, (x) => x.k === 'fn' && contains(x, name)))
    return 'radical equation';
  if (some(whole, (x) => x.k === 'div' && contains(x.b, name))) return 'fractional equation';
  const p = coefficientsIn(normal(sum(a, negate(b))).n, name);
  if (!p) return 'linear equation';
  return p.length <= 2 ? 'linear equation' : p.length === 3 ? 'quadratic equation' : 'polynomial equation';
}

function wayOf(lower: string): Method {
  if (/配方|complet\w* (?:the )?square/.test(lower)) return 'square';
  if (/公式|formula/.test(lower)) return 'formula';
  return /因式|factor/.test(lower) ? 'factor' : undefined;
}

/** The letter that the text requests. */
const requestedLetter = ({ text }: Reading): string | undefined =>
  /^solve\b.*\bfor\s+([a-zA-Z])[.?]?$|以\s*[a-zA-Z]\s*表示\s*([a-zA-Z])|express\s+([a-zA-Z])\s+in\s+terms|(?:solve for|make|find|求|解|把|以|將|主項[變改換]?[為成])\s*(?:the value of\s*)?([a-zA-Z]|theta|alpha)(?![a-zA-Z]|\s*[-+*/(^\d=<>])/i
    .exec(text)
    ?.slice(1)
    .find((letter) => letter !== undefined);

/** The unknown: the requested one, otherwise the only one, otherwise x. */
function unknownOf(names: readonly string[], reading: Reading): string {
  const requested = requestedLetter(reading);
  if (requested && names.includes(requested)) return requested;
  return names.length === 1 ? (names[0] as string) : names.includes('x') ? 'x' : (names[0] as string);
}

/** 0° <= x <= 360°: a range, not an inequality to be solved. */
function isRange(statement: Statement): boolean {
  if (statement.k !== 'and' || statement.parts.length !== 2) return false;
  const [x, y] = statement.parts;
  if (x?.k !== 'rel' || y?.k !== 'rel' || x.op === '=' || y.op === '=') return false;
  return x.b.k === 'sym' && symbolsOf(x.a).size === 0 && symbolsOf(y.b).size === 0;
}

function trigEquation(relation: Relation, name: string, ranges: readonly Statement[]): Work {
  const paper = createStepRecorder();
  const given = ranges.find((range) => variablesOf(range).includes(name));
  const usesPi =
    given &&
    relationsOf(given).some(({ a, b }) => some(sum(a, b), (x) => x.k === 'const' && x.name === 'pi'));
  const usesDegrees =
    given &&
    relationsOf(given).some(({ a, b }) => some(sum(a, b), (x) => x.k === 'const' && x.name === 'deg'));
  const inDegrees = !usesPi;
  const asDegrees = (x: Expr): Expr => (x.k === 'num' ? times(x, deg) : x);
  const range = given
    ? inDegrees && !usesDegrees
      ? mapExprs(given, asDegrees)
      : given
    : both(rel(num(0), '<=', sym(name)), rel(sym(name), '<', times(num(360), deg)));
  if (!given)
    paper.note(
      bilingual(
        '題目沒有指定範圍，取 0° 至 360°（不包括 360°）。',
        'No range is given: 0° up to, not including, 360° is taken.',
      ),
      statementLatex(range),
    );
  const problem = mapExprs(relation, inDegrees ? bareDegrees : (x) => x) as Relation;
  const answer = solveTrig(paper, problem, name, range, inDegrees);
  assertAnswer(problem, answer, range);
  return finish(paper, {
    kind: 'trigonometric equation',
    problemLatex: statementLatex(relation),
    ...statementAnswer(answer),
  });
}

export function solveOne(relation: Relation, name: string, way: Method, inequality = false): Work {
  const kind: Kind = inequality ? 'inequality' : kindOfEquation(relation, name);
  const paper = createStepRecorder();
  const answer = decimalsBack(solveEquation(paper, relation, name, way), relation);
  if (variablesOf(relation).length === 1) assertAnswer(relation, answer);
  if (paper.steps.length === 0) paper.iff(bilingual('已解出。', 'It is solved already.'), relation, answer);
  return finish(paper, { kind, problemLatex: statementLatex(relation), ...statementAnswer(answer) });
}

/** 因式分解 x^2 - 4 = 0: another task is named and solving is not. */
const wantsOtherThanSolving = (lower: string): boolean =>
  /因式分解|分解因式|factori[sz]e|展開|expand|化簡|simplify/.test(lower) &&
  !/解|solve|求|find|\bby\b|using|法/.test(lower.replace(/因式分解|分解因式/g, ' '));

export function algebra(reading: Reading): Work | undefined {
  // An expression beside the equations is part of the question, so solving the equations would not answer it.
  if (reading.exprs.some((x) => x.k !== 'sym')) return undefined;
  if (wantsOtherThanSolving(reading.lower)) return undefined;
  const requested = requestedLetter(reading);
  if (requested && !reading.statements.some((statement) => variablesOf(statement).includes(requested)))
    return undefined;
  const assigned = reading.statements.every(
    (one) => one.k === 'rel' && one.op === '=' && one.a.k === 'sym' && symbolsOf(one.b).size === 0,
  );
  if (assigned && reading.statements.length > 1) return undefined;
  if (/(?<![a-zA-Z])[a-zA-Z]\s*\(\s*[a-z]\s*\)\s*=/.test(reading.text)) return undefined;
  const ranges = reading.statements.filter(isRange);
  const plain = reading.statements.filter((statement) => !ranges.includes(statement));
  const equations = plain.filter(
    (statement): statement is Relation => statement.k === 'rel' && statement.op === '=',
  );
  const chains = plain.filter(
    (statement) => statement.k === 'and' && relationsOf(statement).every(({ op }) => op === '='),
  );
  const chained = chains.flatMap((chain) => relationsOf(chain));
  const trig = equations.find((equation) =>
    variablesOf(equation).some((name) => hasTrigOf(sum(equation.a, equation.b), name)),
  );
  if (trig && equations.length === 1)
    return trigEquation(trig, unknownOf(variablesOf(trig), reading), ranges);
  const all = [...equations, ...chained];
  const unequal = [
    ...plain.filter((statement) => relationsOf(statement).some(({ op }) => op !== '=')),
    ...(all.length === 0 ? ranges : []),
  ];
  if (all.length === 0 && unequal.length > 0) return inequalities(reading, unequal);
  if (all.length === 1 && unequal.length === 0) {
    const [relation] = all as [Relation];
    const names = variablesOf(relation);
    if (names.length === 0) return undefined;
    const name = unknownOf(names, reading);
    if (names.length > 1) {
      if (!names.includes(requestedLetter(reading) ?? ''))
        throw new CannotSolveError(
          '有多於一個未知數，請說明要解哪一個。',
          'There is more than one unknown: say which one to solve for.',
        );
      if (/根|\broots?\b/.test(reading.lower)) return undefined;
      return changeSubject(relation, name);
    }
    const work = solveOne(relation, name, wayOf(reading.lower));
    return work;
  }
  if (all.length > 1 && unequal.length === 0) {
    if (variablesOf(both(...all)).length === 1 && chained.length === 0)
      throw new CannotSolveError(
        '有多於一條方程，請逐一輸入。',
        'There is more than one equation: please ask them one at a time.',
      );
    const paper = createStepRecorder();
    const { answer } = solveSystem(paper, all);
    const kind: Kind = 'simultaneous equations';
    const problemLatex = statementLatex(both(...all));
    if (answer === 'many')
      return finish(paper, {
        kind,
        problemLatex,
        answer: 'infinitely many solutions',
        answerLatex: '\\text{infinitely many solutions}',
      });
    if (paper.steps.length === 0)
      paper.iff(bilingual('已解出。', 'It is solved already.'), both(...all), answer);
    return finish(paper, {
      kind,
      problemLatex,
      ...statementAnswer(requested && !asksBoth.test(reading.text) ? solutionFor(answer, requested) : answer),
    });
  }
  return undefined;
}

const asksBoth =
  /(?<![a-z])[a-z]\s*(?:和|及|與|、|,|\band\b|&)\s*[a-z](?![a-z])|聯立|解方程|simultaneous|solve/i;

/** 求 y: only the requested letter of the solution of a system. */
function solutionFor(answer: Statement, name: string): Statement {
  if (answer.k === 'or') return either(...answer.parts.map((part) => solutionFor(part, name)));
  const found = relationsOf(answer).find(({ a }) => a.k === 'sym' && a.name === name);
  return found ?? answer;
}

function changeSubject(relation: Relation, name: string): Work {
  const paper = createStepRecorder();
  const answer = solveLiteral(paper, relation, name);
  if (!answer)
    throw new CannotSolveError('未能把這個字母變為主項。', 'This letter cannot be made the subject here.');
  return finish(paper, {
    kind: 'change of subject',
    problemLatex: statementLatex(relation),
    ...statementAnswer(answer),
  });
}

function inequalities(reading: Reading, statements: readonly Statement[]): Work {
  const joined: Statement =
    /\bor\b|或/.test(reading.lower) && statements.length > 1
      ? { k: 'or', parts: statements }
      : both(...statements);
  const names = variablesOf(joined);
  if (names.length !== 1)
    throw new CannotSolveError(
      '只能解一個未知數的不等式。',
      'Only inequalities in one unknown can be solved.',
    );
  const paper = createStepRecorder();
  const answer = solveCompound(paper, joined, names[0] as string);
  assertAnswer(joined, answer);
  return finish(paper, {
    kind: 'inequality',
    problemLatex: statementLatex(joined),
    ...statementAnswer(answer),
  });
}
