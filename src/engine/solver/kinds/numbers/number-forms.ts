/** One number in another form: mixed or improper fraction, simplest ratio, another base, rounded; its factors. */
import { type Expr, num, over, power, sum, times } from '../../core/expr.ts';
import { rationalValue } from '../../core/normal.ts';
import { toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { parseExpr } from '../../reading/parse.ts';
import type { Reading } from '../../reading/read.ts';
import { Unreadable } from '../../reading/tokens.ts';
import { words } from '../../solution.ts';
import { exprAnswer, finish, newPaper, type Work } from '../../working.ts';
import { methods } from '../methods.ts';
import { rounding } from './rounding.ts';

const base = {
  kind: 'number' as const,
  method: words(
    '看清楚要的形式，逐步換寫。',
    'Rewrite the number, step by step, in the form that is asked for.',
  ),
};
const start = '^(?:請|試)?(?:把|將|以)?(?:express |write |convert |change |simplify )?';
const into = '(?:化為|化成|寫成|轉換為|轉換成|轉為|轉成|表示為|變為| as | to | into | in )(?:an? |the )?';
const end = '(?:表示)?[.。?]?$';
const whole = '(\\d{1,12})';
const fractionOf = '\\(*(\\d{1,9})\\)*/\\(*(\\d{1,9})\\)*';

function mixedNumber(plain: string): Work | undefined {
  const found = new RegExp(`${start}${fractionOf}${into}(?:帶分數|mixed (?:number|fraction))${end}`).exec(
    plain,
  );
  const [top, bottom] = (found?.slice(1, 3) ?? []).map((one) => BigInt(one ?? '0'));
  if (top === undefined || !bottom || top <= bottom) return undefined;
  const [quotient, rest] = [top / bottom, top % bottom];
  const paper = newPaper();
  const value = over(num(top), num(bottom));
  const part = num(Q.q(rest, bottom));
  paper.equal(
    words(
      `${top} ÷ ${bottom} = ${quotient}，餘 ${rest}。`,
      `${top} ÷ ${bottom} is ${quotient}, remainder ${rest}.`,
    ),
    value,
    rest === 0n ? num(quotient) : sum(num(quotient), part),
  );
  return finish(paper, {
    ...base,
    problemLatex: toLatex(value),
    answer: rest === 0n ? `${quotient}` : `${quotient} ${toText(part)}`,
    answerLatex: rest === 0n ? `${quotient}` : `${quotient}${toLatex(part)}`,
  });
}

function improperFraction(plain: string): Work | undefined {
  const found = new RegExp(
    `${start}${whole}(?:@| )\\(*(\\d{1,9})\\)*/\\(*(\\d{1,9})\\)*${into}(?:假分數|improper fraction)${end}`,
  ).exec(plain);
  const [front, top, bottom] = (found?.slice(1, 4) ?? []).map((one) => BigInt(one ?? '0'));
  if (front === undefined || top === undefined || !bottom) return undefined;
  const paper = newPaper();
  const put = over(sum(times(num(front), num(bottom)), num(top)), num(bottom));
  const value = sum(num(front), num(Q.q(top, bottom)));
  const answer = num(Q.q(front * bottom + top, bottom));
  paper.equal(
    words('整數乘分母，再加分子。', 'The whole number times the denominator, plus the numerator.'),
    value,
    put,
  );
  paper.equal(words('計算結果。', 'Work out the result.'), put, answer);
  return finish(paper, { ...base, problemLatex: toLatex(value), ...exprAnswer(answer) });
}

const term = '(\\d+(?:\\.\\d+)?|\\(*\\d+\\)*/\\(*\\d+\\)*)';
function simplestRatio(plain: string): Work | undefined {
  const found = new RegExp(
    `^(?:請|試)?(?:化簡|約簡|simplify)(?:以下)?(?:比例?|the ratio)?:? ?${term} ?: ?${term}(?: ?: ?${term})?${end}`,
  ).exec(plain);
  const values = (found?.slice(1, 4) ?? [])
    .filter((one) => one !== undefined)
    .map((one) => rationalValue(parseExpr(one)));
  const [first] = values;
  if (!first || values.some((one) => !one || Q.sign(one) <= 0)) return undefined;
  const parts = values as Q.Q[];
  const bottom = parts.reduce((all, { d }) => (all / Q.gcdInt(all, d)) * d, 1n);
  const tops = parts.map(({ n, d }) => n * (bottom / d));
  const common = tops.reduce((a, b) => Q.gcdInt(a, b));
  const answer = tops.map((one) => one / common);
  const paper = newPaper();
  const shown = (one: Q.Q): Expr => num(one, plain.includes('.'));
  if (bottom > 1n)
    paper.equal(
      words(`各項同乘 ${bottom}，化為整數。`, `Multiply each term by ${bottom} to get whole numbers.`),
      over(shown(parts[0] as Q.Q), shown(parts[1] as Q.Q)),
      over(num(tops[0] as bigint), num(tops[1] as bigint)),
    );
  for (let at = 1; at < answer.length && (common > 1n || bottom === 1n); at += 1)
    paper.equal(
      words(`各項同除以 ${common}。`, `Divide each term by ${common}.`),
      over(num(tops[at - 1] as bigint), num(tops[at] as bigint)),
      over(num(answer[at - 1] as bigint), num(answer[at] as bigint)),
    );
  return finish(paper, {
    ...base,
    problemLatex: parts.map((one) => toLatex(shown(one))).join(':'),
    answer: answer.join(':'),
    answerLatex: answer.join(':'),
  });
}

const bases: readonly [RegExp, number][] = [
  [/^(?:二進制?數?|binary(?: number)?|base 2)$/, 2],
  [/^(?:八進制?數?|octal(?: number)?|base 8)$/, 8],
  [/^(?:十進制?數?|denary(?: number)?|decimal(?: number)?|base 10)$/, 10],
  [/^(?:十六進制?數?|hexadecimal(?: number)?|base 16)$/, 16],
];
const digits = '0123456789abcdef';

function inOtherBase(plain: string): Work | undefined {
  const found = new RegExp(
    `${start}(?:(?:二|八|十|十六)進制?數)?([0-9a-f]{1,12})(?:_\\(?(2|8|10|16)\\)?|\\((2|8|10|16)\\))?${into}((?:二|八|十|十六)進制?數?|binary(?: number)?|octal(?: number)?|denary(?: number)?|decimal(?: number)?|hexadecimal(?: number)?|base (?:2|8|10|16))${end}`,
  ).exec(plain);
  if (!found?.[1] || !found[4]) return undefined;
  const from = Number(found[2] ?? found[3] ?? 10);
  const to = bases.find(([name]) => name.test(found[4] as string))?.[1];
  const figures = [...found[1]].map((one) => digits.indexOf(one));
  // Without its base 101 might be of any.
  if (!to || to === from || figures.some((one) => one < 0 || one >= from)) return undefined;
  const value = figures.reduce((all, one) => all * BigInt(from) + BigInt(one), 0n);
  const written = value === 0n ? '0' : value.toString(to).toUpperCase();
  const expanded = (list: readonly number[], radix: number): Expr =>
    sum(...list.map((one, at) => times(num(one), power(num(radix), list.length - 1 - at))));
  const paper = newPaper();
  if (from !== 10)
    paper.equal(
      words('按位值展開，得十進數。', 'Expand by place value: the denary number.'),
      expanded(figures, from),
      num(value),
    );
  if (to !== 10)
    paper.equal(
      words(
        `不斷除以 ${to}，由下至上寫出餘數；按位值展開檢驗。`,
        `Divide by ${to} again and again and read the remainders upwards; checked by place value.`,
      ),
      num(value),
      expanded(
        [...written.toLowerCase()].map((one) => digits.indexOf(one)),
        to,
      ),
    );
  return finish(paper, {
    ...base,
    problemLatex: `${found[1].toUpperCase()}_{${from}}`,
    answer: to === 10 ? written : `${written}_${to}`,
    answerLatex: to === 10 ? written : `${/[A-F]/.test(written) ? `\\text{${written}}` : written}_{${to}}`,
  });
}

function factorsOf(plain: string): Work | undefined {
  const found = new RegExp(
    `^(?:(?:求|寫出|列出|找出)${whole}的(?:所有|全部)?因數|(?:list|find|write down) (?:all )?(?:the )?factors of ${whole})[.。?]?$`,
  ).exec(plain);
  const value = BigInt(found?.[1] ?? found?.[2] ?? '0');
  if (value < 1n || value > 100_000n) return undefined;
  const paper = newPaper();
  const small: bigint[] = [];
  for (let one = 1n; one * one <= value; one += 1n) if (value % one === 0n) small.push(one);
  for (const one of small.slice(0, 12))
    paper.equal(
      words('寫成兩個整數的積。', 'As a product of two whole numbers.'),
      times(num(one), num(value / one)),
      num(value),
    );
  const all = [...small, ...small.map((one) => value / one).reverse()].filter(
    (one, at, list) => one !== list[at - 1],
  );
  return finish(paper, {
    ...base,
    problemLatex: `${value}`,
    answer: all.join(', '),
    answerLatex: all.join(',\\ '),
  });
}

/** 3/4 of 20 */
function partOf(plain: string): Work | undefined {
  const found = new RegExp(
    `^(?:求|計算|find |calculate |what is )?(?:${whole}的${fractionOf}|${fractionOf} of ${whole})(?:是多少|=)?[.。?]*$`,
  ).exec(plain);
  if (!found) return undefined;
  const [of, top, bottom] = [found[1] ?? found[6], found[2] ?? found[4], found[3] ?? found[5]].map((one) =>
    BigInt(one ?? '0'),
  ) as [bigint, bigint, bigint];
  if (bottom === 0n) return undefined;
  const put = times(num(of), over(num(top), num(bottom)));
  const answer = num(Q.q(of * top, bottom));
  const paper = newPaper();
  paper.equal(words('總數乘以分數。', 'Multiply by the fraction.'), put, answer);
  return finish(paper, {
    ...base,
    kind: 'arithmetic',
    method: methods.arithmetic,
    problemLatex: toLatex(put),
    ...exprAnswer(answer),
  });
}

export function numberForms({ text, lower }: Reading): Work | undefined {
  const plain = /[\u3400-\u9fff]/.test(text) ? lower.replace(/\s+/g, '') : lower;
  try {
    return (
      mixedNumber(plain) ??
      improperFraction(plain) ??
      simplestRatio(plain) ??
      inOtherBase(plain) ??
      factorsOf(plain) ??
      partOf(plain) ??
      rounding(plain)
    );
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
