import { type Expr, size, symbolsOf } from '../../core/expr.ts';
import { type Reading, read } from '../../reading/read.ts';

/** The function meant: the right side of y = … or f(x) = …, else the longest expression. */
export function functionOf(reading: Reading): { f: Expr; name: string } | undefined {
  const defined = /(?:[fghy]\s*\(\s*([a-z])\s*\)|\by)\s*=\s*([^,;=‖]+)/.exec(reading.text);
  let f: Expr | undefined;
  if (defined?.[2]) {
    const inside = read(defined[2]);
    f = inside.exprs[0];
  }
  f ??= reading.statements.flatMap((one) =>
    one.k === 'rel' && one.op === '=' && one.a.k === 'sym' && one.a.name === 'y' ? [one.b] : [],
  )[0];
  f ??= [...reading.exprs].sort((a, b) => size(b) - size(a))[0];
  if (!f) return undefined;
  const names = [...symbolsOf(f)];
  const name =
    defined?.[1] ??
    (names.includes('x') || names.length === 0
      ? 'x'
      : names.length === 1
        ? (names[0] as string)
        : names.includes('t')
          ? 't'
          : (names[0] as string));
  return { f, name };
}
