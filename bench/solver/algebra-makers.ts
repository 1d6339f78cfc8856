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

export const simultaneous: Maker = (chance) => {
  const words = [
    '解聯立方程 @',
    '@',
    'Solve the simultaneous equations @',
    'Solve @',
    '解 @',
    '解方程組：@',
  ] as const;
  const join = (parts: string[]) => {
    const way = chance.below(5);
    if (way === 0) return `\\begin{cases} ${parts.join(' \\\\ ')} \\end{cases}`;
    return parts.join(chance.pick([', ', '，', ' and ', ' 及 ', '; ']));
  };
  const row = (c: number[], names: string[]) => {
    let text = '';
    c.slice(0, -1).forEach((value, at) => {
      if (value === 0) return;
      const size = Math.abs(value) === 1 ? '' : Math.abs(value);
      text +=
        text === ''
          ? `${value < 0 ? '-' : ''}${size}${names[at]}`
          : `${value < 0 ? '-' : '+'}${size}${names[at]}`;
    });
    return [
      `${text}=${c.at(-1)}`,
      `${names.map((name, at) => `(${c[at]})*${name}`).join(' + ')} = ${c.at(-1)}`,
    ] as const;
  };
  if (chance.happens(0.25)) {
    const [x, y, z] = [between(chance, -5, 5), between(chance, -5, 5), between(chance, -5, 5)];
    for (;;) {
      const m = Array.from({ length: 3 }, () => Array.from({ length: 3 }, () => nonzero(chance, -4, 4))) as [
        number[],
        number[],
        number[],
      ];
      const [p, q, r] = m as unknown as [
        [number, number, number],
        [number, number, number],
        [number, number, number],
      ];
      const det =
        p[0] * (q[1] * r[2] - q[2] * r[1]) -
        p[1] * (q[0] * r[2] - q[2] * r[0]) +
        p[2] * (q[0] * r[1] - q[1] * r[0]);
      if (det === 0) continue;
      const rows = m.map((c) =>
        row([...c, (c[0] ?? 0) * x + (c[1] ?? 0) * y + (c[2] ?? 0) * z], ['x', 'y', 'z']),
      );
      return {
        text: said(chance, words, join(rows.map(([text]) => dressed(chance, text)))),
        truth: { type: 'statement', from: rows.map(([, from]) => from).join(', ') },
      };
    }
  }
  if (chance.happens(0.25)) {
    const [a, b, c] = [nonzero(chance, -3, 3), between(chance, -5, 5), between(chance, 1, 40)];
    if (chance.happens(0.5))
      return {
        text: said(chance, words, join([`y=${typed([a, b])}`, `x^2+y^2=${c}`])),
        truth: { type: 'statement', from: `y = ${exact([a, b])}, x^2 + y^2 = ${c}` },
      };
    return {
      text: said(chance, words, join([`y=${typed([1, b, -c])}`, `y=${typed([a, c])}`])),
      truth: { type: 'statement', from: `y = ${exact([1, b, -c])}, y = ${exact([a, c])}` },
    };
  }
  const [x, y] = [between(chance, -9, 9), between(chance, -9, 9)];
  for (;;) {
    const m = [0, 1].map(() => [nonzero(chance, -9, 9), nonzero(chance, -9, 9)]) as [
      [number, number],
      [number, number],
    ];
    if (m[0][0] * m[1][1] === m[0][1] * m[1][0]) continue;
    const names = chance.pick([
      ['x', 'y'],
      ['x', 'y'],
      ['a', 'b'],
      ['m', 'n'],
    ]);
    const rows = m.map(([p, q]) =>
      row([p, q, chance.happens(0.8) ? p * x + q * y : between(chance, -20, 20)], names),
    );
    return {
      text: said(chance, words, join(rows.map(([text]) => dressed(chance, text)))),
      truth: { type: 'statement', from: rows.map(([, from]) => from).join(', ') },
    };
  }
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

export const factorise: Maker = (chance) => {
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
    text: said(chance, words, dressed(chance, text)),
    truth: { type: 'factor', expr },
  });
  const [p, q, r, s] = [
    between(chance, 1, 4),
    nonzero(chance, -9, 9),
    between(chance, 1, 3),
    nonzero(chance, -9, 9),
  ];
  const form = chance.below(8);
  if (form <= 1) return make(typed([p * r, p * s + q * r, q * s]), exact([p * r, p * s + q * r, q * s]));
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
  return make(typed(c), exact(c));
};

export const expand: Maker = (chance) => {
  const words = ['展開 @', 'Expand @', 'Expand and simplify @.', '展開並化簡 @', '把 @ 展開'] as const;
  const make = (text: string, expr: string): ReturnType<Maker> => ({
    text: said(chance, words, dressed(chance, text)),
    truth: { type: 'expand', expr },
  });
  const [p, q, r, s] = [
    between(chance, 1, 5),
    nonzero(chance, -9, 9),
    between(chance, 1, 4),
    nonzero(chance, -9, 9),
  ];
  const form = chance.below(5);
  if (form === 0)
    return make(`(${typed([p, q])})(${typed([r, s])})`, `(${exact([p, q])})*(${exact([r, s])})`);
  if (form === 1) return make(`(${typed([p, q])})^2`, `(${exact([p, q])})^2`);
  if (form === 2) return make(`(${typed([p, q])})^3`, `(${exact([p, q])})^3`);
  if (form === 3)
    return make(
      `${p + 1}x(${typed([r, s])})-(${typed([1, q])})^2`,
      `${p + 1}*x*(${exact([r, s])}) - (x + (${q}))^2`,
    );
  return make(`(a+${p}b)(a-${r}b)`, `(a + ${p}*b)*(a - ${r}*b)`);
};

export const simplifyMaker: Maker = (chance) => {
  const words = ['化簡 @', 'Simplify @', '簡化 @', 'Simplify @.', '@'] as const;
  const make = (text: string, expr: string): ReturnType<Maker> => ({
    text: said(chance, words, text),
    truth: { type: 'same', expr },
  });
  const [p, q, r] = [between(chance, 1, 6), nonzero(chance, -6, 6), between(chance, 2, 6)];
  const form = chance.below(6);
  if (form === 0)
    return make(`(x^2-${p * p})/(${typed([1, p + 1, p])})`, `(x^2 - ${p * p})/(${exact([1, p + 1, p])})`);
  if (form === 1)
    return make(`1/(${typed([1, q])})+${r}/(${typed([1, -q])})`, `1/(x + (${q})) + ${r}/(x - (${q}))`);
  if (form === 2) return make(`\\frac{${r}x}{${r * p}x^2}`, `${r}*x/(${r * p}*x^2)`);
  if (form === 3)
    return make(`${r}x+${p}y-${p}x${q < 0 ? '' : '+'}${q}y`, `${r}*x + ${p}*y - ${p}*x + (${q})*y`);
  if (form === 4) return make(`${p}(2a-b)-${r}(a+${p}b)`, `${p}*(2*a - b) - ${r}*(a + ${p}*b)`);
  return make(
    `(${typed([1, q + p, q * p])})/(${typed([1, q])})`,
    `(${exact([1, q + p, q * p])})/(x + (${q}))`,
  );
};

export const indices: Maker = (chance) => {
  const words = [
    '化簡 @',
    'Simplify @',
    '@',
    '以正指數表示 @',
    'Simplify @ and express your answer with positive indices',
  ] as const;
  const [a, b, c, d] = [
    between(chance, 1, 5),
    between(chance, 1, 5),
    between(chance, 1, 4),
    between(chance, -4, 4),
  ];
  const make = (text: string, expr: string): ReturnType<Maker> => ({
    text: said(chance, words, text),
    truth: { type: 'same', expr },
  });
  const form = chance.below(5);
  if (form === 0) return make(`x^${a}*x^${b}`, `x^${a}*x^${b}`);
  if (form === 1) return make(`(x^${a}y^${b})^${c}`, `(x^${a}*y^${b})^${c}`);
  if (form === 2) return make(`(${c}x^${a}y)^2/(x^${b}y^${c})`, `(${c}*x^${a}*y)^2/(x^${b}*y^${c})`);
  if (form === 3) return make(`(a^${a}b^(${d}))/(a^(-${b})b^${c})`, `(a^${a}*b^(${d}))/(a^(-${b})*b^${c})`);
  const [base, n, m] = [chance.pick([2, 3, 4, 5]), chance.pick([2, 3]), between(chance, -3, 4)];
  return {
    text: said(chance, ['計算 @', 'Evaluate @', '求 @ 的值', '@'], `${base ** n}^(${m}/${n})`),
    truth: { type: 'value', expr: `${base}^(${m})` },
  };
};

export const logarithms: Maker = (chance) => {
  const words = ['求 @ 的值', 'Evaluate @', 'Find the value of @', '計算 @', '@', '化簡 @'] as const;
  const [base, n, m] = [chance.pick([2, 3, 5]), between(chance, 1, 4), between(chance, 1, 3)];
  const form = chance.below(5);
  const make = (text: string, expr: string): ReturnType<Maker> => ({
    text: said(chance, words, text),
    truth: { type: 'value', expr },
  });
  if (form === 0) return make(`log_${base} ${base ** n}`, `${n}`);
  if (form === 1) return make(`log_${base} ${base ** n}+log_${base} ${base ** m}`, `${n + m}`);
  if (form === 2) return make('log 4+log 25', '2');
  if (form === 3) return make(`log_${base} (1/${base ** n})`, `-${n}`);
  return make(`\\log_{${base}} ${6 * base ** n}-\\log_{${base}} 6`, `${n}`);
};
