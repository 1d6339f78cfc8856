import type { Chance } from '../random.ts';
import { between, dressed, exact, type Maker, nonzero, said, typed } from './problem.ts';

const valueWords = [
  '計算 @',
  'Calculate @',
  '@',
  '求 @ 的值',
  'Evaluate @',
  'Find the value of @',
  '@ = ?',
  'Work out @',
  '@ 等於多少？',
] as const;
const value = (
  chance: Chance,
  text: string,
  expr: string,
  ways: readonly string[] = valueWords,
): ReturnType<Maker> => ({ text: said(chance, ways, text), truth: { type: 'value', expr } });

export const arithmetic: Maker = (chance) => {
  const [a, b, c, d, e] = [
    between(chance, 1, 12),
    between(chance, 2, 12),
    between(chance, 1, 12),
    between(chance, 2, 12),
    between(chance, 1, 9),
  ];
  const times = chance.pick(['×', '*', '\\times ']);
  const divided = chance.pick(['÷', '/']);
  switch (chance.below(9)) {
    case 0:
      return value(chance, `${a}/${b}+${c}/${d}`, `Rational(${a},${b}) + Rational(${c},${d})`);
    case 1:
      return value(
        chance,
        `\\frac{${a}}{${b}}-\\frac{${c}}{${d}}`,
        `Rational(${a},${b}) - Rational(${c},${d})`,
      );
    case 2:
      return value(chance, `${a}+${b}${times}${c}-${d}`, `${a} + ${b}*${c} - ${d}`);
    case 3:
      return value(chance, `(${a}+${b})${times}${c}${divided}${d}`, `Rational((${a} + ${b})*${c}, ${d})`);
    case 4:
      return value(chance, `${a}.${c}${times}${b}.5`, `Rational('${a}.${c}')*Rational('${b}.5')`);
    case 5: {
      const top = between(chance, 1, b - 1);
      return value(
        chance,
        `${a}又${b}分之${top} ${chance.pick(['+', '-'])} ${c}/${d}`.replace('-', '+'),
        `${a} + Rational(${top},${b}) + Rational(${c},${d})`,
      );
    }
    case 6:
      return value(
        chance,
        `${e}\\frac{1}{${b}}${times}\\frac{${c}}{${d}}`,
        `(${e} + Rational(1,${b}))*Rational(${c},${d})`,
      );
    case 7:
      return value(chance, `${a}-[${b}-(${c}-${d})]`, `${a} - (${b} - (${c} - ${d}))`);
    default:
      return value(
        chance,
        `${a}-${b}${times}(${c}-${d})${divided}${e}`,
        `${a} - Rational(${b}*(${c} - ${d}), ${e})`,
      );
  }
};

export const powersAndSigns: Maker = (chance) => {
  const [a, b, n] = [between(chance, 1, 9), between(chance, 1, 9), chance.pick([2, 3])];
  return value(chance, `-${a}^2+(-${b})^${n}`, `-(${a}^2) + (-${b})^${n}`);
};

export const percent: Maker = (chance) => {
  const [p, n] = [between(chance, 1, 19) * 5, between(chance, 1, 40) * 10];
  switch (chance.below(6)) {
    case 0:
      return value(chance, `${p}% of ${n}`, `Rational(${p * n},100)`, [
        '@',
        'Find @.',
        'Calculate @',
        'What is @?',
      ]);
    case 1:
      return value(chance, `${n} 的 ${p}%`, `Rational(${p * n},100)`, ['@', '求 @', '計算 @', '@ 是多少？']);
    case 2:
      return value(chance, `${n} by ${p}%`, `Rational(${n * (100 + p)},100)`, ['Increase @', 'Increase @.']);
    case 3:
      return value(chance, `${n} 減少 ${p}%`, `Rational(${n * (100 - p)},100)`, ['@', '@ 是多少？', '把 @']);
    case 4:
      return {
        text: said(
          chance,
          ['把 @ 化為百分數', 'Express @ as a percentage', '將 @ 化成百分數', 'Convert @ to a percentage'],
          `${p}/100`,
        ),
        truth: { type: 'value', expr: `${p}`, unit: true },
      };
    default:
      return value(chance, `0.${String(p).padStart(2, '0')}`, `Rational(${p},100)`, [
        '把 @ 化為分數',
        'Express @ as a fraction',
        'Write @ as a fraction',
        '將 @ 化成分數',
      ]);
  }
};

export const surds: Maker = (chance) => {
  const [p, a, b] = [chance.pick([2, 3, 5, 6, 7]), between(chance, 1, 5), between(chance, 2, 6)];
  const root = (n: number | string) => chance.pick([`√${n}`, `sqrt(${n})`, `\\sqrt{${n}}`]);
  const ways = ['化簡 @', 'Simplify @', '@', '計算 @'] as const;
  switch (chance.below(4)) {
    case 0:
      return value(
        chance,
        `${root(p * a * a)}+${root(p * b * b)}`,
        `sqrt(${p * a * a}) + sqrt(${p * b * b})`,
        ways,
      );
    case 1:
      return value(chance, `${a}/${root(p)}`, `${a}/sqrt(${p})`, [
        ...ways,
        '有理化 @',
        'Rationalise the denominator of @',
      ]);
    case 2:
      return value(chance, `(${root(p)}+${a})(${root(p)}-${b})`, `(sqrt(${p}) + ${a})*(sqrt(${p}) - ${b})`, [
        ...ways,
        '展開 @',
      ]);
    default:
      return value(chance, `1/(${b}+${root(p)})`, `1/(${b} + sqrt(${p}))`, [...ways, '有理化分母：@']);
  }
};

export const square: Maker = (chance) => {
  const c = [chance.pick([1, 1, 2, 3, -1]), between(chance, -9, 9) * 2, between(chance, -9, 9)];
  if (chance.happens(0.5))
    return {
      text: said(
        chance,
        [
          '把 @ 配方',
          'Complete the square: @',
          '配方 @',
          'Express @ in completed square form by completing the square',
        ],
        dressed(chance, typed(c)),
      ),
      truth: { type: 'same', expr: exact(c) },
    };
  return {
    text: said(
      chance,
      ['求 @ 的判別式', 'Find the discriminant of @', '@ 的判別式是多少？'],
      `${typed(c)}=0`,
    ),
    truth: { type: 'value', expr: `(${c[1]})^2 - 4*(${c[0]})*(${c[2]})` },
  };
};

export const sequence: Maker = (chance) => {
  const [a, d, n] = [between(chance, -9, 20), nonzero(chance, -6, 9), between(chance, 6, 40)];
  const list = `${a}, ${a + d}, ${a + 2 * d}, ${chance.pick(['...', '…', `${a + 3 * d}, ...`])}`;
  const [g, r, m] = [between(chance, 1, 6), chance.pick([2, 3, -2, 4]), between(chance, 4, 9)];
  const powers = `${g}, ${g * r}, ${g * r * r}, ${chance.pick(['...', '…'])}`;
  const make = (text: string, expr: string): ReturnType<Maker> => ({ text, truth: { type: 'value', expr } });
  switch (chance.below(9)) {
    case 0:
      return make(
        said(
          chance,
          [
            `求等差數列 @ 的第 ${n} 項`,
            `Find the ${n}th term of the arithmetic sequence @`,
            `@ 的第${n}項是甚麼？（等差數列）`,
          ],
          list,
        ),
        `${a} + (${n} - 1)*(${d})`,
      );
    case 1:
      return make(
        said(
          chance,
          [
            `求等差數列 @ 首 ${n} 項之和`,
            `Find the sum of the first ${n} terms of the arithmetic sequence @`,
            `求等差數列 @ 前${n}項的和`,
          ],
          list,
        ),
        `Rational(${n}*(2*(${a}) + (${n} - 1)*(${d})), 2)`,
      );
    case 2:
      return make(
        said(
          chance,
          [`求等比數列 @ 的第 ${m} 項`, `Find the ${m}th term of the geometric sequence @`],
          powers,
        ),
        `${g}*(${r})^(${m} - 1)`,
      );
    case 3:
      return make(
        said(
          chance,
          [`求等比數列 @ 首 ${m} 項之和`, `Find the sum of the first ${m} terms of the geometric sequence @`],
          powers,
        ),
        `Rational(${g}*(1 - (${r})^${m}), 1 - (${r}))`,
      );
    case 4:
      return {
        text: said(
          chance,
          ['求等差數列 @ 的通項', 'Find the nth term of the arithmetic sequence @', '寫出數列 @ 的第 n 項'],
          list,
        ),
        truth: { type: 'same', expr: `${a} + (n - 1)*(${d})` },
      };
    case 5:
      return make(`等差數列首項為 ${a}，公差為 ${d}，求第 ${n} 項`, `${a} + (${n} - 1)*(${d})`);
    case 6:
      return make(
        `The first term of a geometric sequence is ${g} and the common ratio is ${r}. Find the ${m}th term.`,
        `${g}*(${r})^(${m} - 1)`,
      );
    case 7:
      return make(`求等比數列 ${g * 8}, ${g * 4}, ${g * 2}, ... 的無限項之和`, `${g * 16}`);
    default:
      return make(
        `Find the sum to infinity of the geometric series ${g * 27}, ${g * 9}, ${g * 3}, ...`,
        `Rational(${g * 81}, 2)`,
      );
  }
};

export const functionMaker: Maker = (chance) => {
  const [a, b, c, k] = [
    chance.pick([1, 1, 2, -1, -2]),
    between(chance, -6, 6),
    between(chance, -9, 9),
    between(chance, -5, 6),
  ];
  const f = typed([a, b, c]);
  const [h, v] = [`Rational(${-b}, ${2 * a})`, `${c} - Rational(${b * b}, ${4 * a})`];
  switch (chance.below(9)) {
    case 0:
      return {
        text: said(
          chance,
          [
            `已知 f(x)=@，求 f(${k})。`,
            `f(x)=@, find f(${k})`,
            `If f(x)=@, evaluate f(${k}).`,
            `設 f(x) = @，求 f(${k}) 的值`,
          ],
          f,
        ),
        truth: { type: 'value', expr: `${a}*(${k})^2 + (${b})*(${k}) + (${c})` },
      };
    case 1:
      return {
        text: said(
          chance,
          [
            '求 y=@ 的頂點',
            'Find the vertex of y=@',
            '求拋物線 y=@ 的頂點坐標',
            'Find the coordinates of the vertex of the graph of y = @',
          ],
          f,
        ),
        truth: { type: 'point', point: [h, v] },
      };
    case 2: {
      const [p, q] = [between(chance, -6, 6), between(chance, -6, 6)];
      return {
        text: said(
          chance,
          ['求 y=@ 的 x 截距', 'Find the x-intercepts of y=@', '求 y=@ 的圖像的 x-截距'],
          typed([1, -(p + q), p * q]),
        ),
        truth: { type: 'statement', from: `${exact([1, -(p + q), p * q])} = 0` },
      };
    }
    case 3:
      return {
        text: said(chance, ['Find the y-intercept of y=@', '求 y=@ 的 y 截距'], f),
        truth: { type: 'value', expr: `${c}` },
      };
    case 4:
      return {
        text: said(
          chance,
          ['求 y=@ 的定義域', 'Find the domain of f(x)=@', '求函數 f(x)=@ 的定義域'],
          `sqrt(${typed([Math.abs(a), b])})`,
        ),
        truth: { type: 'statement', from: `${Math.abs(a)}*x + (${b}) >= 0` },
      };
    case 5:
      return {
        text: said(
          chance,
          ['Find the inverse of f(x)=@', '求 f(x)=@ 的反函數', 'Find the inverse function of f(x)=@'],
          typed([a, b]),
        ),
        truth: { type: 'same', expr: `(x - (${b}))/(${a})` },
      };
    case 6:
      return {
        text: said(
          chance,
          a > 0
            ? ['求 y=@ 的最小值', 'Find the minimum value of y=@']
            : ['求 y=@ 的最大值', 'Find the maximum value of y=@'],
          f,
        ),
        truth: { type: 'value', expr: v },
      };
    case 7:
      return {
        text: said(chance, ['求 y=@ 的對稱軸', 'Find the axis of symmetry of y=@'], f),
        truth: { type: 'statement', from: `x = ${h}` },
      };
    default:
      return {
        text: `若 f(x)=${typed([2, b])} 及 g(x)=${typed([1, 0, c])}，求 f(g(${k}))`,
        truth: { type: 'value', expr: `2*((${k})^2 + (${c})) + (${b})` },
      };
  }
};

export const coordinates: Maker = (chance) => {
  const [a, b, c, d] = [
    between(chance, -9, 9),
    between(chance, -9, 9),
    between(chance, 10, 18),
    between(chance, -9, 9),
  ];
  const pair = (x: number, y: number) => chance.pick([`(${x},${y})`, `(${x}, ${y})`, `（${x}，${y}）`]);
  const [p, q] = [pair(a, b), pair(c, d)];
  const line = `y - (${b}) = Rational(${d - b}, ${c - a})*(x - (${a}))`;
  switch (chance.below(9)) {
    case 0:
      return {
        text: chance.pick([
          `求 A${p} 和 B${q} 的距離`,
          `Find the distance between ${p} and ${q}`,
          `求兩點 ${p}、${q} 之間的距離`,
        ]),
        truth: { type: 'value', expr: `sqrt((${a - c})^2 + (${b - d})^2)` },
      };
    case 1:
      return {
        text: chance.pick([
          `求 A${p} 和 B${q} 的中點`,
          `Find the mid-point of ${p} and ${q}`,
          `Find the coordinates of the midpoint of A${p} and B${q}.`,
        ]),
        truth: { type: 'point', point: [`Rational(${a + c},2)`, `Rational(${b + d},2)`] },
      };
    case 2:
      return {
        text: chance
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
        text: chance.pick([
          `求通過 ${p} 和 ${q} 的直線方程`,
          `Find the equation of the straight line passing through ${p} and ${q}`,
        ]),
        truth: { type: 'statement', from: line },
      };
    case 4:
      return {
        text: chance.pick([
          `求斜率為 ${d} 且通過點 ${p} 的直線方程`,
          `Find the equation of the line with slope ${d} passing through ${p}`,
        ]),
        truth: { type: 'statement', from: `y - (${b}) = ${d}*(x - (${a}))` },
      };
    case 5: {
      const r = between(chance, 1, 9);
      const text = `x^2+y^2${typed([0, -2 * a, 0])
        .replace(/^(?=[^-])/, '+')
        .replace(/^\+0$/, '')}${typed([0, -2 * b, 0], 'y')
        .replace(/^(?=[^-])/, '+')
        .replace(/^\+0$/, '')}${a * a + b * b - r * r >= 0 ? '+' : ''}${a * a + b * b - r * r}=0`;
      return {
        text: said(chance, ['求圓 @ 的圓心和半徑', 'Find the centre and radius of the circle @'], text),
        truth: {
          type: 'holds',
          pattern: 'centre = \\((.*), (.*)\\), radius = (.*)',
          parts: [`${a}`, `${b}`, `${r}`],
        },
      };
    }
    case 6: {
      const r = between(chance, 1, 9);
      return {
        text: chance.pick([
          `求圓心為 ${p}、半徑為 ${r} 的圓的方程`,
          `Find the equation of the circle with centre ${p} and radius ${r}`,
        ]),
        truth: { type: 'statement', from: `(x - (${a}))^2 + (y - (${b}))^2 = ${r * r}` },
      };
    }
    case 7:
      return {
        text: chance.pick([
          `求通過 ${p} 且平行於 y=${typed([nonzero2(d), c])} 的直線方程`,
          `Find the equation of the line through ${p} parallel to y=${typed([nonzero2(d), c])}`,
        ]),
        truth: { type: 'statement', from: `y - (${b}) = ${nonzero2(d)}*(x - (${a}))` },
      };
    default:
      return {
        text: chance.pick([
          `求通過 ${p} 且垂直於 y=${typed([nonzero2(d), c])} 的直線方程`,
          `Find the equation of the line through ${p} perpendicular to y=${typed([nonzero2(d), c])}`,
        ]),
        truth: { type: 'statement', from: `y - (${b}) = -Rational(1, ${nonzero2(d)})*(x - (${a}))` },
      };
  }
};
const nonzero2 = (n: number) => (n === 0 ? 2 : n);

export const trigValues: Maker = (chance) => {
  const angles = [0, 30, 45, 60, 90, 120, 135, 150, 180, 210, 225, 240, 270, 300, 315, 330];
  const [f, g] = [chance.pick(['sin', 'cos']), chance.pick(['sin', 'cos'])];
  const [x, y] = [chance.pick(angles), chance.pick(angles)];
  const degrees = (n: number) => chance.pick([`${n}°`, `${n}^\\circ`, `${n}^{\\circ}`]);
  switch (chance.below(4)) {
    case 0:
      return value(chance, `${f} ${degrees(x)}`, `${f}(pi*Rational(${x},180))`);
    case 1:
      return value(
        chance,
        `${f} ${degrees(x)}+${g} ${degrees(y)}`,
        `${f}(pi*Rational(${x},180)) + ${g}(pi*Rational(${y},180))`,
      );
    case 2:
      return value(
        chance,
        `${f}^2 ${degrees(x)}-2${g} ${degrees(y)}`,
        `${f}(pi*Rational(${x},180))^2 - 2*${g}(pi*Rational(${y},180))`,
      );
    default: {
      const t = chance.pick([0, 30, 45, 60, 120, 135, 150, 180, 225]);
      return value(chance, `tan ${degrees(t)}`, `tan(pi*Rational(${t},180))`);
    }
  }
};

export const trigEquations: Maker = (chance) => {
  const ways = ['解方程 @', 'Solve @', '解 @', '@'] as const;
  const range = chance.pick(['0°≤x≤360°', '0° ≤ x ≤ 360°', '0^\\circ \\le x \\le 360^\\circ']);
  const given = '0 <= x, x <= 2*pi';
  const join = chance.pick([', where ', '，其中 ', ' for ', ', ']);
  const make = (text: string, from: string): ReturnType<Maker> => ({
    text: said(chance, ways, `${text}${join}${range}`),
    truth: { type: 'statement', from, given },
  });
  const f = chance.pick(['sin', 'cos', 'tan']);
  switch (chance.below(6)) {
    case 0:
      return make(`2sin x=${chance.pick(['1', '-1'])}`, '');
    case 1:
      return make(`${f} x=${chance.pick(['1', '-1', '0'])}`, '');
    case 2: {
      const [a, b] = chance.pick([
        [2, -1],
        [2, -2],
        [1, -1],
        [2, 1],
      ] as [number, number][]);
      const g = chance.pick(['sin', 'cos']);
      const middle = a * b + a;
      const linear = middle === 0 ? '' : `${middle < 0 ? '-' : '+'}${Math.abs(middle)}${g} x`;
      return make(`${a * a}${g}^2 x${linear}${b < 0 ? '-' : '+'}${Math.abs(b)}=0`, '');
    }
    case 3:
      return make(`2${chance.pick(['sin', 'cos'])} x=√3`, '');
    case 4:
      return make(`${between(chance, 2, 5)}sin x=${between(chance, 1, 4)}cos x`, '');
    default:
      return make(`2sin^2 x${chance.pick(['+', '-'])}3cos x=0`, '');
  }
};

/** The equation for SymPy is read off the text: both are written by the generator in the same simple form. */
export const trigEquation: Maker = (chance) => {
  const made = trigEquations(chance);
  const found = /([-\d]*(?:sin|cos|tan)[^,，=]*)=([^,，]*?)(?:, where|，其中| for|, |$)/.exec(made.text);
  const plain = (text: string) =>
    text
      .replace(/(sin|cos|tan)\^2 x/g, '$1(x)^2')
      .replace(/(sin|cos|tan) x/g, '$1(x)')
      .replace(/(\d)(sin|cos|tan)/g, '$1*$2')
      .replace(/√(\d)/g, 'sqrt($1)');
  return {
    ...made,
    truth: {
      ...made.truth,
      from: `${plain(found?.[1] ?? '')} = ${plain(found?.[2] ?? '')}`,
    } as typeof made.truth,
  };
};

export const triangles: Maker = (chance) => {
  const [b, c] = [between(chance, 3, 12), between(chance, 3, 12)];
  const angle = chance.pick([30, 45, 60, 90, 120, 135]);
  switch (chance.below(5)) {
    case 0:
      return {
        text: chance.pick([
          `In triangle ABC, b=${b}, c=${c}, A=${angle}°, find a`,
          `△ABC 中，b=${b}, c=${c}, A=${angle}°，求 a`,
          `在三角形 ABC 中，AB=${c}, AC=${b}, ∠BAC=${angle}°，求 BC`,
        ]),
        truth: { type: 'value', expr: `sqrt(${b}^2 + ${c}^2 - 2*${b}*${c}*cos(pi*Rational(${angle},180)))` },
      };
    case 1: {
      const a = Math.abs(b - c) + 1 + chance.below(Math.max(1, 2 * Math.min(b, c) - 2));
      return {
        text: chance.pick([
          `In triangle ABC, a=${a}, b=${b}, c=${c}. Find A.`,
          `△ABC 中，BC=${a}, CA=${b}, AB=${c}，求 ∠BAC`,
        ]),
        truth: { type: 'value', expr: `acos(Rational(${b * b + c * c - a * a}, ${2 * b * c}))` },
      };
    }
    case 2: {
      const [A, B] = [chance.pick([30, 45, 60]), chance.pick([30, 45, 60, 75])];
      return {
        text: chance.pick([
          `In triangle ABC, A=${A}°, B=${B}°, a=${b}. Find b.`,
          `三角形 ABC 中，A=${A}°，B=${B}°，a=${b}，求 b`,
        ]),
        truth: { type: 'value', expr: `${b}*sin(pi*Rational(${B},180))/sin(pi*Rational(${A},180))` },
      };
    }
    case 3:
      return {
        text: chance.pick([
          `Find the area of triangle ABC where b=${b}, c=${c}, A=${angle}°`,
          `三角形 ABC 中，b=${b}，c=${c}，A=${angle}°，求面積`,
        ]),
        truth: { type: 'value', expr: `Rational(${b * c},2)*sin(pi*Rational(${angle},180))` },
      };
    default:
      return {
        text: chance.pick([
          `直角三角形的兩條直角邊為 ${b} 和 ${c}，求斜邊`,
          `The two legs of a right-angled triangle are ${b} and ${c}. Find the hypotenuse.`,
        ]),
        truth: { type: 'value', expr: `sqrt(${b * b + c * c})` },
      };
  }
};

export const differentiation: Maker = (chance) => {
  const [a, b, c, n] = [
    nonzero(chance, -6, 6),
    nonzero(chance, -6, 6),
    between(chance, -9, 9),
    between(chance, 2, 6),
  ];
  const ways = [
    '求導 @',
    'Differentiate @',
    'Differentiate @ with respect to x',
    '求 y=@ 的導數',
    'Find dy/dx if y=@',
    'd/dx (@)',
    '\\frac{d}{dx}(@)',
    '求 d/dx (@)',
    '對 x 求導：@',
    'Find the derivative of @',
  ] as const;
  const make = (text: string, expr: string): ReturnType<Maker> => ({
    text: said(chance, ways, text),
    truth: { type: 'derivative', expr, over: 'x' },
  });
  const p = Math.abs(a);
  switch (chance.below(12)) {
    case 0:
    case 1:
      return make(typed([a, b, 0, c]), exact([a, b, 0, c]));
    case 2:
      return make(`(${typed([p, b])})^${n}`, `(${exact([p, b])})^${n}`);
    case 3:
      return make(`sin ${p + 1}x`, `sin(${p + 1}*x)`);
    case 4:
      return make(`x^${n} e^x`, `x^${n}*e^x`);
    case 5:
      return make(`e^(${p}x)`, `e^(${p}*x)`);
    case 6:
      return make(`ln(${typed([p, Math.abs(b)])})`, `ln(${exact([p, Math.abs(b)])})`);
    case 7:
      return make(`x/(${typed([1, p])})`, `x/(x + ${p})`);
    case 8:
      return make('sqrt(x)', 'sqrt(x)');
    case 9:
      return make(`x^2 cos x`, 'x^2*cos(x)');
    case 10:
      return {
        text: `f(x)=${typed([a, b, c])}, find f'(${n})`,
        truth: { type: 'derivative', expr: exact([a, b, c]), over: 'x', at: `${n}` },
      };
    default:
      return {
        text: said(chance, ['Find the second derivative of @', '求 @ 的二階導數'], typed([a, b, c, 1, 0])),
        truth: { type: 'derivative', expr: exact([a, b, c, 1, 0]), over: 'x', order: 2 },
      };
  }
};

export const integration: Maker = (chance) => {
  const [a, b, c, n] = [
    nonzero(chance, -6, 6),
    between(chance, -6, 6),
    between(chance, -9, 9),
    between(chance, 1, 5),
  ];
  const ways = [
    '∫ (@) dx',
    '\\int (@) \\, dx',
    '求 ∫ (@) dx',
    'Find ∫ (@) dx',
    'Integrate @ with respect to x',
    '求 @ 的不定積分',
    'Find the indefinite integral of @',
  ] as const;
  const make = (text: string, expr: string): ReturnType<Maker> => ({
    text: said(chance, ways, text),
    truth: { type: 'integral', expr, over: 'x' },
  });
  const p = Math.abs(a) + 1;
  switch (chance.below(9)) {
    case 0:
    case 1:
      return make(typed([a, b, c]), exact([a, b, c]));
    case 2:
      return make(`(${typed([p, c])})^${n}`, `(${exact([p, c])})^${n}`);
    case 3:
      return make(`e^(${p}x)`, `e^(${p}*x)`);
    case 4:
      return make(chance.pick([`sin ${p}x`, `sin(${p}x)`]), `sin(${p}*x)`);
    case 5:
      return make(`1/(x^2)+x`, '1/x^2 + x');
    case 6: {
      const [lo, hi] = [between(chance, -3, 1), between(chance, 2, 5)];
      return {
        text: chance.pick([
          `\\int_{${lo}}^{${hi}} (${typed([a, b, c])}) \\, dx`,
          `∫_(${lo})^${hi} (${typed([a, b, c])}) dx`,
          `求 ${typed([a, b, c])} 由 ${lo} 至 ${hi} 的定積分`,
          `Integrate ${typed([a, b, c])} from ${lo} to ${hi}`,
        ]),
        truth: { type: 'definite', expr: exact([a, b, c]), over: 'x', bounds: [`${lo}`, `${hi}`] },
      };
    }
    case 7:
      return {
        text: chance.pick([
          '\\int_0^{\\pi} \\sin x \\, dx',
          '∫_0^π sin x dx',
          '計算 \\int_{0}^{\\pi} \\sin x dx',
        ]),
        truth: { type: 'definite', expr: 'sin(x)', over: 'x', bounds: ['0', 'pi'] },
      };
    default:
      return {
        text: `\\int_1^{${n + 1}} \\frac{1}{x} \\, dx`,
        truth: { type: 'definite', expr: '1/x', over: 'x', bounds: ['1', `${n + 1}`] },
      };
  }
};

export const statistics: Maker = (chance) => {
  const data = Array.from({ length: between(chance, 4, 9) }, () => between(chance, 1, 30));
  const list = data.join(chance.pick([', ', ',', '、', '，']));
  const sorted = [...data].sort((x, y) => x - y);
  const n = data.length;
  const total = data.reduce((x, y) => x + y, 0);
  const middle =
    n % 2 === 1 ? `${sorted[n >> 1]}` : `Rational(${(sorted[n / 2 - 1] ?? 0) + (sorted[n / 2] ?? 0)}, 2)`;
  const squares = data.reduce((x, y) => x + y * y, 0);
  const make = (ways: string[], expr: string): ReturnType<Maker> => ({
    text: said(chance, ways, list),
    truth: { type: 'value', expr },
  });
  switch (chance.below(5)) {
    case 0:
      return make(
        ['求 @ 的平均數', 'Find the mean of @', '@ 的平均值是多少？', 'Find the average of @.'],
        `Rational(${total}, ${n})`,
      );
    case 1:
      return make(['求 @ 的中位數', 'Find the median of @', '以下數據的中位數：@'], middle);
    case 2:
      return make(
        ['求 @ 的標準差', 'Find the standard deviation of @', '計算 @ 的標準差'],
        `sqrt(Rational(${n * squares - total * total}, ${n * n}))`,
      );
    case 3:
      return make(
        ['求 @ 的方差', 'Find the variance of @'],
        `Rational(${n * squares - total * total}, ${n * n})`,
      );
    default:
      return make(
        ['求 @ 的分佈域', 'Find the range of @', '數據 @ 的分佈域是多少？'],
        `${(sorted.at(-1) ?? 0) - (sorted[0] ?? 0)}`,
      );
  }
};

export const probability: Maker = (chance) => {
  const [n, r] = [between(chance, 5, 15), between(chance, 1, 5)];
  const [a, b] = [between(chance, 1, 9), between(chance, 1, 9)];
  switch (chance.below(7)) {
    case 0:
      return value(
        chance,
        chance.pick([`C(${n},${r})`, `${n}C${r}`, `C^{${n}}_{${r}}`, `\\binom{${n}}{${r}}`]),
        `binomial(${n},${r})`,
      );
    case 1:
      return value(chance, chance.pick([`P(${n},${r})`, `${n}P${r}`]), `factorial(${n})/factorial(${n - r})`);
    case 2:
      return {
        text: chance.pick([
          `從 ${n} 人中選出 ${r} 人，有多少種選法？`,
          `In how many ways can ${r} students be chosen from ${n} students?`,
          `How many ways are there to select ${r} people from ${n} people?`,
        ]),
        truth: { type: 'value', expr: `binomial(${n},${r})` },
      };
    case 3:
      return {
        text: chance.pick([
          `A bag contains ${a} red balls and ${b} blue balls. Find the probability of drawing a red ball.`,
          `袋中有 ${a} 個紅球和 ${b} 個藍球，隨機抽出一個，求抽到紅球的概率。`,
        ]),
        truth: { type: 'value', expr: `Rational(${a}, ${a + b})` },
      };
    case 4:
      return {
        text: chance.pick([
          '擲一枚公平的骰子，求得到偶數的概率。',
          'A fair die is thrown. Find the probability of getting an even number.',
        ]),
        truth: { type: 'value', expr: 'Rational(1,2)' },
      };
    case 5: {
      const k = between(chance, 1, 5);
      return {
        text: chance.pick([
          `擲一枚骰子，求點數大於 ${k} 的概率`,
          `A die is thrown. Find the probability of getting a number greater than ${k}.`,
        ]),
        truth: { type: 'value', expr: `Rational(${6 - k}, 6)` },
      };
    }
    default:
      return {
        text: chance.pick([
          `${r + 2} 本不同的書排成一行，有多少種排法？`,
          `In how many ways can ${r + 2} different books be arranged in a row?`,
        ]),
        truth: { type: 'value', expr: `factorial(${r + 2})` },
      };
  }
};

export const units: Maker = (chance) => {
  const table = [
    ['km', 'm', 1000, '公里', '米'],
    ['m', 'cm', 100, '米', '厘米'],
    ['cm', 'mm', 10, '厘米', '毫米'],
    ['kg', 'g', 1000, '公斤', '克'],
    ['L', 'mL', 1000, '升', '毫升'],
    ['h', 'min', 60, '小時', '分鐘'],
    ['min', 's', 60, '分鐘', '秒'],
    ['m^2', 'cm^2', 10_000, '平方米', '平方厘米'],
  ] as const;
  if (chance.happens(0.15)) {
    const n = between(chance, 1, 12) * 18;
    return {
      text: chance.pick([`Convert ${n} km/h to m/s`, `把 ${n} km/h 化為 m/s`, `${n} km/h = ? m/s`]),
      truth: { type: 'value', expr: `Rational(${n * 5}, 18)`, unit: true },
    };
  }
  const [big, small, rate, bigName, smallName] = chance.pick(table);
  const n = chance.happens(0.5)
    ? `${between(chance, 1, 40)}`
    : `${between(chance, 1, 40)}.${between(chance, 1, 9)}`;
  if (chance.happens(0.5))
    return {
      text: chance.pick([
        `${n} ${big} = ? ${small}`,
        `Convert ${n} ${big} to ${small}`,
        `把 ${n} ${bigName}化為${smallName}`,
        `${n}${bigName}等於多少${smallName}？`,
        `Express ${n} ${big} in ${small}`,
      ]),
      truth: { type: 'value', expr: `Rational('${n}')*${rate}`, unit: true },
    };
  return {
    text: chance.pick([
      `${n} ${small} = ? ${big}`,
      `Convert ${n} ${small} to ${big}`,
      `將 ${n} ${smallName}轉為${bigName}`,
    ]),
    truth: { type: 'value', expr: `Rational('${n}')/${rate}`, unit: true },
  };
};

export const wholeNumbers: Maker = (chance) => {
  const g = between(chance, 2, 12);
  const [a, b] = [g * between(chance, 1, 9), g * between(chance, 1, 9)];
  switch (chance.below(3)) {
    case 0:
      return {
        text: chance.pick([
          `求 ${a} 和 ${b} 的最大公因數`,
          `Find the H.C.F. of ${a} and ${b}`,
          `Find the highest common factor of ${a} and ${b}.`,
        ]),
        truth: { type: 'value', expr: `gcd(${a},${b})` },
      };
    case 1:
      return {
        text: chance.pick([
          `求 ${a} 和 ${b} 的最小公倍數`,
          `Find the L.C.M. of ${a} and ${b}`,
          `${a}, ${b} 的最小公倍數`,
        ]),
        truth: { type: 'value', expr: `lcm(${a},${b})` },
      };
    default:
      return {
        text: chance.pick([`把 ${a * b} 分解質因數`, `Express ${a * b} as a product of prime factors`]),
        truth: { type: 'value', expr: `${a * b}` },
      };
  }
};

export const substitution: Maker = (chance) => {
  const [a, b] = [between(chance, -6, 6), between(chance, -6, 6)];
  const text = chance.pick(['a^2-2b', '3a+ab', '(a+b)^2', 'a^2+b^2', '2a-3b+1']);
  const expr = text
    .replace(/(\d)([ab])/g, '$1*$2')
    .replace(/ab/g, 'a*b')
    .replace(/\ba\b/g, `(${a})`)
    .replace(/\bb\b/g, `(${b})`);
  return {
    text: chance.pick([
      `若 a=${a}，b=${b}，求 ${text} 的值。`,
      `Given a=${a}, b=${b}, find ${text}`,
      `If a = ${a} and b = ${b}, evaluate ${text}.`,
    ]),
    truth: { type: 'value', expr },
  };
};
