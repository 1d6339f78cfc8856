/**
 * Finds a letter in a polynomial from a factor, remainder, root or value. A pattern must match the whole
 * text.
 */
import { ifReadable } from '../../attempt.ts';
import { type Expr, num, substitute, symbolsOf } from '../../core/expr.ts';
import { normal, rationalValue, simplify } from '../../core/normal.ts';
import { dense } from '../../core/poly.ts';
import { statementLatex, toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { type Relation, rel } from '../../core/statement.ts';
import { parseExpr } from '../../reading/parse.ts';
import type { Reading } from '../../reading/read.ts';
import { type BilingualText, bilingual, CannotSolveError } from '../../solution.ts';
import { createStepRecorder, finish, statementAnswer, type Work } from '../../working.ts';
import { isPolynomial } from '../expressions/expressions.ts';
import { solveEquation } from './equation.ts';

const formula = '(?<p>[-+\\w^()*/. ]+?)';
const divisor = '(?<d>\\(?\\d*\\*?[a-z] ?[-+] ?\\d+(?:/\\d+)?\\)?)';
const value = '(?<n>-?\\d+(?:\\.\\d+)?(?:/\\d+)?)';
const place = '(?<at>-?\\d+(?:/\\d+)?)';
const given = '(?:已知|若|如果|設|當|假設)?';
const givenEn = '(?:it is given that |given that |given |if |suppose |let )?';
const askZh = '[,.。;]?(?:則)?(?:試)?求(?<k>[a-z])(?:的?值)?[.。]?$';
const askEn = '[,.;]? ?(?:then )?(?:find|what is) (?:the value of )?(?<k>[a-z])[.?]?$';

type Captures = { p: string; d?: string; at?: string; n?: string; k: string };

const forms: readonly RegExp[] = [
  `^${given}${divisor}是(?:多項式)?${formula}的(?:一個)?因式${askZh}`,
  `^${given}(?:多項式)?${formula}(?:可|能)?被${divisor}整除${askZh}`,
  `^${given}(?:多項式)?${formula}(?:除以${divisor}|被${divisor.replace('<d>', '<e>')}除)(?:時|後)?[,]?(?:的|所得的?|得)?餘(?:數|式)?(?:為|是)?${value}${askZh}`,
  `^${given}(?:x=)?${place}是(?:二次)?(?:方程)?${formula}=0的(?:一個)?[根解]${askZh}`,
  `^${given}(?<f>[fgpq])\\(x\\)=${formula}[,;]?(?:且|及|和|而)?\\k<f>\\(${place}\\)=${value}${askZh}`,
  `^${givenEn}${divisor} is a factor of (?:the polynomial )?${formula}${askEn}`,
  `^${givenEn}(?:the polynomial )?${formula} is divisible by ${divisor}${askEn}`,
  `^(?:when |if )(?:the polynomial )?${formula} is divided by ${divisor},? (?:and )?the remainder is ${value}${askEn}`,
  `^${givenEn}the remainder when ${formula} is divided by ${divisor} is ${value}${askEn}`,
  `^${givenEn}(?:x ?= ?)?${place} is a (?:root|solution) of (?:the )?(?:quadratic )?(?:equation )?${formula} ?= ?0${askEn}`,
  `^${givenEn}(?<f>[fgpq])\\(x\\) ?= ?${formula}(?:,| and)+ ?\\k<f>\\(${place}\\) ?= ?${value}${askEn}`,
].map((form) => new RegExp(form));

function capturesOf({ text, lower }: Reading): Captures | undefined {
  const plain = /[\u3400-\u9fff]/.test(text) ? lower.replace(/\s+/g, '') : lower;
  const found = forms.map((form) => form.exec(plain)).find((one) => one)?.groups;
  if (!found?.p || !found.k) return undefined;
  const d = found.d ?? found.e;
  return {
    p: found.p,
    k: found.k,
    ...(d ? { d } : {}),
    ...(found.at ? { at: found.at } : {}),
    ...(found.n ? { n: found.n } : {}),
  };
}

/** The value at which the divisor is 0. */
function rootOf(divisorExpr: Expr, name: string): Q.Q | undefined {
  const p = dense(normal(divisorExpr).n, name);
  const [c, m] = p ?? [];
  return p?.length === 2 && c && m ? Q.neg(Q.div(c, m)) : undefined;
}

function solveFor(captures: Captures): Work | undefined {
  const f = parseExpr(captures.p);
  const divisorExpr = captures.d === undefined ? undefined : parseExpr(captures.d);
  const [name] = divisorExpr ? [...symbolsOf(divisorExpr)] : ['x'];
  const letters = [...symbolsOf(f)];
  if (!name || letters.length !== 2 || !letters.includes(name) || !letters.includes(captures.k))
    return undefined;
  if (captures.k === name || !isPolynomial(f)) return undefined;
  const at = divisorExpr ? rootOf(divisorExpr, name) : (rationalValue(parseExpr(captures.at ?? '0')) as Q.Q);
  if (!at) return undefined;
  const target = parseExpr(captures.n ?? '0');
  const put = substitute(f, name, num(at));
  const why: BilingualText = captures.d
    ? captures.n === undefined
      ? bilingual(
          '因式定理：令因式為 0，代入得 0。',
          'Factor theorem: put in the value at which the factor is 0; the result is 0.',
        )
      : bilingual(
          '餘式定理：令除式為 0，代入得餘數。',
          'Remainder theorem: put in the value at which the divisor is 0; the result is the remainder.',
        )
    : bilingual(`代入 ${name} = ${toText(num(at))}。`, `Put in ${name} = ${toText(num(at))}.`);
  const paper = createStepRecorder();
  paper.equal(why, put, simplify(put));
  const equation: Relation = rel(simplify(put), '=', target);
  paper.note(bilingual('依題意列方程。', 'Write down the equation.'), statementLatex(equation));
  const answer = solveEquation(paper, equation, captures.k);
  if (answer.k === 'all' || answer.k === 'none')
    throw new CannotSolveError('條件不能定出這個字母的值。', 'The condition does not fix the letter.');
  return finish(paper, { kind: 'polynomial equation', problemLatex: toLatex(f), ...statementAnswer(answer) });
}

export function unknownCoefficient(reading: Reading): Work | undefined {
  const captures = capturesOf(reading);
  if (!captures) return undefined;
  return ifReadable(() => solveFor(captures));
}
