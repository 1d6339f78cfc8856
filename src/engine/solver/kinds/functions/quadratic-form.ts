/** Completing the square, and the discriminant of a quadratic. */
import { type Expr, negate, num, power, sum, symbolsOf, times } from '../../core/expr.ts';
import { normal, simplify } from '../../core/normal.ts';
import { coefficientsIn, dense } from '../../core/poly.ts';
import { sumOfTerms } from '../../core/present.ts';
import { statementLatex, toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { difference, type Relation, rel, variablesOf } from '../../core/statement.ts';
import { coefficient, type Dense, trim } from '../../core/univariate.ts';
import { functionOf, type Reading } from '../../reading/read.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import { createStepRecorder, exprAnswer, finish, statementAnswer, type Work } from '../../working.ts';
import { solveEquation } from '../equations/equation.ts';
import { solveCompound } from '../equations/inequality.ts';
import { polyExpr } from '../equations/polynomial-equation.ts';
import { mainExpr } from '../expressions/expressions.ts';

/** The coefficients of a quadratic in `name`; undefined for any other expression. */
export const quadraticOf = (f: Expr, name: string): Dense | undefined => {
  const { n, d } = normal(f);
  const p = d.size === 1 && d.has('') ? dense(n, name) : undefined;
  return p && trim(p).length === 3 ? trim(p) : undefined;
};

/** a(x - h)^2 + k */
export function vertexForm(p: Dense, name: string): { form: Expr; h: Expr; k: Expr; a: Q.Q } {
  const [c, b, a] = [0, 1, 2].map((at) => coefficient(p, at)) as [Q.Q, Q.Q, Q.Q];
  const half = Q.div(b, Q.mul(Q.q(2), a));
  const k = Q.sub(c, Q.mul(a, Q.mul(half, half)));
  const square = power(polyExpr([half, Q.one], name), 2);
  const size = Q.abs(a);
  const scaled = Q.isOne(size) ? square : times(num(size), square);
  const lead = Q.sign(a) < 0 ? negate(scaled) : scaled;
  const form = Q.isZero(k) ? lead : sum(lead, Q.sign(k) < 0 ? negate(num(Q.neg(k))) : num(k));
  return { form, h: num(Q.neg(half)), k: num(k), a };
}

export function completingSquare(reading: Reading): Work | undefined {
  const f = functionOf(reading)?.f ?? mainExpr(reading);
  if (!f) return undefined;
  const [name = 'x'] = [...symbolsOf(f)];
  const p = quadraticOf(f, name);
  if (!p) throw new CannotSolveError('只能為二次式配方。', 'Only quadratics can be completed to a square.');
  const paper = createStepRecorder();
  const { form } = vertexForm(p, name);
  paper.equal(
    bilingual(
      '加減一次項係數一半的平方，配成完全平方。',
      'Add and subtract the square of half the coefficient of the linear term.',
    ),
    f,
    form,
  );
  return finish(paper, { kind: 'completing the square', problemLatex: toLatex(f), ...exprAnswer(form) });
}

/** Finds a letter in a quadratic in x from the nature of its roots: equal, distinct, real or none. */
export function rootCondition(reading: Reading): Work | undefined {
  const equation = reading.statements.find((one): one is Relation => one.k === 'rel' && one.op === '=');
  if (!equation || reading.statements.length !== 1) return undefined;
  if (/求\s*[a-z]\s*(?:及|和|與|並)|find\s+[a-z]\s+and/.test(reading.lower)) return undefined;
  const letters = variablesOf(equation);
  const name = letters.includes('x') ? 'x' : undefined;
  const letter = letters.find((one) => one !== name);
  const parts =
    name && letters.length === 2
      ? coefficientsIn(normal(difference(equation)).n, name)?.map(sumOfTerms)
      : undefined;
  if (parts?.length !== 3 || !letter) return undefined;
  const op = /等根|相等(?:的)?實?根|重根|equal (?:real )?roots|repeated root|double root/.test(reading.lower)
    ? '='
    : /沒有實根|無實根|沒有實數根|no real roots?/.test(reading.lower)
      ? '<'
      : /(?:不等|不相等|相異)(?:的)?實?根|distinct (?:real )?roots/.test(reading.lower)
        ? '>'
        : /(?<!兩個?)有實根|(?<!two )has real roots|have real roots/.test(reading.lower)
          ? '>='
          : undefined;
  if (!op) return undefined;
  const [c, b, a] = parts as [Expr, Expr, Expr];
  // If the letter makes the leading coefficient 0, the equation is not quadratic and the discriminant is
  // useless.
  if (symbolsOf(a).size > 0)
    throw new CannotSolveError(
      '二次項係數含有這個字母，未能處理。',
      'The letter is in the leading coefficient, which cannot be handled here.',
    );
  const put = sum(power(b, 2), negate(times(num(4), a, c)));
  const value = simplify(put);
  const paper = createStepRecorder();
  paper.named(bilingual('判別式 Δ = b² - 4ac。', 'The discriminant is b² - 4ac.'), '\\Delta', put, value);
  const condition = rel(value, op, num(0));
  const answer =
    op === '=' ? solveEquation(paper, condition, letter) : solveCompound(paper, condition, letter);
  return finish(paper, {
    kind: 'discriminant',
    problemLatex: statementLatex(equation),
    ...statementAnswer(answer),
  });
}

export function discriminant(reading: Reading): Work | undefined {
  const equation = reading.statements.find((one): one is Relation => one.k === 'rel' && one.op === '=');
  const f = equation
    ? toText(equation.a) === 'y'
      ? equation.b
      : toText(equation.b) === '0'
        ? equation.a
        : difference(equation)
    : mainExpr(reading);
  if (!f) return undefined;
  const names = [...symbolsOf(f)];
  const name = names.includes('x') ? 'x' : (names[0] ?? 'x');
  const p = quadraticOf(f, name);
  if (!p) throw new CannotSolveError('只能求二次方程的判別式。', 'Only quadratics have this discriminant.');
  const [c, b, a] = [0, 1, 2].map((at) => num(coefficient(p, at))) as [Expr, Expr, Expr];
  const put = sum(power(b, 2), negate(times(num(4), a, c)));
  const value = simplify(put);
  const paper = createStepRecorder();
  paper.named(bilingual('判別式 Δ = b² - 4ac。', 'The discriminant is b² - 4ac.'), '\\Delta', put, value);
  const base = { kind: 'discriminant' as const, problemLatex: toLatex(f) };
  if (!/性質|nature|有多少個|how many|number of/.test(reading.lower))
    return finish(paper, { ...base, ...exprAnswer(value) });
  const sign = value.k === 'num' ? Q.sign(value.v) : -1;
  const answer = sign > 0 ? 'two distinct real roots' : sign === 0 ? 'two equal real roots' : 'no real roots';
  paper.note(
    sign > 0
      ? bilingual('判別式為正：兩個不等實根。', 'It is positive: two distinct real roots.')
      : sign === 0
        ? bilingual('判別式為 0：兩個相等實根。', 'It is 0: two equal real roots.')
        : bilingual('判別式為負：沒有實根。', 'It is negative: no real roots.'),
    `\\Delta ${sign > 0 ? '>' : sign === 0 ? '=' : '<'} 0`,
  );
  return finish(paper, { ...base, answer, answerLatex: `\\text{${answer}}` });
}
