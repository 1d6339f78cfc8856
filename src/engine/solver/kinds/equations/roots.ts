/** Questions about the roots of an equation in one unknown: their sum, product and number. */

import { ifReadable } from '../../attempt.ts';
import {
  type Expr,
  negate,
  num,
  over,
  power,
  substitute,
  sum,
  sym,
  symbolsOf,
  times,
} from '../../core/expr.ts';
import { normal, rationalValue, simplify } from '../../core/normal.ts';
import { evaluate } from '../../core/numeric.ts';
import { dense, type Poly, termsOf } from '../../core/poly.ts';
import { sumOfTerms } from '../../core/present.ts';
import { statementLatex, toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { difference, type Relation, rel, variablesOf } from '../../core/statement.ts';
import { coefficient, degreeOf, leadOf, realRoots } from '../../core/univariate.ts';
import { methods } from '../../methods.ts';
import { parseExpr, parseStatement } from '../../reading/parse.ts';
import type { Reading } from '../../reading/read.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import { createStepRecorder, exprAnswer, finish, statementAnswer, type Work } from '../../working.ts';
import { quadraticOf } from '../functions/quadratic-form.ts';
import { solveEquation, valuesOf } from './equation.ts';

const asksSum =
  /(?:兩|二|各|所有|三)?個?(?:實數?)?根\s*(?:之|的)\s*(?:總和|和)(?!\s*(?:及|與|和|、|或)\s*(?:之|的|其)?\s*積)|(?<!square[sd]? of the |cubes of the )\bsum of (?:the |its |all )?(?:two )?roots/;
const asksProduct =
  /(?:兩|二|各|所有|三)?個?(?:實數?)?根\s*(?:之|的)\s*乘?積|\bproduct of (?:the |its |all )?(?:two )?roots/;
const asksBoth =
  /根\s*(?:之|的)\s*(?:總和|和)\s*(?:及|與|和|、|以及)\s*(?:其|它們|(?:兩|二)個?根)?\s*(?:之|的)?\s*乘?積|\bsum and (?:the )?product of (?:the |its )?(?:two )?roots|\bsum of (?:the |its )?(?:two )?roots and (?:the |their )?product/;
const asksCount =
  /(?:多少|幾)個?\s*(?:相異的?|不同的?)?(?:實數?)?[根解]|(?:實數?)?[根解]的(?:數目|個數)|(?:how many|number of) (?:distinct |different )?(?:real )?(?:roots|solutions)/;
const otherQuestion =
  /平方|立方|倒數|正|負|整數|有理|較|最|square|cube|reciprocal|positive|negative|integer|rational|larg|small|差/;

function onlyEquation(reading: Reading): { relation: Relation; name: string } | undefined {
  const [relation] = reading.statements;
  if (reading.statements.length !== 1 || relation?.k !== 'rel' || relation.op !== '=') return undefined;
  if (reading.hasUnparsedPart || reading.exprs.some((x) => x.k !== 'sym')) return undefined;
  const [name, ...more] = variablesOf(relation);
  return name && more.length === 0 ? { relation, name } : undefined;
}

function byCoefficients(relation: Relation, name: string, product: boolean): Work {
  const { n, d } = normal(difference(relation));
  const p = d.size === 1 && d.has('') ? dense(n, name) : undefined;
  if (!p || degreeOf(p) < 2)
    throw new CannotSolveError(
      '只能求多項式方程的根之和與積。',
      'Only polynomials of degree two or more are handled here.',
    );
  // From degree 3 on, the sum of the real roots may differ from the sum that the coefficients give.
  if (realRoots(p).length !== degreeOf(p) && degreeOf(p) !== 2)
    throw new CannotSolveError(
      '方程有重根或複數根，未能確定所指。',
      'The equation has repeated or complex roots.',
    );
  const top = coefficient(p, product ? 0 : degreeOf(p) - 1);
  const put = over(product && degreeOf(p) % 2 === 0 ? num(top) : negate(num(top)), num(leadOf(p)));
  const answer = simplify(put);
  const paper = createStepRecorder();
  const standard = rel(sumOfTerms(n), '=', num(0));
  if (toText(standard.a) !== toText(relation.a) || toText(relation.b) !== '0')
    paper.iff(bilingual('全部移到左邊。', 'Bring everything to the left.'), relation, standard);
  paper.named(
    product
      ? bilingual(
          '根之積：常數項除以首項係數，奇數次時變號。',
          'The constant over the leading coefficient (minus it for an odd degree).',
        )
      : bilingual(
          '根之和：次高次項係數除以首項係數，變號。',
          'Minus the next coefficient over the leading one.',
        ),
    product ? '\\alpha\\beta' : '\\alpha+\\beta',
    put,
    answer,
  );
  confirmByRoots(p, evaluate(answer, {}), product);
  return finish(paper, {
    kind: degreeOf(p) === 2 ? 'quadratic equation' : 'polynomial equation',
    method: methods['quadratic equation'],
    problemLatex: statementLatex(relation),
    answersSeveral: true,
    ...exprAnswer(answer),
  });
}

/** Verifies a sum or product with the real roots as numbers; a complex pair is not verified. */
function confirmByRoots(p: readonly Q.Q[], value: number, product: boolean): void {
  const roots = realRoots(p);
  if (roots.length === 0) return;
  const all = roots.length === 1 ? [roots[0] as number, roots[0] as number] : roots;
  const found = all.reduce((a, b) => (product ? a * b : a + b), product ? 1 : 0);
  if (Math.abs(found - value) > 1e-9 * Math.max(1, Math.abs(found)))
    throw new CannotSolveError('未能核實答案。', 'The answer could not be verified.');
}

/** Sum and product of the roots; each is found and checked as if requested alone. */
function sumAndProduct(relation: Relation, name: string): Work {
  const [sum, product] = [byCoefficients(relation, name, false), byCoefficients(relation, name, true)];
  const isMoved = sum.steps.length > 1;
  return {
    ...sum,
    steps: [...sum.steps, ...product.steps.slice(isMoved ? 1 : 0)],
    answer: `sum = ${sum.answer}, product = ${product.answer}`,
    answerLatex: `\\alpha+\\beta=${sum.answerLatex},\\ \\alpha\\beta=${product.answerLatex}`,
  };
}

function countRoots(relation: Relation, name: string): Work {
  const paper = createStepRecorder();
  const answer = solveEquation(paper, relation, name);
  if (answer.k === 'all')
    throw new CannotSolveError('有無限多個解。', 'There are infinitely many solutions.');
  const p = dense(normal(difference(relation)).n, name);
  const values = valuesOf(answer);
  if (p && realRoots(p).length !== values.length)
    throw new CannotSolveError('未能核實答案。', 'The answer could not be verified.');
  return finish(paper, {
    kind: p?.length === 3 ? 'quadratic equation' : 'polynomial equation',
    method: methods['quadratic equation'],
    problemLatex: statementLatex(relation),
    answersSeveral: true,
    ...exprAnswer(num(values.length)),
  });
}

export function rootQuestions(reading: Reading): Work | undefined {
  const { lower } = reading;
  const [wantsSum, wantsProduct, wantsCount] = [asksSum, asksProduct, asksCount].map((pattern) =>
    pattern.test(lower),
  );
  const wantsBoth = asksBoth.test(lower);
  if (!wantsSum && !wantsProduct && !wantsCount && !wantsBoth) return undefined;
  const found = onlyEquation(reading);
  if (!found || otherQuestion.test(lower.replace(/相異|不同/g, ''))) return undefined;
  if (wantsBoth) return sumAndProduct(found.relation, found.name);
  if (wantsSum && wantsProduct) return undefined;
  if (wantsCount) return countRoots(found.relation, found.name);
  return byCoefficients(found.relation, found.name, Boolean(wantsProduct));
}

// Expressions in both roots of a quadratic equation, by their sum and product; and the equation from its
// roots.

const [alpha, beta] = [sym('alpha'), sym('beta')];
const equation = '(?<q>[-+\\w^()*/. ]+=[-+\\w^()*/. ]+?)';
const requestedPattern = '(?<x>[-+\\w^()*/ ]+?)';
const forms: readonly RegExp[] = [
  `^(?:已知|若|設|如果)?alpha(?:、|,|和|及|與)beta(?:是|為)(?:二次)?(?:方程)?${equation}的(?:兩個?)?實?根[,;。]?(?:試)?(?:求|計算)(?:下列各式的值:)?${requestedPattern}(?:的?值)?[.。]?$`,
  `^(?:it is given that |given that |if |let |suppose )?alpha(?:,| and) ?beta (?:are|be) (?:the )?(?:two )?roots of (?:the )?(?:quadratic )?(?:equation )?${equation}[,.]? ?(?:find|evaluate|calculate)(?: the value of)? ${requestedPattern}[.?]?$`,
].map((form) => new RegExp(form));

/** α^k + β^k by s = α + β and p = αβ. */
function powerSum(k: number, s: Expr, p: Expr): Expr {
  if (k === 0) return num(2);
  if (k === 1) return s;
  return simplify(sum(times(s, powerSum(k - 1, s, p)), negate(times(p, powerSum(k - 2, s, p)))));
}

/**
 * A symmetric polynomial of α and β in terms of their sum s and product p; undefined if it is not symmetric.
 */
function bySumAndProduct(n: Poly): Expr | undefined {
  const found = new Map<string, Q.Q>();
  for (const { c, mono } of termsOf(n)) {
    const at = { alpha: 0, beta: 0 };
    for (const [kernel, exponent] of mono.parts) {
      if (kernel.expr.k !== 'sym' || !(kernel.expr.name in at)) return undefined;
      at[kernel.expr.name as 'alpha'] = Number(exponent.n);
      if (exponent.d !== 1n) return undefined;
    }
    found.set(`${at.alpha},${at.beta}`, c);
  }
  const parts: Expr[] = [];
  for (const [key, c] of found) {
    const [i = 0, j = 0] = key.split(',').map(Number);
    const mirrored = found.get(`${j},${i}`);
    if (i + j > 8 || !mirrored || !Q.eq(mirrored, c)) return undefined;
    if (i < j) continue;
    const product = power(sym('p'), j);
    parts.push(
      i === j ? times(num(c), product) : times(num(c), product, powerSum(i - j, sym('s'), sym('p'))),
    );
  }
  return simplify(sum(num(0), ...parts));
}

function valueOfRoots(reading: Reading): Work | undefined {
  const { text, lower } = reading;
  if (!/alpha/.test(lower) || !/beta/.test(lower)) return undefined;
  const plain = /[\u3400-\u9fff]/.test(text)
    ? lower.replace(/\s+/g, '')
    : lower.replace(/ +/g, ' ').replace(/ ,/g, ',');
  const found = forms.map((form) => form.exec(plain.trim())).find((one) => one)?.groups;
  if (!found?.q || !found.x) return undefined;
  const problem = parseStatement(found.q);
  const requested = parseExpr(found.x);
  if (problem.k !== 'rel' || [...symbolsOf(requested)].some((name) => name !== 'alpha' && name !== 'beta'))
    return undefined;
  const [name, ...more] = [...symbolsOf(difference(problem))];
  const p = name && more.length === 0 ? quadraticOf(difference(problem), name) : undefined;
  if (!p) return undefined;
  const [c, b, a] = [0, 1, 2].map((at) => coefficient(p, at)) as [Q.Q, Q.Q, Q.Q];
  const discriminant = Q.sub(Q.mul(b, b), Q.mul(Q.q(4), Q.mul(a, c)));
  if (Q.sign(discriminant) < 0)
    throw new CannotSolveError('方程沒有實根。', 'The equation has no real roots.');
  const [s, product] = [num(Q.neg(Q.div(b, a))), num(Q.div(c, a))];
  const { n, d } = normal(requested);
  const [top, bottom] = [bySumAndProduct(n), bySumAndProduct(d)];
  if (!top || !bottom)
    throw new CannotSolveError(
      '這個式不是對稱式，數值不止一個。',
      'The expression is not symmetric in the roots: its value is not one.',
    );
  const paper = createStepRecorder();
  paper.named(
    bilingual('兩根之和 = -b/a。', 'Sum of the roots = -b/a.'),
    '\\alpha+\\beta',
    over(negate(num(b)), num(a)),
    s,
  );
  paper.named(
    bilingual('兩根之積 = c/a。', 'Product of the roots = c/a.'),
    '\\alpha\\beta',
    over(num(c), num(a)),
    product,
  );
  const inSumAndProduct = over(top, bottom);
  const inRoots = substitute(
    substitute(withoutDivisionByOne(inSumAndProduct), 's', sum(alpha, beta)),
    'p',
    times(alpha, beta),
  );
  if (toText(inRoots) !== toText(requested))
    paper.equal(
      bilingual('以兩根之和與積表示。', 'Write it with the sum and the product.'),
      requested,
      inRoots,
    );
  const put = substitute(substitute(withoutDivisionByOne(inSumAndProduct), 's', s), 'p', product);
  const value = simplify(put);
  if (toText(put) !== toText(value))
    paper.equal(bilingual('代入兩根之和與積。', 'Put in the sum and the product.'), put, value);
  // Independent check with the roots themselves.
  const root = (sign: (x: Expr) => Expr) =>
    simplify(
      over(sum(negate(num(b)), sign(power(num(discriminant), num(Q.q(1, 2))))), times(num(2), num(a))),
    );
  const [one, two] = [root((x) => x), root(negate)];
  paper.equal(
    bilingual('以根的值核實。', 'Checked with the roots themselves.'),
    substitute(substitute(requested, 'alpha', one), 'beta', two),
    value,
  );
  return finish(paper, {
    kind: 'quadratic equation',
    problemLatex: statementLatex(problem),
    answersSeveral: true,
    ...exprAnswer(value),
  });
}

const withoutDivisionByOne = (x: Expr): Expr => (x.k === 'div' && toText(x.b) === '1' ? x.a : x);

const number = '(-?\\d+(?:/\\d+)?)';
const fromRoots: readonly RegExp[] = [
  `^(?:求|寫出|建立)?(?:一個?)?(?:以)?${number}(?:和|及|與|、)${number}為(?:兩)?根的(?:一元)?二次方程[.。]?$`,
  `^(?:求|寫出)?(?:一個?)?兩根(?:為|是)${number}(?:和|及|與|、)${number}的(?:一元)?二次方程[.。]?$`,
  `^(?:form|find|write down) (?:a|the) quadratic equation (?:in x )?(?:with (?:the )?roots|whose roots are|which has roots) ${number} and ${number}[.]?$`,
].map((form) => new RegExp(form));

function equationOf({ text, lower }: Reading): Work | undefined {
  const plain = /[\u3400-\u9fff]/.test(text) ? lower.replace(/\s+/g, '') : lower;
  const found = fromRoots.map((form) => form.exec(plain)).find((one) => one);
  if (!found) return undefined;
  const roots = found.slice(1, 3).map((one) => rationalValue(parseExpr(one ?? '')) as Q.Q) as [Q.Q, Q.Q];
  const x = sym('x');
  const factored = rel(times(...roots.map((root) => simplify(sum(x, negate(num(root)))))), '=', num(0));
  const bottom = roots.reduce((all, { d }) => all * d, 1n);
  const { n } = normal(times(num(bottom), factored.a));
  const common = [...n.values()].reduce((all, { c }) => Q.gcdInt(all, c.n < 0n ? -c.n : c.n), 0n);
  const answer = rel(simplify(times(num(Q.q(bottom, common)), factored.a)), '=', num(0));
  const paper = createStepRecorder();
  paper.iff(
    bilingual('由根寫出因式的積。', 'From the roots to a product of factors.'),
    parseStatement(roots.map((root) => `x = ${toText(num(root))}`).join(' or ')),
    factored,
  );
  paper.iff(bilingual('展開並整理。', 'Expand and collect.'), factored, answer);
  return finish(paper, {
    kind: 'quadratic equation',
    problemLatex: roots.map((root) => `x=${toLatex(num(root))}`).join(',\\ '),
    answersSeveral: true,
    ...statementAnswer(answer),
  });
}

export function symmetricRoots(reading: Reading): Work | undefined {
  return ifReadable(() => valueOfRoots(reading) ?? equationOf(reading));
}
