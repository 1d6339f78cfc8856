import { BudgetExceededError } from '../core/budget.ts';
import type { FnName } from '../core/expr.ts';

/** Thrown for text that cannot be parsed. */
export class ParseError extends Error {}
/** Notation that people read in different ways: 6 ÷ 2(1 + 2), x/2y, x2 + 1. */
export class AmbiguousError extends ParseError {
  readonly where: 'divisor' | 'power';
  constructor(where: 'divisor' | 'power') {
    super(where);
    this.where = where;
  }
}

export const functionNames: Record<string, FnName> = {
  sqrt: 'sqrt',
  root: 'root',
  cbrt: 'root',
  abs: 'abs',
  ln: 'ln',
  lg: 'log',
  log: 'log',
  sin: 'sin',
  cos: 'cos',
  tan: 'tan',
  sec: 'sec',
  csc: 'csc',
  cosec: 'csc',
  cot: 'cot',
  arcsin: 'asin',
  arccos: 'acos',
  arctan: 'atan',
  asin: 'asin',
  acos: 'acos',
  atan: 'atan',
  factorial: 'factorial',
  binomial: 'nCr',
};
export const functionWords = [...Object.keys(functionNames), 'exp'];
export const greekNames = ['theta', 'alpha', 'beta', 'gamma', 'phi', 'lambda', 'mu', 'omega'];
const words = [...functionWords, ...greekNames, 'pi'].sort((a, b) => b.length - a.length);

export type Token = { t: 'num' | 'name' | 'fn' | 'op'; v: string; spaced: boolean };

const maxTokens = 500;

export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let spaced = false;
  const push = (t: Token['t'], v: string) => {
    tokens.push({ t, v, spaced });
    if (tokens.length > maxTokens) throw new BudgetExceededError('size');
    at += v.length;
    spaced = false;
  };
  while (at < text.length) {
    const rest = text.slice(at, at + 60);
    if (/^\s/.test(rest)) {
      at += 1;
      spaced = true;
      continue;
    }
    const number = /^(?:\d+(?:\.\d+)?|\.\d+)/.exec(text.slice(at, at + 400))?.[0];
    if (number) {
      push('num', number);
      continue;
    }
    if (/^[a-zA-Z]/.test(rest)) {
      const word = words.find((name) => rest.startsWith(name));
      if (word) push(functionWords.includes(word) ? 'fn' : 'name', word);
      else {
        const name = /^[a-zA-Z](?:_(?:[a-zA-Z0-9]+|\(\w+\)))?/.exec(rest)?.[0] ?? '';
        push('name', name);
      }
      continue;
    }
    const op = /^(?:<=|>=|!=|=>|[-+*/÷^()[\]|,!%°=<>_√@±∶'])/.exec(rest)?.[0];
    if (!op) throw new ParseError(rest[0]);
    push('op', op);
  }
  return tokens;
}

// Decides which runs of letters are mathematics and which are words.

const mathWords = [...functionWords, ...greekNames, 'pi'];
const products =
  'dx dy dt xy yz xz xyz ab bc ac abc mn pq uv rs st ax bx cx ay kx mx px qx hk pqr ef cd xx aa yx nx ny ky bd ad rt vt ut gh gt mv mg lw bh';
const knownMath = new Set([...mathWords, ...products.split(' ')]);
const shortWords =
  /^(?:the|of|to|is|in|an|and|or|for|by|at|on|if|it|as|be|its|are|has|all|any|let|get|how|two|set|do|we|us|so|can|out|per|from|with|that|then|into|when|give|both|find|term|line|log10|no|up|use|via|each|one|say|was|not|ans|eq|eqn|simp|fact|diff|calc)$/i;
/** Words and functions that look like a known function name but are not one: sinh is not sin h. */
const lookAlikes =
  /^(?:(?:ar|arc|a)?(?:sin|cos|tan|sec|csc|cot)h|since|sing|sink|cost|cosy|tang|tank|sector|seco|cots|logs|login|logo|piece|pic|pick|pie|pig|pin|pip|pit|expo|exp[a-z]*d|absent|mul|mud|mug|much|must|multi|mums?|rooth?s?|using|sines?|basin|costs|stand|tango|pink|spin|pipe|tips?|logic|blog|secs?|sect|epic)$/i;
const mathParts = new RegExp([...mathWords].sort((a, b) => b.length - a.length).join('|'), 'g');

/** Whether a run of letters is mathematics: function names and single letters, such as sinx or xy. */
export function isMathWord(word: string): boolean {
  if (knownMath.has(word)) return true;
  if (shortWords.test(word) || lookAlikes.test(word)) return false;
  const rest = word.replace(mathParts, '');
  return rest.length <= 2;
}
