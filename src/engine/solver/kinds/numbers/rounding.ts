/** One number to a place or to so many figures. */
import { num, over } from '../../core/expr.ts';
import { numberText, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { words } from '../../solution.ts';
import { finish, newPaper, type Work } from '../../working.ts';

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

/** The power of ten of the first figure. */
function leadingPlace(value: Q.Q): number {
  let place = 0;
  while (Q.compare(Q.abs(value), ten(place + 1)) >= 0) place += 1;
  while (Q.compare(Q.abs(value), ten(place)) < 0) place -= 1;
  return place;
}

export function rounding(plain: string): Work | undefined {
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
  const paper = newPaper();
  paper.claimed(
    words(
      '看下一位數字：4 或以下捨去，5 或以上進一。',
      'Look at the next figure: drop 4 and below, carry from 5.',
    ),
    `${written}\\approx ${answer}`,
    { relation: 'approx', from: toText(over(num(size), num(ten(place)))), to: `${whole}`, over: [] },
  );
  return finish(paper, {
    kind: 'number',
    method: words('看要取的位的下一位數字。', 'Look at the figure after the place that is asked for.'),
    problemLatex: written,
    rounded: true,
    answer,
    answerLatex: answer,
  });
}

/** 3.1 to two places is 3.10. */
function padded(text: string, decimals: number): string {
  const [front = '0', back = ''] = text.split('.');
  return `${front}.${back.padEnd(decimals, '0')}`;
}
