import { type Expr, some, symbolsOf } from '../core/expr.ts';
import { evaluate, type Point } from '../core/numeric.ts';
import { difference, type Relation, relationsOf, type Statement, variablesOf } from '../core/statement.ts';
import { breakpoints, type Range } from './find-roots.ts';
import { sameSystem } from './same-system.ts';
import { truth, type Verdict } from './truth.ts';

/** Numbers a statement compares its unknown with: `x = 3`, `x <= 2*pi`. */
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
  // An odd width keeps the scan from hitting every root exactly, or none.
  return { lo: -far - 0.137, hi: far + 0.291 };
}

/** A root that was found as 1e-17 is 0: what is tiny on both sides of 2^x cannot be told from nothing otherwise. */
const settled = (root: number): number => {
  const near = Math.round(root * 5040) / 5040;
  return Math.abs(root - near) < 1e-10 ? near : root;
};

/** A double root is found only roughly, and is mostly one of these. */
const wholeNumbers = [-3, -2, -1, 0, 1, 2, 3];

/** Some of the inside of a range, which may have no root in it at all. */
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
    ...breakpoints(expressions, name, rangeOf(statements, given, name)).map(settled),
  ]
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  const distinct = found.filter(
    (x, at) => at === 0 || x - (found[at - 1] as number) > 1e-7 * Math.max(1, Math.abs(x)),
  );
  const between = distinct.slice(1).map((x, at) => (x + (distinct[at] as number)) / 2);
  const first = distinct[0] ?? 0;
  const last = distinct.at(-1) ?? 0;
  // Far out a power with the unknown in its exponent is too small or too large for numbers to tell apart.
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
  let held = 0;
  for (const x of testPoints([from, to], given, name)) {
    const at: Point = { [name]: x };
    if (given && !truth(given, at)) continue;
    const [before, after] = [truth(from, at), truth(to, at)];
    if (before !== after && !(oneWay && after)) return 'no';
    held += 1;
  }
  return held >= 3 ? 'yes' : 'unknown';
}
