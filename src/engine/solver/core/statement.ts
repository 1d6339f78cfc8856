import { type Expr, negate, substitute, sum, symbolsOf } from './expr.ts';

export type Op = '=' | '<' | '>' | '<=' | '>=' | '!=';
export type Relation = { readonly k: 'rel'; readonly op: Op; readonly a: Expr; readonly b: Expr };
/**
 * What a line of working states: relations joined by and/or, or that all or no real numbers are solutions.
 */
export type Statement =
  | Relation
  | { readonly k: 'and' | 'or'; readonly parts: readonly Statement[] }
  | { readonly k: 'all' | 'none' };

export const rel = (a: Expr, op: Op, b: Expr): Relation => ({ k: 'rel', op, a, b });
export const both = (...parts: Statement[]): Statement =>
  parts.length === 1 ? (parts[0] as Statement) : { k: 'and', parts };
export const either = (...parts: Statement[]): Statement =>
  parts.length === 0 ? { k: 'none' } : parts.length === 1 ? (parts[0] as Statement) : { k: 'or', parts };
export const all: Statement = { k: 'all' };
export const none: Statement = { k: 'none' };

export function relationsOf(statement: Statement): Relation[] {
  if (statement.k === 'rel') return [statement];
  return statement.k === 'and' || statement.k === 'or' ? statement.parts.flatMap(relationsOf) : [];
}

export function mapExprs(statement: Statement, change: (x: Expr) => Expr): Statement {
  if (statement.k === 'rel') return rel(change(statement.a), statement.op, change(statement.b));
  if (statement.k === 'and' || statement.k === 'or')
    return { k: statement.k, parts: statement.parts.map((part) => mapExprs(part, change)) };
  return statement;
}

export const substituteIn = (statement: Statement, name: string, value: Expr): Statement =>
  mapExprs(statement, (x) => substitute(x, name, value));

export function variablesOf(statement: Statement): string[] {
  const found = new Set<string>();
  for (const { a, b } of relationsOf(statement)) {
    symbolsOf(a, found);
    symbolsOf(b, found);
  }
  return [...found].sort();
}

export const difference = ({ a, b }: Relation): Expr => sum(a, negate(b));
export const flipped: Record<Op, Op> = { '=': '=', '!=': '!=', '<': '>', '>': '<', '<=': '>=', '>=': '<=' };
