/**
 * Verifies a claim: it is parsed from its text and tested by arithmetic, not by the algebra that produced it.
 */

import { BudgetExceededError } from '../core/budget.ts';
import { type Expr, symbolsOf } from '../core/expr.ts';
import { evaluate, evaluateExactly, type Point } from '../core/numeric.ts';
import * as Q from '../core/rational.ts';
import type { Statement } from '../core/statement.ts';
import { parseExpr, parseStatement } from '../reading/parse.ts';
import type { Claim } from './claim.ts';
import { hasPole } from './find-roots.ts';
import { sameTruth } from './same-truth.ts';
import { close, truth, type Verdict } from './truth.ts';

const exactPoints: readonly Q.Q[] = [
  Q.q(2, 3),
  Q.q(7, 5),
  Q.q(-11, 7),
  Q.q(13, 4),
  Q.q(31, 10),
  Q.q(-5, 9),
  Q.q(17, 6),
  Q.q(-23, 8),
  Q.q(5),
  Q.q(-3),
];
const points: readonly number[] = [
  0.3719, 1.9127, 2.7331, 0.8117, 5.1301, -1.2953, -0.4421, 3.6113, 7.9119, -2.4719, 0.1173, 11.317,
];
const minPoints = 3;

const pointAt = <Value>(
  values: readonly Value[],
  names: readonly string[],
  turn: number,
): Record<string, Value> =>
  Object.fromEntries(names.map((name, at) => [name, values[(turn + at * 3) % values.length] as Value]));

function identical(a: Expr, b: Expr, given: Statement | undefined): Verdict {
  const names = [...new Set([...symbolsOf(a), ...symbolsOf(b)])];
  let exact = 0;
  const turns = names.length === 0 ? 1 : exactPoints.length;
  for (let turn = 0; turn < turns; turn += 1) {
    const at = pointAt(exactPoints, names, turn);
    const numbers = Object.fromEntries(Object.entries(at).map(([name, value]) => [name, Q.toNumber(value)]));
    if (given && !truth(given, numbers)) continue;
    const left = evaluateExactly(a, at);
    const right = left && evaluateExactly(b, at);
    if (!left || !right) continue;
    if (!Q.eq(left, right)) return 'no';
    exact += 1;
  }
  if (exact >= (names.length === 0 ? 1 : minPoints)) return 'yes';
  let tried = 0;
  for (let turn = 0; turn < (names.length === 0 ? 1 : points.length); turn += 1) {
    const at = pointAt(points, names, turn);
    if (given && !truth(given, at)) continue;
    const [left, right] = [evaluate(a, at), evaluate(b, at)];
    if (!Number.isFinite(left) || !Number.isFinite(right) || Math.abs(left) > 1e14) continue;
    if (!close(left, right, names.length === 0 ? 1e-11 : 1e-9)) return 'no';
    tried += 1;
  }
  return tried >= (names.length === 0 ? 1 : minPoints) ? 'yes' : 'unknown';
}

function atPoints(name: string, test: (at: Point) => [number, number], tolerance: number): Verdict {
  let tried = 0;
  for (const value of points) {
    const [left, right] = test({ [name]: value });
    if (!Number.isFinite(left) || !Number.isFinite(right)) continue;
    if (!close(left, right, tolerance)) return 'no';
    tried += 1;
  }
  return tried >= minPoints ? 'yes' : 'unknown';
}

function rounded(from: Expr, to: string): Verdict {
  const value = evaluate(from, {});
  const places = (/\.(\d+)/.exec(to)?.[1] ?? '').length;
  const written = Number(to.replace(/[^\d.eE-]/g, ''));
  if (!Number.isFinite(value) || !Number.isFinite(written)) return 'unknown';
  const unit = to.includes('°') ? 180 / Math.PI : 1;
  return Math.abs(value * unit - written) <= 0.5 * 10 ** -places * (1 + 1e-9) ? 'yes' : 'no';
}

function decide(claim: Claim): Verdict {
  const given = claim.given === undefined ? undefined : parseStatement(claim.given);
  const [name = 'x'] = claim.over;
  switch (claim.relation) {
    case 'equal':
      return identical(parseExpr(claim.from), parseExpr(claim.to), given);
    case 'iff':
    case 'implies':
      return sameTruth(
        parseStatement(claim.from),
        parseStatement(claim.to),
        claim.over,
        given,
        claim.relation === 'implies',
      );
    case 'derivative':
    case 'integral': {
      const [whole, rate] = (
        claim.relation === 'derivative' ? [claim.from, claim.to] : [claim.to, claim.from]
      ).map(parseExpr) as [Expr, Expr];
      return atPoints(
        name,
        (at) => [
          derivativeAt((x) => evaluate(whole, { ...constants, [name]: x }), at[name] ?? 0),
          evaluate(rate, { ...constants, ...at }),
        ],
        2e-6,
      );
    }
    case 'definite': {
      const [lo, hi] = (claim.bounds ?? ['0', '0']).map((bound) => evaluate(parseExpr(bound), {})) as [
        number,
        number,
      ];
      const body = parseExpr(claim.from);
      if (hasPole(body, name, { lo, hi })) return 'unknown';
      const area = integralBetween((x) => evaluate(body, { [name]: x }), lo, hi);
      const value = evaluate(parseExpr(claim.to), {});
      if (!Number.isFinite(area) || !Number.isFinite(value)) return 'unknown';
      return close(area, value, 1e-7) ? 'yes' : 'no';
    }
    case 'ordered':
      return inOrder(listed(claim.from), listed(claim.to)) ? 'yes' : 'no';
    case 'commonest':
      return areCommonest(listed(claim.from), listed(claim.to)) ? 'yes' : 'no';
    case 'approx':
      return rounded(parseExpr(claim.from), claim.to);
  }
}

/** Values for C and other constants in an antiderivative; any value works. */
const constants: Point = { C: 0.7, a: 1.3, b: 0.6, c: 2.1, k: 1.7, m: 1.9, n: 3 };

/** 'unknown' if the claim cannot be parsed or decided. */
export function check(claim: Claim): Verdict {
  try {
    return decide(claim);
  } catch (error) {
    if (error instanceof BudgetExceededError) throw error;
    return 'unknown';
  }
}

// Numerical derivatives and integrals.

/** Central differences with Richardson extrapolation; NaN where they do not converge. */
export function derivativeAt(f: (x: number) => number, x: number): number {
  const rows: number[][] = [];
  let step = 0.02 * Math.max(1, Math.abs(x));
  for (let row = 0; row < 6; row += 1) {
    const here = [(f(x + step) - f(x - step)) / (2 * step)];
    for (let column = 1; column <= row; column += 1) {
      const factor = 4 ** column;
      here.push(
        (factor * (here[column - 1] as number) - (rows[row - 1]?.[column - 1] as number)) / (factor - 1),
      );
    }
    rows.push(here);
    step /= 2;
  }
  const [a, b] = [rows[4]?.[4] as number, rows[5]?.[5] as number];
  return Math.abs(a - b) > 1e-4 * Math.max(1, Math.abs(b)) ? Number.NaN : b;
}

const nodes = [0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363];
const weights = [0.362683783378362, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763];

/** Gauss-Legendre with 8 points on 64 pieces, finer towards the ends, where a square root may be steep. */
export function integralBetween(f: (x: number) => number, lo: number, hi: number): number {
  const pieces = 64;
  const width = 1 / pieces;
  const graded = (t: number) => f(lo + (hi - lo) * t * t * (3 - 2 * t)) * 6 * t * (1 - t) * (hi - lo);
  let area = 0;
  for (let piece = 0; piece < pieces; piece += 1) {
    const middle = width * (piece + 0.5);
    nodes.forEach((node, at) => {
      const offset = (node * width) / 2;
      area += (weights[at] as number) * (graded(middle - offset) + graded(middle + offset)) * (width / 2);
    });
  }
  return area;
}

/** Parses the list of numbers of a claim; `none` is the empty list. */
function listed(text: string): Q.Q[] {
  if (text === 'none') return [];
  return text.split(',').map((one) => {
    const value = evaluateExactly(parseExpr(one), {});
    if (!value) throw new RangeError(`not a number: ${one}`);
    return value;
  });
}

const countOf = (data: readonly Q.Q[], value: Q.Q): number => data.filter((one) => Q.eq(one, value)).length;

/** Whether `order` holds the same numbers as `data`, each as often, in ascending order. */
const inOrder = (data: readonly Q.Q[], order: readonly Q.Q[]): boolean =>
  data.length === order.length &&
  order.every((value, at) => at === 0 || Q.compare(order[at - 1] as Q.Q, value) <= 0) &&
  order.every((value) => countOf(data, value) === countOf(order, value));

/** Whether `claimed` lists exactly the most frequent numbers; it must be empty where each occurs once. */
function areCommonest(data: readonly Q.Q[], claimed: readonly Q.Q[]): boolean {
  const most = Math.max(...data.map((value) => countOf(data, value)));
  if (most === 1) return claimed.length === 0;
  return (
    claimed.length > 0 &&
    claimed.every((value) => countOf(claimed, value) === 1 && countOf(data, value) === most) &&
    data.every((value) => countOf(data, value) < most || countOf(claimed, value) === 1)
  );
}
