/** Problem generators: equations and inequalities in one unknown. */
import {
  between,
  inRandomNotation,
  inRandomWording,
  type Maker,
  nonzero,
  polynomialForSympy,
  polynomialText,
} from './problem.ts';

const solveWords = [
  '解方程 @',
  '@',
  'Solve @',
  'Solve the equation @.',
  '解 @',
  '求 x：@',
  'Solve for x: @',
  '解以下方程：@',
  '試解 @',
  'Find x if @',
  '已知 @，求 x 的值。',
  'Find the roots of @',
] as const;
const plainSolve = ['解方程 @', '@', 'Solve @', 'Solve the equation @.', '解 @', '試解 @'] as const;

function equation(
  random: Parameters<Maker>[0],
  text: string,
  from: string,
  given?: string,
): ReturnType<Maker> {
  return {
    text: inRandomWording(
      random,
      /x/.test(text) && random.happens(0.6) ? solveWords : plainSolve,
      inRandomNotation(random, text),
    ),
    truth: { type: 'statement', from, ...(given ? { given } : {}) },
  };
}

export const linear: Maker = (random) => {
  const [a, b, c, d] = [
    nonzero(random, -12, 12),
    between(random, -30, 30),
    between(random, -9, 9),
    between(random, -40, 40),
  ];
  const form = random.below(6);
  if (form === 0)
    return equation(random, `${polynomialText([a, b])}=${d}`, `(${polynomialForSympy([a, b])}) = ${d}`);
  if (form === 1)
    return equation(
      random,
      `${polynomialText([a, b])}=${polynomialText([c, d])}`,
      `(${polynomialForSympy([a, b])}) = (${polynomialForSympy([c, d])})`,
    );
  if (form === 2)
    return equation(
      random,
      `${a}(${polynomialText([1, b])})=${polynomialText([c, d])}`,
      `${a}*(x + (${b})) = (${polynomialForSympy([c, d])})`,
    );
  if (form === 3)
    return equation(
      random,
      `x/${Math.abs(a) + 1}+${Math.abs(b)}=${d}`,
      `x/${Math.abs(a) + 1} + ${Math.abs(b)} = ${d}`,
    );
  if (form === 4) {
    const [p, q] = [between(random, 2, 7), between(random, 2, 9)];
    return equation(
      random,
      `(${polynomialText([a, b])})/${p}-(${polynomialText([1, c])})/${q}=${d}`,
      `(${polynomialForSympy([a, b])})/${p} - (x + (${c}))/${q} = ${d}`,
    );
  }
  const [p, q] = [(Math.abs(a) + 1) / 10, between(random, 1, 99) / 10];
  return equation(random, `${p}x+${q}=${Math.abs(d) / 10}`, `${p}*x + ${q} = ${Math.abs(d) / 10}`);
};

export const quadratic: Maker = (random) => {
  const form = random.below(6);
  if (form <= 1) {
    const [p, r, q, s] = [
      between(random, 1, 4),
      nonzero(random, -9, 9),
      between(random, 1, 3),
      between(random, -9, 9),
    ];
    const c = [p * q, p * s + q * r, r * s];
    return equation(random, `${polynomialText(c)}=0`, `${polynomialForSympy(c)} = 0`);
  }
  if (form === 2) {
    const c = [nonzero(random, -5, 5), between(random, -12, 12), between(random, -12, 12)];
    return equation(random, `${polynomialText(c)}=0`, `${polynomialForSympy(c)} = 0`);
  }
  if (form === 3) {
    const [a, b, c, d] = [
      between(random, 1, 4),
      between(random, -9, 9),
      between(random, -9, 9),
      between(random, -9, 9),
    ];
    return equation(
      random,
      `${polynomialText([a, 0, b])}=${polynomialText([c, d])}`,
      `(${polynomialForSympy([a, 0, b])}) = (${polynomialForSympy([c, d])})`,
    );
  }
  if (form === 4) {
    const [h, k] = [between(random, -9, 9), between(random, 0, 30)];
    return equation(random, `(${polynomialText([1, h])})^2=${k}`, `(x + (${h}))^2 = ${k}`);
  }
  const c = [between(random, 1, 3), between(random, -8, 8), between(random, -8, 8)];
  const way = random.pick([
    '用配方法解方程 @',
    '用二次公式解 @',
    'Solve @ by completing the square',
    'Use the quadratic formula to solve @',
    '以因式分解法解 @',
  ]);
  return {
    text: way.replace('@', inRandomNotation(random, `${polynomialText(c)}=0`)),
    truth: { type: 'statement', from: `${polynomialForSympy(c)} = 0` },
  };
};

export const polynomial: Maker = (random) => {
  const roots = Array.from({ length: random.pick([3, 3, 4]) }, () => between(random, -5, 5));
  let c = [random.pick([1, 1, 1, 2])];
  for (const root of roots) c = [...c, 0].map((value, at) => value - root * (c[at - 1] ?? 0));
  if (random.happens(0.2))
    return equation(random, `x^3=${(roots[0] ?? 1) ** 3}`, `x^3 = ${(roots[0] ?? 1) ** 3}`);
  if (random.happens(0.2)) {
    const [p, q] = [between(random, 1, 4) ** 2, between(random, 1, 4) ** 2];
    return equation(
      random,
      polynomialText([1, 0, -(p + q), 0, p * q]).concat('=0'),
      `${polynomialForSympy([1, 0, -(p + q), 0, p * q])} = 0`,
    );
  }
  return equation(random, `${polynomialText(c)}=0`, `${polynomialForSympy(c)} = 0`);
};

export const fractional: Maker = (random) => {
  const [a, b, c, d] = [
    nonzero(random, -6, 6),
    nonzero(random, -6, 6),
    nonzero(random, -6, 6),
    nonzero(random, -6, 6),
  ];
  const form = random.below(4);
  if (form === 0)
    return equation(
      random,
      `${Math.abs(a)}/(${polynomialText([1, b])})=${c}`,
      `${Math.abs(a)}/(x + (${b})) = ${c}`,
    );
  if (form === 1)
    return equation(
      random,
      `${Math.abs(a)}/x+${Math.abs(b)}/(${polynomialText([1, c])})=${d}`,
      `${Math.abs(a)}/x + ${Math.abs(b)}/(x + (${c})) = ${d}`,
    );
  if (form === 2)
    return equation(
      random,
      `x/(${polynomialText([1, a])})=${Math.abs(b)}/(${polynomialText([1, a])})+${Math.abs(c)}`,
      `x/(x + (${a})) = ${Math.abs(b)}/(x + (${a})) + ${Math.abs(c)}`,
    );
  return equation(
    random,
    `x+${Math.abs(a)}/x=${Math.abs(b) + Math.abs(c)}`,
    `x + ${Math.abs(a)}/x = ${Math.abs(b) + Math.abs(c)}`,
  );
};

export const radical: Maker = (random) => {
  const [a, b, c] = [between(random, 1, 5), between(random, -6, 20), between(random, -5, 6)];
  const form = random.below(3);
  const root = random.pick(['sqrt(@)', '√(@)', '\\sqrt{@}']);
  if (form === 0)
    return {
      text: inRandomWording(
        random,
        plainSolve,
        `${root.replace('@', polynomialText([a, b]))}=${Math.abs(c)}`,
      ),
      truth: { type: 'statement', from: `sqrt(${polynomialForSympy([a, b])}) = ${Math.abs(c)}` },
    };
  if (form === 1)
    return {
      text: inRandomWording(
        random,
        plainSolve,
        `${root.replace('@', polynomialText([a, b]))}=${polynomialText([1, c])}`,
      ),
      truth: { type: 'statement', from: `sqrt(${polynomialForSympy([a, b])}) = x + (${c})` },
    };
  return {
    text: inRandomWording(random, plainSolve, `x-${a}${root.replace('@', 'x')}=${Math.abs(b)}`),
    truth: { type: 'statement', from: `x - ${a}*sqrt(x) = ${Math.abs(b)}` },
  };
};

export const absolute: Maker = (random) => {
  const [a, b, c] = [between(random, 1, 5), between(random, -9, 9), between(random, -2, 12)];
  if (random.happens(0.7))
    return equation(random, `|${polynomialText([a, b])}|=${c}`, `abs(${polynomialForSympy([a, b])}) = ${c}`);
  return equation(
    random,
    `|${polynomialText([1, b])}|=${polynomialText([2, c])}`,
    `abs(x + (${b})) = 2*x + (${c})`,
  );
};

export const inequality: Maker = (random) => {
  const words = ['解不等式 @', 'Solve @', '@', 'Solve the inequality @', '解 @', '求 @ 的解'] as const;
  const op = random.pick(['<', '>', '<=', '>=']);
  const make = (text: string, from: string): ReturnType<Maker> => ({
    text: inRandomWording(random, words, inRandomNotation(random, text)),
    truth: { type: 'statement', from },
  });
  const [a, b, c, d] = [
    nonzero(random, -7, 7),
    between(random, -20, 20),
    between(random, -6, 6),
    between(random, -20, 20),
  ];
  const form = random.below(7);
  if (form === 0)
    return make(`${polynomialText([a, b])}${op}${d}`, `${polynomialForSympy([a, b])} ${op} ${d}`);
  if (form === 1)
    return make(
      `${polynomialText([a, b])}${op}${polynomialText([c, d])}`,
      `${polynomialForSympy([a, b])} ${op} ${polynomialForSympy([c, d])}`,
    );
  if (form === 2 || form === 3) {
    const [p, q] = [between(random, -6, 6), between(random, -6, 6)];
    const k = random.pick([1, 1, 2, -1]);
    return make(
      `${polynomialText([k, -k * (p + q), k * p * q])}${op}0`,
      `${polynomialForSympy([k, -k * (p + q), k * p * q])} ${op} 0`,
    );
  }
  if (form === 4)
    return make(`${polynomialText([1, c, d])}${op}0`, `${polynomialForSympy([1, c, d])} ${op} 0`);
  if (form === 5) {
    const [low, high] = [between(random, -15, 0), between(random, 1, 15)];
    const p = Math.abs(a);
    return make(
      `${low}<${polynomialText([p, c])}<=${high}`,
      `${low} < ${polynomialForSympy([p, c])}, ${polynomialForSympy([p, c])} <= ${high}`,
    );
  }
  return make(
    `|${polynomialText([Math.abs(a), c])}|${op}${Math.abs(d) + 1}`,
    `abs(${polynomialForSympy([Math.abs(a), c])}) ${op} ${Math.abs(d) + 1}`,
  );
};

export const exponential: Maker = (random) => {
  const base = random.pick([2, 3, 5, 7, 10]);
  const form = random.below(6);
  const [a, b, n] = [nonzero(random, -3, 4), between(random, -4, 4), between(random, 0, 5)];
  if (form === 0) return equation(random, `${base}^x=${base ** n}`, `${base}^x = ${base ** n}`);
  if (form === 1)
    return equation(
      random,
      `${base}^(${polynomialText([a, b])})=${base ** n}`,
      `${base}^(${polynomialForSympy([a, b])}) = ${base ** n}`,
    );
  if (form === 2)
    return equation(
      random,
      `${base ** 2}^x=${base ** 3}^(${polynomialText([1, b])})`,
      `${base ** 2}^x = ${base ** 3}^(x + (${b}))`,
    );
  if (form === 3) {
    const value = between(random, 2, 60);
    return equation(random, `${base}^x=${value}`, `${base}^x = ${value}`);
  }
  if (form === 4) {
    const [p, q] = [base ** between(random, 0, 2), base ** between(random, 0, 3)];
    return equation(
      random,
      `${base * base}^x-${p + q}*${base}^x+${p * q}=0`,
      `${base * base}^x - ${p + q}*${base}^x + ${p * q} = 0`,
    );
  }
  return equation(
    random,
    `${base}^(x+1)+${base}^x=${(base + 1) * base ** n}`,
    `${base}^(x + 1) + ${base}^x = ${(base + 1) * base ** n}`,
  );
};

export const logarithmic: Maker = (random) => {
  const base = random.pick([2, 3, 5]);
  const form = random.below(5);
  const [a, b, n] = [between(random, 1, 4), between(random, -6, 6), between(random, 0, 3)];
  const log = random.pick([`log_${base} `, `\\log_{${base}} `, `log_${base}`]);
  if (form === 0)
    return {
      text: inRandomWording(random, plainSolve, `${log}x=${n}`),
      truth: { type: 'statement', from: `log(x, ${base}) = ${n}` },
    };
  if (form === 1)
    return {
      text: inRandomWording(random, plainSolve, `${log}(${polynomialText([a, b])})=${n}`),
      truth: { type: 'statement', from: `log(${polynomialForSympy([a, b])}, ${base}) = ${n}` },
    };
  if (form === 2)
    return {
      text: inRandomWording(random, plainSolve, `log x+log(${polynomialText([1, b])})=1`),
      truth: { type: 'statement', from: `log(x, 10) + log(x + (${b}), 10) = 1` },
    };
  if (form === 3)
    return {
      text: inRandomWording(
        random,
        plainSolve,
        `${log}(${polynomialText([1, a])})-${log}(${polynomialText([1, -a])})=1`,
      ),
      truth: { type: 'statement', from: `log(x + ${a}, ${base}) - log(x - ${a}, ${base}) = 1` },
    };
  return {
    text: inRandomWording(random, plainSolve, `2log x=log(${polynomialText([a + 1, b * b])})`),
    truth: { type: 'statement', from: `2*log(x, 10) = log(${polynomialForSympy([a + 1, b * b])}, 10)` },
  };
};
