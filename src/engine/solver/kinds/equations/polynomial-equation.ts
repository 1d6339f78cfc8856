/** Equations that are polynomials in one unknown with rational coefficients. */
import { type Expr, fn, negate, num, over, power, sqrt, subtract, sum, sym, times } from '../../core/expr.ts';
import { normal, simplify } from '../../core/normal.ts';
import { evaluate } from '../../core/numeric.ts';
import { dense } from '../../core/poly.ts';
import { statementLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { all, difference, either, none, type Relation, rel, type Statement } from '../../core/statement.ts';
import { coefficient, type Dense, degreeOf, factorDense, primitiveOf, trim } from '../../core/univariate.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import type { StepRecorder } from '../../working.ts';

export type Method = 'factor' | 'formula' | 'square' | undefined;

export const polyExpr = (p: Dense, name: string): Expr => {
  const terms = p
    .map((c, at) => ({ c, at }))
    .filter(({ c }) => !Q.isZero(c))
    .reverse()
    .map(({ c, at }) => {
      const body = at === 0 ? undefined : at === 1 ? sym(name) : power(sym(name), at);
      const size = Q.abs(c);
      const part = body
        ? Q.isOne(size)
          ? body
          : size.d === 1n
            ? times(num(size), body)
            : over(size.n === 1n ? body : times(num(size.n), body), num(size.d))
        : num(size);
      return Q.sign(c) < 0 ? negate(part) : part;
    });
  return terms.length === 0 ? num(0) : sum(...terms);
};

/** The coefficients of left side - right side, if both sides are polynomials in the unknown. */
export function polynomialOf(relation: Relation, name: string): Dense | undefined {
  const { n, d } = normal(difference(relation));
  if (d.size !== 1 || !d.has('')) return undefined;
  const numbers = dense(n, name);
  return numbers && trim(numbers);
}

const sidesText = (relation: Relation) => statementLatex(relation);

/** Clears fractions or expands brackets, with a step if that changes the equation. */
export function tidySides(paper: StepRecorder, relation: Relation, name: string): Relation {
  const sides: Dense[] = [relation.a, relation.b].map((side) => dense(normal(side).n, name) ?? []);
  let bottom = 1n;
  for (const c of sides.flat()) bottom = (bottom / Q.gcdInt(bottom, c.d)) * c.d;
  let now = relation;
  const collect = (next: Relation, zh: string, en: string) => {
    if (sidesText(next) === sidesText(now)) return;
    paper.iff(bilingual(zh, en), now, next);
    now = next;
  };
  if (bottom > 1n) {
    const [a, b] = sides.map((side) =>
      polyExpr(
        side.map((c) => Q.mul(c, Q.q(bottom))),
        name,
      ),
    ) as [Expr, Expr];
    collect(
      rel(a, '=', b),
      `兩邊同乘 ${bottom}，去分母並整理。`,
      `Multiply both sides by ${bottom} to clear the fractions, and collect like terms.`,
    );
  } else {
    const [a, b] = sides.map((side) => polyExpr(trim(side), name)) as [Expr, Expr];
    collect(rel(a, '=', b), '展開括號，合併同類項。', 'Expand the brackets and collect like terms.');
  }
  return now;
}

function solveLinear(paper: StepRecorder, relation: Relation, name: string): Statement {
  const p = polynomialOf(relation, name) as Dense;
  let now = tidySides(paper, relation, name);
  const tidied = polynomialOf(now, name) as Dense;
  const left = (dense(normal(now.a).n, name) ?? [])[1] ?? Q.zero;
  const right = (dense(normal(now.b).n, name) ?? [])[1] ?? Q.zero;
  const sign = Q.compare(left, right) < 0 ? Q.minusOne : Q.one;
  const factor = Q.mul(sign, Q.sub(left, right));
  const constant = Q.mul(sign, Q.neg(coefficient(tidied, 0)));
  const moved = rel(polyExpr([Q.zero, factor], name), '=', num(constant));
  if (sidesText(moved) !== sidesText(now)) {
    paper.iff(
      bilingual(
        `移項：含 ${name} 的項放一邊，常數放另一邊。`,
        `Bring the terms in ${name} to one side and the numbers to the other.`,
      ),
      now,
      moved,
    );
    now = moved;
  }
  const answer = rel(sym(name), '=', num(Q.neg(Q.div(coefficient(p, 0), coefficient(p, 1)))));
  if (sidesText(answer) !== sidesText(now))
    paper.iff(
      bilingual(`兩邊同除以 ${toText(num(factor))}。`, `Divide both sides by ${toText(num(factor))}.`),
      now,
      answer,
    );
  return answer;
}

const equation = (p: Dense, name: string): Relation => rel(polyExpr(p, name), '=', num(0));

/** The exact real roots of a x^2 + b x + c, in ascending order. */
export function quadraticRoots(p: Dense): Expr[] {
  const [c, b, a] = [0, 1, 2].map((at) => coefficient(p, at)) as [Q.Q, Q.Q, Q.Q];
  const discriminant = Q.sub(Q.mul(b, b), Q.mul(Q.q(4), Q.mul(a, c)));
  if (Q.sign(discriminant) < 0) return [];
  const middle = Q.neg(b);
  const bottom = num(Q.mul(Q.q(2), a));
  if (Q.sign(discriminant) === 0) return [simplify(over(num(middle), bottom))];
  const ends = [subtract(num(middle), sqrt(num(discriminant))), sum(num(middle), sqrt(num(discriminant)))];
  const roots = ends.map((top) => simplify(over(top, bottom)));
  return Q.sign(a) < 0 ? roots.reverse() : roots;
}

const rootsStatement = (roots: readonly Expr[], name: string): Statement =>
  either(...roots.map((root) => rel(sym(name), '=', root)));

function byFormula(paper: StepRecorder, p: Dense, name: string, aside = false): Statement {
  const from = equation(p, name);
  const [c, b, a] = [0, 1, 2].map((at) => num(coefficient(p, at))) as [Expr, Expr, Expr];
  const discriminant = sum(power(b, 2), negate(times(num(4), a, c)));
  const value = simplify(discriminant);
  paper.named(
    bilingual(
      `判別式：a = ${toText(a)}，b = ${toText(b)}，c = ${toText(c)}。`,
      `The discriminant, with a = ${toText(a)}, b = ${toText(b)}, c = ${toText(c)}.`,
    ),
    '\\Delta',
    discriminant,
    value,
  );
  const sign = Q.sign(value.k === 'num' ? value.v : Q.neg(Q.one));
  if (value.k === 'neg' || sign < 0) {
    paper.iff(
      bilingual('判別式小於 0，方程沒有實數解。', 'The discriminant is negative: there is no real solution.'),
      from,
      none,
      undefined,
      aside,
    );
    return none;
  }
  const bottom = times(num(2), a);
  const raw = [subtract(negate(b), sqrt(value)), sum(negate(b), sqrt(value))].map((top) =>
    rel(sym(name), '=', over(top, bottom)),
  );
  paper.iff(
    bilingual('代入二次公式。', 'Use the quadratic formula.'),
    from,
    either(...raw),
    undefined,
    aside,
  );
  const answer = rootsStatement(quadraticRoots(p), name);
  paper.iff(bilingual('化簡。', 'Simplify.'), either(...raw), answer, undefined, aside);
  return answer;
}

function byCompletingSquare(paper: StepRecorder, p: Dense, name: string): Statement {
  const [c, b, a] = [0, 1, 2].map((at) => coefficient(p, at)) as [Q.Q, Q.Q, Q.Q];
  let now = equation(p, name);
  const addStep = (next: Statement, zh: string, en: string) => {
    paper.iff(bilingual(zh, en), now, next);
    if (next.k === 'rel') now = next;
  };
  if (!Q.isOne(a))
    addStep(
      equation([Q.div(c, a), Q.div(b, a), Q.one], name),
      `兩邊同除以 ${toText(num(a))}。`,
      `Divide both sides by ${toText(num(a))}.`,
    );
  const half = Q.div(b, Q.mul(Q.q(2), a));
  const right = Q.sub(Q.mul(half, half), Q.div(c, a));
  const square = power(polyExpr([half, Q.one], name), 2);
  addStep(rel(square, '=', num(right)), '配成完全平方。', 'Complete the square.');
  if (Q.sign(right) < 0) {
    addStep(none, '平方不可能是負數，沒有實數解。', 'A square is never negative: there is no real solution.');
    return none;
  }
  const root = simplify(sqrt(num(right)));
  const base = polyExpr([half, Q.one], name);
  const split = Q.isZero(right)
    ? rel(base, '=', num(0))
    : either(rel(base, '=', simplify(negate(root))), rel(base, '=', root));
  paper.iff(bilingual('兩邊開方。', 'Take square roots of both sides.'), now, split);
  const answer = rootsStatement(quadraticRoots(p), name);
  if (!Q.isZero(half)) paper.iff(bilingual('移項。', 'Move the number to the right.'), split, answer);
  return answer;
}

/** Sets the factors to zero one by one; a quadratic factor without real roots gets a step that says so. */
function byFactors(paper: StepRecorder, p: Dense, name: string, relation?: Relation): Statement {
  const { content, factors } = factorDense(p);
  const from = equation(p, name);
  const parts = factors.map(({ p: part, times: count }) =>
    count === 1 ? polyExpr(part, name) : power(polyExpr(part, name), count),
  );
  const product = times(...(Q.isOne(content) ? [] : [num(content)]), ...parts);
  const factored = rel(product, '=', num(0));
  const shown = paper.steps.length === 0 ? relation : undefined;
  const isNew = parts.length > 1 || factors[0]?.times !== 1;
  if (isNew && !(shown && toText(shown.a) === toText(product)))
    paper.iff(bilingual('因式分解左邊。', 'Factorise the left side.'), from, factored);
  const each = either(...factors.map(({ p: part }) => equation(part, name)));
  if (factors.length > 1)
    paper.iff(
      bilingual('積為 0，其中一個因式為 0。', 'A product is 0 when one of its factors is 0.'),
      factored,
      each,
    );
  const answers: Expr[] = [];
  for (const { p: part } of factors) {
    if (degreeOf(part) === 1)
      answers.push(simplify(num(Q.neg(Q.div(coefficient(part, 0), coefficient(part, 1))))));
    else if (degreeOf(part) === 2) answers.push(...solvedQuadratic(paper, part, name));
    else answers.push(...solvedHigher(part));
  }
  const answer = rootsStatement(inOrder(answers), name);
  paper.iff(bilingual('解每一個一次方程。', 'Solve each of them.'), each, answer);
  return answer;
}

function solvedQuadratic(paper: StepRecorder, part: Dense, name: string): Expr[] {
  const roots = quadraticRoots(part);
  if (roots.length === 0)
    paper.iff(
      bilingual(
        '這個二次因式的判別式小於 0，沒有實數解。',
        'This quadratic factor has a negative discriminant: no real solution.',
      ),
      equation(part, name),
      none,
      undefined,
      true,
    );
  else if (factorDense(part).factors.length === 1) byFormula(paper, part, name, true);
  return roots;
}

/** a x^n = b, or a quadratic in x^2. */
function solvedHigher(part: Dense): Expr[] {
  const degree = degreeOf(part);
  const middle = part.slice(1, -1).every(Q.isZero);
  if (middle) {
    const value = Q.neg(Q.div(coefficient(part, 0), coefficient(part, degree)));
    if (degree % 2 === 0 && Q.sign(value) < 0) return [];
    const root = simplify(fn('root', num(value), num(degree)));
    return degree % 2 === 0 ? [simplify(negate(root)), root] : [root];
  }
  if (degree === 4 && Q.isZero(coefficient(part, 1)) && Q.isZero(coefficient(part, 3))) {
    const squares = quadraticRoots([coefficient(part, 0), coefficient(part, 2), coefficient(part, 4)]);
    const roots: Expr[] = [];
    for (const square of squares) {
      const value = normal(square);
      if (value.n.size > 1)
        throw new CannotSolveError(
          '解含有根式中的根式，未能以中學方法寫出。',
          'The solutions are roots within roots, beyond school methods.',
        );
      const root = simplify(sqrt(square));
      roots.push(simplify(negate(root)), root);
    }
    return roots;
  }
  throw new CannotSolveError(
    '這個多項式方程沒有有理因式，未能以中學方法求出準確解。',
    'This polynomial has no rational factors; school methods give no exact solution.',
  );
}

export const inOrder = (roots: readonly Expr[]): Expr[] => {
  const sorted = [...roots].sort((x, y) => evaluate(x, {}) - evaluate(y, {}));
  return sorted.filter((root, at) => at === 0 || toText(root) !== toText(sorted[at - 1] as Expr));
};

export function solvePolynomial(
  paper: StepRecorder,
  relation: Relation,
  name: string,
  way?: Method,
): Statement {
  const p = polynomialOf(relation, name) as Dense;
  if (p.length === 0) {
    paper.iff(
      bilingual('兩邊恆等，任何實數都是解。', 'Both sides are identical: every real number is a solution.'),
      relation,
      all,
    );
    return all;
  }
  if (degreeOf(p) === 0) {
    paper.iff(
      bilingual('化簡後得出矛盾，方程無解。', 'It comes down to a contradiction: there is no solution.'),
      relation,
      none,
    );
    return none;
  }
  if (degreeOf(p) === 1) return solveLinear(paper, relation, name);
  if (degreeOf(p) > 12)
    throw new CannotSolveError('方程的次數太高。', 'The degree of the equation is too high.');
  const { part } = primitiveOf(p);
  const standard = equation(part, name);
  const isFactoredAlready = relation.a.k === 'mul' && toText(relation.b) === '0';
  if (sidesText(standard) !== sidesText(relation) && !(isFactoredAlready && way === undefined))
    paper.iff(
      bilingual('展開、移項，化為一般式。', 'Expand and bring everything to one side.'),
      relation,
      standard,
    );
  if (degreeOf(part) === 2) return quadratic(paper, part, name, way, relation);
  return byFactors(paper, part, name, relation);
}

function quadratic(
  paper: StepRecorder,
  part: Dense,
  name: string,
  way: Method,
  relation: Relation,
): Statement {
  if (way === 'formula') return byFormula(paper, part, name);
  if (way === 'square') return byCompletingSquare(paper, part, name);
  const { factors } = factorDense(part);
  if (factors.length > 1 || factors[0]?.times === 2) return byFactors(paper, part, name, relation);
  if (Q.isZero(coefficient(part, 1))) return byCompletingSquare(paper, part, name);
  return byFormula(paper, part, name);
}
