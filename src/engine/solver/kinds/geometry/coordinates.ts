import { type Expr, minus, num, over, power, sqrt, sum, sym, times } from '../../core/expr.ts';
import { isExactlyZero, normal, rationalValue, simplify } from '../../core/normal.ts';
import { asNumber, coefficientsIn, type Poly } from '../../core/poly.ts';
import { sumOfTerms } from '../../core/present.ts';
import { statementLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { difference, type Relation, rel } from '../../core/statement.ts';
import { parseExpr } from '../../reading/parse.ts';
import type { Reading } from '../../reading/read.ts';
import { Cannot, words } from '../../solution.ts';
import { exprAnswer, finish, newPaper, type Paper, statementAnswer, type Work } from '../../working.ts';
import { circleOf } from './circle.ts';
import { base, type Point, pointLatex, pointsOf, pointText } from './points.ts';

function slopeOf(paper: Paper, a: Point, b: Point): Expr {
  const run = simplify(sum(b.x, minus(a.x)));
  if (isExactlyZero(run))
    throw new Cannot(
      '兩點的 x 坐標相同，斜率沒有定義。',
      'The x-coordinates are equal: the slope is not defined.',
    );
  const put = over(sum(b.y, minus(a.y)), sum(b.x, minus(a.x)));
  const value = simplify(put);
  paper.named(
    words('斜率 = y 的差 ÷ x 的差。', 'Slope = difference of y ÷ difference of x.'),
    'm',
    put,
    value,
  );
  return value;
}

/** A line as y = m x + c, from a slope and a point. */
function lineThrough(paper: Paper, m: Expr, { x, y }: Point, general: boolean): Work {
  const raw = rel(sum(sym('y'), minus(y)), '=', times(m, sum(sym('x'), minus(x))));
  const explicit = rel(sym('y'), '=', simplify(sum(times(m, sum(sym('x'), minus(x))), y)));
  paper.iff(words('點斜式，化為 y = mx + c。', 'Point-slope form, written as y = mx + c.'), raw, explicit);
  const answer = general ? generalForm(paper, explicit) : explicit;
  return finish(paper, { ...base, problemLatex: statementLatex(raw), ...statementAnswer(answer) });
}

function generalForm(paper: Paper, line: Relation): Relation {
  const { n } = normal(difference({ ...line, a: line.b, b: line.a }));
  const numbers = [...n.values()].map(({ c }) => c);
  const bottom = numbers.reduce((all, c) => (all / Q.gcdInt(all, c.d)) * c.d, 1n);
  const lead = asNumber(coefficientsIn(n, 'x')?.[1] ?? new Map()) ?? Q.one;
  const answer = rel(simplify(times(num(Q.sign(lead) < 0 ? -bottom : bottom), sumOfTerms(n))), '=', num(0));
  paper.iff(words('化為一般式。', 'In general form.'), line, answer);
  return answer;
}

function slopeOfLine(line: Relation): Expr | undefined {
  const { n, d } = normal(difference(line));
  const parts = coefficientsIn(n, 'y');
  const inX =
    parts?.length === 2 && d.size === 1 && d.has('') ? coefficientsIn(parts[0] as Poly, 'x') : undefined;
  // y = x^3 is no line: its slope is not one number.
  if (!parts || !inX || inX.length > 2 || asNumber(inX[0] ?? new Map()) === undefined) return undefined;
  const [a, b] = [inX[1] ? asNumber(inX[1]) : Q.zero, asNumber(parts[1] as Poly)];
  return a && b ? num(Q.neg(Q.div(a, b))) : undefined;
}

function toLineDistance(paper: Paper, line: Relation, { x, y }: Point): Work | undefined {
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
  paper.equal(words('點到直線的距離公式。', 'The distance from a point to a line.'), put, value);
  return finish(paper, { ...base, problemLatex: statementLatex(line), ...exprAnswer(value) });
}

/** y = mx + c */
function explicitLine(line: Relation): Relation {
  const parts = coefficientsIn(normal(difference(line)).n, 'y') as Poly[];
  return rel(
    sym('y'),
    '=',
    simplify(over(minus(sumOfTerms(parts[0] as Poly)), sumOfTerms(parts[1] as Poly))),
  );
}

/** 求 AB, AB 的長 */
const asksSegment = /(?:求|find)\s*[A-Z]{2}\s*(?:的長)?[.。?]?$/i;

export function coordinates(reading: Reading): Work | undefined {
  const { lower, text } = reading;
  if (/圓心|半徑|直徑|circle|圓的方程|cent(?:re|er) and radius/.test(lower)) {
    const work = circleOf(reading);
    if (work) return work;
  }
  // Of a line that is only described its intercepts are another question; a point said to be the middle is no end.
  if (/(?:截距|intercept)(?!s?\s*(?:of|is|為|是|=)?\s*-?\d)/.test(lower)) return undefined;
  if (
    /[a-z]\s*\([^()]*\)\s*(?:是|為|is)[^,，。]*(?:中點|mid)|(?:中點|mid-?point[^(]*)\s*(?:是|為|is|=)\s*[a-z]?\s*\(/.test(
      lower,
    )
  )
    return undefined;
  const points = pointsOf(text);
  if (/原點|origin/.test(lower) && points.length === 1) points.push({ x: num(0), y: num(0) });
  const wanted = [
    /距離|distance|長度|length/,
    /中點|mid-?\s?point/,
    /斜率|slope|gradient(?!\s*(?:of|is|=)?\s*-?\d)/,
    /面積|area/,
    /交點|intersect|[xy]\s*軸|[xy]-axis/,
  ];
  const asksTwo = wanted.filter((one) => one.test(lower)).length > 1;
  if (asksTwo || (points.length > 2 && !/面積|area|共線|collinear|圓|circle/.test(lower))) return undefined;
  if (points.length === 2 && /[xy]\s*軸|[xy]-axis/.test(lower)) return undefined;
  const [a, b, c] = points;
  const paper = newPaper();
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
    if (!m) throw new Cannot('未能處理鉛垂線。', 'Vertical lines cannot be handled here.');
    const value = rationalValue(m) as Q.Q;
    if (/平行|parallel/.test(lower))
      paper.iff(
        words(
          '平行線的斜率相等；先把已知直線化為 y = mx + c。',
          'Parallel lines have equal slopes: write the line as y = mx + c.',
        ),
        line,
        explicitLine(line),
      );
    else {
      if (Q.isZero(value)) throw new Cannot('未能處理鉛垂線。', 'Vertical lines cannot be handled here.');
      paper.named(
        words('垂直線的斜率之積為 -1。', 'Slopes of perpendicular lines multiply to -1.'),
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
      const put = sqrt(sum(power(sum(b.x, minus(a.x)), 2), power(sum(b.y, minus(a.y)), 2)));
      const value = simplify(put);
      paper.equal(words('距離公式。', 'The distance formula.'), put, value);
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
        words('中點的 x 坐標是兩個 x 坐標的平均。', 'The x-coordinate of the midpoint is the mean of both.'),
        put.x,
        value.x,
      );
      paper.equal(words('y 坐標同理。', 'Likewise for y.'), put.y, value.y);
      return finish(paper, {
        ...base,
        problemLatex: `${pointLatex(a)},\\ ${pointLatex(b)}`,
        answer: pointText(value),
        answerLatex: pointLatex(value),
      });
    }
    if (c && /面積|area/.test(lower)) {
      const cross = sum(
        times(a.x, sum(b.y, minus(c.y))),
        times(b.x, sum(c.y, minus(a.y))),
        times(c.x, sum(a.y, minus(b.y))),
      );
      const put = over({ k: 'fn', name: 'abs', args: [cross] }, num(2));
      const value = simplify(put);
      paper.equal(words('以坐標求三角形面積。', 'The area of a triangle from coordinates.'), put, value);
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
        throw new Cannot('未能處理鉛垂線。', 'Vertical lines cannot be handled here.');
      const put = { x: over(sum(a.x, b.x), num(2)), y: over(sum(a.y, b.y), num(2)) };
      const middle = { x: simplify(put.x), y: simplify(put.y) };
      paper.equal(words('中點的 x 坐標。', 'The x-coordinate of the midpoint.'), put.x, middle.x);
      paper.equal(words('中點的 y 坐標。', 'The y-coordinate of the midpoint.'), put.y, middle.y);
      paper.named(
        words('垂直線的斜率之積為 -1。', 'Slopes of perpendicular lines multiply to -1.'),
        'm',
        over(num(-1), m),
        num(Q.neg(Q.inv(value))),
      );
      return lineThrough(paper, num(Q.neg(Q.inv(value))), middle, general);
    }
    if (
      /直線|line|方程|equation/.test(lower) &&
      !/(?:^|find |求)\s*(?:the )?(?:斜率|slope|gradient)/.test(lower) &&
      // 通過兩點的直線的斜率 asks for the slope of a line that is only named.
      (!/斜率|slope|gradient/.test(lower) || /方程|equation/.test(lower))
    ) {
      if (isExactlyZero(sum(a.x, minus(b.x)))) {
        const answer = rel(sym('x'), '=', simplify(a.x));
        paper.equal(
          words('兩點的 x 坐標相同，是鉛垂線。', 'The x-coordinates are equal: a vertical line.'),
          sum(b.x, minus(a.x)),
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
      words('化為 y = mx + c，x 的係數是斜率。', 'Written as y = mx + c, the coefficient of x is the slope.'),
      line,
      explicit,
    );
    return finish(paper, { ...base, problemLatex: statementLatex(line), ...exprAnswer(m) });
  }
  return undefined;
}
