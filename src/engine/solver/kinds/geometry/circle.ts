import { type Expr, minus, num, over, power, sqrt, sum, sym } from '../../core/expr.ts';
import { normal, simplify } from '../../core/normal.ts';
import { asNumber, coefficientsIn, type Poly } from '../../core/poly.ts';
import { statementLatex, toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { difference, type Relation, rel } from '../../core/statement.ts';
import { parseExpr } from '../../reading/parse.ts';
import type { Reading } from '../../reading/read.ts';
import { Cannot, words } from '../../solution.ts';
import { exprAnswer, finish, newPaper, type Paper, statementAnswer, type Work } from '../../working.ts';
import { base, type Point, pointLatex, pointsOf, pointText } from './points.ts';

export function circleOf(reading: Reading): Work | undefined {
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
  const paper = newPaper();
  let square: Expr;
  if (radius) square = simplify(power(parseExpr(radius), 2));
  else if (through && /直徑|diameter/.test(reading.lower)) {
    const middle = {
      x: simplify(over(sum(centre.x, through.x), num(2))),
      y: simplify(over(sum(centre.y, through.y), num(2))),
    };
    paper.equal(
      words('圓心是直徑的中點：x 坐標。', 'The centre is the midpoint of the diameter: its x-coordinate.'),
      over(sum(centre.x, through.x), num(2)),
      middle.x,
    );
    paper.equal(
      words('圓心的 y 坐標。', 'Its y-coordinate.'),
      over(sum(centre.y, through.y), num(2)),
      middle.y,
    );
    return circleEquation(paper, middle, squareDistance(paper, middle, centre));
  } else if (through) square = squareDistance(paper, centre, through);
  else return undefined;
  return circleEquation(paper, centre, square);
}

function squareDistance(paper: Paper, a: Point, b: Point): Expr {
  const put = sum(power(sum(b.x, minus(a.x)), 2), power(sum(b.y, minus(a.y)), 2));
  const value = simplify(put);
  paper.named(words('半徑的平方。', 'The square of the radius.'), 'r^{2}', put, value);
  return value;
}

function circleEquation(paper: Paper, { x, y }: Point, square: Expr): Work {
  const raw = rel(
    sum(power(simplify(sum(sym('x'), minus(x))), 2), power(simplify(sum(sym('y'), minus(y))), 2)),
    '=',
    square,
  );
  const expanded = rel(simplify(sum(raw.a, minus(square))), '=', num(0));
  paper.iff(
    words(
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
    throw new Cannot('這不是圓的方程。', 'This is not the equation of a circle.');
  const [D, E, F] = [linearX, linearY, constant].map((c) => Q.div(c, square)) as [Q.Q, Q.Q, Q.Q];
  const centre = { x: num(Q.div(D, Q.q(-2))), y: num(Q.div(E, Q.q(-2))) };
  const value = Q.sub(Q.add(Q.div(Q.mul(D, D), Q.q(4)), Q.div(Q.mul(E, E), Q.q(4))), F);
  const standard = rel(
    sum(
      power(simplify(sum(sym('x'), minus(centre.x))), 2),
      power(simplify(sum(sym('y'), minus(centre.y))), 2),
    ),
    '=',
    num(value),
  );
  const paper = newPaper();
  paper.iff(
    words('配方，化為標準式。', 'Complete the squares to get the standard form.'),
    equation,
    standard,
  );
  if (Q.sign(value) <= 0)
    throw new Cannot(
      '半徑的平方不是正數，方程不代表一個圓。',
      'The square of the radius is not positive: it is not a circle.',
    );
  const radius = simplify(sqrt(num(value)));
  paper.named(
    words(
      `圓心是 ${pointText(centre)}，半徑是右邊的平方根。`,
      `The centre is ${pointText(centre)}; the radius is the square root of the right side.`,
    ),
    'r',
    sqrt(num(value)),
    radius,
  );
  if (/直徑|面積|周長|圓周|diameter|area|circumference/.test(lower))
    throw new Cannot('暫只能求圓心和半徑。', 'Only the centre and the radius are found here.');
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
    several: true,
    answer: `centre = ${pointText(centre)}, radius = ${toText(radius)}`,
    answerLatex: `\\text{centre } ${pointLatex(centre)},\\ r=${toLatex(radius)}`,
  });
}
