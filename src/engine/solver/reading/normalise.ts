import { latexToPlain } from './latex.ts';
import { withoutNumbering } from './strip-numbering.ts';

const superscripts: Record<string, string> = {
  '⁰': '0',
  '¹': '1',
  '²': '2',
  '³': '3',
  '⁴': '4',
  '⁵': '5',
  '⁶': '6',
  '⁷': '7',
  '⁸': '8',
  '⁹': '9',
  '⁻': '-',
  '⁺': '+',
  ⁿ: 'n',
  ˣ: 'x',
  ᵐ: 'm',
  '⁽': '(',
  '⁾': ')',
  ᵃ: 'a',
  ᵇ: 'b',
};
const subscripts = '₀₁₂₃₄₅₆₇₈₉';
const vulgar: Record<string, string> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅖': '2/5',
  '⅗': '3/5',
  '⅘': '4/5',
  '⅙': '1/6',
  '⅚': '5/6',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
};
const digits = '零一二三四五六七八九';

/** 十二 → 12; covers only the numerals that occur in fractions and ordinals. */
function chineseNumber(text: string): string {
  if (/^\d+$/.test(text)) return text;
  const found = /^([一二兩三四五六七八九])?(十)?([一二三四五六七八九])?$/.exec(text.replace('兩', '二'));
  if (!found) return text;
  const [, tens, ten, ones] = found;
  if (!ten) return tens ? String(digits.indexOf(tens)) : text;
  return String((tens ? digits.indexOf(tens) : 1) * 10 + (ones ? digits.indexOf(ones) : 0));
}

const numeral = '(\\d+|[一二兩三四五六七八九十]+)';

/** "-3 的平方" is (-3)^2; in "2 + 3 的平方" it is unclear what is squared, so the text stays unchanged. */
const powerOf = (operation: string): RegExp =>
  new RegExp(
    `(?<![-\\w)+*/^÷.√]\\s*)(-?\\d+(?:\\.\\d+)?[a-z]?|-?[a-z]|\\([^()]*\\))\\s*的\\s*${operation}(?!\\s*[加減乘除])`,
    'g',
  );

/** 三加五, 八乘七減二: a calculation in Chinese words only. */
const spokenSum =
  /([零一二兩三四五六七八九十]+)\s*(加上?|減去?|乘以?|除以)\s*(?=[零一二兩三四五六七八九十])/g;
const operators: Record<string, string> = { 加: '+', 減: '-', 乘: '*', 除: '÷' };

function spokenSums(text: string): string {
  if (
    !/^(?:計算|求|請問|問)?\s*[零一二兩三四五六七八九十]+(?:\s*(?:加上?|減去?|乘以?|除以)\s*[零一二兩三四五六七八九十]+)+\s*(?:的值)?(?:等於|是|得)?(?:多少|幾|幾多|甚麼|什麼)?[?？。=]?$/.test(
      text,
    )
  )
    return text;
  return text
    .replace(
      spokenSum,
      (_, number: string, operation: string) =>
        `${chineseNumber(number)}${operators[operation[0] ?? ''] ?? ''}`,
    )
    .replace(/[零一二兩三四五六七八九十]+/g, chineseNumber);
}

/** Recurring decimals, 0.\\dot{3}, 0.1\\dot{2}\\dot{3}: the digits from the first dot to the last repeat. */
const recurring = (text: string): string =>
  text.replace(
    /(\d+)\.(\d*)\\dot\s*\{?(\d)\}?(?:(\d*)\\dot\s*\{?(\d)\}?)?(?![\d\\])/g,
    (_, whole, before, first, between, last) => {
      const period = `${first}${between ?? ''}${last ?? ''}`;
      const bottom = `${'9'.repeat(period.length)}${'0'.repeat(before.length)}`;
      const top = BigInt(`${before}${period}`) - BigInt(before === '' ? 0 : before);
      return `(${BigInt(whole) * BigInt(bottom) + top}/${bottom})`;
    },
  );

function chineseSums(text: string): string {
  return spokenSums(text)
    .replace(
      new RegExp(`${numeral}\\s*又\\s*${numeral}\\s*分之\\s*${numeral}`, 'g'),
      (_, whole, bottom, top) => `${chineseNumber(whole)}@(${chineseNumber(top)}/${chineseNumber(bottom)})`,
    )
    .replace(
      new RegExp(`${numeral}\\s*分之\\s*${numeral}`, 'g'),
      (_, bottom, top) => `(${chineseNumber(top)}/${chineseNumber(bottom)})`,
    )
    .replace(/(\d)\s*又\s*\(?\s*(\d+)\s*\/\s*(\d+)\s*\)?/g, '$1@($2/$3)')
    .replace(/百分之\s*(\d+(?:\.\d+)?)/g, '$1%')
    .replace(/([\d)!%])\s*除以\s*(?=[-\d(√|])/g, '$1÷')
    .replace(/([\d)!%])\s*(?:乘以|乘)\s*(?=[-\d(√|])/g, '$1*')
    .replace(/([\d)!%])\s*(?:加上|加)\s*(?=[-\d(√|])(?!\d+(?:\.\d+)?\s*%)/g, '$1+')
    .replace(/([\d)!%])\s*(?:減去|減)\s*(?=[-\d(√|])(?!\d+(?:\.\d+)?\s*%)/g, '$1-')
    .replace(powerOf('立方根'), 'root($1,3)')
    .replace(powerOf('(-?\\d+)\\s*次方'), '($1)^($2)')
    .replace(powerOf('平方(?![根和])'), '($1)^2')
    .replace(powerOf('立方(?![根和])'), '($1)^3')
    .replace(/(?:開方|根號)\s*(\d+|\([^()]*\))/g, 'sqrt($1)');
}

/** 3.5 x 2.4: if every x of the text is between two numbers, it is a multiplication sign. */
function timesBetweenNumbers(text: string): string {
  const letters = text.match(/(?<![A-Za-z])[xX](?![A-Za-z])/g) ?? [];
  const between = /(?<=\d\s*)[xX](?=\s*\d)/g;
  const hasOthers = /(?<![A-Za-z])[a-wyzA-WYZ](?![A-Za-z])/.test(text);
  return !hasOthers && letters.length > 0 && (text.match(between) ?? []).length === letters.length
    ? text.replace(between, '*')
    : text;
}

/**
 * Converts the many ways of typing to one notation: widths, dashes, superscripts, Chinese operations, LaTeX.
 */
export function normaliseText(input: string): string {
  let text = withoutNumbering(toWritten(input))
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿˣᵐ⁽⁾ᵃᵇ]+/g, (run) => `^(${[...run].map((c) => superscripts[c] ?? '').join('')})`)
    .replace(/[₀-₉]+/g, (run) => `_${[...run].map((c) => subscripts.indexOf(c)).join('')}`)
    .replace(/(\d)\s*([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])/g, (_, whole, part) => `${whole}@(${vulgar[part]})`)
    .replace(/[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]/g, (part) => `(${vulgar[part]})`)
    .replace(/[º˚]/g, '°')
    .replace(/℃/g, '°C')
    .replace(/´|’|′/g, "'")
    .normalize('NFKC')
    .replace(/[\u2212\u2010-\u2015\u00ad﹣]/g, '-')
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/[\u00a0\u2000-\u200a\u3000\t\r\n]+/g, ' ')
    .replace(/[×✕✖⨯]/g, '*')
    .replace(/[·∙⋅•]/g, '*')
    .replace(/[⁄∕]/g, '/')
    .replace(/[≤≦⩽]/g, '<=')
    .replace(/[≥≧⩾]/g, '>=')
    .replace(/≠/g, '!=')
    .replace(/=>|⇒|⟹|→/g, '=>')
    .replace(/>=/g, '>=')
    .replace(/[【〔「『“]/g, ' ')
    .replace(/[】〕」』”]/g, ' ')
    .replace(/∛/g, 'root3')
    .replace(/\*\*/g, '^');
  text = latexToPlain(recurring(text))
    .replace(/π/g, ' pi ')
    .replace(/θ/g, ' theta ')
    .replace(/α/g, ' alpha ')
    .replace(/β/g, ' beta ')
    .replace(/root3\s*(\d+|[a-z]|\([^()]*\))/g, 'root($1,3)')
    .replace(/=</g, '<=')
    // 1 000 000 ÷ 1000: in a calculation groups of three after a space are one number; in a list they are
    // not.
    .replace(
      /(?<=(?:^|[-+*÷=(\u3400-\u9fff])\s*)\d{1,3}(?: \d{3})+(?!\s?[\d.,/])/g,
      (run, _at, all: string) => (/[-+*÷=]/.test(all) && !/[,、]/.test(all) ? run.replaceAll(' ', '') : run),
    )
    .replace(/(\d),(?=\d{3}(?:\D|$))(?!\d{3},\s)/g, (whole, digit, at: number, all: string) =>
      // 12,000 is one number outside brackets; (1,200) and lists are not.
      /\d,\s|,\s*\d{1,2}(?!\d)/.test(all) ||
      all.slice(0, at).split('(').length > all.slice(0, at).split(')').length
        ? whole
        : digit,
    );
  return timesBetweenNumbers(chineseSums(text)).replace(/ +/g, ' ').trim();
}

/** Spoken Cantonese and its written form as used in Hong Kong schoolbooks. */
const spokenToWritten: readonly (readonly [RegExp, string])[] = [
  [/係?等於幾多|係幾多|係咩嚟?|係乜嘢?|等於幾(?!個|何)|有幾多/g, '是多少'],
  [/幾多/g, '多少'],
  [/點樣?(?=[計做解將把])/g, ''],
  [/(?:變|轉)(?:做|成)(?=[分小百])/g, '化為'],
  [/將(?=\s*[\d.]+%?\s*化為)/g, '把'],
  [/如果(?=\s*[^\u3400-\u9fff]*[=<>])/g, '若'],
  [/嘅/g, '的'],
];

const toWritten = (text: string) =>
  spokenToWritten.reduce((result, [spoken, written]) => result.replace(spoken, written), text);
