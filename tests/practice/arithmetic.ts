/** Checks answers about statistics, probability, units and whole numbers by plain arithmetic. */
import { evaluate } from '#engine/solver/core/numeric.ts';
import { parseExpr } from '#engine/solver/reading/parse.ts';

export type Tried = { kind: string; problem: string; answer: string };

export const near = (a: number, b: number, tolerance = 1e-9) =>
  Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a), Math.abs(b));
export const value = (text: string) => evaluate(parseExpr(text.split('=').at(-1) ?? ''), {});
export const numbersIn = (text: string) =>
  [...text.replaceAll('−', '-').matchAll(/-?\d+(?:\.\d+)?/g)].map(([found]) => Number(found));
export const range = (count: number) => Array.from({ length: count }, (_, at) => at);
const total = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
export function statistic({ problem, answer }: Tried): boolean {
  const list = numbersIn(problem);
  const sorted = list.toSorted((a, b) => a - b);
  const mean = total(list) / list.length;
  const middle =
    (sorted[Math.floor((list.length - 1) / 2)] as number) +
    (sorted[Math.ceil((list.length - 1) / 2)] as number);
  const countOf = (one: number) => list.filter((other) => other === one).length;
  const expected = problem.includes('中位數')
    ? middle / 2
    : problem.includes('眾數')
      ? list.toSorted((a, b) => countOf(b) - countOf(a))[0]
      : problem.includes('分佈域')
        ? (sorted.at(-1) as number) - (sorted[0] as number)
        : problem.includes('標準差')
          ? Math.sqrt(total(list.map((one) => (one - mean) ** 2)) / list.length)
          : mean;
  return near(value(answer), expected as number);
}

export function terms({ problem, answer }: Tried): boolean {
  const [a, second, third, n] = numbersIn(problem) as [number, number, number, number];
  const next = problem.includes('等差')
    ? (one: number) => one + second - a
    : (one: number) => (one * third) / second;
  const list = range(n).reduce<number[]>(
    (all) => [...all, all.length === 0 ? a : next(all.at(-1) as number)],
    [],
  );
  return near(value(answer), problem.includes('之和') ? total(list) : (list.at(-1) as number));
}

const factorial = (n: number) => range(n).reduce((all, one) => all * (one + 1), 1);
export function chance({ problem, answer }: Tried): boolean {
  const [a, b] = numbersIn(problem) as [number, number];
  const ways = factorial(a) / factorial(a - b);
  const expected = problem.includes('袋')
    ? a / (a + b)
    : problem.includes('骰子')
      ? range(6).filter((at) => (problem.includes('大於') ? at + 1 > a : at + 1 < a)).length / 6
      : problem.includes('選出')
        ? ways / factorial(b)
        : ways;
  return near(value(answer), expected);
}

const sizes: Record<string, number> = {
  km: 1000,
  m: 1,
  cm: 0.01,
  kg: 1000,
  g: 1,
  L: 1000,
  mL: 1,
  h: 60,
  min: 1,
  'km/h': 1,
  'm/s': 3.6,
  'm^2': 1,
  'cm^2': 1e-4,
  'km^2': 1e6,
};
const zhUnits: Record<string, string> = {
  公里: 'km',
  米: 'm',
  厘米: 'cm',
  公斤: 'kg',
  克: 'g',
  升: 'L',
  毫升: 'mL',
  小時: 'h',
  分鐘: 'min',
  平方米: 'm^2',
  平方厘米: 'cm^2',
  平方公里: 'km^2',
};
export function units({ problem, answer }: Tried): boolean {
  const [, amount, from, to] = /把 ([\d.]+) (.+?)\s?化為\s?(.+)$/.exec(problem) ?? [];
  const size = (name = '') => sizes[zhUnits[name] ?? name] as number;
  const [number, unit] = answer.split(' ');
  return unit === (zhUnits[to ?? ''] ?? to) && near(Number(amount) * size(from), Number(number) * size(to));
}

export const whole = ({ problem, answer }: Tried): boolean => {
  const list = numbersIn(problem);
  if (problem.includes('質因數')) return near(value(answer), list[0] as number);
  const shared = list.reduce(gcd);
  const multiple = list.reduce((all, one) => (all * one) / gcd(all, one));
  return value(answer) === (problem.includes('最大公因數') ? shared : multiple);
};
