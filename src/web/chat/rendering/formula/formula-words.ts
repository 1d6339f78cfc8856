import type { Locale } from '#shared/locale.ts';

type Say = {
  fraction: (above: string, below: string) => string;
  root: (inside: string, degree: string) => string;
  power: (base: string) => string;
  squared: string;
  cubed: string;
  signs: Record<string, string>;
};

const zh: Say = {
  fraction: (above, below) => `${below} 分之 ${above}`,
  root: (inside, degree) => (degree === '' ? `開方 ${inside}` : `${degree} 次方根 ${inside}`),
  power: (exponent) => ` 的 ${exponent} 次方`,
  squared: ' 的平方',
  cubed: ' 的立方',
  signs: {
    '+': '加',
    '-': '減',
    '−': '減',
    '=': '等於',
    '<': '小於',
    '>': '大於',
    '*': '乘',
    '/': '除以',
    times: '乘',
    cdot: '乘',
    div: '除以',
    pm: '加減',
    leq: '小於或等於',
    le: '小於或等於',
    geq: '大於或等於',
    ge: '大於或等於',
    neq: '不等於',
    ne: '不等於',
    approx: '約等於',
    infty: '無限',
    pi: '圓周率',
    Rightarrow: '所以',
    implies: '所以',
    therefore: '所以',
    because: '因為',
    circ: '度',
    angle: '角',
    triangle: '三角形',
    ldots: '等等',
    dots: '等等',
    cdots: '等等',
    '%': ' 巴仙',
  },
};

const en: Say = {
  fraction: (above, below) => `${above} over ${below}`,
  root: (inside, degree) =>
    degree === '' ? `the square root of ${inside}` : `the root of order ${degree} of ${inside}`,
  power: (exponent) => ` to the power ${exponent}`,
  squared: ' squared',
  cubed: ' cubed',
  signs: {
    '+': 'plus',
    '-': 'minus',
    '−': 'minus',
    '=': 'equals',
    '<': 'is less than',
    '>': 'is greater than',
    '*': 'times',
    '/': 'divided by',
    times: 'times',
    cdot: 'times',
    div: 'divided by',
    pm: 'plus or minus',
    leq: 'is at most',
    le: 'is at most',
    geq: 'is at least',
    ge: 'is at least',
    neq: 'is not equal to',
    ne: 'is not equal to',
    approx: 'is about',
    infty: 'infinity',
    pi: 'pi',
    Rightarrow: 'so',
    implies: 'so',
    therefore: 'so',
    because: 'because',
    circ: 'degrees',
    angle: 'angle',
    triangle: 'triangle',
    ldots: 'and so on',
    dots: 'and so on',
    cdots: 'and so on',
    '%': ' percent',
  },
};

const says: Record<Locale, Say> = { 'zh-Hant': zh, en };

/** A formula in words, as far as that is easy; what has no words is left as letters and figures. */
export const formulaWords = (latex: string, locale: Locale) =>
  spoken({ text: latex, at: 0 }, says[locale], 0).replace(/\s+/g, ' ').trim();

type Reading = { text: string; at: number };
const deepest = 20;

function spoken(reading: Reading, say: Say, depth: number): string {
  let words = '';
  while (reading.at < reading.text.length) {
    const sign = reading.text[reading.at];
    if (sign === '}') break;
    words += piece(reading, say, depth);
  }
  return words;
}

/** One sign, command or group. */
function piece(reading: Reading, say: Say, depth: number): string {
  const { text } = reading;
  const sign = text[reading.at] ?? '';
  reading.at += 1;
  if (sign === '\\') return command(reading, say, depth);
  if (sign === '{') return group(reading, say, depth);
  if (sign === '^') {
    const exponent = argument(reading, say, depth).trim();
    return exponent === '2'
      ? say.squared
      : exponent === '3'
        ? say.cubed
        : isDegree(exponent, say)
          ? exponent
          : say.power(exponent);
  }
  if (sign === '_') return ` ${argument(reading, say, depth)}`;
  if (sign === '&' || sign === '~') return ' ';
  const word = say.signs[sign];
  return word ? ` ${word} ` : sign;
}
const isDegree = (exponent: string, say: Say) => exponent === say.signs.circ;

function command(reading: Reading, say: Say, depth: number): string {
  const name = /^(?:[A-Za-z]+|.)/s.exec(reading.text.slice(reading.at))?.[0] ?? '';
  reading.at += name.length;
  if (/^(?:[dt]?frac)$/.test(name))
    return ` ${say.fraction(argument(reading, say, depth), argument(reading, say, depth))} `;
  if (name === 'sqrt') {
    const degree = /^\s*\[([^\]]*)\]/.exec(reading.text.slice(reading.at));
    reading.at += degree?.[0].length ?? 0;
    return ` ${say.root(argument(reading, say, depth), degree?.[1] ?? '')} `;
  }
  if (/^(?:text|mathrm|mathbf|operatorname|textbf|mbox)$/.test(name))
    return ` ${argument(reading, say, depth)} `;
  if (/^(?:begin|end)$/.test(name)) {
    argument(reading, say, depth);
    return ' ';
  }
  if (/^(?:left|right|big|Big|displaystyle|quad|qquad)$/.test(name)) return ' ';
  const word = say.signs[name];
  if (word) return name === 'circ' ? word : ` ${word} `;
  return /^[A-Za-z]/.test(name) ? ` ${name} ` : /[{}%$]/.test(name) ? (say.signs[name] ?? name) : ' ';
}

function argument(reading: Reading, say: Say, depth: number): string {
  while (reading.text[reading.at] === ' ') reading.at += 1;
  return reading.at < reading.text.length && reading.text[reading.at] !== '}'
    ? piece(reading, say, depth)
    : '';
}

function group(reading: Reading, say: Say, depth: number) {
  if (depth > deepest) return '';
  const inside = spoken(reading, say, depth + 1);
  reading.at += 1;
  return inside;
}
