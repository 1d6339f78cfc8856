import { TooHard } from '../core/budget.ts';
import type { FnName } from '../core/expr.ts';

export class Unreadable extends Error {}
/** 6 ÷ 2(1 + 2), x/2y, x2 + 1: written so that people read different things in it. */
export class Ambiguous extends Unreadable {
  readonly where: 'divisor' | 'power';
  constructor(where: 'divisor' | 'power') {
    super(where);
    this.where = where;
  }
}

export const names: Record<string, FnName> = {
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
export const functionWords = [...Object.keys(names), 'exp'];
export const greekNames = ['theta', 'alpha', 'beta', 'gamma', 'phi', 'lambda', 'mu', 'omega'];
const words = [...functionWords, ...greekNames, 'pi'].sort((a, b) => b.length - a.length);

export type Token = { t: 'num' | 'name' | 'fn' | 'op'; v: string; spaced: boolean };

const mostTokens = 500;

export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let spaced = false;
  const push = (t: Token['t'], v: string) => {
    tokens.push({ t, v, spaced });
    if (tokens.length > mostTokens) throw new TooHard('size');
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
    if (!op) throw new Unreadable(rest[0]);
    push('op', op);
  }
  return tokens;
}
