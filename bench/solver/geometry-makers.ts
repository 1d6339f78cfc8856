/** Problem generators: coordinates, trigonometry, triangles. */
import { between, inRandomWording, type Maker, polynomialText, value } from './problem.ts';

const twoIfZero = (n: number) => (n === 0 ? 2 : n);

export const coordinates: Maker = (random) => {
  const [a, b, c, d] = [
    between(random, -9, 9),
    between(random, -9, 9),
    between(random, 10, 18),
    between(random, -9, 9),
  ];
  const pair = (x: number, y: number) => random.pick([`(${x},${y})`, `(${x}, ${y})`, `（${x}，${y}）`]);
  const [p, q] = [pair(a, b), pair(c, d)];
  const line = `y - (${b}) = Rational(${d - b}, ${c - a})*(x - (${a}))`;
  switch (random.below(9)) {
    case 0:
      return {
        text: random.pick([
          `求 A${p} 和 B${q} 的距離`,
          `Find the distance between ${p} and ${q}`,
          `求兩點 ${p}、${q} 之間的距離`,
        ]),
        truth: { type: 'value', expr: `sqrt((${a - c})^2 + (${b - d})^2)` },
      };
    case 1:
      return {
        text: random.pick([
          `求 A${p} 和 B${q} 的中點`,
          `Find the mid-point of ${p} and ${q}`,
          `Find the coordinates of the midpoint of A${p} and B${q}.`,
        ]),
        truth: { type: 'point', point: [`Rational(${a + c},2)`, `Rational(${b + d},2)`] },
      };
    case 2:
      return {
        text: random
          .pick([
            `求通過 ${p} 和 ${q} 的直線的斜率`,
            `Find the slope of the line passing through ${p} and ${q}`,
            `Find the gradient of the line joining ${p} and ${q}`,
          ])
          .replace('求通過', '斜率：求通過'),
        truth: { type: 'value', expr: `Rational(${d - b}, ${c - a})` },
      };
    case 3:
      return {
        text: random.pick([
          `求通過 ${p} 和 ${q} 的直線方程`,
          `Find the equation of the straight line passing through ${p} and ${q}`,
        ]),
        truth: { type: 'statement', from: line },
      };
    case 4:
      return {
        text: random.pick([
          `求斜率為 ${d} 且通過點 ${p} 的直線方程`,
          `Find the equation of the line with slope ${d} passing through ${p}`,
        ]),
        truth: { type: 'statement', from: `y - (${b}) = ${d}*(x - (${a}))` },
      };
    case 5: {
      const r = between(random, 1, 9);
      const text = `x^2+y^2${polynomialText([0, -2 * a, 0])
        .replace(/^(?=[^-])/, '+')
        .replace(/^\+0$/, '')}${polynomialText([0, -2 * b, 0], 'y')
        .replace(/^(?=[^-])/, '+')
        .replace(/^\+0$/, '')}${a * a + b * b - r * r >= 0 ? '+' : ''}${a * a + b * b - r * r}=0`;
      return {
        text: inRandomWording(
          random,
          ['求圓 @ 的圓心和半徑', 'Find the centre and radius of the circle @'],
          text,
        ),
        truth: {
          type: 'holds',
          pattern: 'centre = \\((.*), (.*)\\), radius = (.*)',
          parts: [`${a}`, `${b}`, `${r}`],
        },
      };
    }
    case 6: {
      const r = between(random, 1, 9);
      return {
        text: random.pick([
          `求圓心為 ${p}、半徑為 ${r} 的圓的方程`,
          `Find the equation of the circle with centre ${p} and radius ${r}`,
        ]),
        truth: { type: 'statement', from: `(x - (${a}))^2 + (y - (${b}))^2 = ${r * r}` },
      };
    }
    case 7:
      return {
        text: random.pick([
          `求通過 ${p} 且平行於 y=${polynomialText([twoIfZero(d), c])} 的直線方程`,
          `Find the equation of the line through ${p} parallel to y=${polynomialText([twoIfZero(d), c])}`,
        ]),
        truth: { type: 'statement', from: `y - (${b}) = ${twoIfZero(d)}*(x - (${a}))` },
      };
    default:
      return {
        text: random.pick([
          `求通過 ${p} 且垂直於 y=${polynomialText([twoIfZero(d), c])} 的直線方程`,
          `Find the equation of the line through ${p} perpendicular to y=${polynomialText([twoIfZero(d), c])}`,
        ]),
        truth: { type: 'statement', from: `y - (${b}) = -Rational(1, ${twoIfZero(d)})*(x - (${a}))` },
      };
  }
};

export const trigValues: Maker = (random) => {
  const angles = [0, 30, 45, 60, 90, 120, 135, 150, 180, 210, 225, 240, 270, 300, 315, 330];
  const [f, g] = [random.pick(['sin', 'cos']), random.pick(['sin', 'cos'])];
  const [x, y] = [random.pick(angles), random.pick(angles)];
  const degrees = (n: number) => random.pick([`${n}°`, `${n}^\\circ`, `${n}^{\\circ}`]);
  switch (random.below(4)) {
    case 0:
      return value(random, `${f} ${degrees(x)}`, `${f}(pi*Rational(${x},180))`);
    case 1:
      return value(
        random,
        `${f} ${degrees(x)}+${g} ${degrees(y)}`,
        `${f}(pi*Rational(${x},180)) + ${g}(pi*Rational(${y},180))`,
      );
    case 2:
      return value(
        random,
        `${f}^2 ${degrees(x)}-2${g} ${degrees(y)}`,
        `${f}(pi*Rational(${x},180))^2 - 2*${g}(pi*Rational(${y},180))`,
      );
    default: {
      const t = random.pick([0, 30, 45, 60, 120, 135, 150, 180, 225]);
      return value(random, `tan ${degrees(t)}`, `tan(pi*Rational(${t},180))`);
    }
  }
};

const trigEquations: Maker = (random) => {
  const ways = ['解方程 @', 'Solve @', '解 @', '@'] as const;
  const range = random.pick(['0°≤x≤360°', '0° ≤ x ≤ 360°', '0^\\circ \\le x \\le 360^\\circ']);
  const given = '0 <= x, x <= 2*pi';
  const join = random.pick([', where ', '，其中 ', ' for ', ', ']);
  const make = (text: string, from: string): ReturnType<Maker> => ({
    text: inRandomWording(random, ways, `${text}${join}${range}`),
    truth: { type: 'statement', from, given },
  });
  const f = random.pick(['sin', 'cos', 'tan']);
  switch (random.below(6)) {
    case 0:
      return make(`2sin x=${random.pick(['1', '-1'])}`, '');
    case 1:
      return make(`${f} x=${random.pick(['1', '-1', '0'])}`, '');
    case 2: {
      const [a, b] = random.pick([
        [2, -1],
        [2, -2],
        [1, -1],
        [2, 1],
      ] as [number, number][]);
      const g = random.pick(['sin', 'cos']);
      const middle = a * b + a;
      const linear = middle === 0 ? '' : `${middle < 0 ? '-' : '+'}${Math.abs(middle)}${g} x`;
      return make(`${a * a}${g}^2 x${linear}${b < 0 ? '-' : '+'}${Math.abs(b)}=0`, '');
    }
    case 3:
      return make(`2${random.pick(['sin', 'cos'])} x=√3`, '');
    case 4:
      return make(`${between(random, 2, 5)}sin x=${between(random, 1, 4)}cos x`, '');
    default:
      return make(`2sin^2 x${random.pick(['+', '-'])}3cos x=0`, '');
  }
};

/**
 * The equation for SymPy is parsed from the text, which the generator always writes in the same simple form.
 */
export const trigEquation: Maker = (random) => {
  const problem = trigEquations(random);
  const found = /([-\d]*(?:sin|cos|tan)[^,，=]*)=([^,，]*?)(?:, where|，其中| for|, |$)/.exec(problem.text);
  const plain = (text: string) =>
    text
      .replace(/(sin|cos|tan)\^2 x/g, '$1(x)^2')
      .replace(/(sin|cos|tan) x/g, '$1(x)')
      .replace(/(\d)(sin|cos|tan)/g, '$1*$2')
      .replace(/√(\d)/g, 'sqrt($1)');
  return {
    ...problem,
    truth: {
      ...problem.truth,
      from: `${plain(found?.[1] ?? '')} = ${plain(found?.[2] ?? '')}`,
    } as typeof problem.truth,
  };
};

export const triangles: Maker = (random) => {
  const [b, c] = [between(random, 3, 12), between(random, 3, 12)];
  const angle = random.pick([30, 45, 60, 90, 120, 135]);
  switch (random.below(5)) {
    case 0:
      return {
        text: random.pick([
          `In triangle ABC, b=${b}, c=${c}, A=${angle}°, find a`,
          `△ABC 中，b=${b}, c=${c}, A=${angle}°，求 a`,
          `在三角形 ABC 中，AB=${c}, AC=${b}, ∠BAC=${angle}°，求 BC`,
        ]),
        truth: { type: 'value', expr: `sqrt(${b}^2 + ${c}^2 - 2*${b}*${c}*cos(pi*Rational(${angle},180)))` },
      };
    case 1: {
      const a = Math.abs(b - c) + 1 + random.below(Math.max(1, 2 * Math.min(b, c) - 2));
      return {
        text: random.pick([
          `In triangle ABC, a=${a}, b=${b}, c=${c}. Find A.`,
          `△ABC 中，BC=${a}, CA=${b}, AB=${c}，求 ∠BAC`,
        ]),
        truth: { type: 'value', expr: `acos(Rational(${b * b + c * c - a * a}, ${2 * b * c}))` },
      };
    }
    case 2: {
      const [A, B] = [random.pick([30, 45, 60]), random.pick([30, 45, 60, 75])];
      return {
        text: random.pick([
          `In triangle ABC, A=${A}°, B=${B}°, a=${b}. Find b.`,
          `三角形 ABC 中，A=${A}°，B=${B}°，a=${b}，求 b`,
        ]),
        truth: { type: 'value', expr: `${b}*sin(pi*Rational(${B},180))/sin(pi*Rational(${A},180))` },
      };
    }
    case 3:
      return {
        text: random.pick([
          `Find the area of triangle ABC where b=${b}, c=${c}, A=${angle}°`,
          `三角形 ABC 中，b=${b}，c=${c}，A=${angle}°，求面積`,
        ]),
        truth: { type: 'value', expr: `Rational(${b * c},2)*sin(pi*Rational(${angle},180))` },
      };
    default:
      return {
        text: random.pick([
          `直角三角形的兩條直角邊為 ${b} 和 ${c}，求斜邊`,
          `The two legs of a right-angled triangle are ${b} and ${c}. Find the hypotenuse.`,
        ]),
        truth: { type: 'value', expr: `sqrt(${b * b + c * c})` },
      };
  }
};
