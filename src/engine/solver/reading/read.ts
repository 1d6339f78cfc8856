import { TooHard } from '../core/budget.ts';
import type { Expr } from '../core/expr.ts';
import type { Statement } from '../core/statement.ts';
import { normaliseText } from './normalise.ts';
import { functionWords, greekNames, parseExpr, parseStatement, splitOutside, Unreadable } from './parse.ts';
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
  /** Whether a piece with signs in it could not be read: what is left may not be the whole question. */
  readonly broken: boolean;
  /** Every piece that is a relation, in order. */
  readonly statements: readonly Statement[];
  /** Every piece that is an expression, in order. */
  readonly exprs: readonly Expr[];
};

const mathWords = [...functionWords, ...greekNames, 'pi'];
const kept = new Set([
  ...functionWords,
  ...greekNames,
  'pi',
  'dx',
  'dy',
  'dt',
  'xy',
  'yz',
  'xz',
  'xyz',
  'ab',
  'bc',
  'ac',
  'abc',
  'mn',
  'pq',
  'uv',
  'rs',
  'st',
  'ax',
  'bx',
  'cx',
  'ay',
  'kx',
  'mx',
  'px',
  'qx',
  'hk',
  'pqr',
  'ef',
  'cd',
  'xx',
  'aa',
  'yx',
  'nx',
  'ny',
  'ky',
  'bd',
  'ad',
  'rt',
  'vt',
  'ut',
  'gh',
  'gt',
  'mv',
  'mg',
  'lw',
  'bh',
]);
const shortWords =
  /^(?:the|of|to|is|in|an|and|or|for|by|at|on|if|it|as|be|its|are|has|all|any|let|get|how|two|set|do|we|us|so|can|out|per|from|with|that|then|into|when|give|both|find|term|line|log10|no|up|use|via|each|one|say|was|not|ans|eq|eqn|simp|fact|diff|calc)$/i;

/** Whether a run of letters is mathematics: function names and single letters, such as sinx or xy. */
function isMathWord(word: string): boolean {
  if (kept.has(word)) return true;
  if (shortWords.test(word)) return false;
  const rest = word.replace(
    new RegExp(
      functionWords
        .concat(greekNames, 'pi')
        .sort((a, b) => b.length - a.length)
        .join('|'),
      'g',
    ),
    '',
  );
  if (rest.length < word.length) return rest.length <= 2;
  return word.length <= 2;
}

function mathPieces(text: string): string[] {
  const bar = ' ‖ ';
  const cleaned = text
    .replace(/^\s*(?:\([a-z0-9]{1,3}\)|\(?[ivx]+\)|Q?\d{1,2}[.)、]|[a-z]\))\s+/i, ' ')
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
    .map((piece) =>
      piece
        .replace(/^[\s=,]+/, '')
        .replace(/[\s=,]+$/, '')
        .replace(/^'s\b/, '')
        .trim(),
    )
    .filter((piece) => /[0-9a-zA-Z]/.test(piece));
}

export function read(input: string): Reading {
  const text = normaliseText(input);
  const parts = mathPieces(text);
  const statements: Statement[] = [];
  const exprs: Expr[] = [];
  let broken = false;
  for (const part of parts) {
    try {
      if (/[=<>]/.test(part)) statements.push(parseStatement(part));
      else exprs.push(parseExpr(part));
    } catch (error) {
      if (error instanceof TooHard) throw error;
      if (!(error instanceof Unreadable) && !(error instanceof RangeError)) throw error;
      broken ||= /[-+*/^=<>|√÷]/.test(part);
    }
  }
  const foreign = hasForeignWords(text, mathWords);
  return { input, text, lower: text.toLowerCase(), foreign, broken, parts, statements, exprs };
}
