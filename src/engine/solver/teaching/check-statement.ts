/** Decides whether an equation or computation written by a student or a model is true. */
import { fallbackIfUnsolvable } from '../attempt.ts';
import { check } from '../checking/check.ts';
import type { Claim } from '../checking/claim.ts';
import { close } from '../checking/truth.ts';
import { withinBudget } from '../core/budget.ts';
import { type Expr, hasFn, some, symbolsOf } from '../core/expr.ts';
import { normal } from '../core/normal.ts';
import { evaluate, evaluateExactly } from '../core/numeric.ts';
import { asNumber } from '../core/poly.ts';
import { statementText, toText } from '../core/print.ts';
import * as Q from '../core/rational.ts';
import { difference, type Relation, relationsOf, type Statement } from '../core/statement.ts';
import { bareDegrees } from '../kinds/equations/trig-equation.ts';
import { normaliseText } from '../reading/normalise.ts';
import { parseExpr, parseStatement } from '../reading/parse.ts';
import { read } from '../reading/read.ts';

type Truth = 'true' | 'false' | 'unknown';

const verdict = (claim: Claim): Truth =>
  ({ yes: 'true', no: 'false', unknown: 'unknown' })[check(claim)] as Truth;

function numberRelation({ a, b, op }: Relation): Truth {
  const exact = [evaluateExactly(a, {}), evaluateExactly(b, {})];
  const [p, q] = exact;
  if (p && q) {
    const order = Q.compare(p, q);
    const holds = {
      '=': order === 0,
      '!=': order !== 0,
      '<': order < 0,
      '>': order > 0,
      '<=': order <= 0,
      '>=': order >= 0,
    }[op];
    return holds ? 'true' : op === '=' && isRounding(p, b) ? 'unknown' : 'false';
  }
  const [x, y] = [evaluate(a, {}), evaluate(b, {})];
  if (!Number.isFinite(x) || !Number.isFinite(y)) return 'unknown';
  if (op === '=' || op === '!=') {
    const equal = close(x, y, 1e-11);
    if (equal) return op === '=' ? 'true' : 'false';
    // √2 = 1.414 is meant as a rounding: neither true nor an error.
    if (op === '=' && b.k === 'num' && isRounded(x, b)) return 'unknown';
    return op === '=' ? 'false' : 'true';
  }
  if (close(x, y, 1e-11)) return op.length === 2 ? 'true' : 'false';
  return op.startsWith('<') === x < y ? 'true' : 'false';
}

const placesOf = (x: Expr): number =>
  x.k === 'num' && x.decimal ? (Q.toDecimal(x.v)?.split('.')[1]?.length ?? 0) : 0;
const isRounded = (value: number, written: Expr): boolean =>
  written.k === 'num' &&
  written.decimal === true &&
  Math.abs(value - Q.toNumber(written.v)) <= 0.5 * 10 ** -placesOf(written) * (1 + 1e-9);
const isRounding = (value: Q.Q, written: Expr): boolean => isRounded(Q.toNumber(value), written);

function relationTruth(relation: Relation): Truth {
  const names = new Set([...symbolsOf(relation.a), ...symbolsOf(relation.b)]);
  if (names.size === 0) return numberRelation(relation);
  if (relation.op !== '=') return 'unknown';
  if (verdict({ relation: 'equal', from: toText(relation.a), to: toText(relation.b), over: [] }) === 'true')
    return 'true';
  // It may be an equation to be solved; it is false only if no value satisfies it.
  const { n } = normal(difference(relation));
  const constant = asNumber(n);
  const isPlain = ![relation.a, relation.b].some(
    (x) => hasFn(x, 'abs') || some(x, (part) => part.k === 'pow' && part.b.k !== 'num'),
  );
  return constant && !Q.isZero(constant) && isPlain ? 'false' : 'unknown';
}

function all(truths: readonly Truth[]): Truth {
  if (truths.includes('false')) return 'false';
  return truths.length > 0 && truths.every((one) => one === 'true') ? 'true' : 'unknown';
}

function calculusTruth(text: string): Truth | undefined {
  const derivative = /^\s*(?:d\s*\/\s*d\s*([a-z]))\s*\(?(.+?)\)?\s*=\s*([^=]+)$/.exec(text);
  if (derivative?.[2] && derivative[3]) {
    const body =
      derivative[2].split('(').length > derivative[2].split(')').length ? `${derivative[2]})` : derivative[2];
    return verdict({
      relation: 'derivative',
      from: toText(parseExpr(body)),
      to: toText(parseExpr(derivative[3])),
      over: [derivative[1] ?? 'x'],
    });
  }
  const integral = /^\s*∫\s*([^_^].*?)\s*\*?\s*d\s*([a-z])\s*=\s*([^=]+)$/.exec(text);
  if (integral?.[1] && integral[3])
    return verdict({
      relation: 'integral',
      from: toText(parseExpr(integral[1])),
      to: toText(parseExpr(integral[3])),
      over: [integral[2] ?? 'x'],
    });
  const definite =
    /^\s*∫\s*_\s*(\([^()]*\)|[-\w]+)\s*\^\s*(\([^()]*\)|[-\w]+)\s*(.+?)\s*\*?\s*d\s*([a-z])\s*=\s*([^=]+)$/.exec(
      text,
    );
  if (definite?.[3] && definite[5])
    return verdict({
      relation: 'definite',
      from: toText(parseExpr(definite[3])),
      to: toText(parseExpr(definite[5])),
      over: [definite[4] ?? 'x'],
      bounds: [toText(parseExpr(definite[1] ?? '0')), toText(parseExpr(definite[2] ?? '0'))],
    });
  return undefined;
}

/** "2x + 5 = 13 => x = 4": the conclusion must hold for exactly the same values as the premise. */
function conclusionTruth(premise: string, conclusion: string): Truth {
  const [from, to] = [premise, conclusion].map((text) => statementOf(text));
  if (!from || !to) return 'unknown';
  const iff = verdict({ relation: 'iff', from: statementText(from), to: statementText(to), over: [] });
  if (iff !== 'false') return iff;
  // x = 2 from x^2 = 4 is incomplete but may be true: only a conclusion that breaks the premise is false.
  const follows = verdict({
    relation: 'implies',
    from: statementText(to),
    to: statementText(from),
    over: [],
  });
  return follows === 'true' ? 'unknown' : 'false';
}

function statementOf(text: string): Statement | undefined {
  const { statements } = read(text);
  if (statements.length === 0) return undefined;
  return statements.length === 1
    ? statements[0]
    : { k: /\bor\b|或/.test(text) ? 'or' : 'and', parts: statements };
}

function decide(input: string): Truth {
  const text = normaliseText(input).replace(/[.。;]+$/, '');
  const parts = text
    .split(/=>|∴|所以|因此|therefore|\bso\b|則|得出?/)
    .map((part) => part.replace(/^[\s,若如果設]+|^if\b|[\s,]+$/gi, ''));
  if (parts.length === 2 && parts[0] && parts[1] && /[=<>]/.test(parts[0]) && /[=<>]/.test(parts[1]))
    return conclusionTruth(parts[0], parts[1]);
  const calculus = calculusTruth(text);
  if (calculus) return calculus;
  const approximate = /^([^≈]+)≈([^≈=]+)$/.exec(text);
  if (approximate?.[1] && approximate[2]) {
    const x = bareDegrees(parseExpr(approximate[1]));
    if (symbolsOf(x).size > 0) return 'unknown';
    return verdict({ relation: 'approx', from: toText(x), to: approximate[2].trim(), over: [] });
  }
  const statement = parseStatement(text);
  if (statement.k === 'or' || statement.k === 'all' || statement.k === 'none') return 'unknown';
  return all(
    relationsOf(statement).map(({ a, b, op, k }) =>
      relationTruth({ k, op, a: bareDegrees(a), b: bareDegrees(b) }),
    ),
  );
}

/** 'unknown' also for text that cannot be parsed and for equations that hold for some values only. */
export function checkStatement(text: string): Truth {
  if (text.length > 1_000) return 'unknown';
  return fallbackIfUnsolvable(() => withinBudget(() => decide(text)), 'unknown');
}
