/** Reads a LaTeX formula aloud in words. */

import type { Language } from './language.ts';

/** How the parts of a formula are spoken in one language. */
type Vocabulary = {
  fraction(above: string, below: string): string;
  root(inside: string, degree: string): string;
  power(exponent: string): string;
  squared: string;
  cubed: string;
  absolute(inside: string): string;
  /** A sum, product or integral with its bounds; missing bounds are empty. */
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

/** Other names of a sign. */
const signAliases: Record<string, string> = {
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
  /** Everything in the formula has words; otherwise unknown commands are left as their names. */
  isComplete: boolean;
};

type ParseState = { text: string; at: number; say: Vocabulary; isWhole: boolean };

const maxDepth = 20;
const ignoredCommands = new Set([
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
  const state: ParseState = { text: latex, at: 0, say, isWhole: true };
  let words = '';
  // An unmatched closing brace does not end the formula.
  while (state.at < latex.length) {
    words += spoken(state, 0);
    state.at += 1;
  }
  words = words
    .replace(/(\d+(?:\.\d+)?)\s*%/g, (_, number: string) => say.percent(number))
    .replace(/\s+/g, ' ')
    .replace(/ ([,，])/g, '$1')
    .trim();
  return { words, isComplete: state.isWhole };
}

function spoken(state: ParseState, depth: number): string {
  let words = '';
  while (state.at < state.text.length && state.text[state.at] !== '}') words += piece(state, depth);
  return words;
}

/** Text after which a minus is a negative sign, not a subtraction. */
const beforeNegative =
  /(?:^|[=<>+\-−*/({[&,|≤≥≠≈×÷^_]|\\(?:leq?|geq?|neq?|lt|gt|approx|times|cdot|div|pm|to|in|equiv|left))\s*$/;

const isLetter = (sign: string | undefined) => sign !== undefined && /[A-Za-z]/.test(sign);

/** One sign, command or group. */
function piece(state: ParseState, depth: number): string {
  const { text, say } = state;
  const sign = text[state.at] ?? '';
  state.at += 1;
  if (sign === '\\') return command(state, depth);
  if (sign === '{') return group(state, depth);
  if (sign === '^') return power(argument(state, depth).trim(), say);
  if (sign === '_') return ` ${argument(state, depth)}`;
  if (sign === '²') return say.squared;
  if (sign === '³') return say.cubed;
  if (sign === "'") return say.prime;
  if (sign === '&' || sign === '~') return ' ';
  if (sign === '|') return absolute(state, depth);
  // Adjacent variables are spoken as letters, not as a word.
  if (isLetter(sign)) return isLetter(text[state.at - 2]) ? ` ${sign}` : sign;
  const name = signAliases[sign] ?? sign;
  const word = say.signs[name];
  if (!word) return sign;
  if (name === 'circ') return say.degrees;
  const isNegative = (sign === '-' || sign === '−') && beforeNegative.test(text.slice(0, state.at - 1));
  return ` ${isNegative ? say.negative : word} `;
}

function power(exponent: string, say: Vocabulary) {
  if (exponent === '2') return say.squared;
  if (exponent === '3') return say.cubed;
  if (exponent === say.degrees.trim()) return say.degrees;
  return exponent === say.prime.trim() ? say.prime : say.power(exponent);
}

function absolute(state: ParseState, depth: number): string {
  const end = state.text.indexOf('|', state.at);
  if (end === -1 || depth > maxDepth) return ' ';
  const inside: ParseState = { ...state, text: state.text.slice(state.at, end), at: 0 };
  const words = spoken(inside, depth + 1).trim();
  state.at = end + 1;
  state.isWhole &&= inside.isWhole;
  return ` ${state.say.absolute(words)} `;
}

function command(state: ParseState, depth: number): string {
  const { say } = state;
  const name = /^(?:[A-Za-z]+|.)/s.exec(state.text.slice(state.at))?.[0] ?? '';
  state.at += name.length;
  if (/^[dtc]?frac$/.test(name))
    return ` ${say.fraction(argument(state, depth).trim(), argument(state, depth).trim())} `;
  if (name === 'sqrt') {
    const degree = /^\s*\[([^\]]*)\]/.exec(state.text.slice(state.at));
    state.at += degree?.[0].length ?? 0;
    return ` ${say.root(argument(state, depth).trim(), degree?.[1] ?? '')} `;
  }
  if (plainText.has(name)) return ` ${rawArgument(state)} `;
  if (wrapping.has(name)) return argument(state, depth);
  if (name === 'sum' || name === 'prod' || name === 'int') {
    const { from, to } = bounds(state, depth);
    return ` ${say.over(name, from, to)} `;
  }
  if (name === 'lim') return ` ${say.limit(bounds(state, depth).from)} `;
  if (name === 'begin' || name === 'end') return environment(state);
  if (name === '\\') return say.between;
  if (name === '%') return '%';
  if (name === '|') return absolute(state, depth);
  if (ignoredCommands.has(name)) return ' ';
  const known = signAliases[name] ?? name;
  const word = say.signs[known];
  if (word) return known === 'circ' ? say.degrees : ` ${word} `;
  if (!/^[A-Za-z]/.test(name)) return /[{}$#]/.test(name) ? name : ' ';
  state.isWhole = false;
  return ` ${name} `;
}

function environment(state: ParseState): string {
  const name = rawArgument(state);
  if (!sayableEnvironments.test(name)) state.isWhole = false;
  return ' ';
}

function bounds(state: ParseState, depth: number) {
  const found = { from: '', to: '' };
  for (;;) {
    const sign = /^\s*([_^])/.exec(state.text.slice(state.at));
    if (!sign) return found;
    state.at += sign[0].length;
    const words = argument(state, depth).replace(/\s+/g, ' ').trim();
    if (sign[1] === '_') found.from = words;
    else found.to = words;
  }
}

function argument(state: ParseState, depth: number): string {
  while (state.text[state.at] === ' ') state.at += 1;
  const isThere = state.at < state.text.length && state.text[state.at] !== '}';
  return isThere ? piece(state, depth) : '';
}

/** The text in braces, verbatim. */
function rawArgument(state: ParseState): string {
  const found = /^\s*\{([^{}]*)\}/.exec(state.text.slice(state.at));
  state.at += found?.[0].length ?? 0;
  return found?.[1] ?? '';
}

function group(state: ParseState, depth: number) {
  if (depth > maxDepth) {
    state.isWhole = false;
    return '';
  }
  const inside = spoken(state, depth + 1);
  state.at += 1;
  return inside;
}
