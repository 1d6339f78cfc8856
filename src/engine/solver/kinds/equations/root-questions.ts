/** What is asked of the roots of an equation in one unknown beside the roots themselves. */
import { minus, num, over } from '../../core/expr.ts';
import { normal, simplify } from '../../core/normal.ts';
import { evaluate } from '../../core/numeric.ts';
import { dense } from '../../core/poly.ts';
import { sumOfTerms } from '../../core/present.ts';
import { statementLatex, toText } from '../../core/print.ts';
import type * as Q from '../../core/rational.ts';
import { difference, type Relation, rel, variablesOf } from '../../core/statement.ts';
import { coefficient, degreeOf, leadOf, realRoots } from '../../core/univariate.ts';
import type { Reading } from '../../reading/read.ts';
import { Cannot, words } from '../../solution.ts';
import { exprAnswer, finish, newPaper, type Work } from '../../working.ts';
import { methods } from '../methods.ts';
import { solveEquation, valuesOf } from './equation.ts';

const asksSum =
  /(?:兩|二|各|所有|三)?個?(?:實數?)?根\s*(?:之|的)\s*(?:總和|和)(?!\s*(?:及|與|和|、|或)\s*(?:之|的|其)?\s*積)|(?<!square[sd]? of the |cubes of the )\bsum of (?:the |its |all )?(?:two )?roots/;
const asksProduct =
  /(?:兩|二|各|所有|三)?個?(?:實數?)?根\s*(?:之|的)\s*乘?積|\bproduct of (?:the |its |all )?(?:two )?roots/;
const asksBoth =
  /根\s*(?:之|的)\s*(?:總和|和)\s*(?:及|與|和|、|以及)\s*(?:其|它們|(?:兩|二)個?根)?\s*(?:之|的)?\s*乘?積|\bsum and (?:the )?product of (?:the |its )?(?:two )?roots|\bsum of (?:the |its )?(?:two )?roots and (?:the |their )?product/;
const asksCount =
  /(?:多少|幾)個?\s*(?:相異的?|不同的?)?(?:實數?)?[根解]|(?:實數?)?[根解]的(?:數目|個數)|(?:how many|number of) (?:distinct |different )?(?:real )?(?:roots|solutions)/;
const changesIt =
  /平方|立方|倒數|正|負|整數|有理|較|最|square|cube|reciprocal|positive|negative|integer|rational|larg|small|差/;

function onlyEquation(reading: Reading): { relation: Relation; name: string } | undefined {
  const [relation] = reading.statements;
  if (reading.statements.length !== 1 || relation?.k !== 'rel' || relation.op !== '=') return undefined;
  if (reading.broken || reading.exprs.some((x) => x.k !== 'sym')) return undefined;
  const [name, ...more] = variablesOf(relation);
  return name && more.length === 0 ? { relation, name } : undefined;
}

function byCoefficients(relation: Relation, name: string, product: boolean): Work {
  const { n, d } = normal(difference(relation));
  const p = d.size === 1 && d.has('') ? dense(n, name) : undefined;
  if (!p || degreeOf(p) < 2)
    throw new Cannot(
      '只能求多項式方程的根之和與積。',
      'Only polynomials of degree two or more are handled here.',
    );
  // For a cubic and above the sum of the real roots alone may differ from what the coefficients give.
  if (realRoots(p).length !== degreeOf(p) && degreeOf(p) !== 2)
    throw new Cannot('方程有重根或複數根，未能確定所指。', 'The equation has repeated or complex roots.');
  const top = coefficient(p, product ? 0 : degreeOf(p) - 1);
  const put = over(product && degreeOf(p) % 2 === 0 ? num(top) : minus(num(top)), num(leadOf(p)));
  const answer = simplify(put);
  const paper = newPaper();
  const standard = rel(sumOfTerms(n), '=', num(0));
  if (toText(standard.a) !== toText(relation.a) || toText(relation.b) !== '0')
    paper.iff(words('全部移到左邊。', 'Bring everything to the left.'), relation, standard);
  paper.named(
    product
      ? words(
          '根之積：常數項除以首項係數，奇數次時變號。',
          'The constant over the leading coefficient (minus it for an odd degree).',
        )
      : words('根之和：次高次項係數除以首項係數，變號。', 'Minus the next coefficient over the leading one.'),
    product ? '\\alpha\\beta' : '\\alpha+\\beta',
    put,
    answer,
  );
  confirmByRoots(p, evaluate(answer, {}), product);
  return finish(paper, {
    kind: degreeOf(p) === 2 ? 'quadratic equation' : 'polynomial equation',
    method: methods['quadratic equation'],
    problemLatex: statementLatex(relation),
    several: true,
    ...exprAnswer(answer),
  });
}

/** The second path: the real roots themselves, as numbers. A complex pair has none. */
function confirmByRoots(p: readonly Q.Q[], value: number, product: boolean): void {
  const roots = realRoots(p);
  if (roots.length === 0) return;
  const all = roots.length === 1 ? [roots[0] as number, roots[0] as number] : roots;
  const found = all.reduce((a, b) => (product ? a * b : a + b), product ? 1 : 0);
  if (Math.abs(found - value) > 1e-9 * Math.max(1, Math.abs(found)))
    throw new Cannot('未能核實答案。', 'The answer could not be verified.');
}

/** Of a quadratic equation; each is found and tried as when it is asked for alone. */
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

function count(relation: Relation, name: string): Work {
  const paper = newPaper();
  const answer = solveEquation(paper, relation, name);
  if (answer.k === 'all') throw new Cannot('有無限多個解。', 'There are infinitely many solutions.');
  const p = dense(normal(difference(relation)).n, name);
  const values = valuesOf(answer);
  if (p && realRoots(p).length !== values.length)
    throw new Cannot('未能核實答案。', 'The answer could not be verified.');
  return finish(paper, {
    kind: p?.length === 3 ? 'quadratic equation' : 'polynomial equation',
    method: methods['quadratic equation'],
    problemLatex: statementLatex(relation),
    several: true,
    ...exprAnswer(num(values.length)),
  });
}

export function rootQuestions(reading: Reading): Work | undefined {
  const { lower } = reading;
  const [wantsSum, wantsProduct, wantsCount] = [asksSum, asksProduct, asksCount].map((asked) =>
    asked.test(lower),
  );
  const wantsBoth = asksBoth.test(lower);
  if (!wantsSum && !wantsProduct && !wantsCount && !wantsBoth) return undefined;
  const found = onlyEquation(reading);
  if (!found || changesIt.test(lower.replace(/相異|不同/g, ''))) return undefined;
  if (wantsBoth) return sumAndProduct(found.relation, found.name);
  if (wantsSum && wantsProduct) return undefined;
  if (wantsCount) return count(found.relation, found.name);
  return byCoefficients(found.relation, found.name, Boolean(wantsProduct));
}
