/** Conversion between degrees and radians, and one trigonometric ratio of an angle from another. */
import { ifReadable } from '../../attempt.ts';
import {
  deg,
  type Expr,
  fn,
  negate,
  num,
  over,
  pi,
  power,
  some,
  sqrt,
  sum,
  sym,
  symbolsOf,
  times,
} from '../../core/expr.ts';
import { rationalValue, simplify } from '../../core/normal.ts';
import { toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { rel } from '../../core/statement.ts';
import { parseExpr } from '../../reading/parse.ts';
import type { Reading } from '../../reading/read.ts';
import { bilingual } from '../../solution.ts';
import { createStepRecorder, finish, statementAnswer, type Work } from '../../working.ts';

const conversionWords = '(?:=\\s*\\??|化為|化成|轉為|換成|等於多少|等於|是多少|to|in(?:to)?|as|以|\\?|\\s)*';
const toRadians = new RegExp(
  `^(?:把|將|convert|change|express)?\\s*(-?\\d+(?:\\.\\d+)?)\\s*(?:°|度|degrees?)\\s*${conversionWords}(?:rad(?:ians?)?|弧度)(?:\\s*表示)?[?.。]*$`,
  'i',
);
const toDegrees = new RegExp(
  `^(?:把|將|convert|change|express)?\\s*([-\\d\\s./()*]*pi[-\\d\\s./()*]*)\\s*(?:rad(?:ians?)?|弧度)?\\s*${conversionWords}(?:°|角度|度數|度|degrees?)(?:\\s*表示)?[?.。]*$`,
  'i',
);

const base = { kind: 'unit conversion' as const };

function conversion(text: string): Work | undefined {
  const given = toRadians.exec(text)?.[1];
  const paper = createStepRecorder();
  if (given) {
    const value = parseExpr(given);
    const put = over(times(value, pi), num(180));
    const answer = simplify(put);
    paper.equal(bilingual('180° = π 弧度。', '180° is π radians.'), times(value, deg), answer);
    return finish(paper, {
      ...base,
      problemLatex: toLatex(times(value, deg)),
      answer: `${toText(answer)} rad`,
      answerLatex: toLatex(answer),
    });
  }
  const radians = toDegrees.exec(text)?.[1];
  if (!radians) return undefined;
  const value = parseExpr(radians);
  const degrees = rationalValue(over(times(value, num(180)), pi));
  if (!degrees) return undefined;
  const size = times(num(Q.abs(degrees), Q.toDecimal(degrees) !== undefined), deg);
  const answer = Q.sign(degrees) < 0 ? negate(size) : size;
  paper.equal(bilingual('π 弧度 = 180°。', 'π radians is 180°.'), value, answer);
  return finish(paper, {
    ...base,
    problemLatex: toLatex(value),
    answer: toText(answer),
    answerLatex: toLatex(answer),
  });
}

const ratios = ['sin', 'cos', 'tan'] as const;
type RatioName = (typeof ratios)[number];

/** sin θ = 3/5, θ acute: finds cos θ or tan θ by Pythagoras. */
function fromRatio(reading: Reading): Work | undefined {
  const { text, lower } = reading;
  const isAcute =
    /銳角|acute|第一象限|first quadrant/.test(lower) || /\b0\s*°?\s*<=?\s*\w+\s*<=?\s*90\s*°/.test(lower);
  if (!isAcute || /不|非|\bnot\b/.test(lower)) return undefined;
  const [given] = reading.statements.filter((one) => one.k === 'rel' && one.op === '=');
  if (given?.k !== 'rel' || given.a.k !== 'fn' || !ratios.includes(given.a.name as RatioName))
    return undefined;
  const angle = given.a.args[0] as Expr;
  if (angle.k !== 'sym' || symbolsOf(given.b).size > 0) return undefined;
  const requestedText =
    /(?:求|find|evaluate|what is)\s*(?:the value of\s*)?((?:sin|cos|tan)[^,;。]*?)\s*(?:的值)?[.?。]*$/i.exec(
      text,
    )?.[1];
  if (!requestedText) return undefined;
  const requested = parseExpr(requestedText);
  if (
    requested.k !== 'fn' ||
    !ratios.includes(requested.name as RatioName) ||
    toText(requested.args[0] as Expr) !== angle.name
  )
    return undefined;
  const known = rationalValue(given.b);
  const from = given.a.name as RatioName;
  if (
    !known ||
    Q.sign(known) <= 0 ||
    (from !== 'tan' && Q.compare(known, Q.one) >= 0) ||
    requested.name === from
  )
    return undefined;
  // Sides of a right-angled triangle that has the angle.
  const [a, b] = [num(known.n), num(known.d)];
  const square = (x: Expr) => power(x, 2);
  const leg = sqrt(sum(square(b), negate(square(a))));
  const sides: Record<RatioName, { opposite: Expr; adjacent: Expr; hypotenuse: Expr }> = {
    sin: { opposite: a, adjacent: leg, hypotenuse: b },
    cos: { opposite: leg, adjacent: a, hypotenuse: b },
    tan: { opposite: a, adjacent: b, hypotenuse: sqrt(sum(square(a), square(b))) },
  };
  const { opposite, adjacent, hypotenuse } = sides[from];
  const third = from === 'tan' ? hypotenuse : leg;
  const paper = createStepRecorder();
  paper.equal(
    bilingual(
      '畫一個直角三角形，由畢氏定理求第三邊。',
      'Draw a right-angled triangle; the third side by Pythagoras.',
    ),
    third,
    simplify(third),
  );
  const put =
    requested.name === 'sin'
      ? over(opposite, hypotenuse)
      : requested.name === 'cos'
        ? over(adjacent, hypotenuse)
        : over(opposite, adjacent);
  const value = simplify(put);
  paper.named(
    bilingual('由邊長得出所求的三角比。', 'The ratio from the sides.'),
    toLatex(requested),
    put,
    value,
  );
  // Independent check with the angle itself.
  const inverse = fn(`a${from}` as 'asin', given.b);
  paper.equal(
    bilingual('以角的數值核實。', 'Checked with the angle itself.'),
    fn(requested.name, inverse),
    value,
  );
  if (some(value, (x) => x.k === 'sym')) return undefined;
  return finish(paper, {
    kind: 'trigonometry',
    problemLatex: `${toLatex(given.a)}=${toLatex(given.b)}`,
    ...statementAnswer(rel(fn(requested.name, sym(angle.name)), '=', value)),
  });
}

export function angles(reading: Reading): Work | undefined {
  return ifReadable(() => conversion(reading.text) ?? fromRatio(reading));
}
