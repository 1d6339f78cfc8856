import { TooHard } from '../core/budget.ts';
import { type Expr, symbolsOf } from '../core/expr.ts';
import { type Statement, variablesOf } from '../core/statement.ts';
import { isMathWord } from './math-words.ts';
import { normaliseText } from './normalise.ts';
import { asksElse, asksFurther, asksRounded, asksSeveral, hasUnits } from './other-questions.ts';
import { parseExpr, parseStatement, splitOutside } from './parse.ts';
import { Ambiguous, functionWords, greekNames, Unreadable } from './tokens.ts';
import { hasForeignWords } from './vocabulary.ts';

/** A problem as it was understood: its words, and the pieces of mathematics between them. */
export type Reading = {
  readonly input: string;
  /** One way of writing, words kept. */
  readonly text: string;
  /** The same in lower case, for looking for words. */
  readonly lower: string;
  readonly parts: readonly string[];
  /** Whether there are words beside those that ask for algebra: the formulas may not be all of the question. */
  readonly foreign: boolean;
  /** Whether something is to be made of what is found, such as the square of a distance. */
  readonly further: boolean;
  /** Whether two things are asked for at once. */
  readonly several: boolean;
  /** Whether a rounded answer is asked for. */
  readonly rounded: boolean;
  /** Whether an expression with letters ends in "=": something may be missing. */
  readonly openEnded: boolean;
  /** Whether a piece with signs in it could not be read: what is left may not be the whole question. */
  readonly broken: boolean;
  /** Every piece that is a relation, in order. */
  readonly statements: readonly Statement[];
  /** Every piece that is an expression, in order. */
  readonly exprs: readonly Expr[];
};

const ratioEquation =
  /^(\s*[a-z]\s*:(?=[^=]*:))?([^:=]+:[^:=]+=[^:=]+:[^:=]+|\s*\d+\s*:\s*\d+\s*=\s*[a-z]\s*)$/;
/** 3:5 = x:20: a colon between the expressions of an equation is a ratio; any other one ends a phrase. */
const withRatios = (text: string): string =>
  text
    .split(/([,;\u3400-\u9fff。，；]+|[A-Za-z]{2,}(?:'s)?)/)
    .reduce<string[]>((pieces, piece, at, all) => {
      // Words end a phrase, letters multiplied do not.
      const joins = at % 2 === 1 && /^[A-Za-z]/.test(piece) && isMathWord(piece);
      const afterJoin = at % 2 === 0 && /^[A-Za-z]/.test(all[at - 1] ?? '') && isMathWord(all[at - 1] ?? '');
      if (pieces.length > 0 && (joins || afterJoin)) pieces.push((pieces.pop() ?? '') + piece);
      else pieces.push(piece);
      return pieces;
    }, [])
    .map((piece) => {
      const found = ratioEquation.exec(piece);
      return found ? `${found[1] ?? ''}${(found[2] ?? '').replaceAll(':', '∶')}` : piece;
    })
    .join('');

const operandGap = /(?<=[\w)\]°%])\s+(?=[\w(√|])/g;
const notBetween = new RegExp(`(?:${[...functionWords, ...greekNames, 'pi', 'log_\\w+'].join('|')})$`);
const notAfter = new RegExp(`^(?:\\d+\\s*/\\s*\\d|pi\\b|${greekNames.join('|')})`);
const relationSigns = /<=|>=|!=|[=<>]/g;

/** "x+y=3 x-y=1": two relations with only a space between. "0 < 2 x + 1 < 5" is one. */
function apart(piece: string): string[] {
  const signs = piece.match(relationSigns) ?? [];
  const rising = signs.every((sign) => sign.startsWith('<'));
  if (signs.length < 2 || rising || signs.every((sign) => sign.startsWith('>'))) return [piece];
  const found: string[] = [];
  let start = 0;
  for (const { index, 0: space } of piece.matchAll(operandGap)) {
    const [before, after] = [piece.slice(start, index), piece.slice(index + space.length)];
    if (notBetween.test(before) || notAfter.test(after)) continue;
    if (!/[=<>]/.test(before) || !/[=<>]/.test(after)) continue;
    found.push(before);
    start = index + space.length;
  }
  // "2 x = 3 y = 6": where products are written with spaces too, there is no telling.
  const parts = [...found, piece.slice(start)];
  return found.length > 0 && parts.some((part) => /\d\s+[a-zA-Z]/.test(part)) ? [`${piece} @`] : parts;
}

function mathPieces(text: string): string[] {
  const bar = ' ‖ ';
  const cleaned = withRatios(text)
    .replace(
      /^\s*(?:\([a-z0-9]{1,3}\)|\(?[ivx]+\)|Q?\d{1,2}[.)、]|Q\d{1,2}:|[a-z]\))\s+(?![+*/÷^=<>]|-\s)/i,
      ' ',
    )
    // "(0° <= x <= 360°)" is a remark, not a factor.
    .replace(/\(([^()]*(?:[<>]=?|=)[^()]*)\)/g, ' , $1 , ')
    .replace(/\.{2,}|…/g, bar)
    .replace(/[\u3400-\u9fff。、！?「」∴∵Σ→△∠]+/gu, bar)
    .replace(/=>/g, bar)
    .replace(/≈/g, bar)
    .replace(/\b[aA]\s+(?=[a-z]{3,})/g, (whole, at: number, all: string) =>
      isMathWord(/^[a-z]+/.exec(all.slice(at + whole.length))?.[0] ?? '') ? whole : bar,
    )
    .replace(/[A-Za-z]+(?:'s)?/g, (word, at: number, all: string) => {
      if (word.length === 1) return word;
      // log_a, x_ab
      if (all[at - 1] === '_') return word;
      // In "bx+by" a short word that touches a sign is letters multiplied, whatever else it might mean.
      const touches =
        /[-+*/^(=<>\d]/.test(all[at - 1] ?? '') || /[-+*/^)=<>]/.test(all[at + word.length] ?? '');
      if (touches && word.length <= 3) return word;
      return isMathWord(word) ? word : bar;
    })
    .replace(/\.(?!\d)/g, bar)
    .replace(/;/g, bar)
    .replace(/:(?!\s*\d)|(?<!\d\s*):/g, bar)
    .replace(/[{}$"]/g, ' ');
  return cleaned
    .split('‖')
    .flatMap((piece) => splitOutside(piece))
    .flatMap(apart)
    .map((piece) =>
      piece
        .replace(/^[\s=,]+/, '')
        .replace(/[\s=,]+$/, '')
        .replace(/^'s\b/, '')
        .trim(),
    )
    .filter((piece) => /[0-9a-zA-Z]/.test(piece));
}

/** 3.2e5, which is no multiple of e; a ratio x:y that is asked for. */
const hasUnreadNumbers = /\d[eE][-+]?\d|(?<![a-zA-Z])[a-z]\s*:\s*[a-z](?![a-zA-Z])[^=]*$/;
const hasImaginary = (x: Expr): boolean => symbolsOf(x).has('i');

export function read(input: string): Reading {
  const text = normaliseText(input);
  const parts = mathPieces(text);
  const statements: Statement[] = [];
  const exprs: Expr[] = [];
  // Dots stand for something that is not written.
  let broken = /\.{2,}|…/.test(text) || hasUnreadNumbers.test(text);
  for (const part of parts) {
    try {
      if (/[=<>]/.test(part)) statements.push(parseStatement(part));
      else exprs.push(parseExpr(part));
    } catch (error) {
      if (error instanceof TooHard || error instanceof Ambiguous) throw error;
      if (!(error instanceof Unreadable) && !(error instanceof RangeError)) throw error;
      broken ||= /[-+*/^=<>|√÷:∶(]/.test(part);
    }
  }
  broken ||= exprs.some(hasImaginary) || statements.some((one) => variablesOf(one).includes('i'));
  const lower = text.toLowerCase();
  const foreign = hasForeignWords(text) || asksElse(text, lower) || hasUnits(text) || /[△∠⊥∥]/.test(text);
  return {
    input,
    text,
    lower,
    foreign,
    further: asksFurther(text),
    several: asksSeveral(text),
    rounded: asksRounded(text),
    openEnded: /[a-z)]\s*=\s*[?？]?\s*$/i.test(text) && !/\d\s*=\s*[?？]?\s*$/.test(text),
    broken,
    parts,
    statements,
    exprs,
  };
}
