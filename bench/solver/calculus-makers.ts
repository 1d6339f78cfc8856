/** Problem generators: differentiation and integration. */
import {
  between,
  inRandomWording,
  type Maker,
  nonzero,
  polynomialForSympy,
  polynomialText,
} from './problem.ts';

export const differentiation: Maker = (random) => {
  const [a, b, c, n] = [
    nonzero(random, -6, 6),
    nonzero(random, -6, 6),
    between(random, -9, 9),
    between(random, 2, 6),
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
    text: inRandomWording(random, ways, text),
    truth: { type: 'derivative', expr, over: 'x' },
  });
  const p = Math.abs(a);
  switch (random.below(12)) {
    case 0:
    case 1:
      return make(polynomialText([a, b, 0, c]), polynomialForSympy([a, b, 0, c]));
    case 2:
      return make(`(${polynomialText([p, b])})^${n}`, `(${polynomialForSympy([p, b])})^${n}`);
    case 3:
      return make(`sin ${p + 1}x`, `sin(${p + 1}*x)`);
    case 4:
      return make(`x^${n} e^x`, `x^${n}*e^x`);
    case 5:
      return make(`e^(${p}x)`, `e^(${p}*x)`);
    case 6:
      return make(`ln(${polynomialText([p, Math.abs(b)])})`, `ln(${polynomialForSympy([p, Math.abs(b)])})`);
    case 7:
      return make(`x/(${polynomialText([1, p])})`, `x/(x + ${p})`);
    case 8:
      return make('sqrt(x)', 'sqrt(x)');
    case 9:
      return make(`x^2 cos x`, 'x^2*cos(x)');
    case 10:
      return {
        text: `f(x)=${polynomialText([a, b, c])}, find f'(${n})`,
        truth: { type: 'derivative', expr: polynomialForSympy([a, b, c]), over: 'x', at: `${n}` },
      };
    default:
      return {
        text: inRandomWording(
          random,
          ['Find the second derivative of @', '求 @ 的二階導數'],
          polynomialText([a, b, c, 1, 0]),
        ),
        truth: { type: 'derivative', expr: polynomialForSympy([a, b, c, 1, 0]), over: 'x', order: 2 },
      };
  }
};

export const integration: Maker = (random) => {
  const [a, b, c, n] = [
    nonzero(random, -6, 6),
    between(random, -6, 6),
    between(random, -9, 9),
    between(random, 1, 5),
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
    text: inRandomWording(random, ways, text),
    truth: { type: 'integral', expr, over: 'x' },
  });
  const p = Math.abs(a) + 1;
  switch (random.below(9)) {
    case 0:
    case 1:
      return make(polynomialText([a, b, c]), polynomialForSympy([a, b, c]));
    case 2:
      return make(`(${polynomialText([p, c])})^${n}`, `(${polynomialForSympy([p, c])})^${n}`);
    case 3:
      return make(`e^(${p}x)`, `e^(${p}*x)`);
    case 4:
      return make(random.pick([`sin ${p}x`, `sin(${p}x)`]), `sin(${p}*x)`);
    case 5:
      return make(`1/(x^2)+x`, '1/x^2 + x');
    case 6: {
      const [lo, hi] = [between(random, -3, 1), between(random, 2, 5)];
      return {
        text: random.pick([
          `\\int_{${lo}}^{${hi}} (${polynomialText([a, b, c])}) \\, dx`,
          `∫_(${lo})^${hi} (${polynomialText([a, b, c])}) dx`,
          `求 ${polynomialText([a, b, c])} 由 ${lo} 至 ${hi} 的定積分`,
          `Integrate ${polynomialText([a, b, c])} from ${lo} to ${hi}`,
        ]),
        truth: {
          type: 'definite',
          expr: polynomialForSympy([a, b, c]),
          over: 'x',
          bounds: [`${lo}`, `${hi}`],
        },
      };
    }
    case 7:
      return {
        text: random.pick([
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
