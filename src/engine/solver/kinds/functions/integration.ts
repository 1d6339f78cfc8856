/** Definite and indefinite integrals. */
import {
  type Expr,
  fn,
  hasFn,
  negate,
  num,
  over,
  power,
  substitute,
  sum,
  sym,
  symbolsOf,
  times,
} from '../../core/expr.ts';
import { normal, rationalValue, simplify } from '../../core/normal.ts';
import {
  coefficientsIn,
  dense,
  type Kernel,
  onePoly,
  type Poly,
  poly,
  type Term,
  termsOf,
} from '../../core/poly.ts';
import { sumOfTerms, toExpr } from '../../core/present.ts';
import { toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { simplifyLightly } from '../../core/simplify-lightly.ts';
import { parseExpr } from '../../reading/parse.ts';
import { functionOf, type Reading, read } from '../../reading/read.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import { createStepRecorder, exprAnswer, finish, type Work } from '../../working.ts';
import { derivative } from './differentiate.ts';

/** The antiderivative in its shorter form: expanded, or with its brackets. */
function tidyIntegral(F: Expr): Expr {
  if (hasFn(F, 'ln', 'abs')) return F;
  const full = simplify(F);
  return tidyTerms(toText(full).length <= toText(F).length ? full : F);
}

/** Writes each term as usual: 1/x for x^(-1), and no fraction within a fraction. */
function tidyTerms(F: Expr): Expr {
  if (F.k === 'add') return { k: 'add', args: F.args.map(tidyTerms) };
  if (F.k === 'neg') return negate(tidyTerms(F.a));
  const [top, below] = F.k === 'div' ? [F.a, rationalValue(F.b)] : [F, Q.one];
  const [first, second, ...more] = top.k === 'mul' ? top.args : [num(1), top];
  const front = first && rationalValue(first);
  if (!below || !front || !second || more.length > 0 || Q.isZero(below) || second.k !== 'pow') return F;
  const factor = Q.div(front, below);
  const exponent = rationalValue(second.b);
  if (!exponent || (Q.sign(exponent) > 0 && F.k !== 'div')) return F;
  const size = Q.abs(factor);
  const raised = power(second.a, num(Q.abs(exponent)));
  const kept = Q.isOne(exponent) || Q.eq(exponent, Q.q(-1)) ? second.a : raised;
  const join = (n: bigint, x: Expr): Expr => (n === 1n ? x : times(num(n), x));
  const written =
    Q.sign(exponent) < 0
      ? over(num(size.n), join(size.d, kept))
      : size.d === 1n
        ? join(size.n, kept)
        : over(join(size.n, kept), num(size.d));
  return Q.sign(factor) < 0 ? negate(written) : written;
}

/** Reads one bound after _ or ^: in brackets of any depth, or a plain number or name. */
function boundAt(text: string, from: number): { bound: string; end: number } | undefined {
  if (text[from] !== '(') {
    const plain = /^-?(?:\d+(?:\.\d+)?|pi|[a-z])/.exec(text.slice(from))?.[0];
    return plain ? { bound: plain, end: from + plain.length } : undefined;
  }
  let level = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') level += 1;
    else if (text[at] === ')') level -= 1;
    if (level === 0) return { bound: text.slice(from, at + 1), end: at + 1 };
  }
  return undefined;
}

/** Reads ∫ … dx, with or without bounds. */
function integralSign(
  text: string,
): { inside: string; name: string; limits: [Expr, Expr] | undefined } | undefined {
  const start = text.indexOf('∫');
  if (start < 0) return undefined;
  const found: Record<string, string> = {};
  let at = start + 1;
  for (;;) {
    while (text[at] === ' ') at += 1;
    const mark = text[at];
    if (mark !== '_' && mark !== '^') break;
    at += 1;
    while (text[at] === ' ') at += 1;
    const next = boundAt(text, at);
    if (!next) return undefined;
    found[mark] = next.bound;
    at = next.end;
  }
  const rest = /^(.+?)\s*\*?\s*d\s*([a-z])(?![a-z])/.exec(text.slice(at));
  if (!rest?.[1] || !rest[2]) return undefined;
  const limits: [Expr, Expr] | undefined =
    found._ && found['^'] ? [parseExpr(found._), parseExpr(found['^'])] : undefined;
  return { inside: rest[1].replace(/\*$/, ''), name: rest[2], limits };
}

export function integration(reading: Reading): Work {
  const text = reading.text.replace(/\\,/g, ' ');
  if (text.split('∫').length > 2)
    throw new CannotSolveError('請逐一輸入積分。', 'Please ask one integral at a time.');
  if (/[\d)*/+-]\s*∫/.test(text) || /\bd\s*[a-z]\s*[-+*/÷]\s*[\da-z(]/.test(text.split('∫')[1] ?? ''))
    throw new CannotSolveError('題目所求不止積分。', 'More is asked than the integral.');
  const signed = integralSign(text);
  let body: Expr | undefined;
  let name = 'x';
  let limits: [Expr, Expr] | undefined;
  if (signed) {
    body = parseExpr(signed.inside);
    name = signed.name;
    limits = signed.limits;
    if (!limits && /from|between|由|從|至|到|\bto\b|=/.test(text))
      throw new CannotSolveError('請把上下限寫在積分號上。', 'Write the limits on the integral sign.');
  } else {
    const range =
      /(?:from|由|從|between)\s*(?:[a-z]\s*=\s*)?([-\w./]+)\s*(?:to|至|到|and)\s*(?:[a-z]\s*=\s*)?([-\w./]+)/.exec(
        text,
      );
    if (range?.[1] && range[2]) limits = [parseExpr(range[1]), parseExpr(range[2].replace(/\.$/, ''))];
    const rest = read(
      (range ? text.replace(range[0], ' ; ') : text)
        .replace(/(?:with respect to|w\.?r\.?t\.?|對)\s*[a-z](?![a-z])/gi, ' ; ')
        .replace(/\bd\s*x\b/g, ' '),
    );
    if (rest.statements.some((one) => one.k === 'rel' && toText(one.a) !== 'y'))
      throw new CannotSolveError('題目所求不止積分。', 'More is asked than the integral.');
    const found = functionOf(rest);
    if (found) ({ f: body, name } = found);
  }
  if (!body)
    throw new CannotSolveError('未能讀懂要積分的函數。', 'The function to be integrated could not be read.');
  const paper = createStepRecorder();
  const found = tidyIntegral(antiderivative(body, name));
  const indefinite = `\\int ${body.k === 'add' ? `\\left(${toLatex(body)}\\right)` : toLatex(body)}\\,d${name}`;
  paper.claimed(
    bilingual('逐項求不定積分。', 'Find an antiderivative term by term.'),
    `${indefinite}=${toLatex(found)}+C`,
    { relation: 'integral', from: toText(body), to: toText(found), over: [name] },
  );
  if (!paper.last()?.checked)
    throw new CannotSolveError('未能核實積分。', 'The integral could not be verified.');
  const base = { kind: 'integration' as const };
  if (!limits)
    return finish(paper, {
      ...base,
      problemLatex: indefinite,
      answer: `${toText(found)} + C`,
      answerLatex: `${toLatex(found)}+C`,
    });
  const [lo, hi] = limits;
  const put = sum(substitute(found, name, hi), negate(substitute(found, name, lo)));
  const value = simplify(put);
  paper.equal(bilingual('代入上下限，相減。', 'Put in the limits and subtract.'), put, value);
  const definite = indefinite.replace('\\int ', `\\int_{${toLatex(lo)}}^{${toLatex(hi)}} `);
  paper.claimed(
    bilingual('定積分的值。', 'The value of the definite integral.'),
    `${definite}=${toLatex(value)}`,
    {
      relation: 'definite',
      from: toText(body),
      to: toText(value),
      over: [name],
      bounds: [toText(lo), toText(hi)],
    },
  );
  if (!paper.last()?.checked)
    throw new CannotSolveError(
      '未能核實積分（函數在區間內可能沒有定義）。',
      'The integral could not be verified; the function may not be defined on the whole interval.',
    );
  return finish(paper, { ...base, problemLatex: definite, ...exprAnswer(value) });
}

const has = (x: Expr, name: string) => symbolsOf(x).has(name);

/** The coefficient of the unknown, if the expression is linear in it. */
function slope(x: Expr, name: string): Expr | undefined {
  const { n, d } = normal(x);
  if (d.size !== 1 || !d.has('')) return undefined;
  const parts = coefficientsIn(n, name);
  if (parts?.length !== 2) return undefined;
  const factor = sumOfTerms(parts[1] as Poly);
  return has(factor, name) || has(sumOfTerms(parts[0] as Poly), name) ? undefined : factor;
}

/** The antiderivative of a function of a linear expression. */
function ofLinear(x: Expr, name: string): Expr | undefined {
  if (x.k === 'pow' && !has(x.b, name)) {
    const [a, exponent] = [slope(x.a, name), rationalValue(x.b)];
    if (!a || !exponent) return undefined;
    if (exponent.n === -1n && exponent.d === 1n) return over(fn('ln', fn('abs', x.a)), a);
    const next = Q.add(exponent, Q.one);
    return over(power(x.a, num(next)), times(a, num(next)));
  }
  if (x.k === 'pow' && !has(x.a, name)) {
    const a = slope(x.b, name);
    if (!a) return undefined;
    return over(x, x.a.k === 'const' && x.a.name === 'e' ? a : times(a, fn('ln', x.a)));
  }
  if (x.k !== 'fn') return undefined;
  const [u] = x.args as [Expr];
  const a = slope(u, name);
  if (!a) return undefined;
  if (x.name === 'sqrt') return ofLinear(power(u, num(Q.q(1, 2))), name);
  if (x.name === 'sin') return negate(over(fn('cos', u), a));
  if (x.name === 'cos') return over(fn('sin', u), a);
  if (x.name === 'tan') return negate(over(fn('ln', fn('abs', fn('cos', u))), a));
  return undefined;
}

/** The antiderivative of a standard term: a constant times a function of a linear expression. */
function direct(x: Expr, name: string): Expr | undefined {
  if (!has(x, name)) return times(x, sym(name));
  if (x.k === 'sym') return over(power(x, 2), num(2));
  if (x.k === 'neg') {
    const inside = direct(x.a, name);
    return inside && negate(inside);
  }
  if (x.k === 'mul') {
    const constants = x.args.filter((part) => !has(part, name));
    const others = x.args.filter((part) => has(part, name));
    const [only] = others;
    if (others.length !== 1 || !only) return undefined;
    const inside = direct(only, name);
    return inside && times(...constants, inside);
  }
  if (x.k === 'div') {
    if (!has(x.b, name)) {
      const inside = direct(x.a, name);
      return inside && over(inside, x.b);
    }
    if (!has(x.a, name)) {
      const under = x.b.k === 'pow' && !has(x.b.b, name) ? power(x.b.a, negate(x.b.b)) : power(x.b, -1);
      const secant =
        x.b.k === 'pow' && x.b.a.k === 'fn' && x.b.a.name === 'cos' && rationalValue(x.b.b)?.n === 2n
          ? slope(x.b.a.args[0] as Expr, name)
          : undefined;
      if (secant && x.b.k === 'pow' && x.b.a.k === 'fn')
        return times(x.a, over(fn('tan', ...x.b.a.args), secant));
      const inside = ofLinear(under, name);
      return inside && times(x.a, inside);
    }
    return undefined;
  }
  if (x.k === 'pow' && x.a.k === 'fn' && rationalValue(x.b)?.n === 2n && rationalValue(x.b)?.d === 1n) {
    const [u] = x.a.args as [Expr];
    const a = slope(u, name);
    const double = a && over(fn('sin', times(num(2), u)), times(num(4), a));
    if (a && double && x.a.name === 'sin') return sum(over(sym(name), num(2)), negate(double));
    if (a && double && x.a.name === 'cos') return sum(over(sym(name), num(2)), double);
    if (a && x.a.name === 'sec') return over(fn('tan', u), a);
  }
  return ofLinear(x, name);
}

/** The antiderivative of one expanded term: a power of the unknown, or a function of a linear expression. */
function termIntegral({ mono, c }: Term, under: Term, name: string): Expr | undefined {
  const exponents = new Map<string, [Kernel, Q.Q]>();
  for (const [kernel, exponent] of mono.parts) exponents.set(kernel.key, [kernel, exponent]);
  for (const [kernel, exponent] of under.mono.parts) {
    const existing = exponents.get(kernel.key)?.[1] ?? Q.zero;
    exponents.set(kernel.key, [kernel, Q.sub(existing, exponent)]);
  }
  const factor = Q.div(c, under.c);
  const constants: Expr[] = [num(factor)];
  const inside: [Kernel, Q.Q][] = [];
  for (const [kernel, exponent] of exponents.values()) {
    if (Q.isZero(exponent)) continue;
    if (has(kernel.expr, name)) inside.push([kernel, exponent]);
    else
      constants.push(
        toExpr({
          n: poly([{ mono: { key: `${kernel.key}^x`, parts: [[kernel, Q.abs(exponent)]] }, c: Q.one }]),
          d: onePoly,
        }),
      );
  }
  const [only] = inside;
  if (!only) return times(...constants, sym(name));
  if (inside.length > 1) return undefined;
  const [kernel, exponent] = only;
  const x =
    kernel.expr.k === 'pow' && !kernel.base
      ? power(kernel.expr.a, times(num(exponent), kernel.expr.b))
      : power(kernel.expr, num(exponent));
  const found =
    Q.isOne(exponent) && kernel.expr.k !== 'pow'
      ? direct(kernel.expr, name)
      : (direct(x, name) ?? ofLinear(x, name));
  return found && times(...constants, found);
}

export function antiderivative(x: Expr, name: string): Expr {
  const parts = x.k === 'add' ? x.args : [x];
  const found = parts.map((part) => direct(part, name));
  if (found.every((part) => part !== undefined)) return simplifyLightly(sum(...(found as Expr[])));
  const { n, d } = normal(x);
  const [under] = termsOf(d);
  if (d.size === 1 && under) {
    const terms = termsOf(n).map((term) => termIntegral(term, under, name));
    if (terms.every((term) => term !== undefined))
      return simplifyLightly(simplifyLightly(sum(...(terms as Expr[]))));
  }
  const integratedByParts = byParts(x, name, 0);
  if (integratedByParts) return simplifyLightly(simplifyLightly(integratedByParts));
  const ratio = byDivision(n, d, name);
  if (ratio) return ratio;
  throw new CannotSolveError('這個積分暫未能求出。', 'This integral cannot be found here yet.');
}

/** Integration by parts of a polynomial times e^(ax), sin, cos or ln x; each round lowers the degree. */
function byParts(x: Expr, name: string, depth: number): Expr | undefined {
  if (x.k === 'fn' && x.name === 'ln' && x.args[0]?.k === 'sym')
    return byParts(times(num(1), x), name, depth);
  if (x.k !== 'mul' || depth > 6) return undefined;
  const isOther = (part: Expr) =>
    (part.k === 'pow' && has(part.b, name)) || (part.k === 'fn' && ['sin', 'cos', 'ln'].includes(part.name));
  const others = x.args.filter((part) => has(part, name) && isOther(part));
  const [f] = others;
  const p = simplify(times(num(1), ...x.args.filter((part) => part !== f)));
  if (
    others.length !== 1 ||
    !f ||
    !dense(normal(p).n, name) ||
    normal(p).d.size !== 1 ||
    !normal(p).d.has('')
  )
    return undefined;
  if (f.k === 'fn' && f.name === 'ln') {
    if (f.args[0]?.k !== 'sym') return undefined;
    const whole = antiderivative(p, name);
    return sum(times(whole, f), negate(antiderivative(simplify(over(whole, sym(name))), name)));
  }
  const F = direct(f, name);
  if (!F) return undefined;
  if (!has(p, name)) return times(p, F);
  const lower = simplify(derivative(p, name));
  const [sign, bare] = F.k === 'neg' ? [true, F.a] : [false, F];
  const [top, bottom] = bare.k === 'div' ? [bare.a, bare.b] : [bare, num(1)];
  const rest = byParts(times(lower, top), name, depth + 1);
  if (!rest) return undefined;
  const inside = over(rest, bottom);
  return sum(times(p, F), sign ? inside : negate(inside));
}

/** A polynomial over a linear expression, by polynomial division. */
function byDivision(n: Poly, d: Poly, name: string): Expr | undefined {
  const [top, bottom] = [dense(n, name), dense(d, name)];
  if (!top || !bottom || bottom.length !== 2) return undefined;
  const [b, a] = bottom as [Q.Q, Q.Q];
  const quotient: Q.Q[] = [];
  let rest = [...top];
  while (rest.length >= 2) {
    const factor = Q.div(rest.at(-1) as Q.Q, a);
    quotient[rest.length - 2] = factor;
    rest[rest.length - 2] = Q.sub(rest[rest.length - 2] as Q.Q, Q.mul(factor, b));
    rest = rest.slice(0, -1);
  }
  const terms = quotient.map((c, at) => over(times(num(c), power(sym(name), at + 1)), num(at + 1)));
  const log = times(num(Q.div(rest[0] ?? Q.zero, a)), fn('ln', fn('abs', sumOfTerms(d))));
  return simplifyLightly(sum(...terms.reverse(), log));
}
