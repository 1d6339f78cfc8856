/** Problem generators: fractions, signs, percentages, surds, whole numbers. */
import { between, inRandomWording, type Maker, value } from './problem.ts';

export const arithmetic: Maker = (random) => {
  const [a, b, c, d, e] = [
    between(random, 1, 12),
    between(random, 2, 12),
    between(random, 1, 12),
    between(random, 2, 12),
    between(random, 1, 9),
  ];
  const times = random.pick(['×', '*', '\\times ']);
  const divided = random.pick(['÷', '/']);
  switch (random.below(9)) {
    case 0:
      return value(random, `${a}/${b}+${c}/${d}`, `Rational(${a},${b}) + Rational(${c},${d})`);
    case 1:
      return value(
        random,
        `\\frac{${a}}{${b}}-\\frac{${c}}{${d}}`,
        `Rational(${a},${b}) - Rational(${c},${d})`,
      );
    case 2:
      return value(random, `${a}+${b}${times}${c}-${d}`, `${a} + ${b}*${c} - ${d}`);
    case 3:
      return value(random, `(${a}+${b})${times}${c}${divided}${d}`, `Rational((${a} + ${b})*${c}, ${d})`);
    case 4:
      return value(random, `${a}.${c}${times}${b}.5`, `Rational('${a}.${c}')*Rational('${b}.5')`);
    case 5: {
      const top = between(random, 1, b - 1);
      return value(
        random,
        `${a}又${b}分之${top} ${random.pick(['+', '-'])} ${c}/${d}`.replace('-', '+'),
        `${a} + Rational(${top},${b}) + Rational(${c},${d})`,
      );
    }
    case 6:
      return value(
        random,
        `${e}\\frac{1}{${b}}${times}\\frac{${c}}{${d}}`,
        `(${e} + Rational(1,${b}))*Rational(${c},${d})`,
      );
    case 7:
      return value(random, `${a}-[${b}-(${c}-${d})]`, `${a} - (${b} - (${c} - ${d}))`);
    default:
      return value(
        random,
        `${a}-${b}${times}(${c}-${d})${divided}${e}`,
        `${a} - Rational(${b}*(${c} - ${d}), ${e})`,
      );
  }
};

export const powersAndSigns: Maker = (random) => {
  const [a, b, n] = [between(random, 1, 9), between(random, 1, 9), random.pick([2, 3])];
  return value(random, `-${a}^2+(-${b})^${n}`, `-(${a}^2) + (-${b})^${n}`);
};

export const percent: Maker = (random) => {
  const [p, n] = [between(random, 1, 19) * 5, between(random, 1, 40) * 10];
  switch (random.below(6)) {
    case 0:
      return value(random, `${p}% of ${n}`, `Rational(${p * n},100)`, [
        '@',
        'Find @.',
        'Calculate @',
        'What is @?',
      ]);
    case 1:
      return value(random, `${n} 的 ${p}%`, `Rational(${p * n},100)`, ['@', '求 @', '計算 @', '@ 是多少？']);
    case 2:
      return value(random, `${n} by ${p}%`, `Rational(${n * (100 + p)},100)`, ['Increase @', 'Increase @.']);
    case 3:
      return value(random, `${n} 減少 ${p}%`, `Rational(${n * (100 - p)},100)`, ['@', '@ 是多少？', '把 @']);
    case 4:
      return {
        text: inRandomWording(
          random,
          ['把 @ 化為百分數', 'Express @ as a percentage', '將 @ 化成百分數', 'Convert @ to a percentage'],
          `${p}/100`,
        ),
        truth: { type: 'value', expr: `${p}`, unit: true },
      };
    default:
      return value(random, `0.${String(p).padStart(2, '0')}`, `Rational(${p},100)`, [
        '把 @ 化為分數',
        'Express @ as a fraction',
        'Write @ as a fraction',
        '將 @ 化成分數',
      ]);
  }
};

export const surds: Maker = (random) => {
  const [p, a, b] = [random.pick([2, 3, 5, 6, 7]), between(random, 1, 5), between(random, 2, 6)];
  const root = (n: number | string) => random.pick([`√${n}`, `sqrt(${n})`, `\\sqrt{${n}}`]);
  const ways = ['化簡 @', 'Simplify @', '@', '計算 @'] as const;
  switch (random.below(4)) {
    case 0:
      return value(
        random,
        `${root(p * a * a)}+${root(p * b * b)}`,
        `sqrt(${p * a * a}) + sqrt(${p * b * b})`,
        ways,
      );
    case 1:
      return value(random, `${a}/${root(p)}`, `${a}/sqrt(${p})`, [
        ...ways,
        '有理化 @',
        'Rationalise the denominator of @',
      ]);
    case 2:
      return value(random, `(${root(p)}+${a})(${root(p)}-${b})`, `(sqrt(${p}) + ${a})*(sqrt(${p}) - ${b})`, [
        ...ways,
        '展開 @',
      ]);
    default:
      return value(random, `1/(${b}+${root(p)})`, `1/(${b} + sqrt(${p}))`, [...ways, '有理化分母：@']);
  }
};

export const wholeNumbers: Maker = (random) => {
  const g = between(random, 2, 12);
  const [a, b] = [g * between(random, 1, 9), g * between(random, 1, 9)];
  switch (random.below(3)) {
    case 0:
      return {
        text: random.pick([
          `求 ${a} 和 ${b} 的最大公因數`,
          `Find the H.C.F. of ${a} and ${b}`,
          `Find the highest common factor of ${a} and ${b}.`,
        ]),
        truth: { type: 'value', expr: `gcd(${a},${b})` },
      };
    case 1:
      return {
        text: random.pick([
          `求 ${a} 和 ${b} 的最小公倍數`,
          `Find the L.C.M. of ${a} and ${b}`,
          `${a}, ${b} 的最小公倍數`,
        ]),
        truth: { type: 'value', expr: `lcm(${a},${b})` },
      };
    default:
      return {
        text: random.pick([`把 ${a * b} 分解質因數`, `Express ${a * b} as a product of prime factors`]),
        truth: { type: 'value', expr: `${a * b}` },
      };
  }
};

export const substitution: Maker = (random) => {
  const [a, b] = [between(random, -6, 6), between(random, -6, 6)];
  const text = random.pick(['a^2-2b', '3a+ab', '(a+b)^2', 'a^2+b^2', '2a-3b+1']);
  const expr = text
    .replace(/(\d)([ab])/g, '$1*$2')
    .replace(/ab/g, 'a*b')
    .replace(/\ba\b/g, `(${a})`)
    .replace(/\bb\b/g, `(${b})`);
  return {
    text: random.pick([
      `若 a=${a}，b=${b}，求 ${text} 的值。`,
      `Given a=${a}, b=${b}, find ${text}`,
      `If a = ${a} and b = ${b}, evaluate ${text}.`,
    ]),
    truth: { type: 'value', expr },
  };
};
