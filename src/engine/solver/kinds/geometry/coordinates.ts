/** Coordinate geometry: distance, midpoint, slope, lines, circles and the area of a triangle. */
import { type Expr, negate, num, over, power, sqrt, sum, sym, times } from '../../core/expr.ts';
import { isExactlyZero, normal, rationalValue, simplify } from '../../core/normal.ts';
import { asNumber, coefficientsIn, type Poly } from '../../core/poly.ts';
import { sumOfTerms } from '../../core/present.ts';
import { statementLatex, toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { difference, type Relation, rel } from '../../core/statement.ts';
import { parseExpr } from '../../reading/parse.ts';
import type { Reading } from '../../reading/read.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import {
  createStepRecorder,
  exprAnswer,
  finish,
  type StepRecorder,
  statementAnswer,
  type Work,
} from '../../working.ts';

function slopeOf(paper: StepRecorder, a: Point, b: Point): Expr {
  const run = simplify(sum(b.x, negate(a.x)));
  if (isExactlyZero(run))
    throw new CannotSolveError(
      '兩點的 x 坐標相同，斜率沒有定義。',
      'The x-coordinates are equal: the slope is not defined.',
    );
  const put = over(sum(b.y, negate(a.y)), sum(b.x, negate(a.x)));
  const value = simplify(put);
  paper.named(
    bilingual('斜率 = y 的差 ÷ x 的差。', 'Slope = difference of y ÷ difference of x.'),
    'm',
    put,
    value,
  );
  return value;
}

/** A line as y = m x + c, from a slope and a point. */
function lineThrough(paper: StepRecorder, m: Expr, { x, y }: Point, general: boolean): Work {
  const raw = rel(sum(sym('y'), negate(y)), '=', times(m, sum(sym('x'), negate(x))));
  const explicit = rel(sym('y'), '=', simplify(sum(times(m, sum(sym('x'), negate(x))), y)));
  paper.iff(
    bilingual('點斜式，化為 y = mx + c。', 'Point-slope form, written as y = mx + c.'),
    raw,
    explicit,
  );
  const answer = general ? generalForm(paper, explicit) : explicit;
  return finish(paper, { ...base, problemLatex: statementLatex(raw), ...statementAnswer(answer) });
}

function generalForm(paper: StepRecorder, line: Relation): Relation {
  const { n } = normal(difference({ ...line, a: line.b, b: line.a }));
  const numbers = [...n.values()].map(({ c }) => c);
  const bottom = numbers.reduce((all, c) => (all / Q.gcdInt(all, c.d)) * c.d, 1n);
  const lead = asNumber(coefficientsIn(n, 'x')?.[1] ?? new Map()) ?? Q.one;
  const answer = rel(simplify(times(num(Q.sign(lead) < 0 ? -bottom : bottom), sumOfTerms(n))), '=', num(0));
  paper.iff(bilingual('化為一般式。', 'In general form.'), line, answer);
  return answer;
}

function slopeOfLine(line: Relation): Expr | undefined {
  const { n, d } = normal(difference(line));
  const parts = coefficientsIn(n, 'y');
  const inX =
    parts?.length === 2 && d.size === 1 && d.has('') ? coefficientsIn(parts[0] as Poly, 'x') : undefined;
  // y = x^3 is not a line: its slope is not constant.
  if (!parts || !inX || inX.length > 2 || asNumber(inX[0] ?? new Map()) === undefined) return undefined;
  const [a, b] = [inX[1] ? asNumber(inX[1]) : Q.zero, asNumber(parts[1] as Poly)];
  return a && b ? num(Q.neg(Q.div(a, b))) : undefined;
}

function toLineDistance(paper: StepRecorder, line: Relation, { x, y }: Point): Work | undefined {
  if (!slopeOfLine(line)) return undefined;
  const { n } = normal(difference(line));
  const c = (name: string) => asNumber(coefficientsIn(n, name)?.[1] ?? new Map()) ?? Q.zero;
  const [a, b] = [num(c('x')), num(c('y'))];
  const constant = num(n.get('')?.c ?? Q.zero);
  const put = over(
    { k: 'fn', name: 'abs', args: [sum(times(a, x), times(b, y), constant)] },
    sqrt(sum(power(a, 2), power(b, 2))),
  );
  const value = simplify(put);
  paper.equal(bilingual('點到直線的距離公式。', 'The distance from a point to a line.'), put, value);
  return finish(paper, { ...base, problemLatex: statementLatex(line), ...exprAnswer(value) });
}

/** Rewrites a line as y = mx + c. */
function explicitLine(line: Relation): Relation {
  const parts = coefficientsIn(normal(difference(line)).n, 'y') as Poly[];
  return rel(
    sym('y'),
    '=',
    simplify(over(negate(sumOfTerms(parts[0] as Poly)), sumOfTerms(parts[1] as Poly))),
  );
}

/** The length of a segment is requested: 求 AB, AB 的長. */
const asksSegment = /(?:求|find)\s*[A-Z]{2}\s*(?:的長)?[.。?]?$/i;

export function coordinates(reading: Reading): Work | undefined {
  const { lower, text } = reading;
  if (/圓心|半徑|直徑|circle|圓的方程|cent(?:re|er) and radius/.test(lower)) {
    const work = circleOf(reading);
    if (work) return work;
  }
  // The intercepts of a described line and the endpoint belonging to a given midpoint are not handled here.
  if (/(?:截距|intercept)(?!s?\s*(?:of|is|為|是|=)?\s*-?\d)/.test(lower)) return undefined;
  if (
    /[a-z]\s*\([^()]*\)\s*(?:是|為|is)[^,，。]*(?:中點|mid)|(?:中點|mid-?point[^(]*)\s*(?:是|為|is|=)\s*[a-z]?\s*\(/.test(
      lower,
    )
  )
    return undefined;
  const points = pointsOf(text);
  if (/原點|origin/.test(lower) && points.length === 1) points.push({ x: num(0), y: num(0) });
  const quantities = [
    /距離|distance|長度|length/,
    /中點|mid-?\s?point/,
    /斜率|slope|gradient(?!\s*(?:of|is|=)?\s*-?\d)/,
    /面積|area/,
    /交點|intersect|[xy]\s*軸|[xy]-axis/,
  ];
  const asksTwo = quantities.filter((one) => one.test(lower)).length > 1;
  if (asksTwo || (points.length > 2 && !/面積|area|共線|collinear|圓|circle/.test(lower))) return undefined;
  if (points.length === 2 && /[xy]\s*軸|[xy]-axis/.test(lower)) return undefined;
  const [a, b, c] = points;
  const paper = createStepRecorder();
  const line = reading.statements.find(
    (one): one is Relation =>
      one.k === 'rel' &&
      one.op === '=' &&
      /[xy]/.test(toText(one.a) + toText(one.b)) &&
      toText(one.a) !== 'm',
  );
  const general = /一般式|general form|ax\s*\+\s*by/.test(lower);
  const namedSlope =
    /(?:斜率|slope|gradient)\s*(?:of|is|為|是|=)?\s*(?:is|=)?\s*(-?\d+(?:\.\d+)?(?:\s*\/\s*\d+)?|-?\(\(?-?\d+\)?\/\(?\d+\)?\))/.exec(
      lower,
    )?.[1];
  if (a && line && /距離|distance/.test(lower) && !b) return toLineDistance(paper, line, a);
  if (a && line && /平行|parallel|垂直|perpendicular/.test(lower)) {
    const m = slopeOfLine(line);
    if (!m) throw new CannotSolveError('未能處理鉛垂線。', 'Vertical lines cannot be handled here.');
    const value = rationalValue(m) as Q.Q;
    if (/平行|parallel/.test(lower))
      paper.iff(
        bilingual(
          '平行線的斜率相等；先把已知直線化為 y = mx + c。',
          'Parallel lines have equal slopes: write the line as y = mx + c.',
        ),
        line,
        explicitLine(line),
      );
    else {
      if (Q.isZero(value))
        throw new CannotSolveError('未能處理鉛垂線。', 'Vertical lines cannot be handled here.');
      paper.named(
        bilingual('垂直線的斜率之積為 -1。', 'Slopes of perpendicular lines multiply to -1.'),
        'm',
        over(num(-1), m),
        num(Q.neg(Q.inv(value))),
      );
    }
    return lineThrough(paper, /平行|parallel/.test(lower) ? m : num(Q.neg(Q.inv(value))), a, general);
  }
  const crossing =
    /(?:y\s*-?\s*(?:截距|intercept))\s*(?:of|is|為|是|=)?\s*(-?\d+(?:\.\d+)?(?:\s*\/\s*\d+)?)/.exec(
      lower,
    )?.[1];
  if (namedSlope && crossing && !a && !line)
    return lineThrough(paper, parseExpr(namedSlope), { x: num(0), y: parseExpr(crossing) }, general);
  if (a && namedSlope && /直線|line|方程|equation/.test(lower))
    return lineThrough(paper, parseExpr(namedSlope), a, general);
  if (a && b) {
    if (/距離|distance|長度|length/.test(lower) || asksSegment.test(text)) {
      const put = sqrt(sum(power(sum(b.x, negate(a.x)), 2), power(sum(b.y, negate(a.y)), 2)));
      const value = simplify(put);
      paper.equal(bilingual('距離公式。', 'The distance formula.'), put, value);
      return finish(paper, {
        ...base,
        problemLatex: `${pointLatex(a)},\\ ${pointLatex(b)}`,
        ...exprAnswer(value),
      });
    }
    if (/中點|mid-?\s?point/.test(lower)) {
      const put = { x: over(sum(a.x, b.x), num(2)), y: over(sum(a.y, b.y), num(2)) };
      const value = { x: simplify(put.x), y: simplify(put.y) };
      paper.equal(
        bilingual(
          '中點的 x 坐標是兩個 x 坐標的平均。',
          'The x-coordinate of the midpoint is the mean of both.',
        ),
        put.x,
        value.x,
      );
      paper.equal(bilingual('y 坐標同理。', 'Likewise for y.'), put.y, value.y);
      return finish(paper, {
        ...base,
        problemLatex: `${pointLatex(a)},\\ ${pointLatex(b)}`,
        answer: pointText(value),
        answerLatex: pointLatex(value),
      });
    }
    if (c && /面積|area/.test(lower)) {
      const cross = sum(
        times(a.x, sum(b.y, negate(c.y))),
        times(b.x, sum(c.y, negate(a.y))),
        times(c.x, sum(a.y, negate(b.y))),
      );
      const put = over({ k: 'fn', name: 'abs', args: [cross] }, num(2));
      const value = simplify(put);
      paper.equal(bilingual('以坐標求三角形面積。', 'The area of a triangle from coordinates.'), put, value);
      return finish(paper, {
        ...base,
        problemLatex: [a, b, c].map(pointLatex).join(',\\ '),
        ...exprAnswer(value),
      });
    }
    if (/垂直平分|perpendicular bisector/.test(lower)) {
      const m = slopeOf(paper, a, b);
      const value = rationalValue(m);
      if (!value || Q.isZero(value))
        throw new CannotSolveError('未能處理鉛垂線。', 'Vertical lines cannot be handled here.');
      const put = { x: over(sum(a.x, b.x), num(2)), y: over(sum(a.y, b.y), num(2)) };
      const middle = { x: simplify(put.x), y: simplify(put.y) };
      paper.equal(bilingual('中點的 x 坐標。', 'The x-coordinate of the midpoint.'), put.x, middle.x);
      paper.equal(bilingual('中點的 y 坐標。', 'The y-coordinate of the midpoint.'), put.y, middle.y);
      paper.named(
        bilingual('垂直線的斜率之積為 -1。', 'Slopes of perpendicular lines multiply to -1.'),
        'm',
        over(num(-1), m),
        num(Q.neg(Q.inv(value))),
      );
      return lineThrough(paper, num(Q.neg(Q.inv(value))), middle, general);
    }
    if (
      /直線|line|方程|equation/.test(lower) &&
      !/(?:^|find |求)\s*(?:the )?(?:斜率|slope|gradient)/.test(lower) &&
      // 通過兩點的直線的斜率 requests the slope, although a line is mentioned.
      (!/斜率|slope|gradient/.test(lower) || /方程|equation/.test(lower))
    ) {
      if (isExactlyZero(sum(a.x, negate(b.x)))) {
        const answer = rel(sym('x'), '=', simplify(a.x));
        paper.equal(
          bilingual('兩點的 x 坐標相同，是鉛垂線。', 'The x-coordinates are equal: a vertical line.'),
          sum(b.x, negate(a.x)),
          num(0),
        );
        return finish(paper, {
          ...base,
          problemLatex: `${pointLatex(a)},\\ ${pointLatex(b)}`,
          ...statementAnswer(answer),
        });
      }
      return lineThrough(paper, slopeOf(paper, a, b), a, general);
    }
    if (/斜率|slope|gradient/.test(lower)) {
      const value = slopeOf(paper, a, b);
      return finish(paper, {
        ...base,
        problemLatex: `${pointLatex(a)},\\ ${pointLatex(b)}`,
        ...exprAnswer(value),
      });
    }
  }
  if (line && /斜率|slope|gradient/.test(lower) && !a) {
    const m = slopeOfLine(line);
    if (!m) return undefined;
    const explicit = explicitLine(line);
    paper.iff(
      bilingual(
        '化為 y = mx + c，x 的係數是斜率。',
        'Written as y = mx + c, the coefficient of x is the slope.',
      ),
      line,
      explicit,
    );
    return finish(paper, { ...base, problemLatex: statementLatex(line), ...exprAnswer(m) });
  }
  return undefined;
}

function circleOf(reading: Reading): Work | undefined {
  const equation = reading.statements.find(
    (one): one is Relation =>
      one.k === 'rel' && one.op === '=' && /x\^2|y\^2|\)\^2/.test(`${toText(one.a)}${toText(one.b)}`),
  );
  const points = pointsOf(reading.text);
  const radius =
    /(?:半徑|radius)\s*(?:of|is|為|是|=|長)?\s*(?:is|=)?\s*(sqrt\(?[\d.]+\)?|√\s*\(?\d+\)?|[\d./]+)/.exec(
      reading.lower,
    )?.[1];
  if (equation) return centreAndRadius(equation, reading.lower);
  const [centre, through] = points;
  if (!centre) return undefined;
  const paper = createStepRecorder();
  let square: Expr;
  if (radius) square = simplify(power(parseExpr(radius), 2));
  else if (through && /直徑|diameter/.test(reading.lower)) {
    const middle = {
      x: simplify(over(sum(centre.x, through.x), num(2))),
      y: simplify(over(sum(centre.y, through.y), num(2))),
    };
    paper.equal(
      bilingual(
        '圓心是直徑的中點：x 坐標。',
        'The centre is the midpoint of the diameter: its x-coordinate.',
      ),
      over(sum(centre.x, through.x), num(2)),
      middle.x,
    );
    paper.equal(
      bilingual('圓心的 y 坐標。', 'Its y-coordinate.'),
      over(sum(centre.y, through.y), num(2)),
      middle.y,
    );
    return circleEquation(paper, middle, squareDistance(paper, middle, centre));
  } else if (through) square = squareDistance(paper, centre, through);
  else return undefined;
  return circleEquation(paper, centre, square);
}

function squareDistance(paper: StepRecorder, a: Point, b: Point): Expr {
  const put = sum(power(sum(b.x, negate(a.x)), 2), power(sum(b.y, negate(a.y)), 2));
  const value = simplify(put);
  paper.named(bilingual('半徑的平方。', 'The square of the radius.'), 'r^{2}', put, value);
  return value;
}

function circleEquation(paper: StepRecorder, { x, y }: Point, square: Expr): Work {
  const raw = rel(
    sum(power(simplify(sum(sym('x'), negate(x))), 2), power(simplify(sum(sym('y'), negate(y))), 2)),
    '=',
    square,
  );
  const expanded = rel(simplify(sum(raw.a, negate(square))), '=', num(0));
  paper.iff(
    bilingual(
      '代入圓的標準式，也可展開為一般式。',
      'Put into the standard form; it expands to the general form.',
    ),
    raw,
    expanded,
  );
  return finish(paper, { ...base, problemLatex: pointLatex({ x, y }), ...statementAnswer(raw) });
}

function centreAndRadius(equation: Relation, lower: string): Work {
  const { n, d } = normal(difference(equation));
  const inX = coefficientsIn(n, 'x');
  const square = inX?.[2] && asNumber(inX[2]);
  const linearX = inX?.[1] ? asNumber(inX[1]) : Q.zero;
  const inY = inX?.[0] && coefficientsIn(inX[0] as Poly, 'y');
  const squareY = inY?.[2] && asNumber(inY[2]);
  const linearY = inY?.[1] ? asNumber(inY[1]) : Q.zero;
  const constant = inY?.[0] ? asNumber(inY[0]) : Q.zero;
  if (
    d.size !== 1 ||
    !square ||
    !squareY ||
    !linearX ||
    !linearY ||
    !constant ||
    !Q.eq(square, squareY) ||
    inX.length !== 3 ||
    inY?.length !== 3
  )
    throw new CannotSolveError('這不是圓的方程。', 'This is not the equation of a circle.');
  const [D, E, F] = [linearX, linearY, constant].map((c) => Q.div(c, square)) as [Q.Q, Q.Q, Q.Q];
  const centre = { x: num(Q.div(D, Q.q(-2))), y: num(Q.div(E, Q.q(-2))) };
  const value = Q.sub(Q.add(Q.div(Q.mul(D, D), Q.q(4)), Q.div(Q.mul(E, E), Q.q(4))), F);
  const standard = rel(
    sum(
      power(simplify(sum(sym('x'), negate(centre.x))), 2),
      power(simplify(sum(sym('y'), negate(centre.y))), 2),
    ),
    '=',
    num(value),
  );
  const paper = createStepRecorder();
  paper.iff(
    bilingual('配方，化為標準式。', 'Complete the squares to get the standard form.'),
    equation,
    standard,
  );
  if (Q.sign(value) <= 0)
    throw new CannotSolveError(
      '半徑的平方不是正數，方程不代表一個圓。',
      'The square of the radius is not positive: it is not a circle.',
    );
  const radius = simplify(sqrt(num(value)));
  paper.named(
    bilingual(
      `圓心是 ${pointText(centre)}，半徑是右邊的平方根。`,
      `The centre is ${pointText(centre)}; the radius is the square root of the right side.`,
    ),
    'r',
    sqrt(num(value)),
    radius,
  );
  if (/直徑|面積|周長|圓周|diameter|area|circumference/.test(lower))
    throw new CannotSolveError('暫只能求圓心和半徑。', 'Only the centre and the radius are found here.');
  const asksCentre = /圓心|cent(?:re|er)/.test(lower);
  const asksRadius = /半徑|radius/.test(lower);
  if (asksCentre && !asksRadius)
    return finish(paper, {
      ...base,
      problemLatex: statementLatex(equation),
      answer: pointText(centre),
      answerLatex: pointLatex(centre),
    });
  if (asksRadius && !asksCentre)
    return finish(paper, { ...base, problemLatex: statementLatex(equation), ...exprAnswer(radius) });
  return finish(paper, {
    ...base,
    problemLatex: statementLatex(equation),
    answersSeveral: true,
    answer: `centre = ${pointText(centre)}, radius = ${toText(radius)}`,
    answerLatex: `\\text{centre } ${pointLatex(centre)},\\ r=${toLatex(radius)}`,
  });
}

type Point = { x: Expr; y: Expr };

const base = { kind: 'coordinate geometry' as const };

/** Every point (a, b) in the text. */
export function pointsOf(text: string): Point[] {
  const found: Point[] = [];
  for (const [, a, b] of text.matchAll(
    /\(\s*([-+\d./*\s√()]*?[\d)])\s*,\s*([-+\d./*\s√(]*?[\d)]*\d)\s*\)/g,
  )) {
    if (a === undefined || b === undefined) continue;
    found.push({ x: parseExpr(a), y: parseExpr(b) });
  }
  return found;
}

const pointText = ({ x, y }: Point) => `(${toText(x)}, ${toText(y)})`;

const pointLatex = ({ x, y }: Point) => `\\left(${toLatex(x)}, ${toLatex(y)}\\right)`;
