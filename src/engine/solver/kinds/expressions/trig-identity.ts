import { type Expr, minus, num, over, power, sum, times } from '../../core/expr.ts';
import { normal } from '../../core/normal.ts';
import { coefficientsIn, kernelsOf, type Poly } from '../../core/poly.ts';
import { sumOfTerms, toExpr } from '../../core/present.ts';
import { toText } from '../../core/print.ts';

/** One of sin² and cos² replaced by 1 minus the other, in a polynomial. */
function without(p: Poly, from: 'sin' | 'cos'): Poly {
  let now = p;
  for (const kernel of kernelsOf(p)) {
    const x = kernel.expr;
    if (x.k !== 'fn' || x.name !== from) continue;
    const other: Expr = { ...x, name: from === 'sin' ? 'cos' : 'sin' };
    const parts = coefficientsIn(now, kernel.key);
    if (!parts) continue;
    const square = sum(num(1), minus(power(other, 2)));
    now = normal(
      sum(
        num(0),
        ...parts.map((part, at) =>
          times(sumOfTerms(part), power(square, Math.floor(at / 2)), at % 2 === 1 ? x : num(1)),
        ),
      ),
    ).n;
  }
  return now;
}

/** The shortest way to write a trigonometric expression by sin² + cos² = 1. */
export function pythagoras(x: Expr): Expr {
  const { n, d } = normal(x);
  const ways = (p: Poly): Poly[] => [p, without(p, 'sin'), without(p, 'cos')];
  const options = ways(n).flatMap((top) =>
    ways(d).map((bottom) => toExpr(normal(over(sumOfTerms(top), sumOfTerms(bottom))))),
  );
  return options.sort((a, b) => toText(a).length - toText(b).length)[0] as Expr;
}
