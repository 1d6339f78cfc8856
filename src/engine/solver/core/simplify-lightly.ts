import { type Expr, isNum, mapChildren, negate, num, over, sum, times } from './expr.ts';
import * as Q from './rational.ts';

/** Light simplification: combines numeric factors and drops ones and zeros; brackets are not expanded. */
export function simplifyLightly(x: Expr): Expr {
  const y = mapChildren(x, simplifyLightly);
  switch (y.k) {
    case 'add': {
      const flat = y.args
        .flatMap((part) => (part.k === 'add' ? part.args : [part]))
        .filter((part) => !isNum(part, 0));
      return flat.length === 0 ? num(0) : sum(...flat);
    }
    case 'neg':
      if (y.a.k === 'neg') return y.a.a;
      if (y.a.k === 'num') return num(Q.neg(y.a.v));
      return y;
    case 'mul': {
      let factor = Q.one;
      const rest: Expr[] = [];
      for (const part of y.args.flatMap((inner) => (inner.k === 'mul' ? inner.args : [inner]))) {
        if (part.k === 'num') factor = Q.mul(factor, part.v);
        else if (part.k === 'neg') {
          factor = Q.neg(factor);
          rest.push(...(part.a.k === 'mul' ? part.a.args : [part.a]));
        } else if (part.k === 'div' && part.b.k === 'num' && !Q.isZero(part.b.v)) {
          factor = Q.div(factor, part.b.v);
          rest.push(part.a);
        } else rest.push(part);
      }
      const numbers = rest.filter((part) => part.k === 'num');
      for (const part of numbers) if (part.k === 'num') factor = Q.mul(factor, part.v);
      return scaled(
        factor,
        rest.filter((part) => part.k !== 'num'),
      );
    }
    case 'div':
      if (isNum(y.a, 0)) return num(0);
      if (isNum(y.b, 1)) return y.a;
      if (y.a.k === 'num' && y.b.k === 'num' && !Q.isZero(y.b.v)) return num(Q.div(y.a.v, y.b.v));
      if (y.b.k === 'num' && y.a.k === 'div' && y.a.b.k === 'num')
        return over(y.a.a, num(Q.mul(y.a.b.v, y.b.v)));
      if (y.b.k === 'num' && y.a.k === 'mul') return simplifyLightly(times(...y.a.args, num(Q.inv(y.b.v))));
      return y;
    case 'pow':
      if (isNum(y.b, 1)) return y.a;
      if (isNum(y.b, 0)) return num(1);
      return y;
    default:
      return y;
  }
}

function scaled(factor: Q.Q, parts: readonly Expr[]): Expr {
  if (Q.isZero(factor)) return num(0);
  if (parts.length === 0) return num(factor);
  const size = Q.abs(factor);
  const top = size.n === 1n ? times(...parts) : times(num(size.n), ...parts);
  const body = size.d === 1n ? top : over(top, num(size.d));
  return Q.sign(factor) < 0 ? negate(body) : body;
}
