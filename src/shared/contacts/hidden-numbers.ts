import type { Group } from './digits.ts';
import { chainsOf, digitsIn, isCounting, isPhone, type Span, spanOf } from './phone-numbers.ts';
import type { Meaning } from './plain-numbers.ts';

/** Numbers that are hidden in something else: a list, a date that no calendar has, answers to questions, a riddle. */
export const hiddenNumberSpans = (
  text: string,
  groups: readonly Group[],
  meanings: readonly Meaning[],
): Span[] => [
  ...spokenLists(text, groups),
  ...spokenFours(
    text,
    groups.filter((_, at) => !meanings[at]),
  ),
  ...impossibleMoments(text),
  ...labelled(text),
  ...letteredFours(text),
];

/** The same by words that say how the digits are to be read; only where no number was found otherwise. */
export const explainedSpans = (
  text: string,
  groups: readonly Group[],
  meanings: readonly Meaning[],
): Span[] => [...explained(text, groups), ...toldInPieces(text, groups, meanings)];

/** Numbers of homes and offices begin with 2 and 3; so do too many other things. */
const isMobile = (digits: string) => /^[5-79]/.test(digits) && isPhone(digits);
const counted =
  /^ ?(?:元|蚊|塊|%|分|歲|岁|題|题|頁|页|年|月|日|個|个|人|堂|次|米|公|點|点|時|时|am|pm|minutes?|mins?|hours?|hrs?|years?|marks?|points?|students?|pages?|dollars?)/;
const paid = /(?:\$|£|€|¥|hkd|usd|rmb|港幣) ?$/;

/** 九十二、六十五、七十一、零八: words for numbers, one after the other, that are eight digits together. */
function spokenLists(text: string, groups: readonly Group[]): Span[] {
  const isSpoken = (at: number) => groups[at]?.arabic === false;
  const isLatin = ({ from }: Group) => /[a-z]/.test(text.charAt(from));
  return chainsOf(text, groups, isSpoken, (gap) => gap.isWeak)
    .filter((chain) => chain.filter(({ digits }) => digits.length > 1).length > 1 || chain.every(isLatin))
    .filter((chain) => isMobile(digitsIn(chain)) && !isCounting(chain, true))
    .map(spanOf)
    .filter(({ to }) => !counted.test(text.slice(to, to + 8)));
}

/** 五九八一，中間唔使空格，一二零三 */
const spokenFours = (text: string, groups: readonly Group[]): Span[] =>
  groups.flatMap((one, at) => {
    const other = groups[at + 1];
    const isFour = (group: Group | undefined) => group?.digits.length === 4 && !group.arabic && !group.amount;
    if (!other || !isFour(one) || !isFour(other) || other.from - one.to > 12) return [];
    if (!isMobile(one.digits + other.digits) || counted.test(text.slice(other.to, other.to + 8))) return [];
    return [spanOf([one]), spanOf([other])];
  });

type Moment = { pattern: RegExp; isPossible: (parts: number[]) => boolean };
const isHour = (hour = 0, minute = 0) => hour <= 24 && minute < 60;
const isDate = (year = 0, month = 0, day = 0) => year >= 1000 && year <= 2100 && month <= 12 && day <= 31;
const moments: Moment[] = [
  {
    pattern: /(?<!\d)(\d{4})年(\d\d)月(\d\d)[日號号]?/g,
    isPossible: ([year, month, day]) => isDate(year, month, day),
  },
  {
    pattern: /(?<![\d/-])(\d{4})[/-](\d\d)[/-](\d\d)(?![\d/-])/g,
    isPossible: ([year, month, day]) => isDate(year, month, day),
  },
  {
    pattern: /(?<![\d/-])(\d\d)[/-](\d\d)[/-](\d{4})(?![\d/-])/g,
    isPossible: ([day, month, year]) => isDate(year, month, day),
  },
  {
    pattern: /(?<![\d:])(\d\d):(\d\d)[^\d:]{1,4}(\d\d):(\d\d)(?![\d:])/g,
    isPossible: ([hour, minute, untilHour, untilMinute]) =>
      isHour(hour, minute) && isHour(untilHour, untilMinute),
  },
  // Few decimals begin so and have seven places.
  { pattern: /(?<![\d.])([5-79])\.(\d{7})(?![\d.])/g, isPossible: () => false },
];

const impossibleMoments = (text: string): Span[] =>
  moments.flatMap(({ pattern, isPossible }) =>
    [...text.matchAll(pattern)]
      .filter(([, ...parts]) => isMobile(parts.join('')) && !isPossible(parts.map(Number)))
      .map(({ 0: found, index }) => ({ from: index, to: index + found.length })),
  );

/** Q1:6 Q2:1 Q3:8…, A:61 B:83…: the labels count, and the values have the same length. */
function labelled(text: string): Span[] {
  const spans: Span[] = [];
  let run: { label: number; value: string; from: number; to: number }[] = [];
  const finish = () => {
    const [first] = run;
    const last = run.at(-1);
    const isEven = run.every(({ value }) => value.length === first?.value.length);
    if (first && last && run.length > 1 && isEven && isMobile(run.map(({ value }) => value).join('')))
      spans.push({ from: first.from, to: last.to });
    run = [];
  };
  for (const found of text.matchAll(
    /(?<![\da-z])(?:q|no\.?|第)? ?(\d|[a-h])(?:題|1)? ?[:).=、-] ?(\d{1,4})(?!\d)/g,
  )) {
    const [whole, name = '', value = ''] = found;
    const label = /\d/.test(name) ? Number(name) : name.charCodeAt(0);
    const to = found.index + whole.length;
    const last = run.at(-1);
    if (last && (label !== last.label + 1 || found.index - last.to > 3)) finish();
    run.push({ label, value, from: to - value.length, to });
  }
  finish();
  return spans;
}

/** 5526N 8091E */
const letteredFours = (text: string): Span[] =>
  [...text.matchAll(/(?<![a-z0-9])[a-z]?(\d{4})[a-z]?[\s,.;/-]{1,3}[a-z]?(\d{4})[a-z]?(?![a-z0-9])/g)]
    .filter(([found, one = '', other = '']) => /[a-z]/.test(found) && isMobile(one + other))
    .map(({ 0: found, index }) => ({ from: index, to: index + found.length }));

/** Words that say how the digits are to be read. */
const riddle =
  /[砌連合拼接駁夾]埋|[連拼合]起(?:來|嚟)|順[住序着著]|由[左右]|[倒反調][轉返過]|掉轉|逐個|抄低|寫低|記低|心照|(?<![唔不])識[讀睇計]|讀埋|照讀|拆開|唔使[加計]|[唔不](?:係|是)(?:價|分數|日期|時間|數學|座標)|解碼|暗號|謎|(?<![a-z])(?:together|in order|backwards?|reversed?|combine|join|decode|figure it out|work it out|put them|read it|read them|no spaces?)(?![a-z])/;
const isBackwards = /[倒反調][轉返過]|掉轉|backward|reverse/;
const reversed = (digits: string) => [...digits].reverse().join('');

/** Words that say that figures, pages or prices are only there to be put together. */
const assembled =
  /[砌連合拼接駁夾串]埋|(?:抽|執|攞)[晒返走]?啲?(?:數字|數目)|唔係[真收](?:費|價|時間)?|去[掉走]小數點|(?<![a-z])(?:concat|put (?:them|it) together)(?![a-z])/i;

/** With such words near it, any eight digits that could be a number are one, whatever they seem to be. */
function explained(text: string, groups: readonly Group[]): Span[] {
  const isAssembled = assembled.test(text);
  if (!isAssembled && !riddle.test(text)) return [];
  const usable = groups.filter(
    ({ from, to }) =>
      isAssembled ||
      (!paid.test(text.slice(Math.max(0, from - 5), from)) && !counted.test(text.slice(to, to + 8))),
  );
  const spans: Span[] = [];
  for (let first = 0; first < usable.length; first += 1)
    for (let last = first; last < usable.length && last < first + 8; last += 1) {
      const [one, before] = [usable[last] as Group, usable[last - 1]];
      if (before && last > first && one.from - before.to > 10) break;
      const chain = usable.slice(first, last + 1);
      const digits = digitsIn(chain);
      if (digits.length > 8) break;
      const isReversed = chain.length <= 2 && isBackwards.test(text) && isMobile(reversed(digits));
      if (isMobile(digits) || isReversed) spans.push(...chain.map((group) => spanOf([group])));
    }
  return spans;
}

const ownNumber =
  /(?:我|my)[^,，。\n]{0,8}(?:電話|電號|手機|號碼|冧把|phone|number|mobile|tel(?![a-z]))|(?:電話|號碼|手機)(?:係|是|:)|(?<![a-z])(?:tel|phone|number|mobile) ?(?::|is)/;

/** 我電話係九五……今日落雨……一三四……零八六: all the digits of the text that mean nothing else are one number. */
function toldInPieces(text: string, groups: readonly Group[], meanings: readonly Meaning[]): Span[] {
  if (!ownNumber.test(text)) return [];
  const free = groups.filter((_, at) => !meanings[at]);
  return free.length > 1 && free.length <= 8 && isMobile(digitsIn(free)) && !isCounting(free)
    ? free.map((group) => spanOf([group]))
    : [];
}
