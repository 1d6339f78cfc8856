import { type Expr, hasFn, minus, num, over, power, substitute, sum, times } from '../../core/expr.ts';
import { rationalValue, simplify } from '../../core/normal.ts';
import { toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { parseExpr } from '../../reading/parse.ts';
import { type Reading, read } from '../../reading/read.ts';
import { Cannot, words } from '../../solution.ts';
import { exprAnswer, finish, newPaper, type Work } from '../../working.ts';
import { methods } from '../methods.ts';
import { functionOf } from './function-of.ts';
import { antiderivative } from './integrate.ts';

/** F as one writes it: the sum of simple terms expanded, brackets otherwise kept. */
function tidyIntegral(F: Expr): Expr {
  if (hasFn(F, 'ln', 'abs')) return F;
  const full = simplify(F);
  return termsWritten(toText(full).length <= toText(F).length ? full : F);
}

/** Each term as one writes it: 1/x for x^(-1), and no fraction below a fraction. */
function termsWritten(F: Expr): Expr {
  if (F.k === 'add') return { k: 'add', args: F.args.map(termsWritten) };
  if (F.k === 'neg') return minus(termsWritten(F.a));
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
  return Q.sign(factor) < 0 ? minus(written) : written;
}

/** One bound after _ or ^: in brackets of any depth, or a plain number or name. */
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

/** ∫ … dx, with or without bounds. */
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
  if (text.split('∫').length > 2) throw new Cannot('請逐一輸入積分。', 'Please ask one integral at a time.');
  if (/[\d)*/+-]\s*∫/.test(text) || /\bd\s*[a-z]\s*[-+*/÷]\s*[\da-z(]/.test(text.split('∫')[1] ?? ''))
    throw new Cannot('題目所求不止積分。', 'More is asked than the integral.');
  const signed = integralSign(text);
  let body: Expr | undefined;
  let name = 'x';
  let limits: [Expr, Expr] | undefined;
  if (signed) {
    body = parseExpr(signed.inside);
    name = signed.name;
    limits = signed.limits;
    if (!limits && /from|between|由|從|至|到|\bto\b|=/.test(text))
      throw new Cannot('請把上下限寫在積分號上。', 'Write the limits on the integral sign.');
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
      throw new Cannot('題目所求不止積分。', 'More is asked than the integral.');
    const found = functionOf(rest);
    if (found) ({ f: body, name } = found);
  }
  if (!body) throw new Cannot('未能讀懂要積分的函數。', 'The function to be integrated could not be read.');
  const paper = newPaper();
  const found = tidyIntegral(antiderivative(body, name));
  const indefinite = `\\int ${body.k === 'add' ? `\\left(${toLatex(body)}\\right)` : toLatex(body)}\\,d${name}`;
  paper.claimed(
    words('逐項求不定積分。', 'Find an antiderivative term by term.'),
    `${indefinite}=${toLatex(found)}+C`,
    { relation: 'integral', from: toText(body), to: toText(found), over: [name] },
  );
  if (!paper.last()?.checked) throw new Cannot('未能核實積分。', 'The integral could not be verified.');
  const base = { kind: 'integration' as const, method: methods.integration };
  if (!limits)
    return finish(paper, {
      ...base,
      problemLatex: indefinite,
      answer: `${toText(found)} + C`,
      answerLatex: `${toLatex(found)}+C`,
    });
  const [lo, hi] = limits;
  const put = sum(substitute(found, name, hi), minus(substitute(found, name, lo)));
  const value = simplify(put);
  paper.equal(words('代入上下限，相減。', 'Put in the limits and subtract.'), put, value);
  const definite = indefinite.replace('\\int ', `\\int_{${toLatex(lo)}}^{${toLatex(hi)}} `);
  paper.claimed(
    words('定積分的值。', 'The value of the definite integral.'),
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
    throw new Cannot(
      '未能核實積分（函數在區間內可能沒有定義）。',
      'The integral could not be verified; the function may not be defined on the whole interval.',
    );
  return finish(paper, { ...base, problemLatex: definite, ...exprAnswer(value) });
}
