/** Questions of each kind, made by chance; the answers are the solver's. */

import type { Dice } from '../practice/dice.ts';
import type { Kind, Words } from '../solution.ts';

export type Level = 1 | 2 | 3;
type Maker = (dice: Dice, level: Level) => Words;

const both = (zh: string, en: string, text: string): Words => ({ zh: `${zh} ${text}`, en: `${en} ${text}` });

/** 3x^2 - x + 5 from 3, -1, 5. */
export function poly(coefficients: readonly number[], name = 'x'): string {
  let text = '';
  coefficients.forEach((c, at) => {
    if (c === 0) return;
    const power = coefficients.length - 1 - at;
    const size = Math.abs(c) === 1 && power > 0 ? '' : Math.abs(c);
    const body = `${size}${power === 0 ? '' : power === 1 ? name : `${name}^${power}`}`;
    text += text === '' ? `${c < 0 ? '-' : ''}${body}` : ` ${c < 0 ? '-' : '+'} ${body}`;
  });
  return text === '' ? '0' : text;
}

const solveIt = (text: string) => both('解方程', 'Solve', text);
const fromRoots = (k: number, p: number, q: number) => [k, -k * (p + q), k * p * q];

export const makers: Record<Kind, Maker> = {
  arithmetic: ({ between, pick }, level) => {
    const [a, b, c, d] = [between(1, 9), between(2, 9), between(1, 9), between(2, 9)];
    return both(
      '計算',
      'Calculate',
      level === 1
        ? `${a}/${b} + ${c}/${d}`
        : level === 2
          ? `(${a}/${b} - ${c}/${d}) × ${between(2, 12)}`
          : `${between(1, 5)} 1/${b} ${pick(['+', '-'])} ${a} × (${c}/${d} + 1/2)`,
    );
  },
  factorisation: ({ between, nonzero }, level) => {
    const [p, q, k] = [nonzero(-9, 9), nonzero(-9, 9), between(2, 4)];
    return both(
      '因式分解',
      'Factorise',
      level === 1
        ? poly(fromRoots(1, p, q))
        : level === 2
          ? poly([k, k * p + q, p * q])
          : poly([1, p + q + k, p * q + k * (p + q), k * p * q]),
    );
  },
  expansion: ({ between, nonzero }, level) => {
    const [a, b, c, d] = [between(1, 5), nonzero(-9, 9), between(1, 5), nonzero(-9, 9)];
    return both(
      '展開',
      'Expand',
      level === 3
        ? `(${poly([a, b])})^3`
        : level === 2
          ? `(${poly([a, b])})^2`
          : `(${poly([1, b])})(${poly([c, d])})`,
    );
  },
  simplification: ({ between, nonzero }, level) => {
    const [p, q] = [between(1, 6), nonzero(-6, 6)];
    return both(
      '化簡',
      'Simplify',
      level === 1
        ? `${p + 2}x + ${p}y - ${p}x + ${p + 1}y`
        : level === 2
          ? `(x^2 - ${p * p})/(${poly([1, p])})`
          : `1/(${poly([1, q])}) + ${p}/(${poly([1, -q])})`,
    );
  },
  'linear equation': ({ between, nonzero }, level) => {
    const [a, b, c, d] = [nonzero(-9, 9), between(-20, 20), between(-9, 9), between(-20, 20)];
    return solveIt(
      level === 1
        ? `${poly([Math.abs(a) + 1, b])} = ${d}`
        : level === 2
          ? `${poly([a, b])} = ${poly([c === a ? c + 1 : c, d])}`
          : `(${poly([1, b])})/${between(2, 5)} = (${poly([1, d])})/7`,
    );
  },
  'simultaneous equations': ({ between, nonzero }, level) => {
    const [x, y, a, b] = [between(-6, 6), between(-6, 6), between(1, 5), nonzero(-5, 5)];
    const [c, d] = [between(1, 5), b === 1 ? -2 : 1 - b];
    if (level === 3)
      return both('解聯立方程', 'Solve', `y = ${poly([1, b])}, x^2 + y^2 = ${x * x + (x + b) * (x + b)}`);
    const row = (p: number, q: number) =>
      `${poly([p, 0]).replace(/ .*/, '')} ${q < 0 ? '-' : '+'} ${Math.abs(q) === 1 ? '' : Math.abs(q)}y = ${p * x + q * y}`;
    return both('解聯立方程', 'Solve', `${row(a, b)}, ${row(c, d)}`);
  },
  'quadratic equation': ({ between, nonzero }, level) => {
    const [p, q] = [nonzero(-9, 9), nonzero(-9, 9)];
    return solveIt(
      level === 1
        ? `${poly(fromRoots(1, p, q))} = 0`
        : level === 2
          ? `${poly([between(2, 3), p, -Math.abs(q)])} = 0`
          : `${poly([between(1, 3), 2 * p, 0])} = ${Math.abs(q)}`,
    );
  },
  'polynomial equation': ({ between }, level) => {
    const [p, q, r] = [between(-4, 4), between(-4, 4), between(-4, 4)];
    return solveIt(
      level === 1
        ? `x^3 = ${Math.abs(p) ** 3}`
        : `${poly([1, -(p + q + r), p * q + q * r + p * r, -p * q * r])} = 0`,
    );
  },
  'fractional equation': ({ between, nonzero }, level) => {
    const [a, b] = [between(1, 6), nonzero(-5, 5)];
    return solveIt(
      level === 1
        ? `${a}/(${poly([1, b])}) = ${between(1, 4)}`
        : level === 2
          ? `x + ${a}/x = ${a + 1}`
          : `1/x + 1/(${poly([1, a])}) = ${a}/(${poly([1, a])})`,
    );
  },
  'radical equation': ({ between }, level) => {
    const [n, a] = [between(1, 6), between(1, 5)];
    return solveIt(level === 1 ? `sqrt(${poly([1, a])}) = ${n}` : `sqrt(${poly([a, n * n - a * n])}) = x`);
  },
  'absolute value equation': ({ between }, level) =>
    solveIt(
      level < 3
        ? `|${poly([level, between(-6, 6)])}| = ${between(1, 9)}`
        : `|${poly([1, -between(1, 6)])}| = ${poly([2, between(-3, 3)])}`,
    ),
  'completing the square': ({ between }, level) =>
    both('配方', 'Complete the square:', poly([level, 2 * level * between(-6, 6), between(-9, 9)])),
  discriminant: ({ between, nonzero }) =>
    both(
      '求判別式：',
      'Find the discriminant of',
      `${poly([between(1, 4), nonzero(-9, 9), between(-9, 9)])} = 0`,
    ),
  inequality: ({ between, nonzero, pick }, level) => {
    const op = pick(['<', '>', '<=', '>=']);
    return both(
      '解不等式',
      'Solve the inequality',
      level === 1
        ? `${poly([nonzero(-6, 6), between(-9, 9)])} ${op} ${between(-9, 9)}`
        : level === 2
          ? `${poly(fromRoots(1, between(-6, 6), between(-6, 6)))} ${op} 0`
          : `${-between(1, 9)} < ${poly([between(2, 4), between(-5, 5)])} <= ${between(1, 12)}`,
    );
  },
  indices: ({ between }, level) =>
    both(
      '化簡',
      'Simplify',
      level === 1
        ? `x^${between(2, 6)} * x^${between(2, 6)}`
        : level === 2
          ? `(x^${between(2, 5)} y^${between(1, 4)})^${between(2, 3)}`
          : `(${between(2, 4)}x^${between(1, 4)} y)^2 / (x^${between(5, 9)} y^${between(1, 4)})`,
    ),
  logarithms: ({ between, pick }, level) => {
    const base = pick([2, 3, 5]);
    return both(
      '求值：',
      'Evaluate',
      level === 1
        ? `log_${base} ${base ** between(1, 4)}`
        : `log_${base} ${6 * base ** between(1, 3)} - log_${base} 6`,
    );
  },
  'exponential equation': ({ between, pick }, level) => {
    const base = pick([2, 3, 5]);
    return solveIt(
      level === 1
        ? `${base}^x = ${base ** between(1, 5)}`
        : level === 2
          ? `${base}^(${poly([2, between(-3, 3)])}) = ${base ** between(1, 4)}`
          : `${base}^x = ${between(6, 40)}`,
    );
  },
  'logarithmic equation': ({ between, pick }, level) => {
    const base = pick([2, 3, 5]);
    return solveIt(
      level === 1
        ? `log_${base} x = ${between(1, 4)}`
        : level === 2
          ? `log_${base} (${poly([2, between(-5, 5)])}) = ${between(1, 3)}`
          : `log x + log (${poly([1, -between(1, 9)])}) = ${pick([1, 1, 2])}`,
    );
  },
  sequence: ({ between, nonzero }, level) => {
    const [a, d, n] = [between(-5, 15), nonzero(-5, 7), between(10, 40)];
    const list = `${a}, ${a + d}, ${a + 2 * d}, ...`;
    const [g, r] = [between(1, 5), between(2, 3)];
    if (level === 1)
      return {
        zh: `求等差數列 ${list} 的第 ${n} 項`,
        en: `Find the ${n}th term of the arithmetic sequence ${list}`,
      };
    if (level === 2)
      return {
        zh: `求等差數列 ${list} 首 ${n} 項之和`,
        en: `Find the sum of the first ${n} terms of the arithmetic sequence ${list}`,
      };
    return {
      zh: `求等比數列 ${g}, ${g * r}, ${g * r * r}, ... 首 8 項之和`,
      en: `Find the sum of the first 8 terms of the geometric sequence ${g}, ${g * r}, ${g * r * r}, ...`,
    };
  },
  function: ({ between, nonzero }, level) => {
    const f = poly([nonzero(-2, 3), between(-6, 6), between(-9, 9)]);
    const k = between(-4, 5);
    return level === 1
      ? { zh: `已知 f(x) = ${f}，求 f(${k})`, en: `f(x) = ${f}, find f(${k})` }
      : { zh: `求 y = ${f} 的頂點`, en: `Find the vertex of y = ${f}` };
  },
  'coordinate geometry': ({ between }, level) => {
    const [p, q] = [`(${between(-9, 0)}, ${between(-9, 9)})`, `(${between(1, 9)}, ${between(-9, 9)})`];
    if (level === 1) return { zh: `求 ${p} 和 ${q} 的中點`, en: `Find the midpoint of ${p} and ${q}` };
    return level === 2
      ? { zh: `求 ${p} 和 ${q} 的距離`, en: `Find the distance between ${p} and ${q}` }
      : { zh: `求通過 ${p} 和 ${q} 的直線方程`, en: `Find the equation of the line through ${p} and ${q}` };
  },
  trigonometry: ({ pick }, level) => {
    const angle = () => pick([0, 30, 45, 60, 90, 120, 135, 150]);
    return both('求值：', 'Evaluate', level === 1 ? `sin ${angle()}°` : `sin ${angle()}° + cos ${angle()}°`);
  },
  'trigonometric equation': ({ pick }, level) => {
    const [f, sign] = [pick(['sin', 'cos']), pick(['', '-'])];
    if (level === 1)
      return both('解方程', 'Solve', `${pick([`2${f} x`, 'tan x'])} = ${sign}1, 0° ≤ x ≤ 360°`);
    if (level === 2)
      return both('解方程', 'Solve', `${pick([`2${f} x`, 'tan x'])} = ${sign}√3, 0° ≤ x ≤ 360°`);
    return both('解方程', 'Solve', `2${f}^2 x ${pick(['+', '-'])} ${f} x - 1 = 0, 0° ≤ x ≤ 360°`);
  },
  triangle: ({ between, pick }, level) => {
    const [b, c, angle] = [between(3, 12), between(3, 12), pick([30, 45, 60, 120])];
    return level === 1
      ? {
          zh: `三角形 ABC 中，b=${b}，c=${c}，A=${angle}°，求面積`,
          en: `Find the area of triangle ABC where b=${b}, c=${c}, A=${angle}°`,
        }
      : {
          zh: `三角形 ABC 中，b=${b}，c=${c}，A=${angle}°，求 a`,
          en: `In triangle ABC, b=${b}, c=${c}, A=${angle}°, find a`,
        };
  },
  differentiation: ({ between, nonzero }, level) =>
    both(
      '求導',
      'Differentiate',
      level === 1
        ? poly([nonzero(-5, 5), nonzero(-5, 5), between(-9, 9)])
        : level === 2
          ? `(${poly([between(2, 5), nonzero(-5, 5)])})^${between(3, 6)}`
          : `x^${between(2, 4)} e^x`,
    ),
  integration: ({ between, nonzero }, level) =>
    both(
      '求',
      'Find',
      level < 3
        ? `∫ (${poly([3 * level, 2 * nonzero(-4, 4), between(-9, 9)])}) dx`
        : `∫_0^${between(1, 4)} (${poly([3, 2 * nonzero(-4, 4), 1])}) dx`,
    ),
  statistics: ({ between, pick }, level) => {
    const list = Array.from({ length: level + 4 }, () => between(1, 20)).join(', ');
    const [zh, en] =
      level === 3
        ? ['標準差', 'standard deviation']
        : pick([
            ['平均數', 'mean'],
            ['中位數', 'median'],
          ] as const);
    return { zh: `求 ${list} 的${zh}`, en: `Find the ${en} of ${list}` };
  },
  probability: ({ between }, level) => {
    const [a, b] = [between(1, 9), between(1, 9)];
    return level === 1
      ? {
          zh: `袋中有 ${a} 個紅球和 ${b} 個藍球，隨機抽出一個，求抽到紅球的概率`,
          en: `A bag contains ${a} red balls and ${b} blue balls. Find the probability of drawing a red ball.`,
        }
      : {
          zh: `從 ${a + 6} 人中選出 ${level} 人，有多少種選法？`,
          en: `In how many ways can ${level} people be chosen from ${a + 6} people?`,
        };
  },
  'unit conversion': ({ between, pick }) => {
    const [zhFrom, zhTo, from, to] = pick([
      ['公里', '米', 'km', 'm'],
      ['公斤', '克', 'kg', 'g'],
      ['小時', '分鐘', 'h', 'min'],
      ['升', '毫升', 'L', 'mL'],
    ] as const);
    const n = `${between(1, 30)}.${between(1, 9)}`;
    return { zh: `把 ${n} ${zhFrom}化為${zhTo}`, en: `Convert ${n} ${from} to ${to}` };
  },
  'change of subject': ({ pick, between }) => {
    const k = between(2, 9);
    const formula = pick([`y = ${k}x + b`, `a x + ${k} = c`, `v = u + ${k} x`]);
    return { zh: `把 x 變為 ${formula} 的主項`, en: `Make x the subject of ${formula}` };
  },
  number: ({ between, pick }) => {
    const g = between(2, 12);
    const [a, b] = [g * between(2, 7), g * between(3, 9)];
    return pick([true, false])
      ? { zh: `求 ${a} 和 ${b} 的最大公因數`, en: `Find the H.C.F. of ${a} and ${b}` }
      : { zh: `求 ${a} 和 ${b} 的最小公倍數`, en: `Find the L.C.M. of ${a} and ${b}` };
  },
};
