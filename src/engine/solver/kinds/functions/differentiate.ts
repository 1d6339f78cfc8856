/** Rules of differentiation. */
import { type Expr, e, fn, negate, num, over, power, sum, symbolsOf, times } from '../../core/expr.ts';
import { factoredExpr, factorPoly } from '../../core/factor.ts';
import { normal, rationalValue, simplify } from '../../core/normal.ts';
import { toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { simplifyLightly } from '../../core/simplify-lightly.ts';
import { CannotSolveError } from '../../solution.ts';

const has = (x: Expr, name: string) => symbolsOf(x).has(name);

/** The derivative as the rules give it, not simplified. */
export function derivative(x: Expr, name: string): Expr {
  if (!has(x, name)) return num(0);
  switch (x.k) {
    case 'sym':
      return num(1);
    case 'add':
      return sum(...x.args.map((part) => derivative(part, name)));
    case 'neg':
      return negate(derivative(x.a, name));
    case 'mul':
      return sum(
        ...x.args.map((part, at) =>
          times(...x.args.map((other, index) => (index === at ? derivative(part, name) : other))),
        ),
      );
    case 'div': {
      if (!has(x.b, name)) return over(derivative(x.a, name), x.b);
      const [u, v] = [x.a, x.b];
      return over(sum(times(derivative(u, name), v), negate(times(u, derivative(v, name)))), power(v, 2));
    }
    case 'pow':
      return powerRule(x.a, x.b, name);
    case 'fn':
      return functionRule(x, name);
    default:
      return num(0);
  }
}

function powerRule(a: Expr, b: Expr, name: string): Expr {
  if (!has(b, name)) {
    const exponent = rationalValue(b);
    const lower = exponent ? num(Q.sub(exponent, Q.one)) : sum(b, num(-1));
    return times(b, power(a, lower), derivative(a, name));
  }
  if (!has(a, name)) return times(power(a, b), fn('ln', a), derivative(b, name));
  throw new CannotSolveError(
    '底數和指數都有變數，暫未能求導。',
    'The variable is in base and exponent; this cannot be differentiated here yet.',
  );
}

function functionRule(x: Extract<Expr, { k: 'fn' }>, name: string): Expr {
  const [u, second] = x.args as [Expr, Expr | undefined];
  const inner = derivative(u, name);
  switch (x.name) {
    case 'sqrt':
      return over(inner, times(num(2), x));
    case 'root':
      return derivative(power(u, over(num(1), second as Expr)), name);
    case 'sin':
      return times(fn('cos', u), inner);
    case 'cos':
      return negate(times(fn('sin', u), inner));
    case 'tan':
      return times(power(fn('sec', u), 2), inner);
    case 'sec':
      return times(fn('sec', u), fn('tan', u), inner);
    case 'csc':
      return negate(times(fn('csc', u), fn('cot', u), inner));
    case 'cot':
      return negate(times(power(fn('csc', u), 2), inner));
    case 'ln':
      return over(inner, u);
    case 'log':
      return over(inner, times(u, fn('ln', second ?? num(10))));
    case 'asin':
      return over(inner, fn('sqrt', sum(num(1), negate(power(u, 2)))));
    case 'acos':
      return negate(over(inner, fn('sqrt', sum(num(1), negate(power(u, 2))))));
    case 'atan':
      return over(inner, sum(num(1), power(u, 2)));
    default:
      throw new CannotSolveError('這個函數暫未能求導。', 'This function cannot be differentiated here yet.');
  }
}

const unitPower = (x: Expr): Expr =>
  x.k === 'fn' && x.name === 'ln' && toText(x.args[0] as Expr) === toText(e) ? num(1) : x;

/** Factorises the denominator: 1/(x + 1)^2 rather than 1/(x^2 + 2x + 1). */
function overFactors(x: Expr): Expr {
  if (x.k !== 'div' || symbolsOf(x.b).size !== 1) return x;
  const { n, d } = normal(x.b);
  if (d.size !== 1 || !d.has('') || n.size < 2) return x;
  const factored = over(x.a, factoredExpr(factorPoly(n)));
  return toText(factored).length <= toText(x).length ? factored : x;
}

/** The shorter of the bracketed and the expanded form. */
export function tidyDerivative(raw: Expr): Expr {
  const clean = simplifyLightly(mapUnit(raw));
  const full = overFactors(simplify(raw));
  return toText(full).length <= toText(clean).length ? full : clean;
}
function mapUnit(x: Expr): Expr {
  const y = unitPower(x);
  switch (y.k) {
    case 'add':
    case 'mul':
      return { k: y.k, args: y.args.map(mapUnit) };
    case 'div':
    case 'pow':
      return { k: y.k, a: mapUnit(y.a), b: mapUnit(y.b) };
    case 'neg':
      return { k: 'neg', a: mapUnit(y.a) };
    default:
      return y;
  }
}
