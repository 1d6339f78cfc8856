import type { Random } from '../../tests/random.ts';

/** What SymPy computes independently; the solver sees only `text`. */
type Truth =
  | { type: 'value'; expr: string; unit?: boolean }
  | { type: 'factor' | 'expand' | 'same'; expr: string }
  | { type: 'statement'; from: string; given?: string }
  | { type: 'derivative'; expr: string; over: string; order?: number; at?: string }
  | { type: 'integral'; expr: string; over: string }
  | { type: 'definite'; expr: string; over: string; bounds: [string, string] }
  | { type: 'point'; point: [string, string] }
  | { type: 'text'; text: string }
  | { type: 'holds'; pattern: string; parts: string[] };

export type Problem = { kind: string; text: string; truth: Truth };
export type Maker = (random: Random) => { text: string; truth: Truth };

export const between = (random: Random, low: number, high: number): number =>
  low + random.below(high - low + 1);
export function nonzero(random: Random, low: number, high: number): number {
  for (;;) {
    const found = between(random, low, high);
    if (found !== 0) return found;
  }
}

/** A polynomial as a student types it, from its coefficients, highest power first: 2x^2 - 3x + 1. */
export function polynomialText(coefficients: readonly number[], name = 'x'): string {
  const degree = coefficients.length - 1;
  let text = '';
  coefficients.forEach((c, at) => {
    if (c === 0) return;
    const power = degree - at;
    const size = Math.abs(c);
    const body =
      power === 0 ? `${size}` : `${size === 1 ? '' : size}${name}${power === 1 ? '' : `^${power}`}`;
    text += text === '' ? `${c < 0 ? '-' : ''}${body}` : `${c < 0 ? '-' : '+'}${body}`;
  });
  return text === '' ? '0' : text;
}

/** The same polynomial for SymPy: 2*x^2 - 3*x + 1. */
export const polynomialForSympy = (coefficients: readonly number[], name = 'x'): string =>
  coefficients.map((c, at) => `(${c})*${name}^${coefficients.length - 1 - at}`).join(' + ');

const superscript = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const wide: Record<string, string> = {
  '+': '＋',
  '-': '－',
  '=': '＝',
  '(': '（',
  ')': '）',
  '<': '＜',
  '>': '＞',
};

/**
 * The text in one of the notations students use: superscripts, full-width characters, spaces, LaTeX, signs.
 */
export function inRandomNotation(random: Random, text: string): string {
  const way = random.below(7);
  if (way === 0) return text.replace(/\^(\d)/g, (_, digit: string) => superscript[Number(digit)] ?? digit);
  if (way === 1)
    return text.replace(/[-+=()<>]/g, (char) =>
      /[<>]=/.test(text) && /[<>=]/.test(char) ? char : (wide[char] ?? char),
    );
  if (way === 2)
    return text
      .replace(/([-+=])/g, ' $1 ')
      .replace(/^ - /, '-')
      .replace(/([<>]) =/g, '$1=')
      .replace(/\( - /g, '(-');
  if (way === 3)
    return `$${text
      .replace(/\^(\d+)/g, '^{$1}')
      .replace(/<=/g, '\\le ')
      .replace(/>=/g, '\\ge ')
      .replace(/\*/g, '\\times ')}$`;
  if (way === 4) return text.replace(/-/g, '−').replace(/<=/g, '≤').replace(/>=/g, '≥').replace(/\*/g, '×');
  return text;
}

export const inRandomWording = (random: Random, ways: readonly string[], text: string): string =>
  random.pick(ways).replace('@', text);

const valueWords = [
  '計算 @',
  'Calculate @',
  '@',
  '求 @ 的值',
  'Evaluate @',
  'Find the value of @',
  '@ = ?',
  'Work out @',
  '@ 等於多少？',
] as const;
/** A problem that asks for the value of an expression. */
export const value = (
  random: Random,
  text: string,
  expr: string,
  ways: readonly string[] = valueWords,
): ReturnType<Maker> => ({ text: inRandomWording(random, ways, text), truth: { type: 'value', expr } });
