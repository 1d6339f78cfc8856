/** Question templates: coordinate geometry, trigonometry, triangles. */
import { poly, type Template, template } from './template.ts';

type Point = readonly [number, number];
const at = ([x, y]: Point) => `(${x}, ${y})`;
const pythagoreanLegs: readonly Point[] = [
  [3, 4],
  [4, 3],
  [6, 8],
  [8, 6],
  [5, 12],
  [12, 5],
  [8, 15],
];

const coordinates: Template[] = [
  template('coordinate geometry', 'junior', 4, ({ between, nonzero }) => {
    const [x, y, p, q] = [nonzero(-5, 5), nonzero(-5, 5), between(1, 4), nonzero(-4, 4)];
    const [a, b] = [at([x - p, y - q]), at([x + p, y + q])];
    return { zh: `求 ${a} 和 ${b} 的中點`, en: `Find the midpoint of ${a} and ${b}` };
  }),
  template('coordinate geometry', 'junior', 4, ({ nonzero, pick }) => {
    const [x, y, [p, q]] = [nonzero(-6, 4), nonzero(-6, 4), pick(pythagoreanLegs)];
    const [a, b] = [at([x, y]), at([x + p, y + q])];
    return {
      zh: `求 ${a} 和 ${b} 的距離`,
      en: `Find the distance between ${a} and ${b}`,
      wrong: [`${p + q}`, `${p * p + q * q}`, `${Math.abs(p - q)}`],
    };
  }),
  template('coordinate geometry', 'junior', 4, ({ between, nonzero }) => {
    const [x, y, run, slope] = [nonzero(-5, 5), nonzero(-5, 5), between(2, 4), nonzero(-3, 3)];
    const [a, b] = [at([x, y]), at([x + run, y + run * slope])];
    return { zh: `求通過 ${a} 和 ${b} 的直線的斜率`, en: `Find the slope of the line through ${a} and ${b}` };
  }),
  template('coordinate geometry', 'senior', 5, ({ between, nonzero }) => {
    const [x, y, run, slope] = [nonzero(-4, 4), nonzero(-5, 5), between(1, 4), nonzero(-3, 3)];
    const [a, b] = [at([x, y]), at([x + run, y + run * slope])];
    return {
      zh: `求通過 ${a} 和 ${b} 的直線方程`,
      en: `Find the equation of the line through ${a} and ${b}`,
    };
  }),
  template('coordinate geometry', 'senior', 4, ({ nonzero }) => {
    const [p, slope, c] = [at([nonzero(-4, 4), nonzero(-5, 5)]), nonzero(-4, 4), nonzero(-6, 6)];
    const line = `y = ${poly([slope, c])}`;
    return {
      zh: `求通過 ${p} 且平行於 {${line}} 的直線方程`,
      en: `Find the equation of the line through ${p} parallel to {${line}}`,
    };
  }),
];

const trigonometry: Template[] = [
  template('trigonometry', 'junior', 4, ({ pick }) => {
    const [f, angle] = [pick(['sin', 'cos', 'tan']), pick([30, 45, 60])];
    return { zh: `求 {${f} ${angle}°} 的準確值`, en: `Find the exact value of {${f} ${angle}°}` };
  }),
  template('trigonometry', 'junior', 4, ({ pick }) => {
    const [f, g, a, b] = [pick(['sin', 'cos']), pick(['cos', 'tan']), pick([30, 60]), pick([45, 60])];
    return { zh: `求 {${f} ${a}° + ${g} ${b}°} 的值`, en: `Evaluate {${f} ${a}° + ${g} ${b}°}` };
  }),
  template('trigonometry', 'senior', 5, ({ pick }) => {
    const [f, angle] = [pick(['sin', 'cos', 'tan']), pick([120, 135, 150, 210, 225, 240, 300, 315, 330])];
    return { zh: `求 {${f} ${angle}°} 的準確值`, en: `Find the exact value of {${f} ${angle}°}` };
  }),
  template('trigonometry', 'senior', 4, ({ pick }) => {
    const [a, c] = pick([
      [3, 5],
      [4, 5],
      [5, 13],
      [12, 13],
      [8, 17],
    ] as const);
    return {
      zh: `已知 {sin θ = ${a}/${c}}，θ 為銳角，求 {cos θ}`,
      en: `Given {sin θ = ${a}/${c}} where θ is acute, find {cos θ}`,
    };
  }),
  template('trigonometric equation', 'senior', 6, ({ pick }) => {
    const [f, right] = [pick(['2sin x', '2cos x', 'tan x']), pick(['1', '-1'])];
    return {
      zh: `解方程 {${f} = ${right}}，其中 {0° ≤ x ≤ 360°}`,
      en: `Solve {${f} = ${right}} for {0° ≤ x ≤ 360°}`,
    };
  }),
  template('trigonometric equation', 'senior', 6, ({ pick }) => {
    const [f, right] = [pick(['2sin x', '2cos x', 'tan x']), pick(['sqrt(3)', '-sqrt(3)'])];
    return {
      zh: `解方程 {${f} = ${right}}，其中 {0° ≤ x ≤ 360°}`,
      en: `Solve {${f} = ${right}} for {0° ≤ x ≤ 360°}`,
    };
  }),
  template('trigonometric equation', 'senior', 5, ({ pick }) => {
    const [f, middle, last] = [pick(['sin', 'cos']), pick(['+', '-']), pick(['+', '-'])];
    const form = last === '-' ? `2${f}^2 x ${middle} ${f} x - 1 = 0` : `2${f}^2 x ${middle} 3${f} x + 1 = 0`;
    return { zh: `解方程 {${form}}，其中 {0° ≤ x ≤ 360°}`, en: `Solve {${form}} for {0° ≤ x ≤ 360°}` };
  }),
];

const triangles: Template[] = [
  template('triangle', 'senior', 5, ({ between, pick }) => {
    const [b, c, angle] = [2 * between(2, 7), between(3, 12), pick([30, 45, 60, 120, 150])];
    return {
      zh: `三角形 ABC 中，b=${b}，c=${c}，A=${angle}°，求面積`,
      en: `Find the area of triangle ABC where b=${b}, c=${c}, A=${angle}°`,
    };
  }),
  template('triangle', 'senior', 5, ({ pick }) => {
    const [b, c, angle] = pick([
      [3, 8, 60],
      [5, 8, 60],
      [7, 8, 120],
      [3, 5, 120],
      [7, 15, 60],
      [5, 16, 60],
      [8, 15, 60],
      [7, 8, 60],
      [4, 6, 60],
      [9, 15, 120],
      [6, 10, 120],
    ] as const);
    return {
      zh: `三角形 ABC 中，b=${b}，c=${c}，A=${angle}°，求 a`,
      en: `In triangle ABC, b=${b}, c=${c}, A=${angle}°, find a`,
    };
  }),
  template('triangle', 'senior', 4, ({ pick, between }) => {
    const [angle, other, side] = [pick([30, 45]), pick([45, 60, 90]), 2 * between(2, 8)];
    return angle === other
      ? undefined
      : {
          zh: `三角形 ABC 中，a=${side}，A=${angle}°，B=${other}°，求 b`,
          en: `In triangle ABC, a=${side}, A=${angle}°, B=${other}°, find b`,
        };
  }),
  template('triangle', 'senior', 4, ({ pick }) => {
    const [a, b, c] = pick([
      [7, 3, 8],
      [7, 5, 8],
      [7, 3, 5],
      [13, 7, 8],
      [13, 7, 15],
      [14, 6, 16],
    ] as const);
    return {
      zh: `三角形 ABC 中，a=${a}，b=${b}，c=${c}，求 A`,
      en: `In triangle ABC, a=${a}, b=${b}, c=${c}, find A`,
    };
  }),
];

export const shapeTemplates = [...coordinates, ...trigonometry, ...triangles];
