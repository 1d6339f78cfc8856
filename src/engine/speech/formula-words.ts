/** A formula as one says it. */
import { sameSigns, type Vocabulary, vocabularies } from './formula-vocabulary.ts';
import type { Language } from './language.ts';

export type FormulaWords = {
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
