/** Equations with the unknown in an exponent. */
import {
  children,
  type Expr,
  e,
  fn,
  mapChildren,
  negate,
  num,
  over,
  power,
  some,
  substitute,
  sum,
  sym,
  times,
} from '../../core/expr.ts';
import { normal, simplify } from '../../core/normal.ts';
import { evaluate } from '../../core/numeric.ts';
import { dense, type Kernel, type Term, termsOf } from '../../core/poly.ts';
import { toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { difference, either, none, type Relation, rel, type Statement } from '../../core/statement.ts';
import { type Dense, factorDense, primitiveOf, trim } from '../../core/univariate.ts';
import { bilingual } from '../../solution.ts';
import { createStepRecorder, type StepRecorder } from '../../working.ts';
import { contains, solutions, solveEquation, valuesOf } from './equation.ts';
import { polyExpr, quadraticRoots } from './polynomial-equation.ts';
import { placeholder } from './radical.ts';

const isPowerOf = (kernel: Kernel, name: string) =>
  kernel.expr.k === 'pow' && contains(kernel.expr.b, name) && !contains(kernel.expr.a, name);

/** One term as a product of powers of primes (and e), with exponents as polynomials in the unknown. */
function exponents(term: Term, name: string): Map<string, Dense> | undefined {
  const found = new Map<string, Dense>();
  const addTo = (base: string, p: Dense) => {
    const existing = found.get(base) ?? [];
    const length = Math.max(existing.length, p.length);
    found.set(base, trim(Array.from({ length }, (_, at) => Q.add(existing[at] ?? Q.zero, p[at] ?? Q.zero))));
  };
  const size = Q.abs(term.c);
  for (const [prime, count] of Q.primeFactors(size.n)) addTo(`${prime}`, [Q.q(count)]);
  for (const [prime, count] of Q.primeFactors(size.d)) addTo(`${prime}`, [Q.q(-count)]);
  for (const [kernel, exponent] of term.mono.parts) {
    if (kernel.prime !== undefined) addTo(`${kernel.prime}`, [exponent]);
    else if (kernel.key === 'e') addTo('e', [exponent]);
    else if (isPowerOf(kernel, name) && kernel.expr.k === 'pow') {
      const p = dense(normal(kernel.expr.b).n, name);
      if (!p) return undefined;
      addTo(
        toText(kernel.expr.a),
        p.map((c) => Q.mul(c, exponent)),
      );
    } else return undefined;
  }
  return found;
}

const baseExpr = (key: string): Expr => (key === 'e' ? e : num(BigInt(key)));

function proportion(p: Dense, unit: Dense): Q.Q | undefined {
  if (p.length !== unit.length) return undefined;
  const ratio = Q.div(p.at(-1) as Q.Q, unit.at(-1) as Q.Q);
  return p.every((c, at) => Q.eq(c, Q.mul(ratio, unit[at] as Q.Q))) ? ratio : undefined;
}

/** Two terms: both sides are powers; equal bases give equal exponents, otherwise logarithms are taken. */
function twoTerms(
  paper: StepRecorder,
  relation: Relation,
  name: string,
  terms: Term[],
): Statement | undefined {
  const [a, b] =
    Q.sign((terms[0] as Term).c) > 0 ? (terms as [Term, Term]) : ([terms[1], terms[0]] as [Term, Term]);
  if (Q.sign(a.c) === Q.sign(b.c)) {
    paper.iff(
      bilingual('正數的和不會是 0，無解。', 'A sum of positive numbers is never 0: no solution.'),
      relation,
      none,
    );
    return none;
  }
  const left = exponents(a, name);
  const right = exponents(b, name);
  if (!left || !right) return undefined;
  const bases = [...new Set([...left.keys(), ...right.keys()])];
  const total = new Map<string, Dense>();
  for (const base of bases) {
    const [x, y] = [left.get(base) ?? [], right.get(base) ?? []];
    const length = Math.max(x.length, y.length);
    const p = trim(Array.from({ length }, (_, at) => Q.sub(x[at] ?? Q.zero, y[at] ?? Q.zero)));
    if (p.length > 0) total.set(base, p);
  }
  const [first] = total.values();
  if (!first) return undefined;
  const unit = primitiveOf(first).part;
  const factors = [...total].map(([base, p]) => [base, proportion(p, unit)] as const);
  if (factors.every(([, factor]) => factor !== undefined))
    return sameBase(paper, relation, name, unit, factors as [string, Q.Q][]);
  return byLogarithms(paper, relation, name, total);
}

/** The exponent of one side to the common base, if the side is a single power. */
function sideExponent(
  side: Expr,
  keys: readonly (readonly [string, Q.Q])[],
  name: string,
): Dense | undefined {
  const { n, d } = normal(side);
  const [term] = termsOf(n);
  const [bottomTerm] = termsOf(d);
  if (n.size !== 1 || d.size !== 1 || !term || !bottomTerm || Q.sign(term.c) < 0) return undefined;
  const [up, down] = [exponents(term, name), exponents(bottomTerm, name)];
  if (!up || !down) return undefined;
  let found: Dense | undefined;
  for (const [key, count] of keys) {
    const [x, y] = [up.get(key) ?? [], down.get(key) ?? []];
    const p = trim(
      Array.from({ length: Math.max(x.length, y.length) }, (_, at) =>
        Q.div(Q.sub(x[at] ?? Q.zero, y[at] ?? Q.zero), count),
      ),
    );
    if (found && toText(polyExpr(p, name)) !== toText(polyExpr(found, name))) return undefined;
    found = p;
  }
  const known = new Set(keys.map(([key]) => key));
  return [...up.keys(), ...down.keys()].every((key) => known.has(key)) ? found : undefined;
}

function sameBase(
  paper: StepRecorder,
  relation: Relation,
  name: string,
  unit: Dense,
  factors: [string, Q.Q][],
): Statement | undefined {
  // One common base: all factors are scaled to integers without a common divisor.
  const { part } = primitiveOf(factors.map(([, factor]) => factor));
  const sign = part.every((c) => Q.sign(c) < 0) ? Q.minusOne : Q.one;
  let base: Expr | undefined;
  if (factors.length === 1 && factors[0]) base = baseExpr(factors[0][0]);
  else if (factors.every(([key]) => key !== 'e')) {
    const value = factors.reduce(
      (all, [key], at) => Q.mul(all, Q.powInt(Q.q(BigInt(key)), Q.mul(part[at] as Q.Q, sign).n)),
      Q.one,
    );
    base = num(value);
  }
  if (!base) return undefined;
  // b^f = b^g with the sides as written; if they are not single powers, the unknown goes left, the number
  // right.
  const constant = unit[0] ?? Q.zero;
  const keys = factors.map(([key], at) => [key, Q.mul(part[at] as Q.Q, sign)] as const);
  const [l, r] = [relation.a, relation.b].map((side) => sideExponent(side, keys, name));
  const [f, g] =
    l && r
      ? [polyExpr(l, name), polyExpr(r, name)]
      : [polyExpr([Q.zero, ...unit.slice(1)], name), num(Q.neg(constant))];
  const powers = rel(power(base, f), '=', power(base, g));
  paper.iff(
    bilingual(`化為同底數 ${toText(base)} 的冪。`, `Write both sides as powers of ${toText(base)}.`),
    relation,
    powers,
  );
  const equalExponents = rel(f, '=', g);
  paper.iff(
    bilingual('底數相同，指數相等。', 'The bases are equal, so the exponents are equal.'),
    powers,
    equalExponents,
  );
  if (f.k === 'sym' && g.k === 'num') return equalExponents;
  return solveEquation(paper, equalExponents, name);
}

function byLogarithms(
  paper: StepRecorder,
  relation: Relation,
  name: string,
  total: Map<string, Dense>,
): Statement | undefined {
  if ([...total.values()].some((p) => p.length > 2)) return undefined;
  let bottom = 1n;
  for (const c of [...total.values()].flat()) bottom = (bottom / Q.gcdInt(bottom, c.d)) * c.d;
  // product of base^(alpha x + beta) = 1
  const side = (at: number, turn: number): Expr[] =>
    [...total].flatMap(([key, p]) => {
      const count = Q.mul(p[at] ?? Q.zero, Q.q(BigInt(turn) * bottom));
      return Q.isZero(count) ? [] : [power(baseExpr(key), num(count))];
    });
  const hasE = total.has('e');
  const [m, n] = [side(1, 1), side(0, -1)];
  if (m.length === 0) return undefined;
  const log = (factors: Expr[]): Expr => {
    const value = simplify(times(...factors, num(1)));
    return hasE ? simplify(fn('ln', value)) : fn('log', value, num(10));
  };
  let [top, base] = [log(n), log(m)];
  if (n.length === 0) top = num(0);
  const value = toText(base) === '1' ? top : hasE ? simplify(over(top, base)) : tidyQuotient(top, base);
  const answer = rel(sym(name), '=', value);
  const moved = rel(times(sym(name), base), '=', top);
  paper.iff(
    hasE
      ? bilingual('兩邊取自然對數。', 'Take natural logarithms of both sides.')
      : bilingual('兩邊取常用對數，整理。', 'Take logarithms of both sides and collect.'),
    relation,
    toText(base) === '1' ? answer : moved,
  );
  if (toText(base) !== '1')
    paper.iff(bilingual(`除以 ${name} 的係數。`, `Divide by the coefficient of ${name}.`), moved, answer);
  [top, base] = [value, value];
  return answer;
}

/** log(1/8)/log(5) is -log(8)/log(5); equal logarithms cancel. */
function tidyQuotient(top: Expr, base: Expr): Expr {
  const inside = (x: Expr): Q.Q | undefined => {
    const arg = x.k === 'fn' ? x.args[0] : undefined;
    return arg?.k === 'num' ? arg.v : undefined;
  };
  let [n, m] = [inside(top), inside(base)];
  if (!n || !m) return simplify(over(top, base));
  let sign = 1;
  if (Q.compare(n, Q.one) < 0) [n, sign] = [Q.inv(n), -sign];
  if (Q.compare(m, Q.one) < 0) [m, sign] = [Q.inv(m), -sign];
  const logs = over(fn('log', num(n), num(10)), fn('log', num(m), num(10)));
  const quotient = Q.eq(m, Q.q(10)) ? fn('log', num(n), num(10)) : logs;
  return sign < 0 ? negate(quotient) : quotient;
}

/** Writes every power in terms of b^x with the smallest base b: its coefficients as a polynomial in b^x. */
function inOnePower(
  relation: Relation,
  name: string,
): { kernel: { expr: Expr }; numbers: Dense } | undefined {
  const bases: Expr[] = [];
  const collect = (x: Expr): void => {
    if (x.k === 'pow' && contains(x.b, name)) bases.push(x.a);
    for (const child of children(x)) collect(child);
  };
  collect(sum(relation.a, relation.b));
  const base = [...bases].sort((a, b) => evaluate(a, {}) - evaluate(b, {}))[0];
  if (!base || (base.k !== 'num' && base.k !== 'const')) return undefined;
  let isPlain = true;
  const replaced = (x: Expr): Expr => {
    if (x.k !== 'pow' || !contains(x.b, name)) return mapChildren(x, replaced);
    const count = Math.round(Math.log(evaluate(x.a, {})) / Math.log(evaluate(base, {})));
    const p = dense(normal(x.b).n, name);
    const isPower = count > 0 && toText(simplify(power(base, count))) === toText(simplify(x.a));
    if (!isPower || !p || p.length !== 2 || normal(x.b).d.size !== 1) {
      isPlain = false;
      return x;
    }
    const [shift, slope] = p.map((c) => num(Q.mul(c, Q.q(count)))) as [Expr, Expr];
    return times(power(base, shift), power(sym(placeholder), slope));
  };
  const inU = normal(sum(replaced(relation.a), negate(replaced(relation.b))));
  const numbers = isPlain ? dense(inU.n, placeholder) : undefined;
  return numbers && numbers.length > 1 ? { kernel: { expr: power(base, sym(name)) }, numbers } : undefined;
}

/** A polynomial in one power, such as 4^x - 3*2^x + 2. */
function bySubstitution(paper: StepRecorder, relation: Relation, name: string): Statement | undefined {
  const found = inOnePower(relation, name);
  if (!found) return undefined;
  const { kernel, numbers } = found;
  const u = placeholder;
  const { part } = primitiveOf(trim(numbers));
  const inU = rel(polyExpr(part, u), '=', num(0));
  const asPowers = rel(substitute(inU.a, u, kernel.expr), '=', num(0));
  paper.iff(
    bilingual(`整理為 ${toText(kernel.expr)} 的多項式。`, `Write it in terms of ${toText(kernel.expr)}.`),
    relation,
    asPowers,
  );
  const roots =
    part.length === 3
      ? quadraticRoots(part)
      : factorDense(part).factors.flatMap(({ p }) =>
          p.length === 2
            ? [num(Q.neg(Q.div(p[0] as Q.Q, p[1] as Q.Q)))]
            : p.length === 3
              ? quadraticRoots(p)
              : [],
        );
  paper.iff(
    bilingual(
      `設 ${u} = ${toText(kernel.expr)}，解 ${u}。`,
      `Let ${u} = ${toText(kernel.expr)} and solve for ${u}.`,
    ),
    inU,
    roots.length === 0 ? none : solutions(roots, u),
    undefined,
    true,
  );
  const positive = roots.filter((root) => evaluate(root, {}) > 1e-12);
  const back = either(...positive.map((root) => rel(kernel.expr, '=', root)));
  paper.iff(
    bilingual(
      `${toText(kernel.expr)} 必為正數，只取正值。`,
      `${toText(kernel.expr)} is positive: only positive values are kept.`,
    ),
    asPowers,
    back,
  );
  const values = positive.flatMap((root) =>
    valuesOf(solveEquation(createStepRecorder(), rel(kernel.expr, '=', root), name)),
  );
  const answer = values.length === 0 ? none : solutions(values, name);
  if (values.length > 0) paper.iff(bilingual(`解出 ${name}。`, `Solve for ${name}.`), back, answer);
  return answer;
}

export function solveExponential(
  paper: StepRecorder,
  relation: Relation,
  name: string,
): Statement | undefined {
  const whole = sum(relation.a, relation.b);
  if (!some(whole, (x) => x.k === 'pow' && contains(x.b, name))) return undefined;
  const { n } = normal(difference(relation));
  const terms = termsOf(n);
  if (terms.length === 1) {
    paper.iff(bilingual('冪恆為正數，無解。', 'A power is always positive: no solution.'), relation, none);
    return none;
  }
  if (terms.length === 2) {
    const answer = twoTerms(paper, relation, name, terms);
    if (answer) return answer;
  }
  return bySubstitution(paper, relation, name);
}
