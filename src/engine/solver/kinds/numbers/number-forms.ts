/**
 * A number in another form: mixed or improper fraction, simplest ratio, another base, rounded; its factors.
 */

import { ifReadable } from '../../attempt.ts';
import { type Expr, num, over, power, sum, times } from '../../core/expr.ts';
import { rationalValue } from '../../core/normal.ts';
import { numberText, toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { parseExpr } from '../../reading/parse.ts';
import type { Reading } from '../../reading/read.ts';
import { bilingual } from '../../solution.ts';
import { createStepRecorder, exprAnswer, finish, type Work } from '../../working.ts';

const base = {
  kind: 'number' as const,
  method: bilingual(
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
  const paper = createStepRecorder();
  const value = over(num(top), num(bottom));
  const part = num(Q.q(rest, bottom));
  paper.equal(
    bilingual(
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
  const paper = createStepRecorder();
  const put = over(sum(times(num(front), num(bottom)), num(top)), num(bottom));
  const value = sum(num(front), num(Q.q(top, bottom)));
  const answer = num(Q.q(front * bottom + top, bottom));
  paper.equal(
    bilingual('整數乘分母，再加分子。', 'The whole number times the denominator, plus the numerator.'),
    value,
    put,
  );
  paper.equal(bilingual('計算結果。', 'Work out the result.'), put, answer);
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
  const paper = createStepRecorder();
  const shown = (one: Q.Q): Expr => num(one, plain.includes('.'));
  if (bottom > 1n)
    paper.equal(
      bilingual(`各項同乘 ${bottom}，化為整數。`, `Multiply each term by ${bottom} to get whole numbers.`),
      over(shown(parts[0] as Q.Q), shown(parts[1] as Q.Q)),
      over(num(tops[0] as bigint), num(tops[1] as bigint)),
    );
  for (let at = 1; at < answer.length && (common > 1n || bottom === 1n); at += 1)
    paper.equal(
      bilingual(`各項同除以 ${common}。`, `Divide each term by ${common}.`),
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
  const digitValues = [...found[1]].map((one) => digits.indexOf(one));
  // "Convert 101 to decimal" without a base is ambiguous: from and to are then both 10.
  if (!to || to === from || digitValues.some((one) => one < 0 || one >= from)) return undefined;
  const value = digitValues.reduce((all, one) => all * BigInt(from) + BigInt(one), 0n);
  const written = value === 0n ? '0' : value.toString(to).toUpperCase();
  const expanded = (list: readonly number[], radix: number): Expr =>
    sum(...list.map((one, at) => times(num(one), power(num(radix), list.length - 1 - at))));
  const paper = createStepRecorder();
  if (from !== 10)
    paper.equal(
      bilingual('按位值展開，得十進數。', 'Expand by place value: the denary number.'),
      expanded(digitValues, from),
      num(value),
    );
  if (to !== 10)
    paper.equal(
      bilingual(
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
  const paper = createStepRecorder();
  const small: bigint[] = [];
  for (let one = 1n; one * one <= value; one += 1n) if (value % one === 0n) small.push(one);
  for (const one of small.slice(0, 12))
    paper.equal(
      bilingual('寫成兩個整數的積。', 'As a product of two whole numbers.'),
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

/** A fraction of a number: 3/4 of 20. */
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
  const paper = createStepRecorder();
  paper.equal(bilingual('總數乘以分數。', 'Multiply by the fraction.'), put, answer);
  return finish(paper, { kind: 'arithmetic', problemLatex: toLatex(put), ...exprAnswer(answer) });
}

export function numberForms({ text, lower }: Reading): Work | undefined {
  const plain = /[\u3400-\u9fff]/.test(text) ? lower.replace(/\s+/g, '') : lower;
  return ifReadable(
    () =>
      mixedNumber(plain) ??
      improperFraction(plain) ??
      simplestRatio(plain) ??
      inOtherBase(plain) ??
      factorsOf(plain) ??
      partOf(plain) ??
      rounding(plain),
  );
}

// Rounding a number to a place, to decimal places or to significant figures.

const places: Record<string, number> = {
  個: 0,
  整數: 0,
  十: 1,
  百: 2,
  千: 3,
  萬: 4,
  十分: -1,
  百分: -2,
  千分: -3,
  integer: 0,
  'whole number': 0,
  ten: 1,
  hundred: 2,
  thousand: 3,
  tenth: -1,
  hundredth: -2,
  thousandth: -3,
};
const counts: Record<string, number> = {
  一: 1,
  二: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
};
const count = '(\\d|[一二兩三四五]|one|two|three|four)';
const number = '(-?\\d+(?:\\.\\d+)?)';
const nearest = Object.keys(places)
  .sort((a, b) => b.length - a.length)
  .join('|');
const chinese = new RegExp(
  `^(?:請|試)?(?:把|將)?${number}(?:以)?(?:四捨五入|捨入|取近似值|準確)*(?:準確)?(?:至|到)(?:最接近的(${nearest})位?|(${nearest})位|小數後(?:第)?${count}(?:個)?位|${count}(?:位小數|個小數位)|${count}位有效數字)[.。]?$`,
);
const english = new RegExp(
  `^(?:round(?: off)?|correct|express|write|give) ${number} (?:correct )?to (?:the nearest (${nearest})|${count} (?:decimal places?|d\\.?p\\.?)|${count} (?:significant figures?|sig\\.? ?fig\\.?|s\\.?f\\.?))[.]?$`,
);

const countOf = (written: string | undefined): number | undefined =>
  written === undefined ? undefined : (counts[written] ?? Number(written));

const ten = (exponent: number): Q.Q =>
  exponent < 0 ? Q.q(1n, 10n ** BigInt(-exponent)) : Q.q(10n ** BigInt(exponent));

/** The power of ten of the first significant digit. */
function leadingPlace(value: Q.Q): number {
  let place = 0;
  while (Q.compare(Q.abs(value), ten(place + 1)) >= 0) place += 1;
  while (Q.compare(Q.abs(value), ten(place)) < 0) place -= 1;
  return place;
}

function rounding(plain: string): Work | undefined {
  const zh = chinese.exec(plain);
  const en = zh ? undefined : english.exec(plain);
  const written = zh?.[1] ?? en?.[1];
  if (!written) return undefined;
  const size = Q.fromDecimal(written.replace('-', ''));
  if (!size || Q.isZero(size)) return undefined;
  const named = zh?.[2] ?? zh?.[3] ?? en?.[2];
  const decimals = countOf(zh?.[4] ?? zh?.[5] ?? en?.[3]);
  const figures = countOf(zh?.[6] ?? en?.[4]);
  const place =
    named !== undefined
      ? places[named]
      : decimals !== undefined
        ? -decimals
        : figures !== undefined && figures > 0
          ? leadingPlace(size) - figures + 1
          : undefined;
  if (place === undefined || Math.abs(place) > 12) return undefined;
  const scaled = Q.div(size, ten(place));
  const half = Q.add(scaled, Q.q(1, 2));
  const whole = half.n / half.d;
  const rounded = Q.mul(Q.q(whole), ten(place));
  const sign = written.startsWith('-') && whole > 0n ? '-' : '';
  const plainText = numberText(rounded, true);
  const answer = `${sign}${place < 0 ? padded(plainText, -place) : plainText}`;
  const paper = createStepRecorder();
  paper.claimed(
    bilingual(
      '看下一位數字：4 或以下捨去，5 或以上進一。',
      'Look at the next figure: drop 4 and below, carry from 5.',
    ),
    `${written}\\approx ${answer}`,
    { relation: 'approx', from: toText(over(num(size), num(ten(place)))), to: `${whole}`, over: [] },
  );
  return finish(paper, {
    kind: 'number',
    method: bilingual('看要取的位的下一位數字。', 'Look at the figure after the place that is asked for.'),
    problemLatex: written,
    isRounded: true,
    answer,
    answerLatex: answer,
  });
}

/** Pads with zeros: 3.1 to two decimal places is 3.10. */
function padded(text: string, decimals: number): string {
  const [front = '0', back = ''] = text.split('.');
  return `${front}.${back.padEnd(decimals, '0')}`;
}
