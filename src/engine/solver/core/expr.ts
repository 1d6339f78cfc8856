import { type Q, q } from './rational.ts';

/** An expression as written: nothing is simplified, so that a step shows the form the student sees. */
export type Expr =
  | { readonly k: 'num'; readonly v: Q; readonly decimal?: boolean }
  | { readonly k: 'sym'; readonly name: string }
  /** `deg` is one degree, pi/180. */
  | { readonly k: 'const'; readonly name: 'pi' | 'e' | 'deg' }
  | { readonly k: 'add' | 'mul'; readonly args: readonly Expr[] }
  | { readonly k: 'div' | 'pow'; readonly a: Expr; readonly b: Expr }
  | { readonly k: 'neg'; readonly a: Expr }
  | { readonly k: 'fn'; readonly name: FnName; readonly args: readonly Expr[] };

const fnNames = [
  'sqrt',
  'root',
  'abs',
  'ln',
  'log',
  'sin',
  'cos',
  'tan',
  'sec',
  'csc',
  'cot',
  'asin',
  'acos',
  'atan',
  'factorial',
  'nCr',
  'nPr',
] as const;
export type FnName = (typeof fnNames)[number];

export const num = (v: Q | number | bigint, decimal = false): Expr => {
  const value = typeof v === 'object' ? v : q(v);
  return decimal ? { k: 'num', v: value, decimal } : { k: 'num', v: value };
};
export const sym = (name: string): Expr => ({ k: 'sym', name });
export const pi: Expr = { k: 'const', name: 'pi' };
export const e: Expr = { k: 'const', name: 'e' };
export const deg: Expr = { k: 'const', name: 'deg' };
export const sum = (...args: Expr[]): Expr => (args.length === 1 ? (args[0] as Expr) : { k: 'add', args });
export const times = (...args: Expr[]): Expr => (args.length === 1 ? (args[0] as Expr) : { k: 'mul', args });
export const over = (a: Expr, b: Expr): Expr => ({ k: 'div', a, b });
export const power = (a: Expr, b: Expr | number): Expr => ({
  k: 'pow',
  a,
  b: typeof b === 'number' ? num(b) : b,
});
export const negate = (a: Expr): Expr => ({ k: 'neg', a });
export const subtract = (a: Expr, b: Expr): Expr => ({ k: 'add', args: [a, negate(b)] });
export const fn = (name: FnName, ...args: Expr[]): Expr => ({ k: 'fn', name, args });
export const sqrt = (a: Expr): Expr => fn('sqrt', a);

export const isNum = (x: Expr, value?: number): boolean =>
  x.k === 'num' && (value === undefined || (x.v.d === 1n && x.v.n === BigInt(value)));

export function children(x: Expr): readonly Expr[] {
  switch (x.k) {
    case 'add':
    case 'mul':
    case 'fn':
      return x.args;
    case 'div':
    case 'pow':
      return [x.a, x.b];
    case 'neg':
      return [x.a];
    default:
      return [];
  }
}

export function mapChildren(x: Expr, change: (child: Expr) => Expr): Expr {
  switch (x.k) {
    case 'add':
    case 'mul':
      return { k: x.k, args: x.args.map(change) };
    case 'fn':
      return { k: 'fn', name: x.name, args: x.args.map(change) };
    case 'div':
    case 'pow':
      return { k: x.k, a: change(x.a), b: change(x.b) };
    case 'neg':
      return { k: 'neg', a: change(x.a) };
    default:
      return x;
  }
}

export function substitute(x: Expr, name: string, value: Expr): Expr {
  if (x.k === 'sym') return x.name === name ? value : x;
  return mapChildren(x, (child) => substitute(child, name, value));
}

export function symbolsOf(x: Expr, found = new Set<string>()): Set<string> {
  if (x.k === 'sym') found.add(x.name);
  for (const child of children(x)) symbolsOf(child, found);
  return found;
}

export function some(x: Expr, test: (part: Expr) => boolean): boolean {
  return test(x) || children(x).some((child) => some(child, test));
}

export const hasFn = (x: Expr, ...names: FnName[]): boolean =>
  some(x, (part) => part.k === 'fn' && names.includes(part.name));
export const hasDecimal = (x: Expr): boolean => some(x, (part) => part.k === 'num' && part.decimal === true);
export const size = (x: Expr): number => 1 + children(x).reduce((all, child) => all + size(child), 0);
