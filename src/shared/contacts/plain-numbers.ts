import type { Group } from './digits.ts';

/**
 * What digits are when they are no phone number: a time, a date, a price, a decimal, a sum, the number of a page.
 * A meaning counts only where it can be believed: 91:83 is no time, and $9736 is no usual price.
 * `certain` holds for any digits; `likely` (counters, references, codes, lists) does not hold for eight in a row.
 */
export type Meaning = 'certain' | 'likely' | undefined;

/** Spans that are one number or one moment, though punctuation parts their digits. */
const wholes: RegExp[] = [
  // Times.
  /(?<![\d:.])(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?(?![\d:])/g,
  /(?<![\d:.])\d{1,2}(?:[.:]\d\d)?(?: ?- ?\d{1,2}(?:[.:]\d\d)?)? ?(?:am|pm|noon)(?![a-z])/g,
  /(?<![\d.])(?:[01]?\d|2[0-4])\.[0-5]\d\.[0-5]\d(?![\d.])/g,
  // Dates.
  /(?<!\d)(?:19|20)\d\d([-/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?!\d)/g,
  /(?<![\d/.-])(?:0?[1-9]|[12]\d|3[01])([-/.])(?:0?[1-9]|1[0-2])\1(?:19|20)\d\d(?!\d)/g,
  /(?<![\d/])(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|1[0-2])(?:\/\d\d)?(?![\d/])/g,
  /(?<!\d)(?:19|20)\d\d ?[-/] ?(?:(?:19|20)\d\d|\d\d)(?![\d/-])/g,
  // Decimals, and the digits that follow one in groups of five.
  /(?<![\d.])\d{1,3}\.\d{1,40}(?: \d{5}){0,8}(?![\d.]*\d)/g,
  // Amounts with commas.
  /(?<![\d,])\d{1,3}(?:,\d{3}){1,4}(?!,?\d)/g,
  // Points of a plane.
  /\( ?-?\d{1,3} ?, ?-?\d{1,3} ?\)/g,
  // Versions.
  /(?<![\d.])\d{1,2}\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/g,
];
/** 43/100: so many of so many. */
const share = /(?<![\d/.] ?)(\d{1,3}) ?\/ ?(\d{1,3})(?! ?\/|\d|\.\d)/g;

const weekday = '(?:星期|禮拜|礼拜|周|週|拜)';
const before: RegExp[] = [
  new RegExp(`${weekday} ?$`),
  /(?:第|初|中|小|高|大|卷|頁|页|單元|单元|練習|练习|章|課|课|題|题|例題|圖|表|編號|编号|個案|个案|單號|冊|班|級|逢) ?$/,
  /(?:^|[^a-z0-9])(?:p|pp|pg|pages?|q|qn|questions?|ch|chapters?|units?|ex|exercises?|papers?|books?|levels?|bands?|grades?|years?|forms?|sets?|sections?|sec|tasks?|tests?|lessons?|weeks?|parts?|modules?|stages?|cases?|ref|orders?|exits?|ports?|bus|route|word|words|problems?|appendix|fig|figure|table|task|rank|scores?|ages?|aged|f|s|k|u|hl|sl|ielts|toefl|sat|gre|gmat|ib|dse|hkdse|amc|jlpt|hsk|gpa|ks|year|mc|no of) ?[.:#(]? ?$/,
  /(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6} ?$/,
  /#$/,
];
const counters =
  /^ ?(?:年|月|日|號|号|時|时|點|点|分|秒|鐘|钟|小時|小时|個|个|位|名|人|堂|課|课|節|节|頁|页|題|题|條|条|歲|岁|次|本|冊|份|科|級|级|期|班|章|段|回|篇|首|字|行|度|倍|折|成|元|蚊|塊|文|隻|只|枝|支|張|张|組|组|屆|届|樓|楼|層|层|座|室|公里|公斤|克|米|厘米|毫米|公分|升|吋|寸|呎|尺|平方|立方|對|对|種|种|項|项|列|卷|門|门|間|间|家|粒|件|部|架|輛|辆|晚|朝|週|周|星期|禮拜|兩|號車|路車|線|线|號線|分鐘|乘|加|減|除|等於|比|得(?! ?(?:$|[^a-z\u4e00-\u9fff\d一二三四五六七八九十])))/;
/** Of these nobody has a thousand. */
const smallCounters = /^ ?(?:年|月|日|行|頁|页|題|题|課|课|堂|節|节|分|秒|點|点|歲|岁|號|号|班|級|级|位|次)/;
const measures =
  /^ ?(?:%|°|‰|′|″|cm|mm|km|nm|kg|mg|ml|mb|gb|tb|kb|kpa|hz|khz|mhz|ghz|mol|ev|kj|kw|hrs?|hours?|mins?|minutes?|secs?|seconds?|days?|weeks?|months?|years?|yrs?|lessons?|marks?|points?|pts|students?|pupils?|people|kids|words?|pages?|questions?|times|percent|per|gsm|mbps|fps|px|dpi|th|st|nd|rd|ma|[mgsvajwnhlkω])(?![a-z0-9])/;
const currencyBefore = /(?:\$|£|€|¥|hkd|usd|rmb|gbp|港幣|人民幣|港紙) ?$/;
const currencyAfter = /^ ?(?:元|蚊|塊|港元|港幣|hkd|usd|dollars?|bucks|k(?![a-z]))/;
export const subjectBefore =
  /(?:中文|英文|數學|数学|通識|公民|物理|化學|生物|經濟|歷史|地理|閱讀|寫作|聆聽|口語|說話|中|英|數|通|物|化|生|經|史|地|math|maths|eng|english|chi|chinese|phy|chem|bio|econ|geog|hist|ict|bafs|m1|m2|ls) ?$/;
const operatorAfter = /^ ?[×÷+=^<>≈≤≥] ?[\d(a-z√π.?-]/;
const operatorBefore = /(?:[×÷^≈≤≥√π]|(?<![-=])[<>]|[\d)a-z²³%°] ?[=+]) ?-?\(?$/;
/** 9183+7264 or 9183=7264, without anything more, is no sum; nor is 852 + 91837264. */
const isSpelledWithSigns = (text: string, { from, to, digits }: Group) => {
  const [left, right] = [text.slice(Math.max(0, from - 8), from), text.slice(to, to + 8)];
  if (digits.length >= 8) return /85[23] ?\+ ?$/.test(left);
  if (digits.length !== 4 || /[=≈]/.test(text.slice(to + 6, to + 24))) return false;
  return /^[+=<>]{1,2}\d{4}(?![\d.])/.test(right) || /(?<![\d.])\d{4}[+=<>]{1,2}$/.test(left);
};
/** An amount that people pay: with a comma, or round enough. */
const isUsualPrice = (digits: string) => {
  const value = Number(digits);
  return value < 1000 ? digits.length <= 3 && value % 5 === 0 : value % 50 === 0;
};
/** 六九五十四: a line of the multiplication table. */
function isTimesTable(text: string, { from, to }: Group) {
  const digitsOf = '零一二三四五六七八九';
  const [first = '', second = '', ...rest] = text.slice(from, to);
  const [one, other] = [digitsOf.indexOf(first), digitsOf.indexOf(second)];
  if (one < 1 || other < 1) return false;
  const product = one * other;
  const [high, low] = [Math.floor(product / 10), product % 10];
  const tens =
    high === 0
      ? ['']
      : high === 1
        ? ['十']
        : [`${digitsOf[high]}十`, ...(high === 2 ? ['廿'] : high === 3 ? ['卅'] : [])];
  return tens.some((spoken) => rest.join('') === spoken + (low === 0 ? '' : digitsOf[low]));
}

const listGap = /^ ?(?:[、,，/;；&→-]|至|到|to|and|or|或|同|和|與|及)? ?$/;

/** The meaning of each group. */
export function meaningsOf(text: string, groups: readonly Group[]): Meaning[] {
  const whole = new Uint8Array(text.length);
  const mark = (from: number, to: number) => whole.fill(1, from, to);
  for (const pattern of wholes)
    for (const found of text.matchAll(pattern)) mark(found.index, found.index + found[0].length);
  for (const found of text.matchAll(share))
    if (Number(found[1]) <= Number(found[2])) mark(found.index, found.index + found[0].length);

  const meanings = groups.map((group) => meaningOf(text, group, whole));
  // The numbers of a list share their meaning: 第 3、5、7 題.
  const spread = (at: number, next: number) => {
    const [one, other] = [groups[at], groups[next]];
    if (!one || !other || !meanings[at] || meanings[next] || other.digits.length > 3) return;
    const [left, right] = at < next ? [one, other] : [other, one];
    // 5 1 9 4，10分鐘: a digit of a row that is spaced out belongs to its row.
    const beyond = groups[next + (next - at)];
    if (other.digits.length === 1 && beyond?.digits.length === 1) {
      const [one, two] = at < next ? [other, beyond] : [beyond, other];
      if (text.slice(one.to, two.from) === ' ') return;
    }
    const gap = text.slice(left.to, right.from);
    if (gap.length <= 5 && gap.trim() !== '' && listGap.test(gap)) meanings[next] = 'likely';
  };
  for (let at = 1; at < groups.length; at += 1) spread(at - 1, at);
  for (let at = groups.length - 1; at > 0; at -= 1) spread(at, at - 1);
  return meanings;
}

function meaningOf(text: string, group: Group, whole: Uint8Array): Meaning {
  const { from, to, digits } = group;
  if (group.amount)
    return digits.length === 8 && !counters.test(text.slice(to, to + 8)) ? undefined : 'certain';
  if (whole[from] === 1 && whole[to - 1] === 1) return 'certain';
  const left = text.slice(Math.max(0, from - 14), from);
  const right = text.slice(to, to + 8);
  if (isTimesTable(text, group)) return 'certain';
  if (currencyBefore.test(left) || currencyAfter.test(right))
    return isUsualPrice(digits) ? 'certain' : undefined;
  if (/^ ?[%°‰]/.test(right)) return 'certain';
  if (operatorAfter.test(right) || (operatorBefore.test(left) && /\d/.test(left)))
    return isSpelledWithSigns(text, group) ? undefined : 'certain';
  if (digits.length >= 8) return undefined;
  if (/^(?:19|20)\d\d$/.test(digits)) return 'likely';
  const isBelieved = digits.length < 4 || !group.arabic || !smallCounters.test(right);
  if (isBelieved && (counters.test(right) || measures.test(right))) return 'likely';
  // No book has a page 6193.
  const isNoPage =
    digits.length === 4 &&
    Number(digits) > 2100 &&
    /(?:第|頁|(?:^|[^a-z])(?:p|pg|pages?|q)\.?) ?$/.test(left);
  if (!isNoPage && before.some((pattern) => pattern.test(left))) return 'likely';
  if (digits.length === 1 && subjectBefore.test(left)) return 'likely';
  return isCode(text, from, to) ? 'likely' : undefined;
}

/** JS6107, 68X, 4A: digits and letters in one short word. A word that changes again and again is no code. */
function isCode(text: string, from: number, to: number) {
  const inWord = (at: number) => /[a-z0-9]/.test(text.charAt(at));
  let [start, end] = [from, to];
  while (start > 0 && from - start < 12 && inWord(start - 1)) start -= 1;
  while (end < text.length && end - to < 12 && inWord(end)) end += 1;
  const word = text.slice(start, end);
  // 9183 xxxx7264: the rest of a number is often hidden by x.
  if (!/[a-wyz]/.test(word)) return false;
  const changes = word.match(/(?<=[a-z])\d|(?<=\d)[a-z]/g)?.length ?? 0;
  return changes > 0 && changes <= 3;
}
