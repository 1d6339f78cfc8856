import type { Expr } from '../../core/expr.ts';
import { toLatex, toText } from '../../core/print.ts';
import { parseExpr } from '../../reading/parse.ts';
import { methods } from '../methods.ts';

export type Point = { x: Expr; y: Expr };

export const base = { kind: 'coordinate geometry' as const, method: methods['coordinate geometry'] };

/** Every (a, b) in the text. */
export function pointsOf(text: string): Point[] {
  const found: Point[] = [];
  for (const [, a, b] of text.matchAll(
    /\(\s*([-+\d./*\s√()]*?[\d)])\s*,\s*([-+\d./*\s√(]*?[\d)]*\d)\s*\)/g,
  )) {
    if (a === undefined || b === undefined) continue;
    found.push({ x: parseExpr(a), y: parseExpr(b) });
  }
  return found;
}

export const pointText = ({ x, y }: Point) => `(${toText(x)}, ${toText(y)})`;

export const pointLatex = ({ x, y }: Point) => `\\left(${toLatex(x)}, ${toLatex(y)}\\right)`;
