import { type Expr, minus, num, over, sqrt, sum } from './expr.ts';
import type { Ratio } from './normal.ts';
import { isZeroPoly, termsOf } from './poly.ts';
import * as Q from './rational.ts';

/** How many times pi/12 (15°) an angle is, if a whole number. */
function twelfths(angle: Ratio): number | undefined {
  if (isZeroPoly(angle.n)) return 0;
  if (angle.n.size !== 1 || angle.d.size !== 1 || !angle.d.has('')) return undefined;
  const [term] = termsOf(angle.n);
  if (term?.mono.key !== 'pi^1') return undefined;
  const count = Q.mul(term.c, Q.q(12));
  return Q.isInt(count) ? Number(((count.n % 24n) + 24n) % 24n) : undefined;
}

const root = (n: number) => sqrt(num(n));
const quarter = (x: Expr) => over(x, num(4));
/** sin of 0°, 15° … 90°. */
const firstQuarter: readonly Expr[] = [
  num(0),
  quarter(sum(root(6), minus(root(2)))),
  num(Q.q(1, 2)),
  over(root(2), num(2)),
  over(root(3), num(2)),
  quarter(sum(root(6), root(2))),
  num(1),
];

function sine(at: number): Expr {
  const turn = ((at % 24) + 24) % 24;
  if (turn > 12) return minus(sine(turn - 12));
  return firstQuarter[turn > 6 ? 12 - turn : turn] as Expr;
}

export function exactTrig(name: 'sin' | 'cos' | 'tan', angle: Ratio): Expr | 'undefined' | undefined {
  const at = twelfths(angle);
  if (at === undefined) return undefined;
  if (name === 'sin') return sine(at);
  if (name === 'cos') return sine(at + 6);
  if (at % 12 === 6) return 'undefined';
  return over(sine(at), sine(at + 6));
}
