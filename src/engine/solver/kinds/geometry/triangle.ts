/** Triangles by the sine and cosine rules: sides a, b, c opposite the angles A, B, C. */
import { deg, type Expr, fn, negate, num, over, power, sqrt, sum, times } from '../../core/expr.ts';
import { simplify } from '../../core/normal.ts';
import { evaluate } from '../../core/numeric.ts';
import { toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import type { Reading } from '../../reading/read.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import { createStepRecorder, exprAnswer, finish, type StepRecorder, type Work } from '../../working.ts';

type Known = Map<string, Expr>;
const sides = ['a', 'b', 'c'];
const opposite: Record<string, string> = {
  AB: 'c',
  BA: 'c',
  BC: 'a',
  CB: 'a',
  CA: 'b',
  AC: 'b',
  a: 'a',
  b: 'b',
  c: 'c',
};

function readKnown(text: string): Known {
  const known: Known = new Map();
  const value = '(sqrt\\(?[\\d.]+\\)?|√\\s*\\d+|\\d+(?:\\.\\d+)?)';
  for (const [, name, written, degrees] of text.matchAll(
    new RegExp(
      `(?:∠|angle\\s+|角\\s*)?\\b(BAC|CAB|ABC|CBA|ACB|BCA|AB|BC|CA|AC|BA|CB|[ABCabc])\\s*(?:=|is|為|是)\\s*${value}\\s*(°|度|degrees?)?`,
      'g',
    ),
  )) {
    if (!name || !written) continue;
    const size =
      written.startsWith('√') || written.startsWith('s')
        ? sqrt(num(BigInt(written.replace(/\D/g, ''))))
        : num(Q.fromDecimal(written) as Q.Q, written.includes('.'));
    const angle =
      name.length === 3 ? (name[1] as string) : degrees && name.length === 1 ? name.toUpperCase() : undefined;
    if (angle) known.set(angle, times(size, deg));
    else if (/^[ABC]$/.test(name)) known.set(name, times(size, deg));
    else known.set(opposite[name] as string, size);
  }
  return known;
}

/** The requested side or angle: its name here, and as written in the question. */
function requestedOf(text: string, known: Known): { name: string; written: string } | undefined {
  if (/面積|area/i.test(text)) return { name: 'area', written: 'area' };
  const found =
    /(?:find|求|calculate|計算|what is)[^.。]*?(?:∠\s*|angle\s+|角\s*)?\b(BAC|CAB|ABC|CBA|ACB|BCA|AB|BC|CA|AC|BA|CB|[ABCabc])\b(?!\s*=)/i.exec(
      text.replace(/triangle\s+ABC|△\s*ABC|三角形\s*ABC/gi, ' '),
    )?.[1];
  if (!found) return undefined;
  const name = found.length === 3 ? (found[1] as string) : (opposite[found] ?? found);
  return known.has(name) ? undefined : { name, written: found.length === 2 ? found : name };
}

const radians = (x: Expr) => evaluate(x, {});

function addApproximation(paper: StepRecorder, label: string, value: Expr, isAngle: boolean): void {
  const number = evaluate(value, {}) * (isAngle ? 180 / Math.PI : 1);
  const written = isAngle ? `${number.toFixed(1)}°` : number.toPrecision(4);
  paper.claimed(
    bilingual('近似值。', 'Approximately.'),
    `${label}\\approx ${written.replace('°', '^{\\circ}')}`,
    { relation: 'approx', from: toText(value), to: written, over: [] },
  );
}

/** Adds the third angle if two are known. */
function fillAngles(paper: StepRecorder, known: Known): void {
  const missing = ['A', 'B', 'C'].filter((name) => !known.has(name));
  const [name] = missing;
  if (missing.length !== 1 || !name) return;
  const others = ['A', 'B', 'C'].filter((one) => one !== name).map((one) => known.get(one) as Expr);
  const put = sum(times(num(180), deg), ...others.map(negate));
  const degrees = (radians(put) * 180) / Math.PI;
  if (degrees <= 0)
    throw new CannotSolveError(
      '角的和超過 180°，三角形不存在。',
      'The angles exceed 180°: there is no such triangle.',
    );
  const exact = others.every((x) => x.k === 'mul' && x.args[0]?.k === 'num');
  const value = exact
    ? times(
        num(
          others.reduce(
            (left, x) => Q.sub(left, x.k === 'mul' && x.args[0]?.k === 'num' ? x.args[0].v : Q.zero),
            Q.q(180),
          ),
          true,
        ),
        deg,
      )
    : put;
  paper.named(
    bilingual('三角形內角和是 180°。', 'The angles of a triangle add up to 180°.'),
    name,
    put,
    value,
  );
  known.set(name, value);
}

function cosineSide(paper: StepRecorder, known: Known, side: string): Expr | undefined {
  const [p, q] = sides.filter((one) => one !== side).map((one) => known.get(one));
  const angle = known.get(side.toUpperCase());
  if (!p || !q || !angle) return undefined;
  const square = sum(power(p, 2), power(q, 2), negate(times(num(2), p, q, fn('cos', angle))));
  paper.named(bilingual('餘弦公式。', 'The cosine rule.'), `${side}^{2}`, square, simplify(square));
  const value = tidy(sqrt(simplify(square)));
  paper.named(bilingual('開方，取正值。', 'Take the positive square root.'), side, sqrt(square), value);
  return value;
}

function cosineAngle(paper: StepRecorder, known: Known, angle: string): Expr | undefined {
  const side = known.get(angle.toLowerCase());
  const [p, q] = sides.filter((one) => one !== angle.toLowerCase()).map((one) => known.get(one));
  if (!side || !p || !q) return undefined;
  const put = over(sum(power(p, 2), power(q, 2), negate(power(side, 2))), times(num(2), p, q));
  const value = simplify(put);
  if (Math.abs(evaluate(value, {})) >= 1)
    throw new CannotSolveError('這三條邊不能組成三角形。', 'These sides do not make a triangle.');
  paper.named(bilingual('餘弦公式。', 'The cosine rule.'), `\\cos ${angle}`, put, value);
  return angleFrom(fn('acos', value));
}

/** The angle as an exact multiple of 15°, otherwise as the inverse function. */
function angleFrom(inverse: Expr): Expr {
  const degrees = (evaluate(inverse, {}) * 180) / Math.PI;
  const near = Math.round(degrees / 15) * 15;
  return Math.abs(degrees - near) < 1e-9 ? times(num(near), deg) : inverse;
}

const tidy = (x: Expr): Expr => simplify(x);

function sineSide(paper: StepRecorder, known: Known, side: string): Expr | undefined {
  const angle = known.get(side.toUpperCase());
  const other = sides.find((one) => one !== side && known.has(one) && known.has(one.toUpperCase()));
  if (!angle || !other) return undefined;
  const put = over(
    times(known.get(other) as Expr, fn('sin', angle)),
    fn('sin', known.get(other.toUpperCase()) as Expr),
  );
  const value = tidy(put);
  paper.named(bilingual('正弦公式。', 'The sine rule.'), side, put, value);
  return value;
}

function sineAngle(paper: StepRecorder, known: Known, angle: string): Expr | undefined {
  const side = known.get(angle.toLowerCase());
  const other = sides.find(
    (one) => one !== angle.toLowerCase() && known.has(one) && known.has(one.toUpperCase()),
  );
  if (!side || !other) return undefined;
  const [otherSide, otherAngle] = [known.get(other) as Expr, known.get(other.toUpperCase()) as Expr];
  const put = over(times(side, fn('sin', otherAngle)), otherSide);
  const value = simplify(put);
  const sine = evaluate(value, {});
  if (sine > 1 + 1e-12)
    throw new CannotSolveError(
      '正弦值大於 1，三角形不存在。',
      'The sine would exceed 1: there is no such triangle.',
    );
  if (
    evaluate(side, {}) > evaluate(otherSide, {}) + 1e-12 &&
    sine < 1 - 1e-12 &&
    radians(otherAngle) < Math.PI / 2
  )
    throw new CannotSolveError(
      '有兩個可能的三角形，答案不唯一。',
      'Two triangles are possible: the answer is not unique.',
    );
  paper.named(bilingual('正弦公式。', 'The sine rule.'), `\\sin ${angle}`, put, value);
  return angleFrom(fn('asin', value));
}

function area(paper: StepRecorder, known: Known): Expr {
  for (const side of sides) {
    const [p, q] = sides.filter((one) => one !== side).map((one) => known.get(one));
    const angle = known.get(side.toUpperCase());
    if (!p || !q || !angle) continue;
    const put = over(times(p, q, fn('sin', angle)), num(2));
    const value = tidy(put);
    paper.named(bilingual('面積 = ½ ab sin C。', 'Area = ½ ab sin C.'), '\\text{area}', put, value);
    return value;
  }
  const [a, b, c] = sides.map((side) => known.get(side));
  if (!a || !b || !c)
    throw new CannotSolveError('資料不足，未能求面積。', 'There is not enough to find the area.');
  const half = simplify(over(sum(a, b, c), num(2)));
  paper.named(bilingual('半周界。', 'Half of the perimeter.'), 's', over(sum(a, b, c), num(2)), half);
  const product = times(half, sum(half, negate(a)), sum(half, negate(b)), sum(half, negate(c)));
  if (evaluate(product, {}) <= 0)
    throw new CannotSolveError('這三條邊不能組成三角形。', 'These sides do not make a triangle.');
  const value = simplify(sqrt(product));
  paper.named(bilingual('希羅公式。', "Heron's formula."), '\\text{area}', sqrt(product), value);
  return value;
}

const asksHypotenuse =
  /(?:求|計算|找出?)\s*(?:其|它的)?斜邊|(?:find|calculate|what is) (?:the )?(?:length of (?:the |its )?)?(?:its )?hypotenuse/;
const asksLeg =
  /(?:求|計算|找出?)\s*(?:其)?(?:另一|第三)條?(?:直角)?邊|(?:find|calculate|what is) (?:the )?(?:length of (?:the )?)?(?:(?:other|third) (?:side|leg)|another side)/;
const knownHypotenuse =
  /斜邊(?:的?長度?)?\s*(?:為|是|=)?\s*(\d+(?:\.\d+)?)|hypotenuse[^.,;\d]*?\b(?:is|of length|length|=)\s*(\d+(?:\.\d+)?)/;

/** The third side of a right-angled triangle from two sides. */
function pythagoras(reading: Reading): Work | undefined {
  const { lower } = reading;
  if (!/直角三角形|right-?\s?angled triangle|right triangle/.test(lower) || /△|面積|area/.test(lower))
    return undefined;
  const given = knownHypotenuse.exec(lower);
  const hypotenuse = given?.[1] ?? given?.[2];
  if (!(hypotenuse ? asksLeg : asksHypotenuse).test(lower)) return undefined;
  const numbers = [...lower.replace(given?.[0] ?? '', ' ').matchAll(/\d+(?:\.\d+)?/g)].map(
    ([found]) => found,
  );
  if (numbers.length !== (hypotenuse ? 1 : 2)) return undefined;
  const paper = createStepRecorder();
  const sized = (one: string): Expr => num(Q.fromDecimal(one) as Q.Q, one.includes('.'));
  const [p, q] = numbers.map(sized) as [Expr, Expr];
  const put = hypotenuse
    ? sqrt(sum(power(sized(hypotenuse), 2), negate(power(p, 2))))
    : sqrt(sum(power(p, 2), power(q, 2)));
  if (!(evaluate(put, {}) > 0))
    throw new CannotSolveError('斜邊必須最長。', 'The hypotenuse must be the longest side.');
  const value = simplify(put);
  paper.equal(bilingual('畢氏定理。', "Pythagoras' theorem."), put, value);
  return finish(paper, { kind: 'triangle', problemLatex: toLatex(put), ...exprAnswer(value) });
}

const length = '(\\d+(?:\\.\\d+)?)';
const included = [
  new RegExp(
    `^(?:已知|若|設)?(?:一個?)?三角形的?(?:其中)?兩條?邊(?:的?長度?)?(?:分別)?[為是]?${length}[和及與,]${length}[,;]?(?:而|且|其)?(?:兩邊的?)?夾角[為是]?${length}°[,;.]?(?:求|計算)?(?:它的|其|三角形的)?(第三條?邊|面積)(?:的?長度?)?[.?]?$`,
  ),
  new RegExp(
    `^(?:in a triangle,? )?two sides of (?:a|the) triangle (?:are|measure) ${length} and ${length},? (?:and|with) (?:the|an) included angle (?:is|of|is equal to) ${length} ?°[.,;] ?(?:find|calculate) (?:the )?(?:length of )?(?:the )?(third side|area)(?: of the triangle)?[.?]?$`,
  ),
];

/** Two sides and the included angle, given without names. */
function sidesAndAngle({ text, lower }: Reading): Work | undefined {
  const chinese = text.replace(/\s+/g, '').replace(/度/g, '°');
  const found = included[0]?.exec(chinese) ?? included[1]?.exec(lower.replace(/ degrees/g, '°'));
  if (!found) return undefined;
  const [p, q, angle] = found
    .slice(1, 4)
    .map((one = '') => num(Q.fromDecimal(one) as Q.Q, one.includes('.'))) as [Expr, Expr, Expr];
  if (evaluate(angle, {}) >= 180)
    throw new CannotSolveError('夾角必須小於 180°。', 'The angle must be less than 180°.');
  const known: Known = new Map([
    ['a', p],
    ['b', q],
    ['C', times(angle, deg)],
  ]);
  const isArea = /面積|area/.test(found[4] ?? '');
  const paper = createStepRecorder();
  const value = isArea ? area(paper, known) : (cosineSide(paper, known, 'c') as Expr);
  if (!Number.isInteger(evaluate(value, {})))
    addApproximation(paper, isArea ? '\\text{area}' : 'c', value, false);
  return finish(paper, {
    kind: 'triangle',
    problemLatex: [...known].map(([name, one]) => `${name}=${toLatex(one)}`).join(',\\ '),
    ...exprAnswer(value),
  });
}

export function triangle(reading: Reading): Work | undefined {
  const special = pythagoras(reading) ?? sidesAndAngle(reading);
  if (special) return special;
  if (!/三角形|triangle|△/i.test(reading.text)) return undefined;
  // A trigonometric ratio of an angle is requested, not the angle.
  if (/(?:sin|cos|tan)\s*(?:∠\s*)?[ABC]|相似|全等/.test(reading.text)) return undefined;
  if (/(?:求|find)\s*[a-zA-Z]\s*(?:和|及|與|、|and)\s*[a-zA-Z](?![a-z])/.test(reading.text))
    throw new CannotSolveError('請逐一輸入所求的邊或角。', 'Please ask for one side or angle at a time.');
  const known = readKnown(reading.text);
  const { name: requested, written = requested } = requestedOf(reading.text, known) ?? {};
  if (!requested || known.size < (/[ABC]/.test(requested) ? 2 : 3)) return undefined;
  const paper = createStepRecorder();
  fillAngles(paper, known);
  const base = {
    kind: 'triangle' as const,
    problemLatex: [...known].map(([name, value]) => `${name}=${toLatex(value)}`).join(',\\ '),
  };
  if (known.has(requested)) {
    const value = known.get(requested) as Expr;
    return finish(paper, {
      ...base,
      answer: `${requested} = ${toText(value)}`,
      answerLatex: `${requested}=${toLatex(value)}`,
    });
  }
  if (requested === 'area') {
    const value = area(paper, known);
    addApproximation(paper, '\\text{area}', value, false);
    return finish(paper, { ...base, answer: toText(value), answerLatex: toLatex(value) });
  }
  const isAngle = /[ABC]/.test(requested);
  let value = isAngle
    ? (cosineAngle(paper, known, requested) ?? sineAngle(paper, known, requested))
    : (cosineSide(paper, known, requested) ?? sineSide(paper, known, requested));
  if (!value) value = twoSteps(paper, known, requested, isAngle);
  if (!value)
    throw new CannotSolveError('資料不足，未能解這個三角形。', 'There is not enough to solve this triangle.');
  const shown = toText(value);
  const isInexact = isAngle ? value.k === 'fn' : !Number.isInteger(evaluate(value, {}));
  if (isInexact) addApproximation(paper, requested, value, isAngle);
  if (isAngle && !isInexact)
    paper.claimed(
      bilingual('由特殊角得出。', 'From the ratios of the special angles.'),
      `${requested}=${toLatex(value)}`,
      {
        relation: 'equal',
        from: toText(fn('cos', value)),
        to: toText(simplify(fn('cos', value))),
        over: [],
      },
    );
  return finish(paper, {
    ...base,
    answer: `${written} = ${shown}`,
    answerLatex: `${written}=${toLatex(value)}`,
  });
}

/** Finds one intermediate side or angle first. */
function twoSteps(paper: StepRecorder, known: Known, requested: string, isAngle: boolean): Expr | undefined {
  for (const side of sides.filter((one) => !known.has(one) && one !== requested)) {
    const value = cosineSide(paper, known, side) ?? sineSide(paper, known, side);
    if (!value) continue;
    known.set(side, value);
    return isAngle
      ? cosineAngle(paper, known, requested)
      : (cosineSide(paper, known, requested) ?? sineSide(paper, known, requested));
  }
  for (const angle of ['A', 'B', 'C'].filter((one) => !known.has(one) && one !== requested)) {
    const value = sineAngle(paper, known, angle);
    if (!value) continue;
    known.set(angle, value);
    fillAngles(paper, known);
    return isAngle
      ? known.get(requested)
      : (sineSide(paper, known, requested) ?? cosineSide(paper, known, requested));
  }
  return undefined;
}
