/** Problem generator: simultaneous equations. */
import {
  between,
  inRandomNotation,
  inRandomWording,
  type Maker,
  nonzero,
  polynomialForSympy,
  polynomialText,
} from './problem.ts';

export const simultaneous: Maker = (random) => {
  const words = [
    '解聯立方程 @',
    '@',
    'Solve the simultaneous equations @',
    'Solve @',
    '解 @',
    '解方程組：@',
  ] as const;
  const join = (parts: string[]) => {
    const way = random.below(5);
    if (way === 0) return `\\begin{cases} ${parts.join(' \\\\ ')} \\end{cases}`;
    return parts.join(random.pick([', ', '，', ' and ', ' 及 ', '; ']));
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
  if (random.happens(0.25)) {
    const [x, y, z] = [between(random, -5, 5), between(random, -5, 5), between(random, -5, 5)];
    for (;;) {
      const m = Array.from({ length: 3 }, () => Array.from({ length: 3 }, () => nonzero(random, -4, 4))) as [
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
        text: inRandomWording(random, words, join(rows.map(([text]) => inRandomNotation(random, text)))),
        truth: { type: 'statement', from: rows.map(([, from]) => from).join(', ') },
      };
    }
  }
  if (random.happens(0.25)) {
    const [a, b, c] = [nonzero(random, -3, 3), between(random, -5, 5), between(random, 1, 40)];
    if (random.happens(0.5))
      return {
        text: inRandomWording(random, words, join([`y=${polynomialText([a, b])}`, `x^2+y^2=${c}`])),
        truth: { type: 'statement', from: `y = ${polynomialForSympy([a, b])}, x^2 + y^2 = ${c}` },
      };
    return {
      text: inRandomWording(
        random,
        words,
        join([`y=${polynomialText([1, b, -c])}`, `y=${polynomialText([a, c])}`]),
      ),
      truth: {
        type: 'statement',
        from: `y = ${polynomialForSympy([1, b, -c])}, y = ${polynomialForSympy([a, c])}`,
      },
    };
  }
  const [x, y] = [between(random, -9, 9), between(random, -9, 9)];
  for (;;) {
    const m = [0, 1].map(() => [nonzero(random, -9, 9), nonzero(random, -9, 9)]) as [
      [number, number],
      [number, number],
    ];
    if (m[0][0] * m[1][1] === m[0][1] * m[1][0]) continue;
    const names = random.pick([
      ['x', 'y'],
      ['x', 'y'],
      ['a', 'b'],
      ['m', 'n'],
    ]);
    const rows = m.map(([p, q]) =>
      row([p, q, random.happens(0.8) ? p * x + q * y : between(random, -20, 20)], names),
    );
    return {
      text: inRandomWording(random, words, join(rows.map(([text]) => inRandomNotation(random, text)))),
      truth: { type: 'statement', from: rows.map(([, from]) => from).join(', ') },
    };
  }
};
