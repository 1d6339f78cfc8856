/** Decides whether two statements are equivalent, or one implies the other, by testing points. */
import { BudgetExceededError, spend } from '../core/budget.ts';
import { type Expr, hasFn, some, symbolsOf } from '../core/expr.ts';
import { isExactlyZero, normal, rationalValue } from '../core/normal.ts';
import { evaluate, type Point } from '../core/numeric.ts';
import { coefficientsIn, dense } from '../core/poly.ts';
import * as Q from '../core/rational.ts';
import {
  both,
  difference,
  type Relation,
  relationsOf,
  type Statement,
  substituteIn,
  variablesOf,
} from '../core/statement.ts';
import { breakpoints, type Range } from './find-roots.ts';
import { close, truth, type Verdict } from './truth.ts';

/** Numbers that a statement compares its unknown with: `x = 3`, `x <= 2*pi`. */
function namedValues(statement: Statement, name: string): number[] {
  return relationsOf(statement).flatMap(({ a, b }) =>
    [a, b].flatMap((x, at) => {
      const other = at === 0 ? b : a;
      return x.k === 'sym' && x.name === name && symbolsOf(other).size === 0 ? [evaluate(other, {})] : [];
    }),
  );
}

function rangeOf(statements: readonly Statement[], given: Statement | undefined, name: string): Range {
  const bounds = given ? namedValues(given, name) : [];
  if (bounds.length >= 2) {
    const [lo, hi] = [Math.min(...bounds), Math.max(...bounds)];
    const margin = (hi - lo) * 0.01;
    return { lo: lo - margin, hi: hi + margin };
  }
  const values = statements.flatMap((statement) => namedValues(statement, name)).filter(Number.isFinite);
  const far = Math.max(20, ...values.map((value) => Math.abs(value) * 1.5));
  // Uneven bounds keep the scan from hitting every root exactly, or none.
  return { lo: -far - 0.137, hi: far + 0.291 };
}

/**
 * Rounds a root found as 1e-17 to 0: beside powers such as 2^x a tiny value cannot be told from 0 otherwise.
 */
const snapped = (root: number): number => {
  const near = Math.round(root * 5040) / 5040;
  return Math.abs(root - near) < 1e-10 ? near : root;
};

/** Extra test points: a double root is found only roughly, and is usually one of these. */
const wholeNumbers = [-3, -2, -1, 0, 1, 2, 3];

/** Test points inside the given range, which may contain no root at all. */
function withinGiven(given: Statement | undefined, name: string): number[] {
  const bounds = given ? namedValues(given, name).filter(Number.isFinite) : [];
  const [lo, hi] = [Math.min(...bounds), Math.max(...bounds)];
  return bounds.length < 2 ? [] : [0.137, 0.291, 0.463, 0.618, 0.853].map((part) => lo + (hi - lo) * part);
}

function testPoints(statements: readonly Statement[], given: Statement | undefined, name: string): number[] {
  const all = given ? [...statements, given] : statements;
  const relations: Relation[] = all.flatMap(relationsOf);
  const expressions: Expr[] = relations.map(difference);
  const found = [
    ...all.flatMap((statement) => namedValues(statement, name)),
    ...breakpoints(expressions, name, rangeOf(statements, given, name)).map(snapped),
  ]
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  const distinct = found.filter(
    (x, at) => at === 0 || x - (found[at - 1] as number) > 1e-7 * Math.max(1, Math.abs(x)),
  );
  const between = distinct.slice(1).map((x, at) => (x + (distinct[at] as number)) / 2);
  const first = distinct[0] ?? 0;
  const last = distinct.at(-1) ?? 0;
  // Far from the roots, a power with the unknown in its exponent is too small or too large to compare.
  const isSteep = expressions.some((x) => some(x, (part) => part.k === 'pow' && symbolsOf(part.b).size > 0));
  const far = isSteep ? [first - 2.3, last + 2.7] : [first - 57.3, last + 61.7];
  return [
    ...distinct,
    ...between,
    first - 1,
    last + 1,
    ...far,
    0.31,
    -0.47,
    ...wholeNumbers,
    ...withinGiven(given, name),
  ];
}

/**
 * Whether both statements hold for the same values; with `oneWay`, whether `to` holds wherever `from` does.
 */
export function sameTruth(
  from: Statement,
  to: Statement,
  over: readonly string[],
  given: Statement | undefined,
  oneWay: boolean,
): Verdict {
  const names = [...new Set([...variablesOf(from), ...variablesOf(to)])];
  if (names.length > 1) return sameSystem(from, to, names, given, oneWay, sameTruth);
  const name = names[0] ?? over[0] ?? 'x';
  let tested = 0;
  for (const x of testPoints([from, to], given, name)) {
    const at: Point = { [name]: x };
    if (given && !truth(given, at)) continue;
    const [before, after] = [truth(from, at), truth(to, at)];
    if (before !== after && !(oneWay && after)) return 'no';
    tested += 1;
  }
  return tested >= 3 ? 'yes' : 'unknown';
}

// Equivalence in several unknowns: an explicit `y = …` is substituted until one unknown or only points
// remain.

/** Disjunctive normal form: the alternatives (or), each a list of relations (and). */
function branches(statement: Statement): Relation[][] {
  if (statement.k === 'rel') return [[statement]];
  if (statement.k === 'or') return statement.parts.flatMap(branches);
  if (statement.k === 'and') {
    let made: Relation[][] = [[]];
    for (const part of statement.parts)
      made = made.flatMap((branch) => branches(part).map((other) => [...branch, ...other]));
    if (made.length > 64) throw new BudgetExceededError('size');
    return made;
  }
  return [];
}

/** A value for every unknown, if the relations of a branch determine them one after the other. */
function pointOf(branch: readonly Relation[], names: readonly string[]): Point | undefined {
  const at: Record<string, number> = {};
  for (let turn = 0; turn < names.length; turn += 1) {
    for (const { a, b, op } of branch) {
      if (op !== '=') return undefined;
      for (const [left, right] of [
        [a, b],
        [b, a],
      ] as const) {
        if (left.k !== 'sym' || left.name in at) continue;
        const value = evaluate(right, at);
        if (Number.isFinite(value)) at[left.name] = value;
      }
    }
  }
  return names.every((name) => name in at) && branch.every((relation) => truth(relation, at))
    ? at
    : undefined;
}

const alike = (a: Point, b: Point) =>
  Object.keys(a).every((name) => close(a[name] ?? 0, b[name] ?? Number.NaN, 1e-7));

function explicit(statement: Statement): { name: string; value: Expr } | undefined {
  if (statement.k === 'or') return undefined;
  for (const { a, b, op } of statement.k === 'rel' ? [statement] : relationsOfAnd(statement)) {
    if (op === '=' && a.k === 'sym' && !symbolsOf(b).has(a.name)) return { name: a.name, value: b };
  }
  return undefined;
}
const relationsOfAnd = (statement: Statement): Relation[] =>
  statement.k === 'and' ? statement.parts.flatMap((part) => (part.k === 'rel' ? [part] : [])) : [];

const trivial = (statement: Statement): boolean =>
  statement.k === 'rel' && statement.op === '=' && isExactlyZero(difference(statement));
function withoutTrivial(statement: Statement): Statement {
  if (statement.k !== 'and') return trivial(statement) ? { k: 'all' } : statement;
  const left = statement.parts.filter((part) => !trivial(part));
  return left.length === 0 ? { k: 'all' } : both(...left);
}

/** Reduced row echelon form of a linear system, as text; undefined where it is not linear. */
function rowForm(statement: Statement, names: readonly string[]): string | undefined {
  if (statement.k === 'or' || statement.k === 'none') return undefined;
  const rows: Q.Q[][] = [];
  for (const relation of relationsOf(statement)) {
    if (relation.op !== '=') return undefined;
    let { n } = normal(difference(relation));
    const row: Q.Q[] = [];
    for (const name of names) {
      const [constant, factor = new Map(), ...higher] = coefficientsIn(n, name) ?? [
        undefined,
        undefined,
        undefined,
      ];
      const numbers = dense(factor ?? new Map(), name);
      if (!constant || higher.length > 0 || !numbers || numbers.length > 1) return undefined;
      row.push(numbers[0] ?? Q.zero);
      n = constant;
    }
    const constant = dense(n, names[0] ?? 'x');
    if (!constant || constant.length > 1) return undefined;
    row.push(constant[0] ?? Q.zero);
    rows.push(row);
  }
  let lead = 0;
  for (let column = 0; column <= names.length && lead < rows.length; column += 1) {
    const pivot = rows.findIndex((row, at) => at >= lead && !Q.isZero(row[column] as Q.Q));
    if (pivot < 0) continue;
    const [row] = rows.splice(pivot, 1) as [Q.Q[]];
    const factor = Q.inv(row[column] as Q.Q);
    const scaled = row.map((c) => Q.mul(c, factor));
    rows.splice(lead, 0, scaled);
    rows.forEach((other, at) => {
      if (at === lead) return;
      const times = other[column] as Q.Q;
      rows[at] = other.map((c, position) => Q.sub(c, Q.mul(times, scaled[position] as Q.Q)));
    });
    lead += 1;
  }
  return rows
    .filter((row) => row.some((c) => !Q.isZero(c)))
    .map((row) => row.map((c) => `${c.n}/${c.d}`).join(' '))
    .join(';');
}

/** Whether both are the same single relation up to a constant factor. */
function proportional(a: Statement, b: Statement): boolean {
  if (a.k !== 'rel' || b.k !== 'rel') return false;
  const ratio = normal({ k: 'div', a: difference(a), b: difference(b) });
  const factor = rationalValue({ k: 'div', a: difference(a), b: difference(b) });
  if (factor) return a.op === '=' ? b.op === '=' : a.op === b.op && Q.sign(factor) > 0;
  // A factor such as pi or sqrt(2) is a number too.
  const value = a.op === '=' && b.op === '=' && ratio.n.size === 1 && ratio.d.size === 1;
  return (
    value &&
    !some(difference(a), (x) => x.k === 'fn') &&
    [...ratio.n.values(), ...ratio.d.values()].every((term) =>
      term.mono.parts.every(([kernel]) => kernel.prime !== undefined || kernel.key === 'pi'),
    )
  );
}

function sameSystem(
  from: Statement,
  to: Statement,
  names: readonly string[],
  given: Statement | undefined,
  oneWay: boolean,
  inOneUnknown: (
    from: Statement,
    to: Statement,
    over: readonly string[],
    given: undefined,
    oneWay: boolean,
  ) => Verdict,
): Verdict {
  spend(10);
  if (given) return 'unknown';
  const [left, right] = [from, to].map((side) => rowForm(side, names));
  if (to.k === 'none' && left !== undefined)
    return new RegExp(`(?:^|;)(?:0/1 ){${names.length}}1/1(?:;|$)`).test(left) ? 'yes' : 'no';
  if (left !== undefined && right !== undefined && !oneWay) return left === right ? 'yes' : 'no';
  if (proportional(from, to)) return 'yes';
  const [before, after] = [from, to].map((side) => branches(side).map((branch) => pointOf(branch, names)));
  if (
    before &&
    after &&
    before.length > 0 &&
    after.length > 0 &&
    !before.includes(undefined) &&
    !after.includes(undefined)
  ) {
    const inside = (point: Point, all: (Point | undefined)[]) =>
      all.some((other) => other && alike(point, other));
    const forward = before.every((at) => at && inside(at, after));
    return forward && (oneWay || after.every((at) => at && inside(at, before))) ? 'yes' : 'no';
  }
  const found = explicit(to) ?? explicit(from);
  if (!found || hasFn(found.value, 'log')) return 'unknown';
  const [a, b] = [from, to].map((side) => withoutTrivial(substituteIn(side, found.name, found.value))) as [
    Statement,
    Statement,
  ];
  const remaining = [...new Set([...variablesOf(a), ...variablesOf(b)])];
  // The substituted relation must follow from the other side too; comparing the remaining unknown does not
  // show it.
  const other = explicit(to) ? from : to;
  if (!follows(other, found)) return 'unknown';
  return inOneUnknown(a, b, remaining, undefined, oneWay);
}

/** Whether a side contains the same relation (up to a factor), so that substituting it loses nothing. */
function follows(side: Statement, { name, value }: { name: string; value: Expr }): boolean {
  const relation: Relation = { k: 'rel', op: '=', a: { k: 'sym', name }, b: value };
  const parts = side.k === 'and' ? side.parts : [side];
  return parts.some((part) => proportional(part, relation));
}
