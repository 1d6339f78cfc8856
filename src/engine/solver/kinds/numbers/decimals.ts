import { type Expr, hasDecimal, mapChildren, sum } from '../../core/expr.ts';
import * as Q from '../../core/rational.ts';
import { mapExprs, type Relation, type Statement } from '../../core/statement.ts';

/** Fractions that end as decimals are written so. */
export function asDecimals(x: Expr): Expr {
  if (x.k === 'num') return x.v.d !== 1n && Q.toDecimal(x.v) ? { ...x, decimal: true } : x;
  return mapChildren(x, asDecimals);
}

/** Who asks in decimals is answered in decimals, where they end. */
export const decimalsBack = (answer: Statement, problem: Relation): Statement =>
  hasDecimal(sum(problem.a, problem.b)) ? mapExprs(answer, asDecimals) : answer;
