/** Prints expressions and statements as plain text and as LaTeX. */
import { type Expr, isNum } from './expr.ts';
import * as Q from './rational.ts';
import type { Op, Statement } from './statement.ts';

const level = { add: 1, neg: 2, mul: 3, pow: 5, atom: 6 } as const;

const isNegative = (x: Expr): boolean => x.k === 'neg' || (x.k === 'num' && Q.sign(x.v) < 0);
const isDegrees = (x: Expr): boolean =>
  x.k === 'mul' && x.args.length === 2 && x.args[1]?.k === 'const' && x.args[1].name === 'deg';

function levelOf(x: Expr): number {
  switch (x.k) {
    case 'num':
      return Q.sign(x.v) < 0
        ? level.neg
        : x.v.d !== 1n && !(x.decimal && Q.toDecimal(x.v))
          ? level.mul
          : level.atom;
    case 'add':
      return level.add;
    case 'neg':
      return level.neg;
    case 'mul':
      return isDegrees(x) ? level.pow : level.mul;
    case 'div':
      return level.mul;
    case 'pow':
      return level.pow;
    default:
      return level.atom;
  }
}

export function numberText(v: Q.Q, decimal?: boolean): string {
  const written = decimal ? Q.toDecimal(v) : undefined;
  return written ?? (v.d === 1n ? `${v.n}` : `${v.n}/${v.d}`);
}

/** Plain text that our own parser and SymPy (with ^ as power) read back as the same expression. */
export function toText(x: Expr): string {
  const wrap = (part: Expr, least: number) => (levelOf(part) < least ? `(${toText(part)})` : toText(part));
  switch (x.k) {
    case 'num':
      return numberText(x.v, x.decimal);
    case 'sym':
      return x.name;
    case 'const':
      return x.name === 'deg' ? '(pi/180)' : x.name;
    case 'add':
      return x.args
        .map((part, at) => {
          if (at === 0) return wrap(part, level.add + (part.k === 'add' ? 1 : 0));
          if (part.k === 'neg') return ` - ${wrap(part.a, level.mul)}`;
          if (part.k === 'num' && Q.sign(part.v) < 0 && !part.decimal)
            return ` - ${toText({ k: 'num', v: Q.neg(part.v) })}`;
          return ` + ${wrap(part, level.mul)}`;
        })
        .join('');
    case 'neg':
      return `-${wrap(x.a, level.mul)}`;
    case 'mul': {
      if (isDegrees(x)) return `${wrap(x.args[0] as Expr, level.atom)}°`;
      return x.args
        .map((part, at) => {
          if (at > 0)
            return `*${part.k === 'div' || (part.k === 'num' && levelOf(part) === level.mul) ? `(${toText(part)})` : wrap(part, level.mul)}`;
          return wrap(part, level.mul);
        })
        .join('');
    }
    case 'div':
      return `${wrap(x.a, level.mul)}/${wrap(x.b, level.mul + 1)}`;
    case 'pow':
      return `${wrap(x.a, level.atom)}^${wrap(x.b, level.atom)}`;
    case 'fn': {
      if (x.name === 'root')
        return `(${toText(x.args[0] as Expr)})^(1/${wrap(x.args[1] as Expr, level.atom)})`;
      if (x.name === 'nCr') return `binomial(${x.args.map(toText).join(', ')})`;
      if (x.name === 'nPr') {
        const [n, r] = x.args.map(toText);
        return `(factorial(${n})/factorial(${n} - ${r}))`;
      }
      return `${x.name}(${x.args.map(toText).join(', ')})`;
    }
  }
}

const fnLatex: Record<string, string> = {
  ln: '\\ln',
  sin: '\\sin',
  cos: '\\cos',
  tan: '\\tan',
  sec: '\\sec',
  csc: '\\csc',
  cot: '\\cot',
  asin: '\\sin^{-1}',
  acos: '\\cos^{-1}',
  atan: '\\tan^{-1}',
};
const brackets = (inside: string) => `\\left(${inside}\\right)`;
const startsWithDigit = (text: string) => /^[\d.]/.test(text);

function numberLatex(v: Q.Q, decimal?: boolean): string {
  const written = decimal ? Q.toDecimal(v) : undefined;
  if (written) return written;
  if (v.d === 1n) return `${v.n}`;
  return `${v.n < 0n ? '-' : ''}\\frac{${v.n < 0n ? -v.n : v.n}}{${v.d}}`;
}

const greek = new Set(['alpha', 'beta', 'gamma', 'theta', 'phi', 'lambda', 'mu', 'omega', 'Delta', 'sigma']);
function symbolLatex(name: string): string {
  const [head = '', sub] = name.split('_');
  return `${greek.has(head) ? `\\${head} ` : head}${sub ? `_{${sub}}` : ''}`;
}

function argLatex(x: Expr): string {
  if (x.k === 'sym' || x.k === 'const' || (x.k === 'num' && Q.sign(x.v) >= 0) || isDegrees(x))
    return ` ${toLatex(x)}`;
  return brackets(toLatex(x));
}

function productLatex(args: readonly Expr[]): string {
  let text = '';
  args.forEach((part, at) => {
    const needsBrackets = levelOf(part) < level.mul || (at > 0 && isNegative(part));
    const written = needsBrackets ? brackets(toLatex(part)) : toLatex(part);
    const numbersMeet =
      at > 0 && (startsWithDigit(written) || (written.startsWith('\\frac') && /[\d}]$/.test(text)));
    text += numbersMeet ? ` \\times ${written}` : written;
  });
  return text;
}

export function toLatex(x: Expr): string {
  switch (x.k) {
    case 'num':
      return numberLatex(x.v, x.decimal);
    case 'sym':
      return symbolLatex(x.name);
    case 'const':
      return x.name === 'pi' ? '\\pi ' : x.name === 'deg' ? '^{\\circ}' : 'e';
    case 'add':
      return x.args
        .map((part, at) => {
          if (at === 0) return part.k === 'add' ? brackets(toLatex(part)) : toLatex(part);
          if (part.k === 'neg')
            return `-${levelOf(part.a) < level.mul ? brackets(toLatex(part.a)) : toLatex(part.a)}`;
          if (part.k === 'num' && Q.sign(part.v) < 0) return toLatex(part);
          return `+${levelOf(part) < level.mul ? brackets(toLatex(part)) : toLatex(part)}`;
        })
        .join('');
    case 'neg':
      return `-${levelOf(x.a) < level.mul ? brackets(toLatex(x.a)) : toLatex(x.a)}`;
    case 'mul':
      return isDegrees(x) ? `${toLatex(x.args[0] as Expr)}^{\\circ}` : productLatex(x.args);
    case 'div':
      return `\\frac{${toLatex(x.a)}}{${toLatex(x.b)}}`;
    case 'pow': {
      const base = x.a;
      if (
        base.k === 'fn' &&
        ['sin', 'cos', 'tan'].includes(base.name) &&
        x.b.k === 'num' &&
        Q.sign(x.b.v) > 0
      )
        return `${fnLatex[base.name]}^{${toLatex(x.b)}}${argLatex(base.args[0] as Expr)}`;
      const simple = levelOf(base) >= level.atom && !(base.k === 'fn');
      return `${simple ? toLatex(base) : brackets(toLatex(base))}^{${toLatex(x.b)}}`;
    }
    case 'fn': {
      const [first, second] = x.args as [Expr, Expr];
      if (x.name === 'sqrt') return `\\sqrt{${toLatex(first)}}`;
      if (x.name === 'root') return `\\sqrt[${toLatex(second)}]{${toLatex(first)}}`;
      if (x.name === 'abs') return `\\left|${toLatex(first)}\\right|`;
      if (x.name === 'factorial')
        return `${levelOf(first) < level.atom ? brackets(toLatex(first)) : toLatex(first)}!`;
      if (x.name === 'nCr') return `\\binom{${toLatex(first)}}{${toLatex(second)}}`;
      if (x.name === 'nPr')
        return `\\frac{${toLatex(first)}!}{\\left(${toLatex(first)}-${toLatex(second)}\\right)!}`;
      if (x.name === 'log')
        return `\\log${second && !isNum(second, 10) ? `_{${toLatex(second)}}` : ''}${argLatex(first)}`;
      return `${fnLatex[x.name]}${argLatex(first)}`;
    }
  }
}

const opLatex: Record<Op, string> = {
  '=': '=',
  '<': '<',
  '>': '>',
  '<=': '\\le ',
  '>=': '\\ge ',
  '!=': '\\ne ',
};

/** The parts of a chain such as `2 < x <= 5`, where two relations share their middle term. */
function chainOf(statement: Statement): [Expr, Op, Expr, Op, Expr] | undefined {
  if (statement.k !== 'and' || statement.parts.length !== 2) return undefined;
  const [x, y] = statement.parts;
  if (x?.k !== 'rel' || y?.k !== 'rel' || x.op === '=' || y.op === '=' || x.op === '!=' || y.op === '!=')
    return undefined;
  return toText(x.b) === toText(y.a) ? [x.a, x.op, x.b, y.op, y.b] : undefined;
}

export function statementText(statement: Statement): string {
  const chain = chainOf(statement);
  if (chain) {
    const [a, first, b, second, c] = chain;
    return `${toText(a)} ${first} ${toText(b)} ${second} ${toText(c)}`;
  }
  switch (statement.k) {
    case 'rel':
      return `${toText(statement.a)} ${statement.op} ${toText(statement.b)}`;
    case 'and':
      return statement.parts
        .map((part) => (part.k === 'or' ? `(${statementText(part)})` : statementText(part)))
        .join(', ');
    case 'or':
      return statement.parts.map(statementText).join(' or ');
    case 'all':
      return 'all real numbers';
    case 'none':
      return 'no real solution';
  }
}

export function statementLatex(statement: Statement): string {
  const chain = chainOf(statement);
  if (chain) {
    const [a, first, b, second, c] = chain;
    return `${toLatex(a)}${opLatex[first]}${toLatex(b)}${opLatex[second]}${toLatex(c)}`;
  }
  switch (statement.k) {
    case 'rel':
      return `${toLatex(statement.a)}${opLatex[statement.op]}${toLatex(statement.b)}`;
    case 'and':
      return statement.parts.map(statementLatex).join(',\\ ');
    case 'or':
      return statement.parts.map(statementLatex).join('\\text{ or }');
    case 'all':
      return 'x\\in\\mathbb{R}';
    case 'none':
      return '\\text{no real solution}';
  }
}
