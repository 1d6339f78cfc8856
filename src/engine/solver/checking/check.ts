/** The second path: a claim is read back from its text and tried, by arithmetic and not by the algebra that made it. */
import { TooHard } from '../core/budget.ts';
import { type Expr, symbolsOf } from '../core/expr.ts';
import { evaluate, evaluateExactly, type Point } from '../core/numeric.ts';
import * as Q from '../core/rational.ts';
import type { Statement } from '../core/statement.ts';
import { parseExpr, parseStatement } from '../reading/parse.ts';
import { derivativeAt, integralBetween } from './calculus.ts';
import type { Claim } from './claim.ts';
import { areCommonest, inOrder, listed } from './data.ts';
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
const leastPoints = 3;

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
  if (exact >= (names.length === 0 ? 1 : leastPoints)) return 'yes';
  let tried = 0;
  for (let turn = 0; turn < (names.length === 0 ? 1 : points.length); turn += 1) {
    const at = pointAt(points, names, turn);
    if (given && !truth(given, at)) continue;
    const [left, right] = [evaluate(a, at), evaluate(b, at)];
    if (!Number.isFinite(left) || !Number.isFinite(right) || Math.abs(left) > 1e14) continue;
    if (!close(left, right, names.length === 0 ? 1e-11 : 1e-9)) return 'no';
    tried += 1;
  }
  return tried >= (names.length === 0 ? 1 : leastPoints) ? 'yes' : 'unknown';
}

function atPoints(name: string, test: (at: Point) => [number, number], tolerance: number): Verdict {
  let tried = 0;
  for (const value of points) {
    const [left, right] = test({ [name]: value });
    if (!Number.isFinite(left) || !Number.isFinite(right)) continue;
    if (!close(left, right, tolerance)) return 'no';
    tried += 1;
  }
  return tried >= leastPoints ? 'yes' : 'unknown';
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

/** C and other letters in an antiderivative: any value does. */
const constants: Point = { C: 0.7, a: 1.3, b: 0.6, c: 2.1, k: 1.7, m: 1.9, n: 3 };

export function check(claim: Claim): Verdict {
  try {
    return decide(claim);
  } catch (error) {
    if (error instanceof TooHard) throw error;
    return 'unknown';
  }
}
