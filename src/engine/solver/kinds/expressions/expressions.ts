/** Expressions to be evaluated, simplified, expanded or factorised. */

import {
  type Expr,
  hasDecimal,
  isNum,
  mapChildren,
  num,
  over,
  size,
  some,
  sum,
  symbolsOf,
  times,
} from '../../core/expr.ts';
import { degreeTotal, factoredExpr, factorPoly } from '../../core/factor.ts';
import { normal, rationalValue, simplify } from '../../core/normal.ts';
import { evaluate } from '../../core/numeric.ts';
import { asDecimals, toExpr } from '../../core/present.ts';
import { toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { parseExpr } from '../../reading/parse.ts';
import type { Reading } from '../../reading/read.ts';
import { bilingual, CannotSolveError, type Kind } from '../../solution.ts';
import { createStepRecorder, exprAnswer, finish, type StepRecorder, type Work } from '../../working.ts';
import { bareDegrees, isTrigName } from '../equations/trig-equation.ts';
import { logarithm, looksSame } from './log-expression.ts';
import { inverseRatio, isInverse, pythagoras } from './trig-expression.ts';

/** Joins 3/4 into one number, so that it is not shown as a division to be computed. */
function joinFractions(x: Expr): Expr {
  const inside = mapChildren(x, joinFractions);
  if (
    inside.k === 'div' &&
    inside.a.k === 'num' &&
    inside.b.k === 'num' &&
    !inside.a.decimal &&
    !inside.b.decimal &&
    Q.isInt(inside.a.v) &&
    Q.isInt(inside.b.v)
  ) {
    if (Q.isZero(inside.b.v)) return inside;
    const value = Q.div(inside.a.v, inside.b.v);
    return value.d === inside.b.v.n ? num(value) : inside;
  }
  return inside;
}

const isWhole = (x: Expr): boolean => x.k === 'num' && Q.isInt(x.v);
const isNumber = (x: Expr): boolean => x.k === 'num' || (x.k === 'neg' && x.a.k === 'num');

/** Computes every operation whose operands are all numbers, one level only. */
function computeInnermost(x: Expr): Expr {
  if (isNumber(x) || x.k === 'const' || x.k === 'sym') return x;
  const parts = 'args' in x ? [...x.args] : x.k === 'div' || x.k === 'pow' ? [x.a, x.b] : [];
  if (x.k !== 'neg' && parts.every(isNumber)) {
    const value = rationalValue(x);
    if (value) return num(value);
  }
  return mapChildren(x, computeInnermost);
}

/** Writes a sum of fractions over their common denominator, as one fraction. */
function overCommon(x: Expr): Expr | undefined {
  if (x.k !== 'add' || !x.args.every(isNumber)) return undefined;
  const values = x.args.map((part) => rationalValue(part) as Q.Q);
  const bottoms = new Set(values.map(({ d }) => d));
  if (bottoms.size < 2 || x.args.some(hasDecimal)) return undefined;
  const common = [...bottoms].reduce((a, b) => (a / Q.gcdInt(a, b)) * b, 1n);
  return over(sum(...values.map(({ n, d }) => num(n * (common / d)))), num(common));
}

function arithmeticSteps(paper: StepRecorder, start: Expr, keepDecimals: boolean): Expr {
  let now = joinFractions(start);
  const shown = (x: Expr) => (keepDecimals ? asDecimals(x) : x);
  if (!looksSame(now, start)) now = start;
  for (let turn = 0; turn < 12 && !isNumber(now); turn += 1) {
    const common = overCommon(joinFractions(now));
    const next =
      common && turn < 11 && !looksSame(common, now) ? common : computeInnermost(joinFractions(now));
    if (looksSame(next, now)) break;
    const isLast = isNumber(next);
    paper.equal(
      common && next === common
        ? bilingual('通分。', 'Bring to a common denominator.')
        : isLast || (next.k === 'div' && isWhole(next.a) && isWhole(next.b))
          ? bilingual('計算結果。', 'Work out the result.')
          : bilingual('先算括號、乘方和乘除。', 'Work out brackets, powers, products and quotients first.'),
      shown(start),
      shown(next),
    );
    now = next;
  }
  const value = rationalValue(start);
  const answer = value ? shown(num(value)) : simplify(start);
  if (!paper.steps.some((step) => step.latex.endsWith(`=${toLatex(answer)}`)))
    paper.equal(bilingual('化簡。', 'Simplify.'), shown(start), answer);
  return answer;
}

function exactAngles(x: Expr): Expr {
  if (x.k === 'fn' && isTrigName(x.name) && symbolsOf(x).size === 0) return simplify(x);
  return mapChildren(x, exactAngles);
}

function trigonometry(paper: StepRecorder, x: Expr): Expr {
  if (symbolsOf(x).size === 0) {
    const values = exactAngles(x);
    if (some(values, (part) => part.k === 'fn' && isTrigName(part.name))) {
      const value = evaluate(x, {});
      if (!Number.isFinite(value))
        throw new CannotSolveError('這個三角比沒有定義。', 'This ratio is not defined.');
      const written = value.toPrecision(4);
      paper.claimed(
        bilingual('這不是特殊角，取近似值。', 'Not a special angle: an approximate value.'),
        `${toLatex(x)}\\approx ${written}`,
        { relation: 'approx', from: toText(x), to: written, over: [] },
      );
      const size_ = Q.fromDecimal(written.replace('-', '')) ?? Q.zero;
      return num(written.startsWith('-') ? Q.neg(size_) : size_, true);
    }
    if (!looksSame(values, x))
      paper.equal(bilingual('代入特殊角的三角比。', 'Put in the ratios of the special angles.'), x, values);
    const answer = simplify(x);
    if (!looksSame(values, answer)) paper.equal(bilingual('化簡。', 'Simplify.'), x, answer);
    return answer;
  }
  const answer = pythagoras(x);
  const turns = some(x, (part) => part.k === 'const');
  paper.equal(
    turns
      ? bilingual(
          '運用相關角的三角比（如 sin(180° - θ) = sin θ）和恆等式。',
          'Use the formulae for related angles, like sin(180° - θ) = sin θ, and identities.',
        )
      : bilingual('運用 tan = sin/cos 和 sin² + cos² = 1。', 'Use tan = sin/cos and sin² + cos² = 1.'),
    x,
    answer,
  );
  return answer;
}

/** Simplifies each term on its own: √12 + √27 = 2√3 + 3√3. */
function termByTerm(x: Expr): Expr | undefined {
  if (x.k === 'add') return { k: 'add', args: x.args.map((part) => simplify(part)) };
  if (x.k === 'div') return over(simplify(x.a), simplify(x.b));
  if (x.k === 'mul') return { k: 'mul', args: x.args.map((part) => simplify(part)) };
  return undefined;
}

export const isPolynomial = (x: Expr): boolean =>
  !some(
    x,
    (part) =>
      part.k === 'fn' ||
      part.k === 'const' ||
      (part.k === 'pow' && !(part.b.k === 'num' && Q.isInt(part.b.v) && part.b.v.n >= 0n)),
  );

function simplification(paper: StepRecorder, x: Expr): Expr {
  const final = simplify(x);
  const answer = isPolynomial(x) && final.k === 'div' ? fractionInFactors(x) : final;
  const between = isPolynomial(x) && x.k === 'div' ? factorsOverFactors(x) : termByTerm(x);
  if (between && !looksSame(between, x) && !looksSame(between, answer))
    paper.equal(
      isPolynomial(x) && x.k === 'div'
        ? bilingual('分解分子和分母。', 'Factorise numerator and denominator.')
        : bilingual('先化簡每一項。', 'Simplify each part first.'),
      x,
      between,
    );
  if (!looksSame(x, answer) || paper.steps.length === 0)
    paper.equal(bilingual('化簡。', 'Simplify.'), x, answer);
  return answer;
}

function factorsOverFactors(x: { a: Expr; b: Expr }): Expr | undefined {
  const [top, bottom] = [normal(x.a), normal(x.b)];
  if (top.d.size !== 1 || bottom.d.size !== 1 || !top.d.has('') || !bottom.d.has(''))
    return over(simplify(x.a), simplify(x.b));
  if (top.n.size === 0) return undefined;
  return over(factoredExpr(factorPoly(top.n)), factoredExpr(factorPoly(bottom.n)));
}

function fractionInFactors(x: Expr): Expr {
  const { n, d } = normal(x);
  const top = toExpr({ n, d });
  return top.k === 'div' ? over(top.a, factoredExpr(factorPoly(normal(top.b).n))) : top;
}

function kindOfExpression(x: Expr): Kind {
  if (some(x, (part) => part.k === 'fn' && (part.name === 'log' || part.name === 'ln'))) return 'logarithms';
  if (some(x, (part) => part.k === 'fn' && isTrigName(part.name))) return 'trigonometry';
  if (
    some(
      x,
      (part) => part.k === 'fn' && (part.name === 'nCr' || part.name === 'nPr' || part.name === 'factorial'),
    )
  )
    return 'probability';
  if (symbolsOf(x).size === 0)
    return some(x, (part) => part.k === 'pow' && !isNum(part.b, 2) && !isNum(part.b, 3))
      ? 'indices'
      : 'arithmetic';
  return some(x, (part) => part.k === 'pow' && part.b.k !== 'num') ||
    (x.k !== 'add' && some(x, (part) => part.k === 'pow') && !some(x, (part) => part.k === 'add'))
    ? 'indices'
    : 'simplification';
}

/** sin 2: a number below 7 may be meant in radians, so the unit is unclear. */
const isUnclearAngle = (x: Expr): boolean =>
  x.k === 'fn' &&
  isTrigName(x.name) &&
  x.args[0]?.k === 'num' &&
  !Q.isZero(x.args[0].v) &&
  Q.compare(Q.abs(x.args[0].v), Q.q(7)) < 0;

export function expressionWork(written: Expr): Work {
  const inverse = inverseRatio(written);
  if (inverse) return inverse;
  if (some(written, (x) => x.k === 'fn' && isInverse(x.name)))
    throw new CannotSolveError(
      '未能化簡反三角函數的算式。',
      'Expressions with inverse ratios in them are not simplified here.',
    );
  if (some(written, isUnclearAngle))
    throw new CannotSolveError(
      '角的單位不明，請寫上 ° 或以 π 表示。',
      'It is not clear whether the angle is in degrees or radians: write ° or use π.',
    );
  const x = bareDegrees(written);
  const kind = kindOfExpression(x);
  const paper = createStepRecorder();
  let answer: Expr;
  if (kind === 'logarithms') answer = logarithm(paper, x);
  else if (kind === 'trigonometry') answer = trigonometry(paper, x);
  else if (symbolsOf(x).size === 0 && rationalValue(x)) answer = arithmeticSteps(paper, x, hasDecimal(x));
  else answer = simplification(paper, x);
  const formatted = exprAnswer(answer);
  const isApproximate = paper.last()?.claim?.relation === 'approx';
  return finish(paper, {
    kind,
    problemLatex: toLatex(written),
    answer: isApproximate ? `≈ ${formatted.answer}` : formatted.answer,
    answerLatex: isApproximate ? `\\approx ${formatted.answerLatex}` : formatted.answerLatex,
  });
}

function expansion(x: Expr): Work {
  const paper = createStepRecorder();
  const answer = simplify(x);
  const between = termByTerm(x);
  if (x.k === 'add' && between && !looksSame(between, answer) && !looksSame(between, x))
    paper.equal(bilingual('展開每個括號。', 'Expand each bracket.'), x, between);
  paper.equal(
    bilingual('逐項相乘，合併同類項。', 'Multiply term by term and collect like terms.'),
    x,
    answer,
  );
  return finish(paper, { kind: 'expansion', problemLatex: toLatex(x), ...exprAnswer(answer) });
}

function factorisation(x: Expr): Work {
  const { n, d } = normal(x);
  if (d.size !== 1 || !d.has(''))
    throw new CannotSolveError('只能分解多項式。', 'Only polynomials can be factorised.');
  const paper = createStepRecorder();
  const factored = factorPoly(n);
  // Only linear and quadratic factors are searched for: a remainder above degree 5 might still split.
  if (factored.factors.some(({ p }) => degreeTotal(p) > 5))
    throw new CannotSolveError(
      '次數太高，未能確定是否已完全分解。',
      'The degree is too high to be sure that it is fully factorised.',
    );
  const answer = factoredExpr(factored);
  const expanded = toExpr({ n, d });
  if (!looksSame(expanded, x))
    paper.equal(bilingual('先展開並整理。', 'Expand and collect first.'), x, expanded);
  const common = Q.abs(factored.content);
  const monomials = factored.factors.filter(({ p }) => p.size === 1);
  if ((!Q.isOne(common) || monomials.length > 0) && factored.factors.length > 1) {
    const outside = factoredExpr({ content: factored.content, factors: monomials });
    const inside = simplify(over(x, outside));
    const taken = times(outside, inside);
    if (!looksSame(taken, answer))
      paper.equal(bilingual('抽出公因式。', 'Take out the common factor.'), x, taken);
  }
  const irreducible = factored.factors.length === 1 && factored.factors[0]?.times === 1 && Q.isOne(common);
  paper.equal(
    irreducible
      ? bilingual('在有理數範圍內不能再分解。', 'It cannot be factorised further over the rationals.')
      : bilingual('分解為因式的積。', 'Write it as a product of factors.'),
    x,
    answer,
  );
  return finish(paper, { kind: 'factorisation', problemLatex: toLatex(x), ...exprAnswer(answer) });
}

/** The expression in question: the longest one that was read. */
export const mainExpr = (reading: Reading): Expr | undefined =>
  [...reading.exprs].sort((a, b) => size(b) - size(a))[0];

export function expressions(reading: Reading): Work | undefined {
  const { lower } = reading;
  const written = mainExpr(reading);
  if (!written || written.k === 'sym') return undefined;
  const values = reading.statements.flatMap((statement) =>
    statement.k === 'rel' &&
    statement.op === '=' &&
    statement.a.k === 'sym' &&
    symbolsOf(statement.b).size === 0
      ? [statement]
      : statement.k === 'and'
        ? []
        : [],
  );
  if (reading.statements.length > 0 && values.length !== reading.statements.length) return undefined;
  // A second formula or number is part of the question, so this expression alone would not answer it.
  if (reading.exprs.some((x) => x !== written && x.k !== 'sym')) return undefined;
  if (/因式|factori[sz]e|factori[sz]ation|\bfactor\b/.test(lower)) return factorisation(written);
  if (/展開|expand|去括號|multiply out|remove (?:the )?brackets/.test(lower)) return expansion(written);
  if (values.length > 0) return substitution(written, values as { a: { k: 'sym'; name: string }; b: Expr }[]);
  if (written.k === 'num' && !/化|simplif|express|write/.test(lower)) return undefined;
  const work = expressionWork(written);
  if (
    symbolsOf(written).size > 0 &&
    ((reading.openEnded && size(parseExpr(work.answer)) >= size(written)) ||
      (work.answer === toText(written) && !namesTask.test(lower)))
  )
    throw new CannotSolveError(
      '未能明白要怎樣處理這個算式。',
      'It is not clear what is to be done with this expression.',
    );
  if (/\d\s*[-+]\s*\d+(?:\.\d+)?\s*%/.test(reading.text) && !/%.*%/.test(reading.text))
    throw new CannotSolveError(
      '不清楚百分數是指哪一個數的百分之幾。',
      'It is not clear what the percentage is taken of.',
    );
  return work;
}

const namesTask = /化簡|簡化|計算|求|值|simplif|evaluat|calculat|comput|find|what/;

function substitution(x: Expr, values: readonly { a: { k: 'sym'; name: string }; b: Expr }[]): Work {
  const known = new Map(values.map(({ a, b }) => [a.name, b]));
  if ([...known.keys()].some((name) => !symbolsOf(x).has(name)))
    throw new CannotSolveError(
      '已知的數值與所求的算式無關。',
      'A value is given that is not in the expression.',
    );
  const replace = (y: Expr): Expr => (y.k === 'sym' ? (known.get(y.name) ?? y) : mapChildren(y, replace));
  const work = expressionWork(replace(x));
  return { ...work, kind: 'function', problemLatex: toLatex(x) };
}
