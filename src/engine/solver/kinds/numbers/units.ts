/** Conversion of units. */
import { type Expr, hasDecimal, num, over, sum, times } from '../../core/expr.ts';
import { rationalValue, simplify } from '../../core/normal.ts';
import { asDecimals } from '../../core/present.ts';
import { toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { parseExpr } from '../../reading/parse.ts';
import type { Reading } from '../../reading/read.ts';
import { ParseError } from '../../reading/tokens.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import { createStepRecorder, finish, type Work } from '../../working.ts';

type Unit = { name: string; what: string; size: Q.Q };

const table: [string, string, [number, number], string[]][] = [
  ['mm', 'length', [1, 1000], ['mm', '毫米', 'millimetres?', 'millimeters?']],
  ['cm', 'length', [1, 100], ['cm', '厘米', 'centimetres?', 'centimeters?', '公分']],
  ['m', 'length', [1, 1], ['m', '米', '公尺', 'metres?', 'meters?']],
  ['inch', 'length', [127, 5000], ['inch', 'inches', '吋', '英吋', '英寸']],
  ['ft', 'length', [381, 1250], ['ft', 'foot', 'feet', '呎', '英呎', '英尺']],
  ['yd', 'length', [1143, 1250], ['yd', 'yards?', '碼']],
  ['mile', 'length', [201_168, 125], ['miles?', '英里', '哩']],
  ['oz', 'mass', [45_359_237, 1_600_000_000], ['oz', 'ounces?', '安士', '盎司']],
  ['lb', 'mass', [45_359_237, 100_000_000], ['lbs?', 'pounds?', '磅']],
  ['km', 'length', [1000, 1], ['km', '公里', '千米', 'kilometres?', 'kilometers?']],
  ['mg', 'mass', [1, 1_000_000], ['mg', '毫克', 'milligrams?']],
  ['g', 'mass', [1, 1000], ['g', '克', 'grams?']],
  ['kg', 'mass', [1, 1], ['kg', '公斤', '千克', 'kilograms?']],
  ['t', 'mass', [1000, 1], ['t', '公噸', '噸', 'tonnes?']],
  [
    'mL',
    'volume',
    [1, 1000],
    ['ml', '毫升', 'millilitres?', 'milliliters?', 'cm\\^\\(?3\\)?', '立方厘米', 'cubic centimet(?:re|er)s?'],
  ],
  ['L', 'volume', [1, 1], ['l', '升', '公升', 'litres?', 'liters?', 'dm\\^\\(?3\\)?']],
  ['m^3', 'volume', [1000, 1], ['m\\^\\(?3\\)?', '立方米', 'cubic met(?:re|er)s?']],
  ['s', 'time', [1, 1], ['s', '秒', 'sec', 'seconds?']],
  ['min', 'time', [60, 1], ['min', 'mins', '分鐘', '分', 'minutes?']],
  ['h', 'time', [3600, 1], ['h', 'hr', 'hrs', '小時', '鐘頭', 'hours?']],
  ['day', 'time', [86_400, 1], ['days?', '日', '天']],
  ['week', 'time', [604_800, 1], ['weeks?', '星期', '週']],
  ['mm^2', 'area', [1, 1_000_000], ['mm\\^\\(?2\\)?', '平方毫米']],
  ['cm^2', 'area', [1, 10_000], ['cm\\^\\(?2\\)?', '平方厘米', 'square centimet(?:re|er)s?']],
  ['m^2', 'area', [1, 1], ['m\\^\\(?2\\)?', '平方米', 'square met(?:re|er)s?']],
  ['km^2', 'area', [1_000_000, 1], ['km\\^\\(?2\\)?', '平方公里', 'square kilomet(?:re|er)s?']],
  ['ha', 'area', [10_000, 1], ['ha', '公頃', 'hectares?']],
  [
    'm/s',
    'speed',
    [1, 1],
    ['m\\s*/\\s*s', '米每秒', '每秒米', 'met(?:re|er)s? per second', 'm\\s*s\\^\\(?-1\\)?'],
  ],
  [
    'km/h',
    'speed',
    [5, 18],
    ['km\\s*/\\s*hr?', '公里每小時', 'kilomet(?:re|er)s? per hour', 'km\\s*h\\^\\(?-1\\)?'],
  ],
  ['m/min', 'speed', [1, 60], ['m\\s*/\\s*min', '米每分鐘']],
  ['cent', 'money', [1, 100], ['cents?', '仙', '分錢']],
  ['dollar', 'money', [1, 1], ['dollars?', '元', '蚊']],
];
const units: { unit: Unit; pattern: string }[] = table
  .flatMap(([name, what, [n, d], patterns]) =>
    patterns.map((pattern) => ({ unit: { name, what, size: Q.q(n, d) }, pattern })),
  )
  .sort((a, b) => b.pattern.length - a.pattern.length);
const anyUnit = units.map(({ pattern }) => pattern).join('|');

function unitOf(text: string): Unit | undefined {
  const trimmed = text.trim().toLowerCase();
  return units.find(({ pattern }) => new RegExp(`^(?:${pattern})$`, 'i').test(trimmed))?.unit;
}

const amount =
  '(-?\\d[\\d,]*(?:\\.\\d+)?(?:\\s*@\\s*\\(+\\d+\\)?\\/\\(?\\d+\\)+)?(?:\\s*\\/\\s*\\d+)?|\\(+\\d+\\)?\\s*\\/\\s*\\(?\\d+\\)+)';
const edge = '(?![a-zA-Z\\u3400-\\u9fff])';

/** Two units are requested at once: 多少小時多少分鐘. */
const asksTwoUnits = /(?:多少|幾多?|[?？]).*\S.*(?:多少|幾多?|[?？])\s*\S/;

export function unitConversion(reading: Reading): Work | undefined {
  if (asksTwoUnits.test(reading.text)) return undefined;
  const text = reading.text.replace(/平方\s*(公里|米|厘米|毫米)/g, '平方$1');
  const marks =
    '(?:[=化轉換為成作是等於多少幾個改寫約即有]|\\bto\\b|\\bin(?:to)?\\b|\\bas\\b|\\bare there in\\b|\\?|\\s|_)+';
  const compound = new RegExp(
    `${amount}\\s*(${anyUnit})\\s*(?:and\\s*|又\\s*)?(?:(\\d+(?:\\.\\d+)?)\\s*(${anyUnit})\\s*)?${marks}\\s*(?:how many\\s*)?(${anyUnit})${edge.replace('\\u3400-\\u9fff', '')}`,
    'i',
  ).exec(text);
  const reverse = compound
    ? undefined
    : new RegExp(
        `how many\\s*(${anyUnit})\\s*(?:are there\\s*|are\\s*)?(?:in|equal)\\s*${amount}\\s*(${anyUnit})${edge}`,
        'i',
      ).exec(text);
  const temperature = /(-?\d+(?:\.\d+)?)\s*°\s*([CF])[^CF]*(?:°\s*)?([CF])/.exec(text);
  if (temperature)
    return degrees(temperature[1] as string, temperature[2] as string, temperature[3] as string);
  const [written, first, more, second, target] = compound
    ? [compound[1], compound[2], compound[3], compound[4], compound[5]]
    : reverse
      ? [reverse[2], reverse[3], undefined, undefined, reverse[1]]
      : [];
  const [from, to] = [unitOf(first ?? ''), unitOf(target ?? '')];
  if (!written || !from || !to) return undefined;
  // A number, question mark or operator outside the match is part of the question, which is then not
  // understood.
  const rest = text.replace((compound ?? reverse)?.[0] ?? '', ' ');
  if (/[\d?=+*/÷]|[加減乘除]|\band\b|和|及|與/.test(rest.replace(/\?\s*$/, ''))) return undefined;
  if (from.what !== to.what)
    throw new CannotSolveError(
      '兩個單位量度的不是同一種量。',
      'The two units do not measure the same thing.',
    );
  let value: Expr;
  try {
    value = parseExpr(written.replace(/,/g, ''));
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
  const extra = unitOf(second ?? '');
  const paper = createStepRecorder();
  const rate = Q.div(from.size, to.size);
  const convert = (x: Expr, by: Q.Q): Expr =>
    by.d === 1n ? times(x, num(by)) : by.n === 1n ? over(x, num(by.d)) : over(times(x, num(by.n)), num(by.d));
  let put = convert(value, rate);
  if (more && extra?.what === to.what)
    put = sum(put, convert(num(Q.fromDecimal(more) as Q.Q, more.includes('.')), Q.div(extra.size, to.size)));
  const result = simplify(put);
  const exact = rationalValue(result);
  const shown =
    hasDecimal(value) || (exact && exact.d !== 1n && Q.toDecimal(exact) && !written.includes('/'))
      ? asDecimals(result)
      : result;
  const [one, other] = [raised(from.name), raised(to.name)];
  const rateText =
    rate.d === 1n
      ? `1 ${one} = ${rate.n} ${other}`
      : rate.n === 1n
        ? `1 ${other} = ${rate.d} ${one}`
        : `1 ${one} = ${rate.n}/${rate.d} ${other}`;
  paper.equal(bilingual(`換算：${rateText}。`, `The rate: ${rateText}.`), put, shown);
  return finish(paper, {
    kind: 'unit conversion',
    problemLatex: `${toLatex(value)}${unitLatex(from.name)}`,
    answer: `${toText(shown)} ${to.name}`,
    answerLatex: `${toLatex(shown)}${unitLatex(to.name)}`,
  });
}

const raised = (unit: string) => unit.replace('^2', '²').replace('^3', '³');
/** The power of a unit is placed outside \text, because inside it would not be typeset as a formula. */
const unitLatex = (unit: string) =>
  unit.replace(
    /^([^^]+)(?:\^(\d))?$/,
    (_, name: string, power?: string) => `\\text{ ${name}}${power ? `^{${power}}` : ''}`,
  );

function degrees(written: string, from: string, to: string): Work | undefined {
  if (from === to) return undefined;
  const size = Q.fromDecimal(written.replace('-', '')) as Q.Q;
  const value = num(written.startsWith('-') ? Q.neg(size) : size, written.includes('.'));
  const put =
    from === 'C'
      ? sum(over(times(value, num(9)), num(5)), num(32))
      : over(times(sum(value, num(-32)), num(5)), num(9));
  const paper = createStepRecorder();
  const shown = asDecimals(simplify(put));
  paper.equal(
    from === 'C'
      ? bilingual('F = C × 9 ÷ 5 + 32。', 'F = C × 9 ÷ 5 + 32.')
      : bilingual('C = (F - 32) × 5 ÷ 9。', 'C = (F - 32) × 5 ÷ 9.'),
    put,
    shown,
  );
  return finish(paper, {
    kind: 'unit conversion',
    problemLatex: `${toLatex(value)}^{\\circ}\\text{${from}}`,
    answer: `${toText(shown)} °${to}`,
    answerLatex: `${toLatex(shown)}^{\\circ}\\text{${to}}`,
  });
}
