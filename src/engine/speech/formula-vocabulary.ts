import type { Language } from './language.ts';

/** How the parts of a formula are said. */
export type Vocabulary = {
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
export const sameSigns: Record<string, string> = {
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
