import { type Expr, hasFn, minus, num, size, substitute, sum, sym, symbolsOf, times } from '../core/expr.ts';
import { light } from '../core/light.ts';
import { simplify } from '../core/normal.ts';
import { evaluate } from '../core/numeric.ts';
import { toLatex, toText } from '../core/print.ts';
import { rel } from '../core/statement.ts';
import { parseExpr } from '../reading/parse.ts';
import { type Reading, read } from '../reading/read.ts';
import { Cannot, words } from '../solution.ts';
import { exprAnswer, finish, newPaper, type Paper, statementAnswer, type Work } from '../working.ts';
import { derivative, tidyDerivative } from './differentiate.ts';
import { solveEquation, valuesOf } from './equation.ts';
import { antiderivative } from './integrate.ts';
import { methods } from './methods.ts';

/** The function meant: the right side of y = … or f(x) = …, else the longest expression. */
export function functionOf(reading: Reading): { f: Expr; name: string } | undefined {
  const defined = /(?:[fghy]\s*\(\s*([a-z])\s*\)|\by)\s*=\s*([^,;=‖]+)/.exec(reading.text);
  let f: Expr | undefined;
  if (defined?.[2]) {
    const inside = read(defined[2]);
    f = inside.exprs[0];
  }
  f ??= reading.statements.flatMap((one) =>
    one.k === 'rel' && one.op === '=' && one.a.k === 'sym' && one.a.name === 'y' ? [one.b] : [],
  )[0];
  f ??= [...reading.exprs].sort((a, b) => size(b) - size(a))[0];
  if (!f) return undefined;
  const names = [...symbolsOf(f)];
  const name =
    defined?.[1] ??
    (names.includes('x') || names.length === 0
      ? 'x'
      : names.length === 1
        ? (names[0] as string)
        : names.includes('t')
          ? 't'
          : (names[0] as string));
  return { f, name };
}

function differentiateStep(paper: Paper, f: Expr, name: string): Expr {
  const raw = light(derivative(f, name));
  const answer = tidyDerivative(derivative(f, name));
  const label = `\\frac{d}{d${name}}\\left(${toLatex(f)}\\right)`;
  const rule =
    f.k === 'mul' && f.args.filter((part) => symbolsOf(part).has(name)).length > 1
      ? words('用積法則。', 'Use the product rule.')
      : f.k === 'div' && symbolsOf(f.b).has(name)
        ? words('用商法則。', 'Use the quotient rule.')
        : f.k === 'add'
          ? words('逐項求導。', 'Differentiate term by term.')
          : words('運用求導法則。', 'Use the rules of differentiation.');
  paper.claimed(rule, `${label}=${toLatex(raw)}`, {
    relation: 'derivative',
    from: toText(f),
    to: toText(raw),
    over: [name],
  });
  if (toLatex(raw) !== toLatex(answer))
    paper.claimed(words('化簡。', 'Simplify.'), `${label}=${toLatex(answer)}`, {
      relation: 'derivative',
      from: toText(f),
      to: toText(answer),
      over: [name],
    });
  return answer;
}

function pointOf(reading: Reading, name: string): Expr | undefined {
  const found = new RegExp(
    `(?:[fghy]\\s*'+\\s*\\(\\s*([^()a-z]+)\\s*\\))|(?:(?:at|when|where|當|在|於)\\s*(?:the point where\\s*)?${name}\\s*=\\s*([^,;\\s=\\u3400-\\u9fff]+))|${name}\\s*=\\s*([-\\d/.]+)\\s*(?:時|處|的)`,
  ).exec(reading.text);
  const text = found?.[1] ?? found?.[2] ?? found?.[3];
  return text ? parseExpr(text.replace(/[.。]$/, '')) : undefined;
}

function differentiation(reading: Reading): Work {
  const found = functionOf(cleaned(reading));
  if (!found)
    throw new Cannot('未能讀懂要求導的函數。', 'The function to be differentiated could not be read.');
  const { f, name } = found;
  const paper = newPaper();
  const order = /二階|second derivative|d\^\(?2\)?\s*y|d\^2|f\s*''|y''/.test(reading.lower) ? 2 : 1;
  let answer = differentiateStep(paper, f, name);
  if (order === 2) answer = differentiateStep(paper, answer, name);
  const base = {
    kind: 'differentiation' as const,
    method: methods.differentiation,
    problemLatex: `\\frac{d}{d${name}}\\left(${toLatex(f)}\\right)`,
  };
  const at = pointOf(reading, name);
  if (/切線|tangent/.test(reading.lower) && at) return tangent(paper, f, answer, name, at);
  if (/駐點|轉向點|stationary|turning|極大|極小|maximum|minimum/.test(reading.lower))
    return stationary(paper, f, answer, name);
  if (at) {
    const put = substitute(answer, name, at);
    const value = simplify(put);
    paper.equal(words(`代入 ${name} = ${toText(at)}。`, `Put in ${name} = ${toText(at)}.`), put, value);
    return finish(paper, { ...base, ...exprAnswer(value) });
  }
  return finish(paper, { ...base, ...exprAnswer(answer) });
}

/** The words that ask for a derivative are taken away before the function is looked for. */
function cleaned(reading: Reading): Reading {
  const text = reading.text
    .replace(/d\^?\(?2?\)?\s*y?\s*\/\s*d\s*x\^?\(?2?\)?(?:\s+of)?/g, ' ‖ ')
    .replace(/d\s*\/\s*d\s*([a-z])/g, ' ')
    .replace(/(?:with respect to|對)\s*[a-z](?![a-z])/gi, ' ‖ ')
    .replace(/w\.?r\.?t\.?\s*[a-z]/gi, ' ‖ ')
    .replace(/[fghy]\s*'+\s*(?:\([^)]*\))?/g, ' ‖ ')
    .replace(/(?:at|when|where|當|在|於)\s*(?:the point where\s*)?[a-z]\s*=\s*[-\d./]+/gi, ' ‖ ')
    .replace(/[a-z]\s*=\s*[-\d/.]+\s*(?=[時處的])/g, ' ‖ ');
  const again = read(text.replace(/‖/g, ';'));
  return { ...again, text: text.replace(/‖/g, ';') };
}

function tangent(paper: Paper, f: Expr, slopeOf: Expr, name: string, at: Expr): Work {
  const [putSlope, putValue] = [substitute(slopeOf, name, at), substitute(f, name, at)];
  const [m, y] = [simplify(putSlope), simplify(putValue)];
  paper.equal(
    words(`切線斜率：代入 ${name} = ${toText(at)}。`, `The slope: put in ${name} = ${toText(at)}.`),
    putSlope,
    m,
  );
  paper.equal(words('切點的 y 坐標。', 'The y-coordinate of the point.'), putValue, y);
  const raw = rel(sum(sym('y'), minus(y)), '=', times(m, sum(sym(name), minus(at))));
  const answer = rel(sym('y'), '=', simplify(sum(times(m, sum(sym(name), minus(at))), y)));
  paper.iff(words('點斜式，整理。', 'Point-slope form, rearranged.'), raw, answer);
  return finish(paper, {
    kind: 'differentiation',
    method: methods.differentiation,
    problemLatex: `y=${toLatex(f)}`,
    ...statementAnswer(answer),
  });
}

function stationary(paper: Paper, f: Expr, rate: Expr, name: string): Work {
  const zero = rel(rate, '=', num(0));
  const roots = solveEquation(paper, zero, name);
  const values = valuesOf(roots);
  if (values.length === 0) throw new Cannot('沒有駐點。', 'There is no stationary point.');
  const second = tidyDerivative(derivative(rate, name));
  const points = values.map((value) => {
    const put = substitute(f, name, value);
    const y = simplify(put);
    paper.equal(words('求 y 坐標。', 'Find the y-coordinate.'), put, y);
    const bend = substitute(second, name, value);
    const sign = evaluate(bend, {});
    paper.equal(
      sign > 1e-9
        ? words('二階導數為正：極小點。', 'The second derivative is positive: a minimum.')
        : sign < -1e-9
          ? words('二階導數為負：極大點。', 'The second derivative is negative: a maximum.')
          : words('二階導數為 0，未能由此判斷。', 'The second derivative is 0 and does not decide.'),
      bend,
      simplify(bend),
    );
    return `(${toText(value)}, ${toText(y)})`;
  });
  return finish(paper, {
    kind: 'differentiation',
    method: methods.differentiation,
    problemLatex: `y=${toLatex(f)}`,
    answer: points.join(' or '),
    answerLatex: points.join('\\text{ or }').replace(/sqrt\(([^()]*)\)/g, '\\sqrt{$1}'),
  });
}

/** F as one writes it: the sum of simple terms expanded, brackets otherwise kept. */
function tidyIntegral(F: Expr): Expr {
  if (hasFn(F, 'ln', 'abs')) return F;
  const full = simplify(F);
  return toText(full).length <= toText(F).length ? full : F;
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

function integration(reading: Reading): Work {
  const text = reading.text.replace(/\\,/g, ' ');
  const signed = integralSign(text);
  let body: Expr | undefined;
  let name = 'x';
  let limits: [Expr, Expr] | undefined;
  if (signed) {
    body = parseExpr(signed.inside);
    name = signed.name;
    limits = signed.limits;
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

export function calculus(reading: Reading): Work | undefined {
  if (/積分|integra|∫|原函數/.test(reading.lower)) return integration(reading);
  if (
    /求導|微分|導數|導函數|differentiat|derivative|d\s*\/\s*d\s*[a-z]|d\s*y\s*\/|[fghy]\s*'|切線|tangent to|駐點|轉向點|stationary|turning point|d\^\(?2\)?\s*y/.test(
      reading.lower,
    )
  )
    return differentiation(reading);
  return undefined;
}
