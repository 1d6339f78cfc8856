/** One equation in one unknown: chooses the method that solves it. */

import { check } from '../../checking/check.ts';
import { truth } from '../../checking/truth.ts';
import {
  children,
  type Expr,
  negate,
  num,
  over,
  power,
  some,
  substitute,
  sum,
  sym,
  symbolsOf,
  times,
} from '../../core/expr.ts';
import { normal, simplify } from '../../core/normal.ts';
import { evaluate } from '../../core/numeric.ts';
import {
  asNumber,
  coefficientsIn,
  divideExactly,
  gcdPoly,
  isZeroPoly,
  kernelsOf,
  mulPoly,
  onePoly,
  type Poly,
} from '../../core/poly.ts';
import { sumOfTerms } from '../../core/present.ts';
import { statementText, toText } from '../../core/print.ts';
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
} from '../../core/statement.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import { FalseStepError, type StepRecorder } from '../../working.ts';
import { inOrder, type Method, polynomialOf, solvePolynomial } from './polynomial-equation.ts';

export const contains = (x: Expr, name: string): boolean => symbolsOf(x).has(name);

/** The values in a finite set of solutions. */
export function valuesOf(statement: Statement): Expr[] {
  if (statement.k === 'none') return [];
  return relationsOf(statement).map(({ b }) => b);
}
export const solutions = (values: readonly Expr[], name: string): Statement =>
  either(...inOrder(values).map((value) => rel(sym(name), '=', value)));

/** Whether a value satisfies the problem, checked numerically. */
function satisfies(problem: Statement, name: string, value: Expr): boolean {
  return truth(problem, { [name]: evaluate(value, {}) });
}

/** Final check of an answer: problem and answer must hold for the same numbers. */
export function assertAnswer(problem: Statement, answer: Statement, given?: Statement): void {
  const verdict = check({
    relation: 'iff',
    from: statementText(problem),
    to: statementText(answer),
    over: [],
    ...(given ? { given: statementText(given) } : {}),
  });
  if (verdict !== 'yes') throw new FalseStepError(statementText(answer));
}

/** Filters the candidates that satisfy the problem, with a step that names the rejected ones. */
export function rejectExtraneous(
  paper: StepRecorder,
  problem: Statement,
  candidates: Statement,
  name: string,
  given?: Statement,
): Statement {
  const values = valuesOf(candidates);
  const whole = given ? both(problem, given) : problem;
  const accepted = values.filter((value) => satisfies(whole, name, value));
  const answer = accepted.length === 0 ? none : solutions(accepted, name);
  const dropped = values.filter((value) => !accepted.includes(value)).map(toText);
  paper.iff(
    dropped.length > 0
      ? bilingual(
          `代回原式檢驗：${name} = ${dropped.join('、')} 不合，捨去。`,
          `Check in the original: ${name} = ${dropped.join(', ')} does not satisfy it and is rejected.`,
        )
      : bilingual('代回原式檢驗，全部適合。', 'Check in the original: all of them satisfy it.'),
    problem,
    answer,
    given,
  );
  return answer;
}

function denominators(x: Expr, name: string, found: Poly[]): void {
  if (x.k === 'div' && contains(x.b, name)) found.push(normal(x.b).n);
  if (x.k === 'pow' && x.b.k === 'neg' && contains(x.a, name)) found.push(normal(x.a).n);
  for (const child of children(x)) denominators(child, name, found);
}

function solveFractional(paper: StepRecorder, relation: Relation, name: string, way: Method): Statement {
  const parts: Poly[] = [];
  denominators(relation.a, name, parts);
  denominators(relation.b, name, parts);
  const common = parts.reduce((all, part) => {
    const shared = gcdPoly(all, part);
    return mulPoly(all, divideExactly(part, shared) ?? part);
  }, onePoly);
  const bottom = sumOfTerms(common);
  const given = rel(bottom, '!=', num(0));
  const cleared = rel(simplify(times(relation.a, bottom)), '=', simplify(times(relation.b, bottom)));
  paper.iff(
    bilingual(
      `兩邊同乘 ${toText(bottom)}（不可為 0），去分母。`,
      `Multiply both sides by ${toText(bottom)}, which must not be 0.`,
    ),
    relation,
    cleared,
    given,
  );
  const candidates = polynomialOf(cleared, name)
    ? solvePolynomial(paper, cleared, name, way)
    : solveOther(paper, cleared, name, way);
  if (candidates.k === 'all') {
    throw new CannotSolveError(
      '方程對定義域內所有數都成立。',
      'The equation holds for every number for which it is defined.',
    );
  }
  return rejectExtraneous(paper, relation, candidates, name);
}

/** c x^2 = d with letters in it: both square roots, each checked by substitution. */
function literalSquare(
  paper: StepRecorder,
  relation: Relation,
  name: string,
  parts: readonly Poly[],
): Statement | undefined {
  const value = simplify(over(negate(sumOfTerms(parts[0] as Poly)), sumOfTerms(parts[2] as Poly)));
  if (symbolsOf(value).size === 0 || contains(value, name)) return undefined;
  const root = simplify({ k: 'fn', name: 'sqrt', args: [value] });
  const roots = [simplify(negate(root)), root];
  for (const one of roots)
    paper.equal(
      bilingual(
        `${name}^2 = ${toText(value)}，開方；代回原式，左右兩邊相等。`,
        `${name}^2 = ${toText(value)}; take square roots. Put back, both sides agree.`,
      ),
      substitute(relation.a, name, one),
      substitute(relation.b, name, one),
    );
  return either(...roots.map((one) => rel(sym(name), '=', one)));
}

/** Linear in the unknown with any coefficients: surds, pi, other letters. */
export function solveLiteral(paper: StepRecorder, relation: Relation, name: string): Statement | undefined {
  const { n, d } = normal(difference(relation));
  const parts = coefficientsIn(n, name);
  if (parts?.length === 3 && isZeroPoly(parts[1] as Poly)) return literalSquare(paper, relation, name, parts);
  if (parts?.length !== 2) return undefined;
  const inside = [...kernelsOf(n), ...kernelsOf(d)].some(
    (kernel) => kernel.key !== name && contains(kernel.expr, name),
  );
  if (inside) return undefined;
  const [constant, factor] = parts as [Poly, Poly];
  if (isZeroPoly(factor)) return undefined;
  const number = asNumber(factor);
  const isNegative = number !== undefined && Q.sign(number) < 0;
  const [left, right] = isNegative
    ? [simplify(negate(sumOfTerms(factor))), sumOfTerms(constant)]
    : [sumOfTerms(factor), simplify(negate(sumOfTerms(constant)))];
  const value = simplify(over(right, left));
  const answer = rel(sym(name), '=', value);
  const moved = rel(times(left, sym(name)), '=', right);
  const letters = [...symbolsOf(left)];
  if (letters.length > 0) {
    // With letters the solution is a formula: it is checked by substitution into the equation.
    paper.equal(
      bilingual(
        `整理為 ${name} 的一次式，得 ${name} = ${toText(value)}；代回原式，左右兩邊相等。`,
        `Collect ${name}: ${name} = ${toText(value)}. Put back, both sides agree.`,
      ),
      substitute(relation.a, name, value),
      simplify(substitute(relation.b, name, value)),
    );
    return answer;
  }
  if (number && toText(left) === '1') {
    paper.iff(bilingual('整理並移項。', 'Collect and rearrange.'), relation, answer);
    return answer;
  }
  paper.iff(bilingual('整理並移項。', 'Collect and rearrange.'), relation, moved);
  paper.iff(bilingual(`兩邊同除以 ${name} 的係數。`, `Divide by the coefficient of ${name}.`), moved, answer);
  return answer;
}

/** A quadratic whose coefficients are numbers, not all of them rational. */
function solveSurdQuadratic(paper: StepRecorder, relation: Relation, name: string): Statement | undefined {
  const { n, d } = normal(difference(relation));
  const parts = coefficientsIn(n, name)?.map(sumOfTerms);
  if (parts?.length !== 3 || parts.some((part) => symbolsOf(part).size > 0) || d.size !== 1 || !d.has(''))
    return undefined;
  const [c, b, a] = parts as [Expr, Expr, Expr];
  const discriminant = sum(power(b, 2), negate(times(num(4), a, c)));
  const value = simplify(discriminant);
  paper.named(bilingual('判別式。', 'The discriminant.'), '\\Delta', discriminant, value);
  const size = evaluate(value, {});
  if (size < -1e-12) {
    paper.iff(
      bilingual('判別式小於 0，方程沒有實數解。', 'The discriminant is negative: there is no real solution.'),
      relation,
      none,
    );
    return none;
  }
  const root = simplify({ k: 'fn', name: 'sqrt', args: [value] });
  const values =
    Math.abs(size) < 1e-12
      ? [simplify(over(negate(b), times(num(2), a)))]
      : [negate(root), root].map((end) => simplify(over(sum(negate(b), end), times(num(2), a))));
  const answer = solutions(values, name);
  paper.iff(bilingual('代入二次公式並化簡。', 'Use the quadratic formula and simplify.'), relation, answer);
  return answer;
}

type Special = (paper: StepRecorder, relation: Relation, name: string, way: Method) => Statement | undefined;
const specials: Special[] = [];
/**
 * Registers methods from other files (roots, powers, logarithms) that call solveEquation again themselves.
 */
export const registerMethods = (...ways: Special[]): void => {
  specials.push(...ways);
};

function solveOther(paper: StepRecorder, relation: Relation, name: string, way: Method): Statement {
  for (const special of specials) {
    const answer = special(paper, relation, name, way);
    if (answer) return answer;
  }
  throw new CannotSolveError('這類方程暫未能解。', 'This kind of equation cannot be solved here yet.');
}

const isTranscendental = (x: Expr, name: string): boolean =>
  some(
    x,
    (part) =>
      (part.k === 'fn' && contains(part, name)) ||
      (part.k === 'pow' &&
        (contains(part.b, name) ||
          (contains(part.a, name) && part.b.k === 'num' && part.b.v.d !== 1n) ||
          (contains(part.a, name) && part.b.k === 'div'))),
  );

export function solveEquation(
  paper: StepRecorder,
  relation: Relation,
  name: string,
  way?: Method,
): Statement {
  const whole = sum(relation.a, relation.b);
  if (!isTranscendental(whole, name)) {
    const found: Poly[] = [];
    denominators(relation.a, name, found);
    denominators(relation.b, name, found);
    if (found.length > 0) return solveFractional(paper, relation, name, way);
    if (polynomialOf(relation, name)) return solvePolynomial(paper, relation, name, way);
    const surd = solveSurdQuadratic(paper, relation, name);
    if (surd) return surd;
    const literal = solveLiteral(paper, relation, name);
    if (literal) return literal;
  }
  return solveOther(paper, relation, name, way);
}
