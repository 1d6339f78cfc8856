/** Trigonometric equations within a range, in degrees or radians as the range is written. */
import {
  children,
  deg,
  type Expr,
  fn,
  isNum,
  mapChildren,
  negate,
  num,
  over,
  pi,
  power,
  some,
  sum,
  sym,
  times,
} from '../../core/expr.ts';
import { factorPoly } from '../../core/factor.ts';
import { normal, rationalValue, simplify } from '../../core/normal.ts';
import { evaluate } from '../../core/numeric.ts';
import { coefficientsIn, dense, type Kernel, kernelsOf, type Poly, termsOf } from '../../core/poly.ts';
import { sumOfTerms } from '../../core/present.ts';
import { statementText, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { difference, either, none, type Relation, rel, type Statement } from '../../core/statement.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import type { StepRecorder } from '../../working.ts';
import { contains, solutions } from './equation.ts';
import { quadraticRoots } from './polynomial-equation.ts';

export const isTrigName = (name: string): boolean =>
  ['sin', 'cos', 'tan', 'sec', 'csc', 'cot'].includes(name);
export const hasTrigOf = (x: Expr, name: string): boolean =>
  some(x, (part) => part.k === 'fn' && isTrigName(part.name) && contains(part, name));

/** Plain numbers inside trigonometric functions are taken as degrees, as on a school calculator. */
export function bareDegrees(x: Expr): Expr {
  if (x.k === 'fn' && isTrigName(x.name)) {
    const [inside] = x.args;
    if (inside && !some(inside, (part) => part.k === 'const') && inside.k === 'num' && !isNum(inside, 0))
      return fn(x.name, times(inside, deg));
  }
  return mapChildren(x, bareDegrees);
}

type BasicEquation = { name: 'sin' | 'cos' | 'tan'; angle: Expr; value: Expr };

/** All angles within one turn (exact, or by an inverse function) that have this value. */
function principalAngles({ name, value }: BasicEquation, inDegrees: boolean): Expr[] {
  const number = evaluate(value, {});
  const exact = Array.from({ length: 24 }, (_, at) => at * 15).filter((angle) => {
    if (name === 'tan' && angle % 180 === 90) return false;
    return Math.abs(Math[name]((angle * Math.PI) / 180) - number) < 1e-12;
  });
  const unit = (degrees: number): Expr =>
    inDegrees ? times(num(degrees), deg) : simplify(times(num(Q.q(degrees, 180)), pi));
  if (exact.length > 0) return exact.map(unit);
  if (name !== 'tan' && Math.abs(number) > 1) return [];
  // cos x = cos 40°: the angle can be read off.
  const isRatio = value.k === 'fn' && value.name === name;
  const inverse = isRatio ? (value.args[0] as Expr) : fn(`a${name}` as 'asin', value);
  if (name === 'cos') return [inverse, sum(unit(360), negate(inverse))];
  return name === 'sin' ? [inverse, sum(unit(180), negate(inverse))] : [inverse, sum(unit(180), inverse)];
}

/** The solutions of sin(k x + c) = value (or cos, tan) within the range. */
function anglesWithin(basic: BasicEquation, name: string, range: Statement, inDegrees: boolean): Expr[] {
  const { n, d } = normal(basic.angle);
  const parts = coefficientsIn(n, name);
  const factor =
    parts?.length === 2 && d.size === 1 && d.has('') ? dense(parts[1] as Poly, name)?.[0] : undefined;
  if (!parts || !factor)
    throw new CannotSolveError(
      '三角函數內的角未能處理。',
      'The angle inside the function cannot be handled.',
    );
  const shift = sumOfTerms(parts[0] as Poly);
  const found: Expr[] = [];
  const turn: Expr = inDegrees ? times(num(360), deg) : times(num(2), pi);
  for (const start of principalAngles(basic, inDegrees)) {
    for (let count = -12; count <= 12; count += 1) {
      const angle = sum(start, times(num(count), turn), negate(shift));
      const value = over(angle, num(factor));
      const at = evaluate(value, {});
      const holds = inRange(range, name, at);
      if (holds) found.push(presentAngle(value, inDegrees));
    }
  }
  return found;
}

function presentAngle(value: Expr, inDegrees: boolean): Expr {
  const exact = normal(value);
  const [term] = termsOf(exact.n);
  if (inDegrees && (exact.n.size === 0 || (exact.n.size === 1 && term?.mono.key === 'pi^1'))) {
    const degrees = Q.mul(term?.c ?? Q.zero, Q.q(180));
    const size = times(num(Q.abs(degrees), true), deg);
    return Q.sign(degrees) < 0 ? negate(size) : size;
  }
  if (inDegrees && exact.d.size === 1 && exact.d.has('')) {
    const turns = exact.n.get('pi^1')?.c ?? Q.zero;
    const rest = sumOfTerms(new Map([...exact.n].filter(([key]) => key !== 'pi^1')));
    if (!Q.isZero(turns)) return sum(times(num(Q.mul(turns, Q.q(180)), true), deg), rest);
  }
  return simplify(value);
}

function inRange(range: Statement, name: string, value: number): boolean {
  if (range.k === 'and') return range.parts.every((part) => inRange(part, name, value));
  if (range.k !== 'rel') return true;
  const [a, b] = [evaluate(range.a, { [name]: value }), evaluate(range.b, { [name]: value })];
  const isBoundary = Math.abs(a - b) < 1e-9;
  if (isBoundary) return range.op.length === 2;
  return range.op.startsWith('<') ? a < b : a > b;
}

/** Rewrites sin 2x and cos 2x with the ratios of x, if both angles occur. */
function singleAngles(x: Expr, name: string): Expr {
  const angles = new Map<string, Expr>();
  const collect = (part: Expr): void => {
    if (part.k === 'fn' && isTrigName(part.name) && contains(part, name))
      angles.set(toText(part.args[0] as Expr), part.args[0] as Expr);
    else children(part).forEach(collect);
  };
  collect(x);
  if (angles.size !== 2) return x;
  const [one, two] = [...angles.values()] as [Expr, Expr];
  const ratio = rationalValue(over(two, one));
  const [single, double] =
    ratio && Q.eq(ratio, Q.q(2)) ? [one, two] : ratio && Q.eq(ratio, Q.q(1, 2)) ? [two, one] : [];
  if (!single || !double) return x;
  const cosines = some(
    x,
    (part) => part.k === 'fn' && part.name === 'cos' && toText(part.args[0] as Expr) === toText(single),
  );
  const change = (part: Expr): Expr => {
    if (part.k !== 'fn' || toText(part.args[0] as Expr) !== toText(double)) return mapChildren(part, change);
    if (part.name === 'sin') return times(num(2), fn('sin', single), fn('cos', single));
    if (part.name !== 'cos') return part;
    return cosines
      ? sum(times(num(2), power(fn('cos', single), 2)), num(-1))
      : sum(num(1), negate(times(num(2), power(fn('sin', single), 2))));
  };
  return change(x);
}

/** Replaces cos² by 1 - sin² (or the reverse), if one of them occurs in even powers only. */
function inOneFunction(n: Poly, name: string): Poly {
  const trig = kernelsOf(n).filter((kernel) => hasTrigOf(kernel.expr, name));
  if (trig.length !== 2) return n;
  for (const [from, to] of [trig, [...trig].reverse()] as [Kernel, Kernel][]) {
    const parts = coefficientsIn(n, from.key);
    if (!parts || parts.some((part, at) => at % 2 === 1 && part.size > 0)) continue;
    const square = sum(num(1), negate(power(to.expr, 2)));
    return normal(
      sum(
        ...parts.flatMap((part, at) =>
          at % 2 === 0 ? [times(sumOfTerms(part), power(square, at / 2))] : [],
        ),
      ),
    ).n;
  }
  return n;
}

function trigKernel(kernel: Kernel): { name: 'sin' | 'cos'; angle: Expr } | undefined {
  const x = kernel.expr;
  return x.k === 'fn' && (x.name === 'sin' || x.name === 'cos')
    ? { name: x.name, angle: x.args[0] as Expr }
    : undefined;
}

/** Reduces one factor to basic equations sin A = v; a sin A + b cos A = 0 becomes a tangent. */
function basicEquations(p: Poly, name: string): BasicEquation[] {
  const kernels = kernelsOf(p).filter((kernel) => contains(kernel.expr, name));
  const [first, second] = kernels;
  if (!first) return [];
  const one = trigKernel(first);
  if (!one)
    throw new CannotSolveError(
      '這類三角方程暫未能解。',
      'This kind of trigonometric equation cannot be solved here yet.',
    );
  if (!second) {
    const parts = coefficientsIn(p, first.key);
    if (!parts)
      throw new CannotSolveError(
        '這類三角方程暫未能解。',
        'This kind of trigonometric equation cannot be solved here yet.',
      );
    const numbers = dense(p, first.key);
    if (parts.length === 2)
      return [
        { ...one, value: simplify(over(negate(sumOfTerms(parts[0] as Poly)), sumOfTerms(parts[1] as Poly))) },
      ];
    if (parts.length === 3 && numbers) return quadraticRoots(numbers).map((value) => ({ ...one, value }));
    throw new CannotSolveError(
      '這類三角方程暫未能解。',
      'This kind of trigonometric equation cannot be solved here yet.',
    );
  }
  const two = trigKernel(second);
  const [sine, cosine] = one.name === 'sin' ? [first, second] : [second, first];
  if (
    kernels.length === 2 &&
    two &&
    one.name !== two.name &&
    toText(one.angle) === toText(two.angle) &&
    p.size === 2
  ) {
    const [b, a] = [coefficientsIn(p, cosine.key)?.[1], coefficientsIn(p, sine.key)?.[1]];
    const simple = termsOf(p).every(
      ({ mono }) => mono.parts.filter(([kernel]) => contains(kernel.expr, name)).length === 1,
    );
    if (
      a &&
      b &&
      simple &&
      coefficientsIn(p, sine.key)?.length === 2 &&
      coefficientsIn(p, cosine.key)?.length === 2
    )
      return [{ name: 'tan', angle: one.angle, value: simplify(over(negate(sumOfTerms(b)), sumOfTerms(a))) }];
  }
  throw new CannotSolveError(
    '這類三角方程暫未能解。',
    'This kind of trigonometric equation cannot be solved here yet.',
  );
}

export function solveTrig(
  paper: StepRecorder,
  relation: Relation,
  name: string,
  range: Statement,
  inDegrees: boolean,
): Statement {
  const single = sameRatio(relation, name) ?? tangentOnly(relation, name);
  const found: BasicEquation[] = single ?? [];
  if (!single) {
    const n = inOneFunction(normal(singleAngles(difference(relation), name)).n, name);
    const { factors } = factorPoly(n);
    const standard = rel(sumOfTerms(n), '=', num(0));
    const isBasic = relation.a.k === 'fn' && !contains(relation.b, name);
    const isMovedOnly = toText(sumOfTerms(normal(difference(relation)).n)) === toText(standard.a);
    if (!isBasic && statementText(standard) !== statementText(relation))
      paper.iff(
        isMovedOnly
          ? bilingual('全部移到左邊，整理。', 'Bring everything to the left and collect.')
          : bilingual(
              '運用三角恆等式整理，全部移到左邊。',
              'Use trigonometric identities and bring everything to the left.',
            ),
        relation,
        standard,
        range,
      );
    for (const { p } of factors) found.push(...basicEquations(p, name));
  }
  const seen = new Map(
    found.map((basic) => [`${basic.name}${toText(basic.angle)}=${toText(basic.value)}`, basic]),
  );
  const each = [...seen.values()];
  const asEquations = each.map(({ name: f, angle, value }) => rel(fn(f, angle), '=', value));
  const reduced = asEquations.length === 0 ? none : either(...asEquations);
  if (statementText(reduced) !== statementText(relation))
    paper.iff(bilingual('化為基本三角方程。', 'Reduce it to basic equations.'), relation, reduced, range);
  const impossible = each.filter(
    (basic) => basic.name !== 'tan' && Math.abs(evaluate(basic.value, {})) > 1 + 1e-12,
  );
  if (impossible.length > 0)
    paper.note(
      bilingual(
        '正弦和餘弦的值在 -1 與 1 之間，超出範圍的捨去。',
        'Sine and cosine lie between -1 and 1; values outside are rejected.',
      ),
      impossible.map(({ name: f, value }) => `\\${f} \\ne ${toText(value)}`).join(',\\ '),
    );
  const values = each.flatMap((basic) => anglesWithin(basic, name, range, inDegrees));
  const answer = values.length === 0 ? none : solutions(values, name);
  paper.iff(bilingual('在指定範圍內找出所有角。', 'Find all angles in the range.'), reduced, answer, range);
  const inexact = values.filter((value) => some(value, (part) => part.k === 'fn'));
  for (const value of inexact.slice(0, 6)) {
    const degrees = (evaluate(value, {}) * 180) / Math.PI;
    const written = inDegrees ? `${degrees.toFixed(1)}°` : evaluate(value, {}).toFixed(3);
    paper.claimed(
      bilingual('近似值。', 'Approximately.'),
      `${name}\\approx ${written.replace('°', '^{\\circ}')}`,
      { relation: 'approx', from: toText(value), to: written, over: [] },
    );
  }
  return answer;
}

/** An equation such as cos x = cos 40°. */
function sameRatio({ a, b }: Relation, name: string): BasicEquation[] | undefined {
  if (a.k !== 'fn' || b.k !== 'fn' || a.name !== b.name || contains(b, name)) return undefined;
  if (a.name !== 'sin' && a.name !== 'cos' && a.name !== 'tan') return undefined;
  return [{ name: a.name, angle: a.args[0] as Expr, value: b }];
}

/** Solves polynomials in tan alone with the tangent itself, not with sine over cosine. */
function tangentOnly(relation: Relation, name: string): BasicEquation[] | undefined {
  let tangent: Expr | undefined;
  let others = false;
  const mark = (x: Expr): Expr => {
    if (x.k === 'fn' && isTrigName(x.name) && contains(x, name)) {
      if (x.name !== 'tan' || (tangent && toText(tangent) !== toText(x))) others = true;
      tangent = x;
      return sym('_t');
    }
    return mapChildren(x, mark);
  };
  const marked = difference({ ...relation, a: mark(relation.a), b: mark(relation.b) });
  if (others || tangent?.k !== 'fn' || contains(marked, name)) return undefined;
  const { n } = normal(marked);
  const angle = tangent.args[0] as Expr;
  const parts = coefficientsIn(n, '_t');
  if (parts?.length === 2)
    return [
      {
        name: 'tan',
        angle,
        value: simplify(over(negate(sumOfTerms(parts[0] as Poly)), sumOfTerms(parts[1] as Poly))),
      },
    ];
  const numbers = dense(n, '_t');
  return numbers?.length === 3
    ? quadraticRoots(numbers).map((value) => ({ name: 'tan' as const, angle, value }))
    : undefined;
}
