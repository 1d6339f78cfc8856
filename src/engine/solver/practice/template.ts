import { statementLatex, toLatex } from '../core/print.ts';
import { normaliseText } from '../reading/normalise.ts';
import { parseExpr, parseStatement } from '../reading/parse.ts';
import type { Kind } from '../solution.ts';

export type SchoolLevel = 'primary' | 'junior' | 'senior';

/** A question before it is solved; text in braces is a formula, `解方程 {2x + 5 = 13}`. */
export type Draft = {
  readonly zh: string;
  readonly en: string;
  /**
   * The text for the solver if the question is a word problem; otherwise the solver gets the question itself.
   */
  readonly problem?: string;
  /** Answers that result from common mistakes: with them the question is multiple choice. */
  readonly wrong?: readonly string[];
};
export type Template = {
  readonly kind: Kind;
  readonly level: SchoolLevel;
  readonly count: number;
  /** Undefined if the random numbers do not suit: it is called again with others. */
  readonly make: (random: Random) => Draft | undefined;
};

export const template = (
  kind: Kind,
  level: SchoolLevel,
  count: number,
  make: (random: Random) => Draft | undefined,
): Template => ({ kind, level, count, make });

/** A formula in braces; text that is LaTeX already is left alone. */
const formulas = /\\\(.*?\\\)|\{([^{}]*)\}/g;

/** Calculations as printed in a textbook: with ×, ÷ and mixed numbers. */
const sumLatex = (formula: string): string =>
  formula
    .replace(/(\d+) (\d+)\/(\d+)/g, '$1\\frac{$2}{$3}')
    .replace(/(\d+)\/(\d+)/g, '\\frac{$1}{$2}')
    .replace(/\s*×\s*/g, '\\times ')
    .replace(/\s*÷\s*/g, '\\div ')
    .replace(/\s*([-+])\s*/g, '$1')
    .replace(/\(/g, '\\left(')
    .replace(/\)/g, '\\right)');

function partLatex(part: string): string {
  if (!/[a-zθ°<>=|]/i.test(part)) return sumLatex(part);
  const named = /^f\(([^()]*)\)(?: = (.*))?$/.exec(part);
  if (named) return `f(${named[1]})${named[2] ? `=${partLatex(named[2])}` : ''}`;
  const text = normaliseText(part);
  return /[=<>]/.test(text) ? statementLatex(parseStatement(text)) : toLatex(parseExpr(text));
}

export const latexOf = (formula: string): string =>
  formula
    .split(/,\s*(?![^(]*\))/)
    .map(partLatex)
    .join(',\\ ')
    .replace(/(^|[=<>]|\\[lg]e )\\left\(-(\d+)\\right\)(?=[a-z])/g, '$1-$2');

/** The text as displayed: Markdown with LaTeX. */
export const displayText = (text: string): string =>
  text.replace(formulas, (whole, formula?: string) =>
    formula === undefined ? whole : `\\(${latexOf(formula)}\\)`,
  );

/** The text for the solver: formulas without braces. */
export const solverText = (text: string): string =>
  text.replace(formulas, (whole, formula?: string) => formula ?? whole);

/** A term that follows another: + 5, - 5. */
export const term = (value: number, name = ''): string =>
  `${value < 0 ? '-' : '+'} ${name !== '' && Math.abs(value) === 1 ? '' : Math.abs(value)}${name}`;
export const gcd = (a: number, b: number): number => (b === 0 ? Math.abs(a) : gcd(b, a % b));

export type Random = {
  /** A random integer from low to high, both included. */
  between(low: number, high: number): number;
  /** The same, never 0. */
  nonzero(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item;
};

/** Seeded random generator: the same seed gives the same numbers (mulberry32). */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const nextFraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + Math.floor(nextFraction() * (high - low + 1));
  return {
    between,
    nonzero: (low, high) => {
      for (;;) {
        const found = between(low, high);
        if (found !== 0) return found;
      }
    },
    pick: (items) => {
      if (items.length === 0) throw new RangeError('nothing to pick from');
      return items[between(0, items.length - 1)] as (typeof items)[number];
    },
  };
}

/** The text of a polynomial: 3x^2 - x + 5 from 3, -1, 5. */
export function poly(coefficients: readonly number[], name = 'x'): string {
  let text = '';
  coefficients.forEach((c, at) => {
    if (c === 0) return;
    const power = coefficients.length - 1 - at;
    const size = Math.abs(c) === 1 && power > 0 ? '' : Math.abs(c);
    const body = `${size}${power === 0 ? '' : power === 1 ? name : `${name}^${power}`}`;
    text += text === '' ? `${c < 0 ? '-' : ''}${body}` : ` ${c < 0 ? '-' : '+'} ${body}`;
  });
  return text === '' ? '0' : text;
}
