/** Question templates: equations and inequalities. */
import { gcd, poly, type Template, template, term } from './template.ts';

const solveIt = (formula: string, wrong?: readonly string[]) => ({
  zh: `解方程 {${formula}}`,
  en: `Solve {${formula}}`,
  ...(wrong ? { wrong } : {}),
});

const linear: Template[] = [
  template('linear equation', 'primary', 3, ({ between }) => {
    const [a, x] = [between(12, 60), between(8, 48)];
    return solveIt(`x + ${a} = ${a + x}`);
  }),
  template('linear equation', 'primary', 3, ({ between }) => {
    const [a, x] = [between(3, 9), between(6, 18)];
    return solveIt(`${a}x = ${a * x}`);
  }),
  template('linear equation', 'primary', 3, ({ between }) => {
    const [a, b, x] = [between(2, 9), between(3, 20), between(3, 12)];
    return solveIt(`${a}x + ${b} = ${a * x + b}`, [`x = ${x + 1}`, `x = ${a * x}`, `x = ${x + 2 * b}`]);
  }),
  template('linear equation', 'primary', 3, ({ between }) => {
    const [pens, book, x] = [between(2, 6), between(8, 20), between(4, 12)];
    return {
      zh: `文軒買了 ${pens} 枝原子筆和一本 ${book} 元的筆記簿，共付 ${pens * x + book} 元。每枝原子筆多少元？`,
      en: `Ethan buys ${pens} pens and a notebook for $${book}. He pays $${pens * x + book} in all. What does each pen cost, in dollars?`,
      problem: `解方程 ${pens}x + ${book} = ${pens * x + book}`,
    };
  }),
  template('linear equation', 'junior', 4, ({ between, nonzero }) => {
    const [a, c, x, b] = [between(4, 9), between(1, 3), nonzero(-7, 9), nonzero(-12, 12)];
    return solveIt(`${poly([a, b])} = ${poly([c, (a - c) * x + b])}`);
  }),
  template('linear equation', 'junior', 4, ({ between, nonzero }) => {
    const [k, b, x] = [between(2, 6), nonzero(-6, 6), nonzero(-6, 9)];
    return solveIt(`${k}(${poly([1, b])}) = ${k * (x + b)}`);
  }),
  template('linear equation', 'junior', 4, ({ between, nonzero }) => {
    const [p, q, a] = [between(2, 5), between(2, 5), nonzero(-5, 5)];
    const x = p * q - a;
    const right = p === q ? undefined : (x + a) / p - x / q;
    return right === undefined || !Number.isInteger(right)
      ? undefined
      : solveIt(`(${poly([1, a])})/${p} - x/${q} = ${right}`);
  }),
  template('linear equation', 'junior', 3, ({ between }) => {
    const [older, years, son] = [between(24, 32), between(3, 8), between(6, 12)];
    const now = son + older;
    if ((now + years) % (son + years) !== 0) return undefined;
    const times = (now + years) / (son + years);
    const zhTimes = ['', '', '兩', '三', '四', '五'][times];
    if (!zhTimes) return undefined;
    return {
      zh: `爸爸今年 ${now} 歲，兒子今年 ${son} 歲。多少年後，爸爸的年齡是兒子的${zhTimes}倍？`,
      en: `A father is ${now} and his son is ${son}. In how many years will the father be ${times} times as old as his son?`,
      problem: `解方程 ${now} + x = ${times}(${son} + x)`,
    };
  }),
];

const simultaneous: Template[] = [
  template('simultaneous equations', 'junior', 8, ({ between, nonzero }) => {
    const [x, y] = [nonzero(-6, 8), nonzero(-6, 8)];
    const [a, b, c, d] = [between(1, 5), nonzero(-4, 4), between(1, 5), nonzero(-4, 4)];
    if (a * d === b * c || (a === c && b === d)) return undefined;
    const row = (p: number, q: number) => `${p === 1 ? '' : p}x ${term(q, 'y')} = ${p * x + q * y}`;
    const formula = `${row(a, b)}, ${row(c, d)}`;
    return { zh: `解聯立方程 {${formula}}`, en: `Solve the simultaneous equations {${formula}}` };
  }),
  template('simultaneous equations', 'junior', 4, ({ between, nonzero }) => {
    const [x, a, b, c] = [nonzero(-5, 6), between(2, 4), nonzero(-6, 6), between(2, 5)];
    const y = a * x + b;
    const formula = `y = ${poly([a, b])}, ${c}x + y = ${c * x + y}`;
    return { zh: `解聯立方程 {${formula}}`, en: `Solve the simultaneous equations {${formula}}` };
  }),
  template('simultaneous equations', 'junior', 3, ({ between }) => {
    const [x, y] = [between(4, 15), between(4, 15)];
    if (x === y) return undefined;
    return {
      zh: `籠內有雞和兔共 ${x + y} 隻，共有 ${2 * x + 4 * y} 隻腳。設雞有 {x} 隻、兔有 {y} 隻，求 {x} 和 {y}。`,
      en: `A cage holds ${x + y} chickens and rabbits with ${2 * x + 4 * y} legs in all. Let there be {x} chickens and {y} rabbits. Find {x} and {y}.`,
      problem: `解聯立方程 x + y = ${x + y}, 2x + 4y = ${2 * x + 4 * y}`,
    };
  }),
  template('simultaneous equations', 'senior', 4, ({ nonzero }) => {
    const [x, b] = [nonzero(-4, 5), nonzero(-3, 3)];
    const y = x + b;
    if (2 * x + b === 0) return undefined;
    const formula = `y = ${poly([1, b])}, x^2 + y^2 = ${x * x + y * y}`;
    return { zh: `解聯立方程 {${formula}}`, en: `Solve the simultaneous equations {${formula}}` };
  }),
  template('simultaneous equations', 'senior', 3, ({ between, nonzero }) => {
    const [x, y, z, a] = [nonzero(-4, 5), nonzero(-4, 5), nonzero(-4, 5), between(2, 3)];
    const formula = `x + y + z = ${x + y + z}, ${a}x - y + z = ${a * x - y + z}, x + ${a}y - z = ${x + a * y - z}`;
    return { zh: `解聯立方程 {${formula}}`, en: `Solve the simultaneous equations {${formula}}` };
  }),
];

const quadratic: Template[] = [
  template('quadratic equation', 'junior', 6, ({ nonzero }) => {
    const [p, q] = [nonzero(-9, 9), nonzero(-9, 9)];
    return p === q || p + q === 0 ? undefined : solveIt(`${poly([1, -p - q, p * q])} = 0`);
  }),
  template('quadratic equation', 'junior', 3, ({ between }) => {
    const [a, b] = [between(2, 5), between(2, 9)];
    return gcd(a, b) !== 1 ? undefined : solveIt(`${a * a}x^2 = ${b * b}`);
  }),
  template('quadratic equation', 'junior', 3, ({ between, nonzero }) => {
    const [k, p] = [between(2, 5), nonzero(-6, 6)];
    return solveIt(`${poly([k, -k * p, 0])} = 0`);
  }),
  template('quadratic equation', 'senior', 5, ({ between, nonzero }) => {
    const [k, p, q] = [between(2, 4), nonzero(-5, 5), nonzero(-6, 6)];
    return gcd(k, q) !== 1 || k * p + q === 0 ? undefined : solveIt(`${poly([k, k * p + q, p * q])} = 0`);
  }),
  template('quadratic equation', 'senior', 5, ({ nonzero, pick }) => {
    const [h, k] = [nonzero(-5, 5), pick([2, 3, 5, 6, 7])];
    return solveIt(`${poly([1, -2 * h, h * h - k])} = 0`);
  }),
  template('quadratic equation', 'junior', 4, ({ between }) => {
    const [x, d] = [between(5, 14), between(2, 7)];
    return {
      zh: `一個長方形的長比闊多 ${d} cm，面積是 ${x * (x + d)} {cm^2}。求它的闊（以 cm 為單位）。`.replace(
        '{cm^2}',
        '\\(\\text{cm}^2\\)',
      ),
      en: `A rectangle is ${d} cm longer than it is wide, and its area is ${x * (x + d)} {cm^2}. Find its width in cm.`.replace(
        '{cm^2}',
        '\\(\\text{cm}^2\\)',
      ),
      problem: `x(x + ${d}) = ${x * (x + d)}, x > 0`,
    };
  }),
];

const others: Template[] = [
  template('polynomial equation', 'senior', 4, ({ between }) => solveIt(`x^3 = ${between(2, 9) ** 3}`)),
  template('polynomial equation', 'senior', 7, ({ between }) => {
    const [p, q, r] = [between(-3, -1), between(1, 3), between(-5, 5)];
    if (r === 0 || r === p || r === q || p + q + r === 0) return undefined;
    return solveIt(`${poly([1, -(p + q + r), p * q + q * r + p * r, -p * q * r])} = 0`);
  }),
  template('polynomial equation', 'senior', 5, ({ between }) => {
    const [a, b] = [between(1, 3), between(2, 5)];
    return a >= b ? undefined : solveIt(`${poly([1, 0, -(a * a + b * b), 0, a * a * b * b])} = 0`);
  }),
  template('fractional equation', 'junior', 5, ({ between, nonzero }) => {
    const [x, a, k] = [nonzero(-4, 8), nonzero(-5, 5), between(2, 5)];
    return x + a <= 0 ? undefined : solveIt(`${k * (x + a)}/(${poly([1, a])}) = ${k}`);
  }),
  template('fractional equation', 'senior', 5, ({ between }) => {
    const [p, q] = [between(1, 6), between(2, 8)];
    return p === q ? undefined : solveIt(`x + ${p * q}/x = ${p + q}`);
  }),
  template('fractional equation', 'senior', 6, ({ between, nonzero }) => {
    const [x, a, b] = [between(2, 7), nonzero(-4, 5), between(2, 6)];
    if (x + a <= 0 || b >= x + b || x === x + a) return undefined;
    const g = gcd(x, x + a);
    return solveIt(
      `${x / g}/x = ${(x + a) / g}/(${poly([1, a])})`.replace(/^(\d+)\/x = (\d+)/, (_, p, q) =>
        p === q ? '' : `${p}/x = ${q}`,
      ),
    );
  }),
  template('radical equation', 'senior', 6, ({ between, nonzero }) => {
    const [n, a] = [between(2, 8), nonzero(-9, 9)];
    return solveIt(`sqrt(x ${term(a)}) = ${n}`, [`x = ${n - a}`, `x = ${n * n + a}`, `x = ${2 * n - a}`]);
  }),
  template('radical equation', 'senior', 5, ({ between, nonzero }) => {
    const [n, a, b] = [between(3, 9), between(2, 5), nonzero(-7, 7)];
    return (n * n - b) % a !== 0 ? undefined : solveIt(`sqrt(${poly([a, b])}) = ${n}`);
  }),
  template('radical equation', 'senior', 5, ({ between }) => {
    const [p, q] = [between(3, 8), -between(1, 3)];
    return p + q === 0 ? undefined : solveIt(`sqrt(${poly([p + q, -p * q])}) = x`);
  }),
  template('absolute value equation', 'senior', 7, ({ between, nonzero }) =>
    solveIt(`|x ${term(nonzero(-9, 9))}| = ${between(2, 12)}`),
  ),
  template('absolute value equation', 'senior', 5, ({ nonzero }) => {
    const [a, b] = [nonzero(-9, 9), nonzero(2, 11)];
    return (a + b) % 2 !== 0 || b < 2 ? undefined : solveIt(`|2x ${term(a)}| = ${b}`);
  }),
  template('absolute value equation', 'senior', 4, ({ between }) => {
    const a = between(2, 9);
    return solveIt(`|x - ${a}| = ${a % 3 === 0 ? '2x' : 'x + 1'}`);
  }),
];

const inequality = (formula: string, wrong?: readonly string[]) => ({
  zh: `解不等式 {${formula}}`,
  en: `Solve the inequality {${formula}}`,
  ...(wrong ? { wrong } : {}),
});
const inequalities: Template[] = [
  template('inequality', 'junior', 6, ({ between, nonzero, pick }) => {
    const [a, b, x, op] = [between(2, 7), nonzero(-9, 9), nonzero(-6, 8), pick(['<', '>', '<=', '>='])];
    return inequality(`${poly([a, b])} ${op} ${a * x + b}`);
  }),
  template('inequality', 'junior', 5, ({ between, nonzero }) => {
    const [a, b, x] = [between(2, 6), nonzero(-9, 9), nonzero(-6, 6)];
    return inequality(`${b} - ${a}x > ${b - a * x}`, [`x > ${x}`, `x < ${-x}`, `x > ${-x}`]);
  }),
  template('inequality', 'senior', 6, ({ nonzero, pick }) => {
    const [p, q, op] = [nonzero(-6, 5), nonzero(-5, 6), pick(['<', '>', '<=', '>='])];
    return p >= q || p + q === 0 ? undefined : inequality(`${poly([1, -p - q, p * q])} ${op} 0`);
  }),
  template('inequality', 'senior', 4, ({ between, nonzero }) => {
    const [a, b, low] = [between(2, 4), nonzero(-5, 5), between(-4, 0)];
    return inequality(`${a * low + b} < ${poly([a, b])} <= ${a * (low + between(2, 5)) + b}`);
  }),
];

export const equationTemplates = [...linear, ...simultaneous, ...quadratic, ...others, ...inequalities];
