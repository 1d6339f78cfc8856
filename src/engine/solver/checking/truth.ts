import { some, symbolsOf } from '../core/expr.ts';
import { evaluate, magnitude, type Point } from '../core/numeric.ts';
import type { Relation, Statement } from '../core/statement.ts';

export type Verdict = 'yes' | 'no' | 'unknown';

export const close = (a: number, b: number, tolerance = 1e-9): boolean =>
  Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a), Math.abs(b));

const steep = new WeakMap<Relation, boolean>();
/**
 * With the unknown in an exponent both sides may be tiny and still differ, so no absolute tolerance applies.
 */
function isSteep(relation: Relation): boolean {
  const known = steep.get(relation);
  if (known !== undefined) return known;
  const found = [relation.a, relation.b].some((side) =>
    some(side, (x) => x.k === 'pow' && symbolsOf(x.b).size > 0),
  );
  steep.set(relation, found);
  return found;
}

/** Whether a statement holds at a point; it does not where a side is undefined. */
export function truth(statement: Statement, at: Point): boolean {
  switch (statement.k) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'and':
      return statement.parts.every((part) => truth(part, at));
    case 'or':
      return statement.parts.some((part) => truth(part, at));
    case 'rel': {
      const [a, b] = [evaluate(statement.a, at), evaluate(statement.b, at)];
      if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
      const areEqual =
        Math.abs(a - b) <=
        1e-9 * (magnitude(statement.a, at) + magnitude(statement.b, at)) + (isSteep(statement) ? 0 : 1e-13);
      if (statement.op === '=') return areEqual;
      if (statement.op === '!=') return !areEqual;
      if (areEqual) return statement.op.length === 2;
      return statement.op.startsWith('<') ? a < b : a > b;
    }
  }
}
