/** A formula as one says it. */

import type { Language } from './language.ts';

/** How the parts of a formula are said. */
type Vocabulary = {
  fraction(above: string, below: string): string;
  root(inside: string, degree: string): string;
  power(exponent: string): string;
  squared: string;
  cubed: string;
  absolute(inside: string): string;
  /** A sum, product or integral with its bounds, where it has any. */
  over(name: 'sum' | 'prod' | 'int', from: string, to: string): string;
  limit(towards: string): string;
  percent(number: string): string;
  prime: string;
  degrees: string;
  /** Before a number that is below zero. */
  negative: string;
  /** Between the lines of one formula. */
  between: string;
  signs: Record<string, string>;
};

const letters = [
  ...['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'theta', 'lambda', 'mu', 'rho', 'sigma', 'tau', 'phi'],
  ...[
    'omega',
    'Delta',
    'Sigma',
    'Omega',
    'Theta',
    'Phi',
    'varepsilon',
    'varphi',
    'eta',
    'kappa',
    'nu',
    'psi',
  ],
];
const greek = Object.fromEntries(letters.map((name) => [name, name.replace(/^var/, '').toLowerCase()]));
const functions = { sin: 'sine', cos: 'cosine', tan: 'tan', log: 'log', ln: 'natural log', exp: 'e to the' };

const english: Vocabulary = {
  fraction: (above, below) => `${above} over ${below}`,
  root: (inside, degree) =>
    degree === ''
      ? `the square root of ${inside}`
      : degree === '3'
        ? `the cube root of ${inside}`
        : `the root of order ${degree} of ${inside}`,
  power: (exponent) => ` to the power ${exponent}`,
  squared: ' squared',
  cubed: ' cubed',
  absolute: (inside) => `the absolute value of ${inside}`,
  over: (name, from, to) => {
    const what = { sum: 'the sum', prod: 'the product', int: 'the integral' }[name];
    return `${what}${from && ` from ${from}`}${to && ` to ${to}`} of`;
  },
  limit: (towards) => `the limit${towards && ` as ${towards}`} of`,
  percent: (number) => `${number} percent`,
  prime: ' prime',
  degrees: ' degrees',
  negative: 'minus',
  between: ', ',
  signs: {
    ...greek,
    ...functions,
    '+': 'plus',
    '-': 'minus',
    '−': 'minus',
    '=': 'equals',
    '<': 'is less than',
    '>': 'is greater than',
    '*': 'times',
    '/': 'divided by',
    ':': 'to',
    '!': 'factorial',
    times: 'times',
    cdot: 'times',
    div: 'divided by',
    pm: 'plus or minus',
    mp: 'minus or plus',
    leq: 'is at most',
    geq: 'is at least',
    neq: 'is not equal to',
    approx: 'is about',
    equiv: 'is identical to',
    sim: 'is similar to',
    cong: 'is congruent to',
    propto: 'is proportional to',
    perp: 'is perpendicular to',
    parallel: 'is parallel to',
    in: 'is in',
    cup: 'union',
    cap: 'intersection',
    to: 'goes to',
    infty: 'infinity',
    pi: 'pi',
    Rightarrow: 'so',
    Leftrightarrow: 'is the same as',
    therefore: 'so',
    because: 'because',
    circ: 'degrees',
    angle: 'angle',
    triangle: 'triangle',
    ldots: 'and so on',
  },
};

const chinese: Vocabulary = {
  fraction: (above, below) => `${below} 分之 ${above}`,
  root: (inside, degree) => (degree === '' ? `開方 ${inside}` : `${degree} 次方根 ${inside}`),
  power: (exponent) => ` 的 ${exponent} 次方`,
  squared: ' 的平方',
  cubed: ' 的立方',
  absolute: (inside) => `${inside} 的絕對值`,
  over: (name, from, to) => {
    const what = { sum: '總和', prod: '連乘積', int: '積分' }[name];
    return `${from && `由 ${from} `}${to && `到 ${to} `}${from || to ? '的' : ''}${what}`;
  },
  limit: (towards) => (towards ? `當 ${towards} 時的極限` : '極限'),
  percent: (number) => `百分之 ${number}`,
  prime: ' 撇',
  degrees: '度',
  negative: '負',
  between: '，',
  signs: {
    ...greek,
    ...functions,
    exp: 'e 的次方',
    '+': '加',
    '-': '減',
    '−': '減',
    '=': '等於',
    '<': '小於',
    '>': '大於',
    '*': '乘',
    '/': '除以',
    ':': '比',
    '!': '階乘',
    times: '乘',
    cdot: '乘',
    div: '除以',
    pm: '加減',
    mp: '減加',
    leq: '小於或等於',
    geq: '大於或等於',
    neq: '不等於',
    approx: '約等於',
    equiv: '恆等於',
    sim: '相似於',
    cong: '全等於',
    propto: '正比於',
    perp: '垂直於',
    parallel: '平行於',
    in: '屬於',
    cup: '並',
    cap: '交',
    to: '趨向',
    infty: '無限',
    pi: '圓周率',
    Rightarrow: '所以',
    Leftrightarrow: '即是',
    therefore: '所以',
    because: '因為',
    circ: '度',
    angle: '角',
    triangle: '三角形',
    ldots: '等等',
  },
};

export const vocabularies: Record<Language, Vocabulary> = { en: english, yue: chinese, cmn: chinese };

/** Other names of the same sign. */
const sameSigns: Record<string, string> = {
  le: 'leq',
  leqslant: 'leq',
  '≤': 'leq',
  ge: 'geq',
  geqslant: 'geq',
  '≥': 'geq',
  ne: 'neq',
  '≠': 'neq',
  lt: '<',
  gt: '>',
  '×': 'times',
  '·': 'cdot',
  '÷': 'div',
  '±': 'pm',
  '≈': 'approx',
  '∞': 'infty',
  π: 'pi',
  θ: 'theta',
  '∴': 'therefore',
  '∵': 'because',
  '°': 'circ',
  degree: 'circ',
  '∠': 'angle',
  '△': 'triangle',
  '⇒': 'Rightarrow',
  implies: 'Rightarrow',
  Longrightarrow: 'Rightarrow',
  iff: 'Leftrightarrow',
  rightarrow: 'to',
  '→': 'to',
  '…': 'ldots',
  dots: 'ldots',
  cdots: 'ldots',
  vdots: 'ldots',
  ast: '*',
};

type FormulaWords = {
  words: string;
  /** Everything in it has words; where not, letters and figures are left of the rest. */
  isWhole: boolean;
};

type Reading = { text: string; at: number; say: Vocabulary; isWhole: boolean };

const deepest = 20;
const silent = new Set([
  ...[
    'left',
    'right',
    'big',
    'Big',
    'bigl',
    'bigr',
    'Bigl',
    'Bigr',
    'displaystyle',
    'textstyle',
    'quad',
    'qquad',
  ],
  ...['limits', 'nolimits', 'middle', 'rm', 'bf'],
]);
const sayableEnvironments = /^(?:equation|align|aligned|gather|gathered|cases|split)\*?$/;
const plainText = new Set(['text', 'mathrm', 'operatorname', 'textbf', 'mbox', 'textit', 'textrm']);
const wrapping = new Set([
  'mathbf',
  'boxed',
  'overline',
  'bar',
  'vec',
  'hat',
  'underline',
  'mathit',
  'boldsymbol',
]);

export function formulaWords(latex: string, language: Language): FormulaWords {
  const say = vocabularies[language];
  const reading: Reading = { text: latex, at: 0, say, isWhole: true };
  let words = '';
  // A brace too many ends nothing.
  while (reading.at < latex.length) {
    words += spoken(reading, 0);
    reading.at += 1;
  }
  words = words
    .replace(/(\d+(?:\.\d+)?)\s*%/g, (_, number: string) => say.percent(number))
    .replace(/\s+/g, ' ')
    .replace(/ ([,，])/g, '$1')
    .trim();
  return { words, isWhole: reading.isWhole };
}

function spoken(reading: Reading, depth: number): string {
  let words = '';
  while (reading.at < reading.text.length && reading.text[reading.at] !== '}') words += piece(reading, depth);
  return words;
}

/** What a minus follows that takes nothing away. */
const negated =
  /(?:^|[=<>+\-−*/({[&,|≤≥≠≈×÷^_]|\\(?:leq?|geq?|neq?|lt|gt|approx|times|cdot|div|pm|to|in|equiv|left))\s*$/;

const isLetter = (sign: string | undefined) => sign !== undefined && /[A-Za-z]/.test(sign);

/** One sign, command or group. */
function piece(reading: Reading, depth: number): string {
  const { text, say } = reading;
  const sign = text[reading.at] ?? '';
  reading.at += 1;
  if (sign === '\\') return command(reading, depth);
  if (sign === '{') return group(reading, depth);
  if (sign === '^') return power(argument(reading, depth).trim(), say);
  if (sign === '_') return ` ${argument(reading, depth)}`;
  if (sign === '²') return say.squared;
  if (sign === '³') return say.cubed;
  if (sign === "'") return say.prime;
  if (sign === '&' || sign === '~') return ' ';
  if (sign === '|') return absolute(reading, depth);
  // Two unknowns side by side are no word.
  if (isLetter(sign)) return isLetter(text[reading.at - 2]) ? ` ${sign}` : sign;
  const name = sameSigns[sign] ?? sign;
  const word = say.signs[name];
  if (!word) return sign;
  if (name === 'circ') return say.degrees;
  const isNegative = (sign === '-' || sign === '−') && negated.test(text.slice(0, reading.at - 1));
  return ` ${isNegative ? say.negative : word} `;
}

function power(exponent: string, say: Vocabulary) {
  if (exponent === '2') return say.squared;
  if (exponent === '3') return say.cubed;
  if (exponent === say.degrees.trim()) return say.degrees;
  return exponent === say.prime.trim() ? say.prime : say.power(exponent);
}

function absolute(reading: Reading, depth: number): string {
  const end = reading.text.indexOf('|', reading.at);
  if (end === -1 || depth > deepest) return ' ';
  const inside: Reading = { ...reading, text: reading.text.slice(reading.at, end), at: 0 };
  const words = spoken(inside, depth + 1).trim();
  reading.at = end + 1;
  reading.isWhole &&= inside.isWhole;
  return ` ${reading.say.absolute(words)} `;
}

function command(reading: Reading, depth: number): string {
  const { say } = reading;
  const name = /^(?:[A-Za-z]+|.)/s.exec(reading.text.slice(reading.at))?.[0] ?? '';
  reading.at += name.length;
  if (/^[dtc]?frac$/.test(name))
    return ` ${say.fraction(argument(reading, depth).trim(), argument(reading, depth).trim())} `;
  if (name === 'sqrt') {
    const degree = /^\s*\[([^\]]*)\]/.exec(reading.text.slice(reading.at));
    reading.at += degree?.[0].length ?? 0;
    return ` ${say.root(argument(reading, depth).trim(), degree?.[1] ?? '')} `;
  }
  if (plainText.has(name)) return ` ${rawArgument(reading)} `;
  if (wrapping.has(name)) return argument(reading, depth);
  if (name === 'sum' || name === 'prod' || name === 'int') {
    const { from, to } = bounds(reading, depth);
    return ` ${say.over(name, from, to)} `;
  }
  if (name === 'lim') return ` ${say.limit(bounds(reading, depth).from)} `;
  if (name === 'begin' || name === 'end') return environment(reading);
  if (name === '\\') return say.between;
  if (name === '%') return '%';
  if (name === '|') return absolute(reading, depth);
  if (silent.has(name)) return ' ';
  const known = sameSigns[name] ?? name;
  const word = say.signs[known];
  if (word) return known === 'circ' ? say.degrees : ` ${word} `;
  if (!/^[A-Za-z]/.test(name)) return /[{}$#]/.test(name) ? name : ' ';
  reading.isWhole = false;
  return ` ${name} `;
}

function environment(reading: Reading): string {
  const name = rawArgument(reading);
  if (!sayableEnvironments.test(name)) reading.isWhole = false;
  return ' ';
}

function bounds(reading: Reading, depth: number) {
  const found = { from: '', to: '' };
  for (;;) {
    const sign = /^\s*([_^])/.exec(reading.text.slice(reading.at));
    if (!sign) return found;
    reading.at += sign[0].length;
    const words = argument(reading, depth).replace(/\s+/g, ' ').trim();
    if (sign[1] === '_') found.from = words;
    else found.to = words;
  }
}

function argument(reading: Reading, depth: number): string {
  while (reading.text[reading.at] === ' ') reading.at += 1;
  const isThere = reading.at < reading.text.length && reading.text[reading.at] !== '}';
  return isThere ? piece(reading, depth) : '';
}

/** What stands in braces, as it is written. */
function rawArgument(reading: Reading): string {
  const found = /^\s*\{([^{}]*)\}/.exec(reading.text.slice(reading.at));
  reading.at += found?.[0].length ?? 0;
  return found?.[1] ?? '';
}

function group(reading: Reading, depth: number) {
  if (depth > deepest) {
    reading.isWhole = false;
    return '';
  }
  const inside = spoken(reading, depth + 1);
  reading.at += 1;
  return inside;
}
