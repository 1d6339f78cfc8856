/** Problem generators: factorisation, expansion, simplification, indices, logarithms. */
import {
  between,
  inRandomNotation,
  inRandomWording,
  type Maker,
  nonzero,
  polynomialForSympy,
  polynomialText,
} from './problem.ts';

export const factorise: Maker = (random) => {
  const words = [
    '因式分解 @',
    'Factorise @',
    'Factorize @.',
    '@ 因式分解',
    '把 @ 分解因式',
    'Factor @ completely',
    '試將 @ 因式分解。',
  ] as const;
  const make = (text: string, expr: string): ReturnType<Maker> => ({
    text: inRandomWording(random, words, inRandomNotation(random, text)),
    truth: { type: 'factor', expr },
  });
  const [p, q, r, s] = [
    between(random, 1, 4),
    nonzero(random, -9, 9),
    between(random, 1, 3),
    nonzero(random, -9, 9),
  ];
  const form = random.below(8);
  if (form <= 1)
    return make(
      polynomialText([p * r, p * s + q * r, q * s]),
      polynomialForSympy([p * r, p * s + q * r, q * s]),
    );
  if (form === 2) return make(`${p * p === 1 ? '' : p * p}x^2-${q * q}`, `${p * p}*x^2 - ${q * q}`);
  if (form === 3)
    return make(`${p + 1}ab+${(p + 1) * Math.abs(q)}a`, `${p + 1}*a*b + ${(p + 1) * Math.abs(q)}*a`);
  if (form === 4)
    return make(
      `ax+${Math.abs(q)}a+${r + 1}x+${(r + 1) * Math.abs(q)}`,
      `a*x + ${Math.abs(q)}*a + ${r + 1}*x + ${(r + 1) * Math.abs(q)}`,
    );
  if (form === 5) return make(`x^3-${r ** 3}`, `x^3 - ${r ** 3}`);
  if (form === 6)
    return make(
      `x^2${q < 0 ? '-' : '+'}${2 * Math.abs(q)}xy+${q * q}y^2`,
      `x^2 + (${2 * q})*x*y + ${q * q}*y^2`,
    );
  const c = [1, q + s + p, q * s + p * (q + s), p * q * s];
  return make(polynomialText(c), polynomialForSympy(c));
};

export const expand: Maker = (random) => {
  const words = ['展開 @', 'Expand @', 'Expand and simplify @.', '展開並化簡 @', '把 @ 展開'] as const;
  const make = (text: string, expr: string): ReturnType<Maker> => ({
    text: inRandomWording(random, words, inRandomNotation(random, text)),
    truth: { type: 'expand', expr },
  });
  const [p, q, r, s] = [
    between(random, 1, 5),
    nonzero(random, -9, 9),
    between(random, 1, 4),
    nonzero(random, -9, 9),
  ];
  const form = random.below(5);
  if (form === 0)
    return make(
      `(${polynomialText([p, q])})(${polynomialText([r, s])})`,
      `(${polynomialForSympy([p, q])})*(${polynomialForSympy([r, s])})`,
    );
  if (form === 1) return make(`(${polynomialText([p, q])})^2`, `(${polynomialForSympy([p, q])})^2`);
  if (form === 2) return make(`(${polynomialText([p, q])})^3`, `(${polynomialForSympy([p, q])})^3`);
  if (form === 3)
    return make(
      `${p + 1}x(${polynomialText([r, s])})-(${polynomialText([1, q])})^2`,
      `${p + 1}*x*(${polynomialForSympy([r, s])}) - (x + (${q}))^2`,
    );
  return make(`(a+${p}b)(a-${r}b)`, `(a + ${p}*b)*(a - ${r}*b)`);
};

export const simplifyMaker: Maker = (random) => {
  const words = ['化簡 @', 'Simplify @', '簡化 @', 'Simplify @.', '@'] as const;
  const make = (text: string, expr: string): ReturnType<Maker> => ({
    text: inRandomWording(random, words, text),
    truth: { type: 'same', expr },
  });
  const [p, q, r] = [between(random, 1, 6), nonzero(random, -6, 6), between(random, 2, 6)];
  const form = random.below(6);
  if (form === 0)
    return make(
      `(x^2-${p * p})/(${polynomialText([1, p + 1, p])})`,
      `(x^2 - ${p * p})/(${polynomialForSympy([1, p + 1, p])})`,
    );
  if (form === 1)
    return make(
      `1/(${polynomialText([1, q])})+${r}/(${polynomialText([1, -q])})`,
      `1/(x + (${q})) + ${r}/(x - (${q}))`,
    );
  if (form === 2) return make(`\\frac{${r}x}{${r * p}x^2}`, `${r}*x/(${r * p}*x^2)`);
  if (form === 3)
    return make(`${r}x+${p}y-${p}x${q < 0 ? '' : '+'}${q}y`, `${r}*x + ${p}*y - ${p}*x + (${q})*y`);
  if (form === 4) return make(`${p}(2a-b)-${r}(a+${p}b)`, `${p}*(2*a - b) - ${r}*(a + ${p}*b)`);
  return make(
    `(${polynomialText([1, q + p, q * p])})/(${polynomialText([1, q])})`,
    `(${polynomialForSympy([1, q + p, q * p])})/(x + (${q}))`,
  );
};

export const indices: Maker = (random) => {
  const words = [
    '化簡 @',
    'Simplify @',
    '@',
    '以正指數表示 @',
    'Simplify @ and express your answer with positive indices',
  ] as const;
  const [a, b, c, d] = [
    between(random, 1, 5),
    between(random, 1, 5),
    between(random, 1, 4),
    between(random, -4, 4),
  ];
  const make = (text: string, expr: string): ReturnType<Maker> => ({
    text: inRandomWording(random, words, text),
    truth: { type: 'same', expr },
  });
  const form = random.below(5);
  if (form === 0) return make(`x^${a}*x^${b}`, `x^${a}*x^${b}`);
  if (form === 1) return make(`(x^${a}y^${b})^${c}`, `(x^${a}*y^${b})^${c}`);
  if (form === 2) return make(`(${c}x^${a}y)^2/(x^${b}y^${c})`, `(${c}*x^${a}*y)^2/(x^${b}*y^${c})`);
  if (form === 3) return make(`(a^${a}b^(${d}))/(a^(-${b})b^${c})`, `(a^${a}*b^(${d}))/(a^(-${b})*b^${c})`);
  const [base, n, m] = [random.pick([2, 3, 4, 5]), random.pick([2, 3]), between(random, -3, 4)];
  return {
    text: inRandomWording(random, ['計算 @', 'Evaluate @', '求 @ 的值', '@'], `${base ** n}^(${m}/${n})`),
    truth: { type: 'value', expr: `${base}^(${m})` },
  };
};

export const logarithms: Maker = (random) => {
  const words = ['求 @ 的值', 'Evaluate @', 'Find the value of @', '計算 @', '@', '化簡 @'] as const;
  const [base, n, m] = [random.pick([2, 3, 5]), between(random, 1, 4), between(random, 1, 3)];
  const form = random.below(5);
  const make = (text: string, expr: string): ReturnType<Maker> => ({
    text: inRandomWording(random, words, text),
    truth: { type: 'value', expr },
  });
  if (form === 0) return make(`log_${base} ${base ** n}`, `${n}`);
  if (form === 1) return make(`log_${base} ${base ** n}+log_${base} ${base ** m}`, `${n + m}`);
  if (form === 2) return make('log 4+log 25', '2');
  if (form === 3) return make(`log_${base} (1/${base ** n})`, `-${n}`);
  return make(`\\log_{${base}} ${6 * base ** n}-\\log_{${base}} 6`, `${n}`);
};
