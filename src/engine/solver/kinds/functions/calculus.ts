/** Derivatives, tangents, normals and stationary points; integrals are passed to integration.ts. */
import {
  type Expr,
  isNum,
  negate,
  num,
  over,
  substitute,
  sum,
  sym,
  symbolsOf,
  times,
} from '../../core/expr.ts';
import { simplify } from '../../core/normal.ts';
import { evaluate } from '../../core/numeric.ts';
import { toLatex, toText } from '../../core/print.ts';
import { simplifyLightly } from '../../core/simplify-lightly.ts';
import { rel } from '../../core/statement.ts';
import { parseExpr } from '../../reading/parse.ts';
import { functionOf, type Reading, read } from '../../reading/read.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import {
  createStepRecorder,
  exprAnswer,
  finish,
  type StepRecorder,
  statementAnswer,
  type Work,
} from '../../working.ts';
import { solveEquation, valuesOf } from '../equations/equation.ts';
import { pointsOf } from '../geometry/coordinates.ts';
import { derivative, tidyDerivative } from './differentiate.ts';
import { integration } from './integration.ts';
import { quadraticOf } from './quadratic-form.ts';

function differentiateStep(paper: StepRecorder, f: Expr, name: string): Expr {
  const raw = simplifyLightly(derivative(f, name));
  const answer = tidyDerivative(derivative(f, name));
  const label = `\\frac{d}{d${name}}\\left(${toLatex(f)}\\right)`;
  const rule =
    f.k === 'mul' && f.args.filter((part) => symbolsOf(part).has(name)).length > 1
      ? bilingual('用積法則。', 'Use the product rule.')
      : f.k === 'div' && symbolsOf(f.b).has(name)
        ? bilingual('用商法則。', 'Use the quotient rule.')
        : f.k === 'add'
          ? bilingual('逐項求導。', 'Differentiate term by term.')
          : bilingual('運用求導法則。', 'Use the rules of differentiation.');
  paper.claimed(rule, `${label}=${toLatex(raw)}`, {
    relation: 'derivative',
    from: toText(f),
    to: toText(raw),
    over: [name],
  });
  if (toLatex(raw) !== toLatex(answer))
    paper.claimed(bilingual('化簡。', 'Simplify.'), `${label}=${toLatex(answer)}`, {
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

/** The x-coordinate of "at (2, 4)"; the point must be on the curve. */
function pointOn(reading: Reading, f: Expr, name: string): Expr | undefined {
  const [point, ...more] = pointsOf(reading.text);
  if (!point || more.length > 0 || !/(?:在|於|at)\s*(?:點|the point)?\s*[A-Z]?\s*\(/i.test(reading.text))
    return undefined;
  if (toText(simplify(substitute(f, name, point.x))) !== toText(simplify(point.y)))
    throw new CannotSolveError('這一點不在曲線上。', 'The point is not on the curve.');
  return point.x;
}

function orderOf(lower: string): number {
  if (/[四五六七八九n\d]\s*階|fourth|fifth|\bn-?th\b|\d\s*(?:th|rd) derivative|'{3}|d\^\(?[3-9n]/.test(lower))
    throw new CannotSolveError('只能求首三階導數。', 'Only the first three derivatives are found here.');
  if (/三階|third/.test(lower)) return 3;
  return /二階|second|twice|兩次|d\^\(?2\)?\s*[a-z]?\s*\/|[fghy]\s*''/.test(lower) ? 2 : 1;
}

/** The variable of differentiation if the text names it: d/dt, with respect to t. */
function variableOf(text: string, f: Expr, otherwise: string): string {
  const named = /\/\s*d\s*([a-z])|(?:with respect to|w\.?r\.?t\.?|對)\s*([a-z])(?![a-z])/.exec(text);
  const name = named?.[1] ?? named?.[2] ?? otherwise;
  if (name !== otherwise && symbolsOf(f).size > 0 && !symbolsOf(f).has(name))
    throw new CannotSolveError('函數內沒有這個變數。', 'The function has no such variable.');
  return name;
}

function differentiation(reading: Reading): Work {
  const { lower } = reading;
  if (/第一原理|基本原理|導數的?定義|first principles?|by definition|from the definition/.test(lower))
    throw new CannotSolveError(
      '未能由基本原理求導。',
      'Derivatives are not found from first principles here.',
    );
  const count = (pattern: RegExp) => (lower.match(pattern) ?? []).length;
  const asksMore =
    count(/d\s*\/\s*d\s*[a-z]/g) > 1 ||
    count(/[fghy]\s*'+\s*\(/g) > 1 ||
    count(/(?<![a-z])x\s*=/g) > 1 ||
    /(?:\/\s*d\s*[a-z]|[fghy]\s*'+(?:\s*\([^()]*\))?)\s*=\s*-?\d|[加減乘]\s*\d|\b(?:minus|plus|times)\b/.test(
      lower,
    );
  const bodies = withoutDerivativeWords(reading);
  const isDefined = /[fghy]\s*(?:\(\s*[a-z]\s*\))?\s*=/.test(bodies.text);
  const definitions = bodies.statements.filter((one) => one.k === 'rel' && one.op === '=');
  if (
    asksMore ||
    definitions.length > 1 ||
    (!isDefined && bodies.exprs.filter((x) => x.k !== 'sym' && x.k !== 'num').length > 1)
  )
    throw new CannotSolveError('題目所求不止一個導數。', 'More is asked than one derivative.');
  const found = functionOf(bodies);
  if (!found)
    throw new CannotSolveError(
      '未能讀懂要求導的函數。',
      'The function to be differentiated could not be read.',
    );
  const { f } = found;
  const name = variableOf(reading.text, f, found.name);
  const paper = createStepRecorder();
  let answer = f;
  for (let order = orderOf(reading.lower); order > 0; order -= 1)
    answer = differentiateStep(paper, answer, name);
  const base = {
    kind: 'differentiation' as const,
    problemLatex: `\\frac{d}{d${name}}\\left(${toLatex(f)}\\right)`,
  };
  const at = pointOf(reading, name) ?? pointOn(reading, f, name);
  const isNormal = /法線|\bnormal\b/.test(reading.lower);
  if (
    (isNormal && /切線|tangent/.test(reading.lower)) ||
    (!at && /切線|法線|tangent to|\bnormal\b/.test(reading.lower))
  )
    throw new CannotSolveError(
      '未能處理這個切線或法線的問題。',
      'This question about a tangent or normal cannot be handled here.',
    );
  if (name === 'x' && symbolsOf(f).has('y'))
    throw new CannotSolveError('未能處理隱函數。', 'Implicit functions cannot be handled here.');
  const wantsSlope = /斜率|slope|gradient/.test(reading.lower) && !/方程|equation/.test(reading.lower);
  if (isNormal && wantsSlope)
    throw new CannotSolveError('只能求法線的方程。', 'Only the equation of a normal is found here.');
  if (/切線|tangent|法線|\bnormal\b/.test(reading.lower) && at && !wantsSlope)
    return tangent(paper, f, answer, name, at, isNormal);
  if (/駐點|轉向點|stationary|turning|極[值大小]|maximum|minimum|extrem/.test(reading.lower))
    return stationary(paper, f, answer, name, requestOf(reading.lower));
  if (at) {
    const put = substitute(answer, name, at);
    const value = simplify(put);
    paper.equal(bilingual(`代入 ${name} = ${toText(at)}。`, `Put in ${name} = ${toText(at)}.`), put, value);
    return finish(paper, { ...base, ...exprAnswer(value) });
  }
  return finish(paper, { ...base, ...exprAnswer(answer) });
}

/** Removes the words that request a derivative, so that only the function remains to be read. */
function withoutDerivativeWords(reading: Reading): Reading {
  const text = reading.text
    .replace(/d\^?\(?2?\)?\s*y?\s*\/\s*d\s*x(?:\^\(?2\)?)?(?:\s+of)?(?!\^)/g, ' ‖ ')
    .replace(/d\s*\/\s*d\s*([a-z])/g, ' ')
    .replace(/(?:with respect to|對)\s*[a-z](?![a-z])/gi, ' ‖ ')
    .replace(/w\.?r\.?t\.?\s*[a-z]/gi, ' ‖ ')
    .replace(/[fghy]\s*'+\s*(?:\([^)]*\))?/g, ' ‖ ')
    .replace(/(?:at|when|where|當|在|於)\s*(?:the point where\s*)?[a-z]\s*=\s*[-\d./]+/gi, ' ‖ ')
    .replace(/[a-z]\s*=\s*[-\d/.]+\s*(?=[時處的])/g, ' ‖ ')
    .replace(/(?:在|於|\bat)\s*(?:點|the point)?\s*[A-Z]?\s*\([^()a-z]*,[^()a-z]*\)/gi, ' ‖ ');
  const again = read(text.replace(/‖/g, ';'));
  return { ...again, text: text.replace(/‖/g, ';') };
}

function tangent(
  paper: StepRecorder,
  f: Expr,
  slopeOf: Expr,
  name: string,
  at: Expr,
  isNormal: boolean,
): Work {
  const [putSlope, putValue] = [substitute(slopeOf, name, at), substitute(f, name, at)];
  const [slope, y] = [simplify(putSlope), simplify(putValue)];
  paper.equal(
    bilingual(`切線斜率：代入 ${name} = ${toText(at)}。`, `The slope: put in ${name} = ${toText(at)}.`),
    putSlope,
    slope,
  );
  if (isNormal && isNum(slope, 0))
    throw new CannotSolveError('法線是鉛垂線。', 'The normal is a vertical line.');
  const m = isNormal ? simplify(over(num(-1), slope)) : slope;
  if (isNormal)
    paper.equal(
      bilingual(
        '法線與切線垂直，斜率之積為 -1。',
        'The normal is perpendicular to the tangent: the slopes multiply to -1.',
      ),
      times(m, slope),
      num(-1),
    );
  paper.equal(bilingual('切點的 y 坐標。', 'The y-coordinate of the point.'), putValue, y);
  const raw = rel(sum(sym('y'), negate(y)), '=', times(m, sum(sym(name), negate(at))));
  const answer = rel(sym('y'), '=', simplify(sum(times(m, sum(sym(name), negate(at))), y)));
  paper.iff(bilingual('點斜式，整理。', 'Point-slope form, rearranged.'), raw, answer);
  return finish(paper, {
    kind: 'differentiation',
    problemLatex: `y=${toLatex(f)}`,
    ...statementAnswer(answer),
  });
}

/** Which stationary points are requested; `extremes` is undefined if all of them are. */
type ExtremesRequest = {
  extremes: 'both' | 'maximum' | 'minimum' | undefined;
  points: boolean;
  answersBoth: boolean;
};

function requestOf(lower: string): ExtremesRequest {
  const [highest, lowest] = [/極大|maximum/.test(lower), /極小|minimum/.test(lower)];
  const isNamed = /極值|extrem/.test(lower) || (highest && lowest);
  return {
    extremes: isNamed ? 'both' : highest ? 'maximum' : lowest ? 'minimum' : undefined,
    points: /點|point/.test(lower),
    // Maximum and minimum are both named, and nothing else is requested.
    answersBoth: highest && lowest && !/截距|intercept|面積|area|切線|tangent|根|root/.test(lower),
  };
}

function stationary(paper: StepRecorder, f: Expr, rate: Expr, name: string, request: ExtremesRequest): Work {
  const zero = rel(rate, '=', num(0));
  const roots = solveEquation(paper, zero, name);
  const values = valuesOf(roots);
  if (values.length === 0) throw new CannotSolveError('沒有駐點。', 'There is no stationary point.');
  const second = tidyDerivative(derivative(rate, name));
  const points = values.map((value) => {
    const put = substitute(f, name, value);
    const y = simplify(put);
    paper.equal(bilingual('求 y 坐標。', 'Find the y-coordinate.'), put, y);
    const bend = substitute(second, name, value);
    const sign = evaluate(bend, {});
    const kind = sign > 1e-9 ? ('minimum' as const) : sign < -1e-9 ? ('maximum' as const) : undefined;
    paper.equal(
      kind === 'minimum'
        ? bilingual('二階導數為正：極小點。', 'The second derivative is positive: a minimum.')
        : kind === 'maximum'
          ? bilingual('二階導數為負：極大點。', 'The second derivative is negative: a maximum.')
          : bilingual('二階導數為 0，未能由此判斷。', 'The second derivative is 0 and does not decide.'),
      bend,
      simplify(bend),
    );
    return { kind, x: value, y };
  });
  const { extremes } = request;
  if (extremes && points.some(({ kind }) => !kind))
    throw new CannotSolveError(
      '二階導數為 0，未能判斷極值。',
      'The second derivative is 0 and does not decide.',
    );
  const requested = points.filter(({ kind }) => !extremes || extremes === 'both' || kind === extremes);
  if (requested.length === 0)
    throw new CannotSolveError(
      extremes === 'maximum' ? '沒有極大值。' : '沒有極小值。',
      extremes === 'maximum' ? 'There is no local maximum.' : 'There is no local minimum.',
    );
  const formatted = (write: (x: Expr) => string) =>
    requested.map(({ kind, x, y }) => {
      const point = `(${write(x)}, ${write(y)})`;
      if (extremes !== 'both') return extremes && !request.points ? write(y) : point;
      return request.points ? `${kind} ${point}` : `${kind} = ${write(y)}`;
    });
  const between = extremes === 'both' ? ', ' : ' or ';
  return finish(paper, {
    kind: 'differentiation',
    problemLatex: `y=${toLatex(f)}`,
    ...(request.answersBoth && { answersSeveral: true as const }),
    answer: formatted(toText).join(between),
    answerLatex: formatted(toLatex)
      .map((one) => one.replace(/^(maximum|minimum)/, '\\text{$1 }'))
      .join(extremes === 'both' ? ',\\ ' : '\\text{ or }'),
  });
}

/**
 * Whether local extremes of a function that is not quadratic are requested; a range would add its endpoints.
 */
function asksLocalExtremes(reading: Reading): boolean {
  if (!/極[值大小]|\blocal (?:max|min|extrem)|\brelative (?:max|min|extrem)/.test(reading.lower))
    return false;
  if (reading.statements.some((one) => one.k !== 'rel' || one.op !== '=')) return false;
  const found = functionOf(reading);
  return found !== undefined && !quadraticOf(found.f, found.name);
}

export function calculus(reading: Reading): Work | undefined {
  if (/積分|integra|∫|原函數/.test(reading.lower)) return integration(reading);
  if (
    asksLocalExtremes(reading) ||
    /求導|微分|導數|導函數|differentiat|derivative|d\s*\/\s*d\s*[a-z]|d\s*y\s*\/|d\^\(?2\)?\s*\/|[fghy]\s*'|切線|法線|tangent to|normal to|(?:gradient|slope) of (?:the )?(?:curve|tangent|graph)|曲線[^。]*斜率|駐點|轉向點|stationary|turning point|d\^\(?2\)?\s*y/.test(
      reading.lower,
    )
  )
    return differentiation(reading);
  return undefined;
}
