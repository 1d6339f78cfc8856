/**
 * Grades a typed answer by algebra: 1/2, 0.5 and 50 % are equal, roots may be in any order, `x = 2` and `2`
 * are equal.
 */

import { fallbackIfUnsolvable } from '../attempt.ts';
import { check } from '../checking/check.ts';
import { close } from '../checking/truth.ts';
import { withinBudget } from '../core/budget.ts';
import { children, type Expr, negate, size, some, sum, symbolsOf } from '../core/expr.ts';
import { factorPoly } from '../core/factor.ts';
import { normal } from '../core/normal.ts';
import { evaluate } from '../core/numeric.ts';
import { asNumber } from '../core/poly.ts';
import { statementText, toText } from '../core/print.ts';
import * as Q from '../core/rational.ts';
import { normaliseText } from '../reading/normalise.ts';
import { parseExpr, parseStatement, splitOutside } from '../reading/parse.ts';
import { ParseError } from '../reading/tokens.ts';
import { type BilingualText, bilingual, type Kind } from '../solution.ts';

export type ExpectedAnswer = { readonly kind: Kind; readonly answer: string };
/** `again`: not wrong, but unreadable or not a finished answer; the student may type it again. */
export type Grade = { readonly verdict: 'right' | 'wrong' | 'again'; readonly remark?: BilingualText };

const right: Grade = { verdict: 'right' };
const wrong: Grade = { verdict: 'wrong' };
const again = (remark: BilingualText): Grade => ({ verdict: 'again', remark });

const remarks = {
  unread: bilingual(
    '未能讀懂這個答案，請再輸入一次。',
    'This answer could not be read; please type it again.',
  ),
  exact: bilingual(
    '請寫準確值，例如分數或根式。',
    'Please give the exact value, such as a fraction or a surd.',
  ),
  constant: bilingual('別忘了積分常數 C。', 'Do not forget the constant of integration, C.'),
  missing: bilingual('還有其他解。', 'There are more solutions.'),
  unit: bilingual('單位不對。', 'The unit is not the one asked for.'),
};

const numberOf = (x: Expr) => (symbolsOf(x).size === 0 ? evaluate(x, {}) : Number.NaN);
const isEqual = (a: Expr, b: Expr) =>
  check({ relation: 'equal', from: toText(a), to: toText(b), over: [] }) === 'yes';

/** Whether a decimal such as 1.414 was typed where √2 is expected. */
function isRounding(text: string, expected: Expr): boolean {
  const places = /^-?\d+\.(\d{2,})$/.exec(text)?.[1]?.length;
  return (
    places !== undefined && Math.abs(Number(text) - numberOf(expected)) <= 0.5 * 10 ** -places * (1 + 1e-9)
  );
}

/** The text after the last equals sign, without the name before it: f(2) = 11, Δ = 25, cos θ = 4/5. */
const valueText = (text: string) => (text.split('=').at(-1) ?? '').trim();

function gradeValue(kind: Kind, text: string, expected: Expr): Grade {
  const isNumber = symbolsOf(expected).size === 0;
  const valueOnly = isNumber ? (quantity(text)?.value.trim() ?? text) : text;
  const given = parseExpr(valueOnly);
  if (isEqual(given, expected)) {
    const remark = unfinished(kind, given, valueOnly, expected);
    return remark ? again(remark) : right;
  }
  return isNumber && isRounding(valueOnly, expected) ? again(remarks.exact) : wrong;
}

/** Grades the values of one unknown, in any order. */
function gradeSolutions(kind: Kind, text: string, expected: string[], name: string): Grade {
  const own = new RegExp(`^${name}\\s*=\\s*`);
  const target = expected.map((part) => parseExpr(part.replace(own, '')));
  const listed = alternatives(text)
    .flatMap((part) => splitOutside(part))
    .flatMap((part) => (part.includes('±') ? [part.replaceAll('±', '-'), part.replaceAll('±', '+')] : [part]))
    .map((part) => part.replace(own, '').trim());
  if (listed.length > 20) return again(remarks.unread);
  const isDegrees = expected.some((part) => part.includes('°'));
  const given = listed.map((part) => parseExpr(isDegrees && !/[°]|pi/.test(part) ? `(${part})°` : part));
  const unmatched = target.filter((value) => !given.some((one) => isEqual(one, value)));
  const unexpected = given.findIndex((one) => !target.some((value) => isEqual(one, value)));
  if (unexpected >= 0) {
    const isClose = target.some((value) => isRounding(listed[unexpected] ?? '', value));
    return isClose && given.length === target.length ? again(remarks.exact) : wrong;
  }
  if (unmatched.length > 0) return { verdict: 'wrong', remark: remarks.missing };
  const unfinishedRemarks = given.map((one, at) => {
    const value = target.find((each) => isEqual(one, each)) as Expr;
    return isDegrees ? undefined : unfinished(kind, one, listed[at] ?? '', value);
  });
  const remark = unfinishedRemarks.find((each) => each !== undefined);
  return remark ? again(remark) : right;
}

type Values = ReadonlyMap<string, Expr>;

function valuesOf(text: string, names: readonly string[]): Values {
  const parts = splitOutside(text.replace(/^\((.*)\)$/, '$1').replace(/\s+and\s+|及|和|且/g, ','));
  if (parts.length !== names.length) throw new ParseError(text);
  return new Map(
    parts.map((part, at) => {
      const [name, value] = part.includes('=')
        ? part.split('=').map((side) => side.trim())
        : [names[at], part];
      if (!name || !value || !names.includes(name)) throw new ParseError(part);
      return [name, parseExpr(value)];
    }),
  );
}

/** Grades the solution of a system: x = 4, y = 3; or (4, 3). */
function gradeSystem(text: string, expected: string): Grade {
  const split = (one: string) => one.split(/\s+or\s+|或/).map((part) => part.trim());
  const expectedTexts = split(expected);
  const names = splitOutside(expectedTexts[0] ?? '').map((part) => part.split('=')[0]?.trim() ?? '');
  const target = expectedTexts.map((part) => valuesOf(part, names));
  const given = split(text)
    .flatMap((part) => part.split(/(?<=\))\s*,\s*(?=\()/))
    .map((part) => valuesOf(part, names));
  const same = (a: Values, b: Values) =>
    names.every((name) => {
      const [x, y] = [a.get(name), b.get(name)];
      return x !== undefined && y !== undefined && isEqual(x, y);
    });
  if (!given.every((one) => target.some((each) => same(one, each)))) return wrong;
  return target.every((each) => given.some((one) => same(one, each)))
    ? right
    : { verdict: 'wrong', remark: remarks.missing };
}

function gradePoint(text: string, expected: string): Grade {
  const coordinates = (point: string) =>
    splitOutside(point.trim().replace(/^[A-Z]?\s*\((.*)\)$/, '$1')).map((part) => parseExpr(valueText(part)));
  const [target, given] = [coordinates(expected), coordinates(text)];
  if (given.length !== target.length) throw new ParseError(text);
  return given.every((one, at) => isEqual(one, target[at] as Expr)) ? right : wrong;
}

/** Accepts any equation of the same line: coefficients in the same ratio. */
function gradeLine(text: string, expected: string): Grade {
  const coefficients = (line: string) => {
    const statement = parseStatement(line.includes('=') ? line : `y = ${line}`);
    if (statement.k !== 'rel' || statement.op !== '=') throw new ParseError(line);
    const at = (x: number, y: number) => evaluate(sum(statement.a, negate(statement.b)), { x, y });
    const [c, a, b] = [at(0, 0), at(1, 0) - at(0, 0), at(0, 1) - at(0, 0)];
    const isLine = [a, b, c].every(Number.isFinite) && close(at(2, 3), 2 * a + 3 * b + c, 1e-9);
    return isLine && (a !== 0 || b !== 0) ? [a, b, c] : undefined;
  };
  const [target, given] = [coefficients(expected), coefficients(text)];
  if (!target || !given) return wrong;
  const cross = (i: number, j: number) =>
    close((target[i] as number) * (given[j] as number), (target[j] as number) * (given[i] as number), 1e-9);
  return cross(0, 1) && cross(1, 2) && cross(0, 2) ? right : wrong;
}

function gradeAntiderivative(text: string, expected: string): Grade {
  const body = (one: string) => parseExpr(valueText(one).replace(/\+\s*[Cc]\s*$/, ''));
  const [target, given] = [body(expected), body(text)];
  const gap = (x: number) => evaluate(sum(target, negate(given)), { x });
  const gaps = [0.3719, 1.9127, 2.7331, 0.8117].map(gap).filter(Number.isFinite);
  const [first] = gaps;
  if (gaps.length < 3 || first === undefined || !gaps.every((one) => close(one, first, 1e-7))) return wrong;
  return /\+\s*[Cc]\s*$/.test(text) ? right : again(remarks.constant);
}

function gradeInequality(text: string, expected: string): Grade {
  const given = statementText(parseStatement(text));
  const same = check({ relation: 'iff', from: expected, to: given, over: ['x'] });
  return same === 'yes' ? right : same === 'no' ? wrong : again(remarks.unread);
}

function decide({ kind, answer }: ExpectedAnswer, given: string): Grade {
  const text = cleaned(given);
  if (text === '') return again(remarks.unread);
  const unit = / ([A-Za-z/]+(?:\^\d)?)$/.exec(answer)?.[1];
  if (kind === 'unit conversion' && unit) {
    const typed = quantity(text);
    if (!typed) throw new ParseError(text);
    if (typed.unit !== undefined && typed.unit !== (unitOf(unit) ?? unit))
      return { verdict: 'wrong', remark: remarks.unit };
    return gradeValue(kind, typed.value, parseExpr(answer.slice(0, -unit.length)));
  }
  if (/ \+ C$/.test(answer)) return gradeAntiderivative(text, answer);
  if (/[<>]/.test(answer)) return gradeInequality(text, answer);
  if (/^\(.*,.*\)$/.test(answer)) return gradePoint(text, answer);
  if (kind === 'coordinate geometry' && answer.includes('=')) return gradeLine(text, answer);
  if (kind === 'simultaneous equations') return gradeSystem(text, answer);
  if (kind === 'change of subject') {
    const name = answer.split('=')[0]?.trim() ?? '';
    const value = parseExpr(valueText(text));
    return !symbolsOf(value).has(name) && isEqual(value, parseExpr(valueText(answer))) ? right : wrong;
  }
  const isSolved = /^([a-z])\s*=/.exec(answer);
  if (isSolved?.[1] && kind !== 'triangle')
    return gradeSolutions(kind, text, alternatives(answer), isSolved[1]);
  if (/°$/.test(answer)) return gradeSolutions(kind, valueText(text), [valueText(answer)], 'x');
  return gradeValue(kind, valueText(text), parseExpr(valueText(answer)));
}

/** Does not throw, whatever was typed. */
export function grade(asked: ExpectedAnswer, given: string): Grade {
  return fallbackIfUnsolvable(
    () => withinBudget(() => decide(asked, given.slice(0, 500))),
    again(remarks.unread),
  );
}

// Whether an answer that is equal is also in the requested form.

const formRemarks = {
  factorise: bilingual('相等，但還未完全因式分解。', 'Equal, but not yet fully factorised.'),
  expand: bilingual(
    '相等，但還未展開並合併同類項。',
    'Equal, but not yet expanded with like terms collected.',
  ),
  simplify: bilingual('相等，但還可以再化簡。', 'Equal, but it can be made simpler.'),
  square: bilingual('相等，但還未寫成配方後的形式。', 'Equal, but not yet written as a completed square.'),
  compute: bilingual('相等，請把它計算出來。', 'Equal; please work it out.'),
  primes: bilingual('相等，但還未寫成質因數的連乘式。', 'Equal, but not yet a product of primes.'),
};

/** The factors of a product; a power is repeated as often as its exponent says. */
function factorsOf(x: Expr): Expr[] {
  if (x.k === 'mul') return x.args.flatMap(factorsOf);
  if (x.k === 'neg') return factorsOf(x.a);
  if (x.k === 'pow' && x.b.k === 'num' && Q.isInt(x.b.v) && x.b.v.n > 0n && x.b.v.n <= 20n)
    return Array.from({ length: Number(x.b.v.n) }, () => factorsOf(x.a)).flat();
  return [x];
}

/** Whether no factor, apart from numbers, can be factorised further or has a number to take out. */
function isFactorised(x: Expr): boolean {
  return factorsOf(x).every((factor) => {
    const { n, d } = normal(factor);
    if (asNumber(n) !== undefined || asNumber(d) === undefined) return asNumber(n) !== undefined;
    const { content, factors } = factorPoly(n);
    const wholes = Q.isOne(Q.abs(content)) && Q.isOne(Q.abs(asNumber(d) as Q.Q));
    return wholes && factors.reduce((all, { times }) => all + times, 0) === 1;
  });
}

/** How often letters occur: an answer that can still be collected or cancelled has more of them. */
const lettersIn = (x: Expr): number =>
  x.k === 'sym' ? 1 : children(x).reduce((all, child) => all + lettersIn(child), 0);

const isSum = (x: Expr) => x.k === 'add';
const isExpanded = (x: Expr): boolean =>
  !some(
    x,
    (part) =>
      (part.k === 'mul' && part.args.some((arg) => some(arg, isSum))) ||
      (part.k === 'pow' && some(part.a, isSum)) ||
      (part.k === 'neg' && isSum(part.a)),
  );
const termCount = (x: Expr): number =>
  x.k === 'add' ? x.args.reduce((all, arg) => all + termCount(arg), 0) : 1;

const isCompletedSquare = (x: Expr): boolean =>
  some(x, (part) => part.k === 'pow' && isSum(part.a) && symbolsOf(part.a).size > 0) &&
  symbolsOutsidePowers(x) === 0;
const symbolsOutsidePowers = (x: Expr): number => {
  if (x.k === 'sym') return 1;
  if (x.k === 'pow') return 0;
  return children(x).reduce((all, child) => all + symbolsOutsidePowers(child), 0);
};

const isProductOfPrimes = (x: Expr): boolean =>
  factorsOf(x).every(
    (factor) =>
      factor.k === 'num' &&
      Q.isInt(factor.v) &&
      Q.primeFactors(factor.v.n).reduce((all, [, times]) => all + times, 0) === 1,
  );

/** Whether the text is a plain number with nothing left to compute: 12, -3.5, 3/4, 1 1/2, 50%. */
const isNumeral = (text: string): boolean =>
  /^-?\s*\(?\s*-?\s*(?:\d[\d,]*(?:\.\d+)?%?|\(?\s*-?\d+\s*\/\s*-?\d+\s*\)?|\d+(?:\s+|@\(?)\d+\s*\/\s*\d+\)?)\s*\)?$/.test(
    text.trim(),
  );

/** A remark on what the answer still needs; undefined if it is finished. */
function unfinished(kind: Kind, given: Expr, text: string, expected: Expr): BilingualText | undefined {
  if (symbolsOf(expected).size === 0) {
    if (kind === 'number' && some(expected, (part) => part.k === 'mul' || part.k === 'pow'))
      return isProductOfPrimes(given) ? undefined : formRemarks.primes;
    const isPlain = !some(expected, (part) => part.k === 'fn' || part.k === 'const');
    if (isPlain) return isNumeral(text) ? undefined : formRemarks.compute;
    return size(given) <= size(expected) * 2 + 4 ? undefined : formRemarks.simplify;
  }
  switch (kind) {
    case 'factorisation':
      return isFactorised(given) ? undefined : formRemarks.factorise;
    case 'expansion':
      return isExpanded(given) && termCount(given) <= termCount(expected) ? undefined : formRemarks.expand;
    case 'completing the square':
      return isCompletedSquare(given) ? undefined : formRemarks.square;
    case 'indices':
    case 'simplification':
      return lettersIn(given) <= lettersIn(expected) ? undefined : formRemarks.simplify;
    default:
      return undefined;
  }
}

// Converts what a student typed to the notation of the solver.

/** Units and counters that may follow a number; the question states which one it requests. */
const units: readonly (readonly [RegExp, string])[] = [
  [/^(?:km\/h|公里每小時|千米每小時)$/i, 'km/h'],
  [/^(?:m\/s|米每秒)$/i, 'm/s'],
  [/^(?:km\^2|km\^\(2\)|平方公里|平方千米)$/i, 'km^2'],
  [/^(?:cm\^2|cm\^\(2\)|平方厘米)$/i, 'cm^2'],
  [/^(?:m\^2|m\^\(2\)|平方米)$/i, 'm^2'],
  [/^(?:cm\^3|cm\^\(3\)|立方厘米)$/i, 'cm^3'],
  [/^(?:m\^3|m\^\(3\)|立方米)$/i, 'm^3'],
  [/^(?:km|公里|千米|kilomet(?:re|er)s?)$/i, 'km'],
  [/^(?:cm|厘米|公分|centimet(?:re|er)s?)$/i, 'cm'],
  [/^(?:mm|毫米|millimet(?:re|er)s?)$/i, 'mm'],
  [/^(?:m|米|met(?:re|er)s?)$/i, 'm'],
  [/^(?:kg|公斤|千克|kilograms?)$/i, 'kg'],
  [/^(?:g|克|grams?)$/i, 'g'],
  [/^(?:ml|毫升|millilit(?:re|er)s?)$/i, 'mL'],
  [/^(?:l|升|公升|lit(?:re|er)s?)$/i, 'L'],
  [/^(?:h|hr|hrs|小時|hours?)$/i, 'h'],
  [/^(?:min|mins|分鐘|分|minutes?)$/i, 'min'],
  [/^(?:s|sec|secs|秒|seconds?)$/i, 's'],
];
const counters =
  /\s*(?:港?元|dollars?|個|枝|張|隻|份|歲|年後?|班|本|種|項|次|人|個?座位|ways?|years?(?: old)?|seats?|pencils?|stickers?|bags?)\s*$/i;

const unitOf = (text: string): string | undefined =>
  units.find(([pattern]) => pattern.test(text.trim()))?.[1];

/** A number and the unit after it: `23900 mL`. */
function quantity(text: string): { value: string; unit: string | undefined } | undefined {
  const found = /^(-?[\d.,/ ]*\d(?:\s*\^\s*\d+)?)\s*([a-zA-Z/]+(?:\^\(?\d\)?)?|[\u3400-\u9fff/]+)?$/.exec(
    text.trim(),
  );
  if (!found?.[1]) return undefined;
  if (!found[2]) return { value: found[1], unit: undefined };
  const unit = unitOf(found[2]);
  return unit ? { value: found[1], unit } : undefined;
}

/** The typed answer without the words, currency signs and punctuation around it. */
function cleaned(given: string): string {
  return normaliseText(
    given
      .replace(/[；;、]/g, ',')
      .replace(/(?:hk)?[$＄](?=\s*\d)/gi, '')
      .trim(),
  )
    .replace(/^[\s∴]*(?:答案?|ans(?:wer)?|所以|therefore|得|即|=>)?\s*[:：是為=]*\s*/i, '')
    .replace(/[.。!！\s]+$/, '')
    .replace(counters, '')
    .replace(/([a-z])_\(?[12]\)?\s*=/g, '$1 =')
    .trim();
}

/** Splits several values at or, and, 或, 及, 和, 與. */
const alternatives = (text: string): string[] =>
  text
    .split(/\s+or\s+|或|\s+and\s+|及|和|與/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
