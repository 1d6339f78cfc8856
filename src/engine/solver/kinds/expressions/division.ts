/** Division with remainder of polynomials in one letter and of integers. */
import { type Expr, num, sum, symbolsOf, times } from '../../core/expr.ts';
import { normal, rationalValue } from '../../core/normal.ts';
import { dense } from '../../core/poly.ts';
import { sumOfTerms } from '../../core/present.ts';
import { toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { type Dense, divide, trim } from '../../core/univariate.ts';
import { methods } from '../../methods.ts';
import { parseExpr } from '../../reading/parse.ts';
import type { Reading } from '../../reading/read.ts';
import { ParseError } from '../../reading/tokens.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import { createStepRecorder, exprAnswer, finish, type Work } from '../../working.ts';

/** Dividend and divisor in the wordings of a question. */
const forms: readonly RegExp[] = [
  /(?:remainder|quotient)[^,]*? (?:when|if) (.+?) is divided by ([^,?]+)/i,
  /^divide (.+?) by ([^,?]+?)[.]?$/i,
  /(?:餘數|餘式|商式?|remainder of|quotient of)[^-\w(]*([-\w(].+?)\s*(?:÷|除以|divided by)\s*([^,?。\u3400-\u9fff]+)/i,
  /([-\w(][^,。\u3400-\u9fff]*?)\s*(?:÷|除以|被)\s*([-\w(][^,。\u3400-\u9fff]*?)\s*(?:除\s*)?(?:時\s*)?(?:,\s*)?(?:的|得|所得的?|求|之)*\s*(?:餘數|餘式|商)/,
];

const asDense = (x: Expr, name: string): Dense | undefined => {
  const { n, d } = normal(x);
  const found = d.size === 1 && d.has('') ? dense(n, name) : undefined;
  return found && trim(found);
};
const asExpr = (p: Dense, name: string): Expr =>
  sumOfTerms(
    normal(sum(num(0), ...p.map((c, at) => times(num(c), { k: 'pow', a: { k: 'sym', name }, b: num(at) }))))
      .n,
  );

/** Dividend and divisor, if the text around them contains no further number or equals sign. */
function readOperands(text: string): [Expr, Expr] | undefined {
  for (const form of forms) {
    const found = form.exec(text);
    if (!found?.[1] || !found[2] || /[\d=]/.test(text.replace(found[0], ' '))) continue;
    try {
      return [parseExpr(found[1].trim()), parseExpr(found[2].trim().replace(/\.$/, ''))];
    } catch (error) {
      if (!(error instanceof ParseError) && !(error instanceof RangeError)) throw error;
    }
  }
  return undefined;
}

export function division(reading: Reading): Work | undefined {
  const { lower, text } = reading;
  const wants = {
    rest: /餘數|餘式|remainder/.test(lower),
    quotient: /商|quotient/.test(lower),
    both: /^divide\b/.test(lower),
  };
  if (!wants.rest && !wants.quotient && !wants.both) return undefined;
  const found = readOperands(text.replace(/^(?:求|試求|find the|find)\s*/i, ''));
  if (!found || reading.statements.length > 0) return undefined;
  const [top, bottom] = found;
  const letters = [...new Set([...symbolsOf(top), ...symbolsOf(bottom)])];
  if (letters.length > 1)
    throw new CannotSolveError(
      '只能處理一個字母的多項式。',
      'Only polynomials in one letter are divided here.',
    );
  const [name = 'x'] = letters;
  const [a, b] = [asDense(top, name), asDense(bottom, name)];
  if (!a || !b) return undefined;
  if (b.length === 0) throw new CannotSolveError('不可除以 0。', 'One cannot divide by 0.');
  const isWhole = letters.length === 0;
  let [quotient, rest]: [Expr, Expr] = [num(0), num(0)];
  if (isWhole) {
    const [n, d] = [rationalValue(top), rationalValue(bottom)];
    if (!n || !d || n.d !== 1n || d.d !== 1n || n.n < 0n || d.n <= 0n) return undefined;
    [quotient, rest] = [num(n.n / d.n), num(n.n % d.n)];
    if (wants.both && rest.k === 'num' && !Q.isZero(rest.v)) return undefined;
  } else {
    const divided = a.length < b.length ? { quotient: [], rest: a } : divide(a, b);
    [quotient, rest] = [asExpr(divided.quotient, name), asExpr(divided.rest, name)];
  }
  const paper = createStepRecorder();
  paper.equal(
    isWhole
      ? bilingual('被除數 = 除數 × 商 + 餘數。', 'Dividend = divisor × quotient + remainder.')
      : bilingual(
          '長除法：被除式 = 除式 × 商式 + 餘式，餘式的次數低於除式。',
          'Long division: dividend = divisor × quotient + remainder, whose degree is lower than the divisor’s.',
        ),
    top,
    sum(times(bottom, quotient), rest),
  );
  const base = {
    kind: isWhole ? ('arithmetic' as const) : ('simplification' as const),
    method: methods.simplification,
    problemLatex: `\\left(${toLatex(top)}\\right)\\div\\left(${toLatex(bottom)}\\right)`,
  };
  if (wants.rest && !wants.quotient) return finish(paper, { ...base, ...exprAnswer(rest) });
  if (wants.quotient && !wants.rest) return finish(paper, { ...base, ...exprAnswer(quotient) });
  return finish(paper, {
    ...base,
    answersSeveral: true,
    answer: `quotient = ${toText(quotient)}, remainder = ${toText(rest)}`,
    answerLatex: `\\text{quotient } ${toLatex(quotient)},\\ \\text{remainder } ${toLatex(rest)}`,
  });
}
