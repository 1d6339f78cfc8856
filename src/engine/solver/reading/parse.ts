import { BudgetExceededError } from '../core/budget.ts';
import {
  deg,
  type Expr,
  e,
  type FnName,
  fn,
  negate,
  num,
  over,
  pi,
  power,
  sqrt,
  sum,
  sym,
  times,
} from '../core/expr.ts';
import * as Q from '../core/rational.ts';
import { all, both, either, none, type Op, rel, type Statement } from '../core/statement.ts';
import { AmbiguousError, functionNames, ParseError, type Token, tokenise } from './tokens.ts';

const maxDepth = 50;

class Reader {
  private at = 0;
  private depth = 0;
  private bars = 0;
  private readonly tokens: readonly Token[];
  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead];
  }
  is(v: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token !== undefined && token.t === 'op' && token.v === v;
  }
  take(v: string): boolean {
    if (!this.is(v)) return false;
    this.at += 1;
    return true;
  }
  expect(v: string): void {
    if (!this.take(v)) throw new ParseError(`${v} expected`);
  }
  done(): boolean {
    return this.at >= this.tokens.length;
  }

  expression(): Expr {
    this.depth += 1;
    if (this.depth > maxDepth) throw new BudgetExceededError('depth');
    const terms: Expr[] = [this.take('+') ? this.product() : this.product()];
    for (;;) {
      if (this.take('+')) terms.push(this.product());
      else if (this.is('-')) {
        this.at += 1;
        terms.push(negate(this.product()));
      } else break;
    }
    this.depth -= 1;
    return sum(...terms);
  }

  private product(): Expr {
    let left = this.signed();
    for (;;) {
      if (this.take('*')) left = joinProduct(left, this.signed());
      else if (this.take('÷')) left = over(left, this.wholeDivisor());
      else if (this.take('/')) left = over(left, this.divisor(left));
      else if (this.startsFactor()) {
        this.refuseFlatPower();
        left = joinProduct(left, this.powered());
      } else return left;
    }
  }

  /** Rejects x2: it is probably x squared with the superscript lost in copying, but could be 2 times x. */
  private refuseFlatPower() {
    const [before, next] = [this.tokens[this.at - 1], this.peek()];
    if (before?.t === 'name' && /^[xyz]$/.test(before.v) && next?.t === 'num' && !next.spaced)
      throw new AmbiguousError('power');
  }

  /** a/xy is a over xy, as it is printed; 1/2x is half of x; x/2y and 12/3x are ambiguous. */
  private divisor(above: Expr): Expr {
    const starts = this.peek()?.t;
    let x = this.signed();
    while (starts === 'name' && this.peek()?.t === 'name' && !this.peek()?.spaced)
      x = joinProduct(x, this.powered());
    if (starts === 'num' && this.peek()?.t === 'name' && !this.peek()?.spaced && !isInLowestTerms(above, x))
      throw new AmbiguousError('divisor');
    return x;
  }

  /** 12ab ÷ 4a is 3b, as in every textbook; 6 ÷ 2(1 + 2) is ambiguous. */
  private wholeDivisor(): Expr {
    const starts = this.peek()?.t;
    let x = this.signed();
    if (starts !== 'num' && starts !== 'name') return x;
    // After ÷ a slash is a fraction bar: 3/4 ÷ 2/3.
    if (starts === 'num' && this.is('/') && this.peek(1)?.t === 'num') {
      this.at += 1;
      x = over(x, this.powered());
    }
    while (this.peek()?.t === 'name') x = joinProduct(x, this.powered());
    if (this.startsFactor()) throw new AmbiguousError('divisor');
    return x;
  }

  private signed(): Expr {
    if (this.take('-')) {
      this.depth += 1;
      if (this.depth > maxDepth) throw new BudgetExceededError('depth');
      const inside = this.signed();
      this.depth -= 1;
      return negate(inside);
    }
    if (this.take('+')) return this.signed();
    return this.powered();
  }

  private startsFactor(): boolean {
    const token = this.peek();
    if (!token) return false;
    if (token.t === 'num') return this.peek(-1)?.t !== 'num';
    if (token.t !== 'op') return true;
    return token.v === '(' || token.v === '[' || token.v === '√' || (token.v === '|' && this.bars === 0);
  }

  private powered(): Expr {
    const base = this.postfixed();
    if (!this.take('^')) return base;
    return this.postfixAfter(power(base, this.exponent()));
  }

  private exponent(): Expr {
    this.depth += 1;
    if (this.depth > maxDepth) throw new BudgetExceededError('depth');
    const sign = this.take('-');
    if (!sign) this.take('+');
    const base = this.postfixed();
    const whole = this.take('^') ? power(base, this.exponent()) : base;
    this.depth -= 1;
    return sign ? negate(whole) : whole;
  }

  private postfixed(): Expr {
    return this.postfixAfter(this.atom());
  }

  private postfixAfter(start: Expr): Expr {
    let x = start;
    for (;;) {
      if (this.is('!')) {
        this.at += 1;
        x = fn('factorial', x);
      } else if (this.take('%')) x = over(x, num(100));
      else if (this.take('°')) x = times(x, deg);
      else return x;
    }
  }

  private atom(): Expr {
    const token = this.peek();
    if (!token) throw new ParseError('something is missing at the end');
    if (token.t === 'num') return this.number(token);
    if (token.t === 'fn') {
      this.at += 1;
      return this.call(token.v);
    }
    if (token.t === 'name') {
      this.at += 1;
      if (token.v === 'pi') return pi;
      if (token.v === 'e') return e;
      return sym(token.v.replace(/[()]/g, ''));
    }
    if (this.take('(')) return this.closed(')');
    if (this.take('[')) return this.closed(']');
    if (this.take('√')) return sqrt(this.postfixed());
    if (this.take('|')) {
      this.bars += 1;
      const inside = this.expression();
      this.expect('|');
      this.bars -= 1;
      return fn('abs', inside);
    }
    throw new ParseError(token.v);
  }

  private closed(end: string): Expr {
    const outer = this.bars;
    this.bars = 0;
    const inside = this.expression();
    this.bars = outer;
    this.expect(end);
    return inside;
  }

  private number(token: Token): Expr {
    this.at += 1;
    const value = Q.fromDecimal(token.v);
    if (!value) throw new ParseError(token.v);
    if (this.take('@')) return sum(num(value), this.atom());
    // "1 1/2": a mixed number, when typed with a space and the part is a proper fraction.
    const [top, slash, bottom] = [this.peek(), this.peek(1), this.peek(2)];
    if (top?.t === 'num' && top.spaced && slash?.v === '/' && bottom?.t === 'num' && !token.v.includes('.')) {
      const part = Q.q(BigInt(top.v), BigInt(bottom.v));
      this.at += 3;
      return sum(num(value), num(part));
    }
    // 5C2, 6P3
    const middle = this.peek();
    const after = this.peek(1);
    if (
      middle?.t === 'name' &&
      (middle.v === 'C' || middle.v === 'P') &&
      after?.t === 'num' &&
      !middle.spaced
    ) {
      this.at += 2;
      return fn(middle.v === 'C' ? 'nCr' : 'nPr', num(value), num(BigInt(after.v)));
    }
    return num(value, token.v.includes('.'));
  }

  private call(word: string): Expr {
    const name = functionNames[word] ?? 'ln';
    let base: Expr | undefined;
    let raised: Expr | undefined;
    if (this.take('_')) base = this.atom();
    if (this.take('^')) raised = this.exponent();
    if (this.take('_')) base = this.atom();
    const args = this.is('(') ? this.bracketed() : [this.bareArgument(name)];
    const isInverse = raised?.k === 'neg' && raised.a.k === 'num' && Q.isOne(raised.a.v);
    if (isInverse && ['sin', 'cos', 'tan'].includes(name)) return fn(`a${name}` as FnName, ...args);
    const applied = this.applied(word, name, args, base);
    return raised ? power(applied, raised) : applied;
  }

  private applied(word: string, name: FnName, args: Expr[], base: Expr | undefined): Expr {
    const [first] = args;
    if (!first) throw new ParseError(word);
    if (word === 'exp') return power(e, first);
    if (word === 'cbrt') return fn('root', first, num(3));
    if (['root', 'nCr', 'nPr'].includes(name) && args.length < 2) throw new ParseError(word);
    if (name === 'log') return fn('log', first, base ?? args[1] ?? num(10));
    return fn(name, ...args);
  }

  private bracketed(): Expr[] {
    this.expect('(');
    const outer = this.bars;
    this.bars = 0;
    const args = [this.expression()];
    while (this.take(',')) args.push(this.expression());
    this.bars = outer;
    this.expect(')');
    return args;
  }

  /**
   * An argument without brackets, as in sin 2x cos x: it ends before the next function and at every operator.
   */
  private bareArgument(name: FnName): Expr {
    if (name === 'sqrt' || name === 'abs' || name === 'root') return this.postfixed();
    let argument = this.take('-') ? negate(this.powered()) : this.powered();
    for (;;) {
      const next = this.peek();
      if (next && (next.t === 'name' || (next.t === 'num' && this.peek(-1)?.t !== 'num')))
        argument = joinProduct(argument, this.powered());
      else if (this.is('/') && argument.k === 'const') {
        this.at += 1;
        argument = over(argument, this.powered());
      } else if (this.is('/') && this.peek(1)?.t === 'num' && containsPi(argument)) {
        this.at += 1;
        argument = over(argument, this.powered());
      } else return argument;
    }
  }

  /** One side of a relation: an expression, or a ratio of two. */
  private side(): Expr {
    const first = this.expression();
    return this.take('∶') ? over(first, this.expression()) : first;
  }

  statement(): Statement {
    const first = this.side();
    const found: Statement[] = [];
    let left = first;
    for (;;) {
      const token = this.peek();
      if (token?.t !== 'op' || !['=', '<', '>', '<=', '>=', '!='].includes(token.v)) break;
      this.at += 1;
      const right = this.side();
      found.push(rel(left, token.v as Op, right));
      left = right;
    }
    if (found.length === 0) throw new ParseError('no relation');
    return both(...found);
  }
}

const isInLowestTerms = (a: Expr, b: Expr): boolean =>
  a.k === 'num' && b.k === 'num' && !Q.isZero(b.v) && Q.eq(Q.q(Q.div(a.v, b.v).d), b.v);

function containsPi(x: Expr): boolean {
  return x.k === 'const' ? x.name === 'pi' : x.k === 'mul' && x.args.some(containsPi);
}

function joinProduct(a: Expr, b: Expr): Expr {
  return a.k === 'mul' && !(a.args[1]?.k === 'const' && a.args[1].name === 'deg')
    ? times(...a.args, b)
    : times(a, b);
}

const maxLength = 1_200;

export function parseExpr(text: string): Expr {
  if (text.length > maxLength) throw new BudgetExceededError('size');
  const reader = new Reader(tokenise(text));
  const x = reader.expression();
  if (!reader.done()) throw new ParseError(reader.peek()?.v);
  return x;
}

/** Relations, possibly joined by "or" and commas or "and". */
export function parseStatement(text: string): Statement {
  if (text.length > maxLength) throw new BudgetExceededError('size');
  const trimmed = text.trim();
  if (/^all real numbers$/i.test(trimmed)) return all;
  if (/^no real solutions?$/i.test(trimmed)) return none;
  if (trimmed.includes('±'))
    return either(parseStatement(trimmed.replaceAll('±', '-')), parseStatement(trimmed.replaceAll('±', '+')));
  const branches = trimmed.split(/\s+or\s+|或/);
  if (branches.length > 40) throw new BudgetExceededError('size');
  return either(
    ...branches.map((branch) => {
      const parts = splitOutside(branch.replace(/\s+and\s+|及|和|且/g, ','));
      return both(
        ...parts.map((part) => {
          const reader = new Reader(tokenise(part));
          const found = reader.statement();
          if (!reader.done()) throw new ParseError(reader.peek()?.v);
          return found;
        }),
      );
    }),
  );
}

/** Splits at commas and semicolons outside brackets. */
export function splitOutside(text: string, marks = ',;'): string[] {
  const parts: string[] = [];
  let level = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] as string;
    if (char === '(' || char === '[') level += 1;
    else if (char === ')' || char === ']') level -= 1;
    else if (level <= 0 && marks.includes(char)) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
