/** Problem generators: quadratics by completing the square, sequences, functions and graphs. */
import {
  between,
  inRandomNotation,
  inRandomWording,
  type Maker,
  nonzero,
  polynomialForSympy,
  polynomialText,
} from './problem.ts';

export const square: Maker = (random) => {
  const c = [random.pick([1, 1, 2, 3, -1]), between(random, -9, 9) * 2, between(random, -9, 9)];
  if (random.happens(0.5))
    return {
      text: inRandomWording(
        random,
        [
          '把 @ 配方',
          'Complete the square: @',
          '配方 @',
          'Express @ in completed square form by completing the square',
        ],
        inRandomNotation(random, polynomialText(c)),
      ),
      truth: { type: 'same', expr: polynomialForSympy(c) },
    };
  return {
    text: inRandomWording(
      random,
      ['求 @ 的判別式', 'Find the discriminant of @', '@ 的判別式是多少？'],
      `${polynomialText(c)}=0`,
    ),
    truth: { type: 'value', expr: `(${c[1]})^2 - 4*(${c[0]})*(${c[2]})` },
  };
};

export const sequence: Maker = (random) => {
  const [a, d, n] = [between(random, -9, 20), nonzero(random, -6, 9), between(random, 6, 40)];
  const list = `${a}, ${a + d}, ${a + 2 * d}, ${random.pick(['...', '…', `${a + 3 * d}, ...`])}`;
  const [g, r, m] = [between(random, 1, 6), random.pick([2, 3, -2, 4]), between(random, 4, 9)];
  const powers = `${g}, ${g * r}, ${g * r * r}, ${random.pick(['...', '…'])}`;
  const make = (text: string, expr: string): ReturnType<Maker> => ({ text, truth: { type: 'value', expr } });
  switch (random.below(9)) {
    case 0:
      return make(
        inRandomWording(
          random,
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
        inRandomWording(
          random,
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
        inRandomWording(
          random,
          [`求等比數列 @ 的第 ${m} 項`, `Find the ${m}th term of the geometric sequence @`],
          powers,
        ),
        `${g}*(${r})^(${m} - 1)`,
      );
    case 3:
      return make(
        inRandomWording(
          random,
          [`求等比數列 @ 首 ${m} 項之和`, `Find the sum of the first ${m} terms of the geometric sequence @`],
          powers,
        ),
        `Rational(${g}*(1 - (${r})^${m}), 1 - (${r}))`,
      );
    case 4:
      return {
        text: inRandomWording(
          random,
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

export const functionMaker: Maker = (random) => {
  const [a, b, c, k] = [
    random.pick([1, 1, 2, -1, -2]),
    between(random, -6, 6),
    between(random, -9, 9),
    between(random, -5, 6),
  ];
  const f = polynomialText([a, b, c]);
  const [h, v] = [`Rational(${-b}, ${2 * a})`, `${c} - Rational(${b * b}, ${4 * a})`];
  switch (random.below(9)) {
    case 0:
      return {
        text: inRandomWording(
          random,
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
        text: inRandomWording(
          random,
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
      const [p, q] = [between(random, -6, 6), between(random, -6, 6)];
      return {
        text: inRandomWording(
          random,
          ['求 y=@ 的 x 截距', 'Find the x-intercepts of y=@', '求 y=@ 的圖像的 x-截距'],
          polynomialText([1, -(p + q), p * q]),
        ),
        truth: { type: 'statement', from: `${polynomialForSympy([1, -(p + q), p * q])} = 0` },
      };
    }
    case 3:
      return {
        text: inRandomWording(random, ['Find the y-intercept of y=@', '求 y=@ 的 y 截距'], f),
        truth: { type: 'value', expr: `${c}` },
      };
    case 4:
      return {
        text: inRandomWording(
          random,
          ['求 y=@ 的定義域', 'Find the domain of f(x)=@', '求函數 f(x)=@ 的定義域'],
          `sqrt(${polynomialText([Math.abs(a), b])})`,
        ),
        truth: { type: 'statement', from: `${Math.abs(a)}*x + (${b}) >= 0` },
      };
    case 5:
      return {
        text: inRandomWording(
          random,
          ['Find the inverse of f(x)=@', '求 f(x)=@ 的反函數', 'Find the inverse function of f(x)=@'],
          polynomialText([a, b]),
        ),
        truth: { type: 'same', expr: `(x - (${b}))/(${a})` },
      };
    case 6:
      return {
        text: inRandomWording(
          random,
          a > 0
            ? ['求 y=@ 的最小值', 'Find the minimum value of y=@']
            : ['求 y=@ 的最大值', 'Find the maximum value of y=@'],
          f,
        ),
        truth: { type: 'value', expr: v },
      };
    case 7:
      return {
        text: inRandomWording(random, ['求 y=@ 的對稱軸', 'Find the axis of symmetry of y=@'], f),
        truth: { type: 'statement', from: `x = ${h}` },
      };
    default:
      return {
        text: `若 f(x)=${polynomialText([2, b])} 及 g(x)=${polynomialText([1, 0, c])}，求 f(g(${k}))`,
        truth: { type: 'value', expr: `2*((${k})^2 + (${c})) + (${b})` },
      };
  }
};
