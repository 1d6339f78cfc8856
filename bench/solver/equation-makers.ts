/** Equations and inequalities in one unknown. */
import { between, dressed, exact, type Maker, nonzero, said, typed } from './problem.ts';

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
  chance: Parameters<Maker>[0],
  text: string,
  from: string,
  given?: string,
): ReturnType<Maker> {
  return {
    text: said(
      chance,
      /x/.test(text) && chance.happens(0.6) ? solveWords : plainSolve,
      dressed(chance, text),
    ),
    truth: { type: 'statement', from, ...(given ? { given } : {}) },
  };
}

export const linear: Maker = (chance) => {
  const [a, b, c, d] = [
    nonzero(chance, -12, 12),
    between(chance, -30, 30),
    between(chance, -9, 9),
    between(chance, -40, 40),
  ];
  const form = chance.below(6);
  if (form === 0) return equation(chance, `${typed([a, b])}=${d}`, `(${exact([a, b])}) = ${d}`);
  if (form === 1)
    return equation(chance, `${typed([a, b])}=${typed([c, d])}`, `(${exact([a, b])}) = (${exact([c, d])})`);
  if (form === 2)
    return equation(
      chance,
      `${a}(${typed([1, b])})=${typed([c, d])}`,
      `${a}*(x + (${b})) = (${exact([c, d])})`,
    );
  if (form === 3)
    return equation(
      chance,
      `x/${Math.abs(a) + 1}+${Math.abs(b)}=${d}`,
      `x/${Math.abs(a) + 1} + ${Math.abs(b)} = ${d}`,
    );
  if (form === 4) {
    const [p, q] = [between(chance, 2, 7), between(chance, 2, 9)];
    return equation(
      chance,
      `(${typed([a, b])})/${p}-(${typed([1, c])})/${q}=${d}`,
      `(${exact([a, b])})/${p} - (x + (${c}))/${q} = ${d}`,
    );
  }
  const [p, q] = [(Math.abs(a) + 1) / 10, between(chance, 1, 99) / 10];
  return equation(chance, `${p}x+${q}=${Math.abs(d) / 10}`, `${p}*x + ${q} = ${Math.abs(d) / 10}`);
};

export const quadratic: Maker = (chance) => {
  const form = chance.below(6);
  if (form <= 1) {
    const [p, r, q, s] = [
      between(chance, 1, 4),
      nonzero(chance, -9, 9),
      between(chance, 1, 3),
      between(chance, -9, 9),
    ];
    const c = [p * q, p * s + q * r, r * s];
    return equation(chance, `${typed(c)}=0`, `${exact(c)} = 0`);
  }
  if (form === 2) {
    const c = [nonzero(chance, -5, 5), between(chance, -12, 12), between(chance, -12, 12)];
    return equation(chance, `${typed(c)}=0`, `${exact(c)} = 0`);
  }
  if (form === 3) {
    const [a, b, c, d] = [
      between(chance, 1, 4),
      between(chance, -9, 9),
      between(chance, -9, 9),
      between(chance, -9, 9),
    ];
    return equation(
      chance,
      `${typed([a, 0, b])}=${typed([c, d])}`,
      `(${exact([a, 0, b])}) = (${exact([c, d])})`,
    );
  }
  if (form === 4) {
    const [h, k] = [between(chance, -9, 9), between(chance, 0, 30)];
    return equation(chance, `(${typed([1, h])})^2=${k}`, `(x + (${h}))^2 = ${k}`);
  }
  const c = [between(chance, 1, 3), between(chance, -8, 8), between(chance, -8, 8)];
  const way = chance.pick([
    '用配方法解方程 @',
    '用二次公式解 @',
    'Solve @ by completing the square',
    'Use the quadratic formula to solve @',
    '以因式分解法解 @',
  ]);
  return {
    text: way.replace('@', dressed(chance, `${typed(c)}=0`)),
    truth: { type: 'statement', from: `${exact(c)} = 0` },
  };
};

export const polynomial: Maker = (chance) => {
  const roots = Array.from({ length: chance.pick([3, 3, 4]) }, () => between(chance, -5, 5));
  let c = [chance.pick([1, 1, 1, 2])];
  for (const root of roots) c = [...c, 0].map((value, at) => value - root * (c[at - 1] ?? 0));
  if (chance.happens(0.2))
    return equation(chance, `x^3=${(roots[0] ?? 1) ** 3}`, `x^3 = ${(roots[0] ?? 1) ** 3}`);
  if (chance.happens(0.2)) {
    const [p, q] = [between(chance, 1, 4) ** 2, between(chance, 1, 4) ** 2];
    return equation(
      chance,
      typed([1, 0, -(p + q), 0, p * q]).concat('=0'),
      `${exact([1, 0, -(p + q), 0, p * q])} = 0`,
    );
  }
  return equation(chance, `${typed(c)}=0`, `${exact(c)} = 0`);
};

export const fractional: Maker = (chance) => {
  const [a, b, c, d] = [
    nonzero(chance, -6, 6),
    nonzero(chance, -6, 6),
    nonzero(chance, -6, 6),
    nonzero(chance, -6, 6),
  ];
  const form = chance.below(4);
  if (form === 0)
    return equation(chance, `${Math.abs(a)}/(${typed([1, b])})=${c}`, `${Math.abs(a)}/(x + (${b})) = ${c}`);
  if (form === 1)
    return equation(
      chance,
      `${Math.abs(a)}/x+${Math.abs(b)}/(${typed([1, c])})=${d}`,
      `${Math.abs(a)}/x + ${Math.abs(b)}/(x + (${c})) = ${d}`,
    );
  if (form === 2)
    return equation(
      chance,
      `x/(${typed([1, a])})=${Math.abs(b)}/(${typed([1, a])})+${Math.abs(c)}`,
      `x/(x + (${a})) = ${Math.abs(b)}/(x + (${a})) + ${Math.abs(c)}`,
    );
  return equation(
    chance,
    `x+${Math.abs(a)}/x=${Math.abs(b) + Math.abs(c)}`,
    `x + ${Math.abs(a)}/x = ${Math.abs(b) + Math.abs(c)}`,
  );
};

export const radical: Maker = (chance) => {
  const [a, b, c] = [between(chance, 1, 5), between(chance, -6, 20), between(chance, -5, 6)];
  const form = chance.below(3);
  const root = chance.pick(['sqrt(@)', '√(@)', '\\sqrt{@}']);
  if (form === 0)
    return {
      text: said(chance, plainSolve, `${root.replace('@', typed([a, b]))}=${Math.abs(c)}`),
      truth: { type: 'statement', from: `sqrt(${exact([a, b])}) = ${Math.abs(c)}` },
    };
  if (form === 1)
    return {
      text: said(chance, plainSolve, `${root.replace('@', typed([a, b]))}=${typed([1, c])}`),
      truth: { type: 'statement', from: `sqrt(${exact([a, b])}) = x + (${c})` },
    };
  return {
    text: said(chance, plainSolve, `x-${a}${root.replace('@', 'x')}=${Math.abs(b)}`),
    truth: { type: 'statement', from: `x - ${a}*sqrt(x) = ${Math.abs(b)}` },
  };
};

export const absolute: Maker = (chance) => {
  const [a, b, c] = [between(chance, 1, 5), between(chance, -9, 9), between(chance, -2, 12)];
  if (chance.happens(0.7)) return equation(chance, `|${typed([a, b])}|=${c}`, `abs(${exact([a, b])}) = ${c}`);
  return equation(chance, `|${typed([1, b])}|=${typed([2, c])}`, `abs(x + (${b})) = 2*x + (${c})`);
};

export const inequality: Maker = (chance) => {
  const words = ['解不等式 @', 'Solve @', '@', 'Solve the inequality @', '解 @', '求 @ 的解'] as const;
  const op = chance.pick(['<', '>', '<=', '>=']);
  const make = (text: string, from: string): ReturnType<Maker> => ({
    text: said(chance, words, dressed(chance, text)),
    truth: { type: 'statement', from },
  });
  const [a, b, c, d] = [
    nonzero(chance, -7, 7),
    between(chance, -20, 20),
    between(chance, -6, 6),
    between(chance, -20, 20),
  ];
  const form = chance.below(7);
  if (form === 0) return make(`${typed([a, b])}${op}${d}`, `${exact([a, b])} ${op} ${d}`);
  if (form === 1)
    return make(`${typed([a, b])}${op}${typed([c, d])}`, `${exact([a, b])} ${op} ${exact([c, d])}`);
  if (form === 2 || form === 3) {
    const [p, q] = [between(chance, -6, 6), between(chance, -6, 6)];
    const k = chance.pick([1, 1, 2, -1]);
    return make(
      `${typed([k, -k * (p + q), k * p * q])}${op}0`,
      `${exact([k, -k * (p + q), k * p * q])} ${op} 0`,
    );
  }
  if (form === 4) return make(`${typed([1, c, d])}${op}0`, `${exact([1, c, d])} ${op} 0`);
  if (form === 5) {
    const [low, high] = [between(chance, -15, 0), between(chance, 1, 15)];
    const p = Math.abs(a);
    return make(`${low}<${typed([p, c])}<=${high}`, `${low} < ${exact([p, c])}, ${exact([p, c])} <= ${high}`);
  }
  return make(
    `|${typed([Math.abs(a), c])}|${op}${Math.abs(d) + 1}`,
    `abs(${exact([Math.abs(a), c])}) ${op} ${Math.abs(d) + 1}`,
  );
};

export const exponential: Maker = (chance) => {
  const base = chance.pick([2, 3, 5, 7, 10]);
  const form = chance.below(6);
  const [a, b, n] = [nonzero(chance, -3, 4), between(chance, -4, 4), between(chance, 0, 5)];
  if (form === 0) return equation(chance, `${base}^x=${base ** n}`, `${base}^x = ${base ** n}`);
  if (form === 1)
    return equation(
      chance,
      `${base}^(${typed([a, b])})=${base ** n}`,
      `${base}^(${exact([a, b])}) = ${base ** n}`,
    );
  if (form === 2)
    return equation(
      chance,
      `${base ** 2}^x=${base ** 3}^(${typed([1, b])})`,
      `${base ** 2}^x = ${base ** 3}^(x + (${b}))`,
    );
  if (form === 3) {
    const value = between(chance, 2, 60);
    return equation(chance, `${base}^x=${value}`, `${base}^x = ${value}`);
  }
  if (form === 4) {
    const [p, q] = [base ** between(chance, 0, 2), base ** between(chance, 0, 3)];
    return equation(
      chance,
      `${base * base}^x-${p + q}*${base}^x+${p * q}=0`,
      `${base * base}^x - ${p + q}*${base}^x + ${p * q} = 0`,
    );
  }
  return equation(
    chance,
    `${base}^(x+1)+${base}^x=${(base + 1) * base ** n}`,
    `${base}^(x + 1) + ${base}^x = ${(base + 1) * base ** n}`,
  );
};

export const logarithmic: Maker = (chance) => {
  const base = chance.pick([2, 3, 5]);
  const form = chance.below(5);
  const [a, b, n] = [between(chance, 1, 4), between(chance, -6, 6), between(chance, 0, 3)];
  const log = chance.pick([`log_${base} `, `\\log_{${base}} `, `log_${base}`]);
  if (form === 0)
    return {
      text: said(chance, plainSolve, `${log}x=${n}`),
      truth: { type: 'statement', from: `log(x, ${base}) = ${n}` },
    };
  if (form === 1)
    return {
      text: said(chance, plainSolve, `${log}(${typed([a, b])})=${n}`),
      truth: { type: 'statement', from: `log(${exact([a, b])}, ${base}) = ${n}` },
    };
  if (form === 2)
    return {
      text: said(chance, plainSolve, `log x+log(${typed([1, b])})=1`),
      truth: { type: 'statement', from: `log(x, 10) + log(x + (${b}), 10) = 1` },
    };
  if (form === 3)
    return {
      text: said(chance, plainSolve, `${log}(${typed([1, a])})-${log}(${typed([1, -a])})=1`),
      truth: { type: 'statement', from: `log(x + ${a}, ${base}) - log(x - ${a}, ${base}) = 1` },
    };
  return {
    text: said(chance, plainSolve, `2log x=log(${typed([a + 1, b * b])})`),
    truth: { type: 'statement', from: `2*log(x, 10) = log(${exact([a + 1, b * b])}, 10)` },
  };
};
