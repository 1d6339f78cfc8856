/** Question templates: factorisation, expansion, simplification, indices, quadratics, change of subject. */
import { gcd, poly, type Template, template, term } from './template.ts';

const factorise = (formula: string, wrong?: readonly string[]) => ({
  zh: `因式分解 {${formula}}`,
  en: `Factorise {${formula}}`,
  ...(wrong ? { wrong } : {}),
});
const expand = (formula: string, wrong?: readonly string[]) => ({
  zh: `展開 {${formula}}`,
  en: `Expand {${formula}}`,
  ...(wrong ? { wrong } : {}),
});
const simplify = (formula: string, wrong?: readonly string[]) => ({
  zh: `化簡 {${formula}}`,
  en: `Simplify {${formula}}`,
  ...(wrong ? { wrong } : {}),
});

const factorisation: Template[] = [
  template('factorisation', 'junior', 5, ({ nonzero }) => {
    const [p, q] = [nonzero(-9, 9), nonzero(-9, 9)];
    return p + q === 0 || p === q ? undefined : factorise(poly([1, p + q, p * q]));
  }),
  template('factorisation', 'junior', 4, ({ nonzero }) => {
    const [p, q] = [nonzero(-8, 8), nonzero(-8, 8)];
    if (Math.abs(p) === Math.abs(q)) return undefined;
    const pair = (a: number, b: number) => `(x ${term(a)})(x ${term(b)})`;
    return factorise(poly([1, p + q, p * q]), [pair(-p, -q), pair(p, -q), pair(-p, q)]);
  }),
  template('factorisation', 'junior', 4, ({ between }) => {
    const [a, b] = [between(2, 7), between(2, 9)];
    return gcd(a, b) !== 1 ? undefined : factorise(`${a * a}x^2 - ${b * b}`);
  }),
  template('factorisation', 'junior', 4, ({ between, nonzero }) => {
    const [k, a, b] = [between(2, 6), between(1, 4), nonzero(-5, 5)];
    return gcd(a, b) !== 1 ? undefined : factorise(`${poly([k * a, 0]).trim()}y ${term(k * b, 'y^2')}`);
  }),
  template('factorisation', 'junior', 3, ({ between, pick }) => {
    const [a, sign] = [between(2, 9), pick([1, -1])];
    return factorise(poly([1, sign * 2 * a, a * a]));
  }),
  template('factorisation', 'senior', 5, ({ between, nonzero }) => {
    const [k, p, q] = [between(2, 4), nonzero(-6, 6), nonzero(-6, 6)];
    return gcd(k, q) !== 1 || k * p + q === 0 ? undefined : factorise(poly([k, k * p + q, p * q]));
  }),
  template('factorisation', 'senior', 3, ({ between }) => {
    const [p, q, r] = [between(1, 3), -between(1, 4), between(-5, 5)];
    if (r === 0 || r === p || r === q || p + q === 0) return undefined;
    return factorise(poly([1, p + q + r, p * q + q * r + p * r, p * q * r]));
  }),
];

const expansion: Template[] = [
  template('expansion', 'junior', 4, ({ between, nonzero }) => {
    const [k, a, b] = [between(2, 7), between(2, 6), nonzero(-9, 9)];
    return expand(`${k}x(${poly([a, b])})`, [
      poly([k * a, b]).replace('x', 'x^2'),
      `${poly([k * a, -k * b, 0])}`,
      `${poly([k * a, k * b])}`,
    ]);
  }),
  template('expansion', 'junior', 5, ({ between, nonzero }) => {
    const [a, b, c] = [nonzero(-9, 9), between(1, 4), nonzero(-9, 9)];
    return a + c === 0 && b === 1 ? undefined : expand(`(${poly([1, a])})(${poly([b, c])})`);
  }),
  template('expansion', 'junior', 5, ({ between, nonzero }) => {
    const [a, b] = [between(1, 5), nonzero(-9, 9)];
    return expand(`(${poly([a, b])})^2`, [
      poly([a * a, 0, b * b]),
      poly([a * a, a * b, b * b]),
      poly([a * a, -2 * a * b, b * b]),
    ]);
  }),
  template('expansion', 'junior', 4, ({ between }) => {
    const [a, b] = [between(2, 6), between(2, 9)];
    return expand(`(${a}x - ${b})(${a}x + ${b})`);
  }),
  template('expansion', 'senior', 4, ({ between, nonzero }) =>
    expand(`(${poly([between(1, 3), nonzero(-4, 4)])})^3`),
  ),
  template('expansion', 'senior', 3, ({ nonzero }) => {
    const [a, b, c] = [nonzero(-4, 4), nonzero(-5, 5), nonzero(-3, 3)];
    return expand(`(${poly([1, c])})(${poly([1, a, b])})`);
  }),
];

const simplification: Template[] = [
  template('simplification', 'junior', 5, ({ between }) => {
    const [a, b, c, d] = [between(5, 12), between(2, 9), between(2, 4), between(2, 8)];
    return b === d ? undefined : simplify(`${a}x + ${b}y - ${c}x - ${d}y`);
  }),
  template('simplification', 'junior', 4, ({ between }) => {
    const [a, b, c, d] = [between(2, 5), between(2, 7), between(2, 4), between(2, 6)];
    if (a === c) return undefined;
    return simplify(`${a}(x + ${b}) - ${c}(x - ${d})`, [
      poly([a - c, a * b - c * d]),
      poly([a - c, b + d]),
      poly([a + c, a * b + c * d]),
    ]);
  }),
  template('simplification', 'senior', 4, ({ between, pick }) => {
    const [a, sign] = [between(2, 9), pick([1, -1])];
    return simplify(`(x^2 - ${a * a})/(x ${term(sign * a)})`);
  }),
  template('simplification', 'senior', 4, ({ nonzero }) => {
    const [a, b] = [nonzero(-6, 6), nonzero(-6, 6)];
    return a === b || a + b === 0
      ? undefined
      : simplify(`(${poly([1, a + b, a * b])})/(${poly([1, 2 * a, a * a])})`);
  }),
  template('simplification', 'senior', 4, ({ between }) => {
    const [a, b] = [between(1, 6), between(1, 6)];
    return a === b ? undefined : simplify(`1/(x - ${a}) - 1/(x + ${b})`);
  }),
  template('simplification', 'junior', 3, ({ between }) => {
    const [a, b] = [between(2, 5), between(3, 7)];
    return gcd(a, b) !== 1 ? undefined : simplify(`x/${a} + (x - 1)/${b}`);
  }),
];

const indices: Template[] = [
  template('indices', 'junior', 4, ({ between }) => {
    const [m, n] = [between(2, 7), between(3, 8)];
    if (Math.abs(m - n) < 2) return undefined;
    return simplify(
      `x^${m} * x^${n}`,
      m * n === m + n ? undefined : [`x^${m * n}`, `2x^${m + n}`, `x^${Math.abs(m - n)}`],
    );
  }),
  template('indices', 'junior', 4, ({ between }) => {
    const [a, b, k] = [between(2, 5), between(2, 4), between(2, 3)];
    return simplify(`(x^${a} y^${b})^${k}`);
  }),
  template('indices', 'junior', 4, ({ between }) => {
    const [m, n, a, b] = [between(6, 9), between(2, 5), between(2, 5), between(2, 4)];
    return simplify(`${a * b}x^${m} / (${a}x^${n})`);
  }),
  template('indices', 'junior', 4, ({ between }) => {
    const [a, m, n] = [between(2, 5), between(2, 4), between(5, 9)];
    return simplify(`(${a}x^${m})^2 / x^${n}`);
  }),
  template('indices', 'senior', 4, ({ between }) => {
    const [a, b, c, d] = [between(2, 4), between(2, 5), between(2, 5), between(3, 6)];
    return simplify(`(${a}x^-${b} y^${c})^2 / y^${d}`);
  }),
];

const square: Template[] = [
  template('completing the square', 'senior', 9, ({ nonzero }) => {
    const [h, k] = [nonzero(-7, 7), nonzero(-9, 9)];
    const f = poly([1, 2 * h, h * h + k]);
    return { zh: `把 {${f}} 配方`, en: `Complete the square: {${f}}` };
  }),
  template('completing the square', 'senior', 7, ({ between, nonzero }) => {
    const [a, h, k] = [between(2, 4), nonzero(-4, 4), nonzero(-9, 9)];
    const f = poly([a, 2 * a * h, a * h * h + k]);
    return { zh: `把 {${f}} 配方`, en: `Complete the square: {${f}}` };
  }),
];

const discriminant: Template[] = [
  template('discriminant', 'senior', 9, ({ between, nonzero }) => {
    const [a, b, c] = [between(1, 5), nonzero(-9, 9), nonzero(-6, 6)];
    return {
      zh: `求方程 {${poly([a, b, c])} = 0} 的判別式`,
      en: `Find the discriminant of {${poly([a, b, c])} = 0}`,
      ...(a > 1 ? { wrong: [`${b * b + 4 * a * c}`, `${b * b - a * c}`, `${2 * b - 4 * a * c}`] } : {}),
    };
  }),
  template('discriminant', 'senior', 5, ({ between, nonzero }) => {
    const [a, b, c] = [between(1, 4), 2 * nonzero(-5, 5), nonzero(-9, 9)];
    const f = poly([a, b, c]);
    return { zh: `求 {${f}} 的判別式的值`, en: `Find the value of the discriminant of {${f}}` };
  }),
  template('quadratic equation', 'senior', 4, ({ between, nonzero }) => {
    const [a, b, c] = [between(1, 4), nonzero(-7, 7), between(1, 5)];
    const f = poly([a, b, c]);
    return {
      zh: `方程 {${f} = 0} 有多少個實根？`,
      en: `How many real roots does {${f} = 0} have?`,
    };
  }),
];

const subject: Template[] = [
  template('change of subject', 'junior', 5, ({ between }) => {
    const [a, b] = [between(2, 7), between(2, 9)];
    return { zh: `把 x 變為 {y = ${a}x - ${b}} 的主項`, en: `Make x the subject of {y = ${a}x - ${b}}` };
  }),
  template('change of subject', 'junior', 4, ({ pick }) => {
    const [formula, name] = pick([
      ['v = u + a t', 't'],
      ['v = u + a t', 'a'],
      ['A = b h / 2', 'h'],
      ['P = 2(a + b)', 'a'],
      ['y = mx + c', 'x'],
      ['y = mx + c', 'm'],
    ] as const);
    return { zh: `把 ${name} 變為 {${formula}} 的主項`, en: `Make ${name} the subject of {${formula}}` };
  }),
  template('change of subject', 'senior', 4, ({ between }) => {
    const [a, b, c] = [between(4, 8), between(2, 7), between(1, 3)];
    const formula = `${a}x + ${b}y = ${c === 1 ? '' : c}x + k`;
    return { zh: `把 x 變為 {${formula}} 的主項`, en: `Make x the subject of {${formula}}` };
  }),
  template('change of subject', 'junior', 4, ({ between }) => {
    const [a, b] = [between(2, 6), between(2, 7)];
    return {
      zh: `把 x 變為 {(x - y)/${a} = ${b}y} 的主項`,
      en: `Make x the subject of {(x - y)/${a} = ${b}y}`,
    };
  }),
];

export const expressionTemplates = [
  ...factorisation,
  ...expansion,
  ...simplification,
  ...indices,
  ...square,
  ...discriminant,
  ...subject,
];
