/** Question templates: logarithms, exponential equations, sequences, functions. */
import { poly, type Template, template, term } from './template.ts';

const evaluate = (formula: string, wrong?: readonly string[]) => ({
  zh: `求 {${formula}} 的值`,
  en: `Evaluate {${formula}}`,
  ...(wrong ? { wrong } : {}),
});
const solveIt = (formula: string) => ({ zh: `解方程 {${formula}}`, en: `Solve {${formula}}` });
const ordinal = (n: number) =>
  `${n}${n % 100 > 10 && n % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`;

const logarithms: Template[] = [
  template('logarithms', 'senior', 5, ({ between, pick }) => {
    const [base, power] = [pick([2, 3, 4, 5]), between(2, 4)];
    return evaluate(`log_${base} ${base ** power}`);
  }),
  template('logarithms', 'senior', 4, ({ between, pick }) => {
    const [base, power, k] = [pick([2, 3, 5]), between(1, 3), pick([6, 7, 10, 14])];
    return evaluate(`log_${base} ${k * base ** power} - log_${base} ${k}`);
  }),
  template('logarithms', 'senior', 4, ({ pick }) => {
    const [a, b] = pick([
      [4, 25],
      [2, 5],
      [20, 5],
      [8, 125],
      [40, 25],
      [50, 2],
    ] as const);
    return evaluate(`log ${a} + log ${b}`, [`${a + b}`, `${a * b}`, `${Math.log10(a * b) + 1}`]);
  }),
  template('logarithms', 'senior', 4, ({ between, pick }) => {
    const [base, power] = [pick([2, 3, 5]), between(1, 3)];
    return evaluate(`log_${base} (1/${base ** power})`);
  }),
  template('exponential equation', 'senior', 5, ({ between, pick }) => {
    const base = pick([2, 3, 5, 7]);
    return solveIt(`${base}^x = ${base ** between(2, 4)}`);
  }),
  template('exponential equation', 'senior', 5, ({ between, pick }) => {
    const [base, a, x] = [pick([2, 3, 5]), between(2, 3), between(1, 2)];
    const b = between(1, 4) - a * x;
    return b === 0 ? undefined : solveIt(`${base}^(${poly([a, b])}) = ${base ** (a * x + b)}`);
  }),
  template('exponential equation', 'senior', 4, ({ pick, nonzero }) => {
    const [small, large, power] = pick([
      [2, 4, 2],
      [2, 8, 3],
      [3, 9, 2],
      [3, 27, 3],
      [5, 25, 2],
    ] as const);
    return solveIt(`${large}^x = ${small}^(x ${term(nonzero(-6, 6) * (power - 1))})`);
  }),
  template('exponential equation', 'senior', 3, ({ between }) => {
    const [p, q] = [between(0, 1), between(2, 3)];
    return solveIt(`2^(2x) - ${2 ** p + 2 ** q} * 2^x + ${2 ** (p + q)} = 0`);
  }),
  template('logarithmic equation', 'senior', 5, ({ between, pick }) =>
    solveIt(`log_${pick([2, 3, 4, 5])} x = ${between(2, 4)}`),
  ),
  template('logarithmic equation', 'senior', 6, ({ between, nonzero, pick }) => {
    const [base, power, a] = [pick([2, 3]), between(2, 4), nonzero(-7, 7)];
    return (base ** power - a) % 2 !== 0 ? undefined : solveIt(`log_${base} (${poly([2, a])}) = ${power}`);
  }),
  template('logarithmic equation', 'senior', 5, ({ pick }) => {
    const [base, gap, power] = pick([
      [2, 2, 3],
      [2, 6, 4],
      [3, 6, 3],
      [2, 7, 3],
      [6, 5, 2],
      [10, 3, 1],
      [10, 15, 2],
      [10, 48, 2],
    ] as const);
    const log = base === 10 ? 'log' : `log_${base}`;
    return solveIt(`${log} x + ${log} (x ${term(pick([1, -1]) * gap)}) = ${power}`);
  }),
];

const sequences: Template[] = [
  template('sequence', 'senior', 5, ({ between, nonzero }) => {
    const [a, d, n] = [between(-5, 15), nonzero(-5, 7), between(10, 40)];
    if (Math.abs(d) === 1) return undefined;
    const list = `${a}, ${a + d}, ${a + 2 * d}, ...`;
    return {
      zh: `求等差數列 ${list} 的第 ${n} 項`,
      en: `Find the ${ordinal(n)} term of the arithmetic sequence ${list}`,
      ...(d > 0 ? { wrong: [`${a + n * d}`, `${a + (n - 2) * d}`, `${n * d}`] } : {}),
    };
  }),
  template('sequence', 'senior', 5, ({ between, nonzero }) => {
    const [a, d, n] = [between(1, 12), nonzero(-4, 6), 5 * between(2, 8)];
    const list = `${a}, ${a + d}, ${a + 2 * d}, ...`;
    return {
      zh: `求等差數列 ${list} 首 ${n} 項之和`,
      en: `Find the sum of the first ${n} terms of the arithmetic sequence ${list}`,
    };
  }),
  template('sequence', 'senior', 5, ({ between }) => {
    const [a, r, n] = [between(1, 5), between(2, 3), between(6, 9)];
    const list = `${a}, ${a * r}, ${a * r * r}, ...`;
    return {
      zh: `求等比數列 ${list} 的第 ${n} 項`,
      en: `Find the ${ordinal(n)} term of the geometric sequence ${list}`,
    };
  }),
  template('sequence', 'senior', 4, ({ between }) => {
    const [a, r, n] = [between(1, 5), between(2, 3), between(5, 8)];
    const list = `${a}, ${a * r}, ${a * r * r}, ...`;
    return {
      zh: `求等比數列 ${list} 首 ${n} 項之和`,
      en: `Find the sum of the first ${n} terms of the geometric sequence ${list}`,
    };
  }),
  template('sequence', 'senior', 3, ({ between }) => {
    const [first, more, rows] = [between(12, 20), between(2, 4), between(10, 20)];
    return {
      zh: `禮堂第一行有 ${first} 個座位，之後每行比前一行多 ${more} 個，共有 ${rows} 行。禮堂共有多少個座位？`,
      en: `The first row of a hall has ${first} seats and each row has ${more} more than the one before. There are ${rows} rows. How many seats are there in all?`,
      problem: `求等差數列 ${first}, ${first + more}, ${first + 2 * more}, ... 首 ${rows} 項之和`,
    };
  }),
];

const functions: Template[] = [
  template('function', 'senior', 6, ({ nonzero }) => {
    const [f, k] = [poly([nonzero(-3, 4), nonzero(-6, 6), nonzero(-9, 9)]), nonzero(-4, 5)];
    return { zh: `已知 {f(x) = ${f}}，求 {f(${k})}`, en: `Given {f(x) = ${f}}, find {f(${k})}` };
  }),
  template('function', 'senior', 5, ({ between, nonzero }) => {
    const [a, h, k] = [between(1, 3), nonzero(-5, 5), nonzero(-9, 9)];
    const f = poly([a, -2 * a * h, a * h * h + k]);
    return { zh: `求 {y = ${f}} 的頂點`, en: `Find the vertex of {y = ${f}}` };
  }),
  template('function', 'senior', 4, ({ between, nonzero }) => {
    const [a, h, k] = [between(1, 2), nonzero(-4, 4), nonzero(-9, 9)];
    const f = poly([a, -2 * a * h, a * h * h + k]);
    return { zh: `求 {y = ${f}} 的最小值`, en: `Find the minimum value of {y = ${f}}` };
  }),
  template('function', 'junior', 4, ({ between, nonzero }) => {
    const [a, x] = [between(2, 5), nonzero(-6, 6)];
    return {
      zh: `求 {y = ${poly([a, -a * x])}} 的 x 截距`,
      en: `Find the x-intercept of {y = ${poly([a, -a * x])}}`,
    };
  }),
];

export const functionTemplates = [...logarithms, ...sequences, ...functions];
