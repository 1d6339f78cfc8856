import { afterAll, describe, expect, test } from 'vitest';
import { createMathematics } from '#server/domains/practice/mathematics.ts';
import { checkAnswer } from './check-answer.ts';
import { statementsIn } from './statements.ts';

const mathematics = createMathematics({ patience: 60_000 });
afterAll(() => mathematics.close());

async function marked(text: string) {
  const [part] = await checkAnswer(mathematics, text, 'en');
  return part?.data.mismatches.map(({ statement }) => statement) ?? [];
}

describe('true statements, and fragments of longer ones, are not marked', () => {
  test.each(
    [
      // Words, units and functions that belong to the computation.
      '面積 = 底 × 高 ÷ 2 = 12',
      '100 cm ÷ 4 = 25 cm',
      '24 小時 × 60 = 1440 分鐘',
      '5 個 × 3 = 15',
      '三分之一 × 9 = 3',
      '20% of 50 = 10',
      '10 的 20% = 2',
      'log 100 = 2',
      'log₂ 8 = 3',
      'sin 30 + 1 = 1.5',
      '17 mod 5 = 2',
      'HCF of 12 and 18 = 6',
      '√16 = 4',
      '√(9+16) = 5',
      'e^0 = 1',
      '2 × π × 3 = 18.85',
      '1 又 2/3 = 5/3',
      '$1 = 100 cents',
      '1 km = 1000 m',
      // Equations, ratios, times, remainders, rounding, percentages.
      'x + 3 = 7',
      'y - 2 = 5',
      '4 + 5 = 3x',
      '3 × 4 = 2(x + y)',
      '3:4 = 6:8',
      '5 : 10 = 1 : 2 = 0.5',
      '8:30 + 45 = 9:15',
      '17 ÷ 5 = 3 餘 2',
      '17 ÷ 5 = 3 … 2',
      '17 ÷ 5 = 3 R 2',
      '\\(17 \\div 5 = 3\\) 餘 2',
      '\\(17 \\div 5 = 3 \\cdots 2\\)',
      '2 ÷ 3 = 0.666…',
      '2 ÷ 3 = 0.666...',
      '\\(\\frac{2}{3} = 0.666\\ldots\\)',
      '\\(0.\\overline{3} = \\frac{1}{3}\\)',
      '1/3 = 0.333',
      '√2 ≈ 1.41',
      '100 − 20% = 80',
      '45/60 × 100 = 75%',
      '3 × 2 = 3!',
      '1 + 1 = 10₂',
      '(2) 3 + 4 = 7',
      '答案是 12\n\n3 × 4 = 12',
      '得 0 = 5，所以無解。',
      '\\[\\begin{vmatrix}1&2\\\\3&4\\end{vmatrix} = 1\\times4-2\\times3 = -2\\]',
      '\\(\\begin{cases} x + y = 5 \\\\ x - y = 1 \\end{cases}\\)',
      '\\(\\frac{6}{8} = \\frac{\\cancel{6}^3}{\\cancel{8}^4} = \\frac34\\)',
      '\\(1\\text{ km}=1000\\text{ m}\\)',
      '\\(A = \\frac12 \\times 3 \\times 4 = 6 \\text{ cm}^2\\)',
    ].map((text) => [text]),
  )('%s', async (text) => {
    expect(await marked(text)).toEqual([]);
  });
});

describe('false statements are marked wherever they stand', () => {
  test.each([
    ['1. 3 + 4 = 8', '3 + 4 = 8'],
    ['2) 3 + 4 = 8', '3 + 4 = 8'],
    ['(2) 3 + 4 = 8', '3 + 4 = 8'],
    ['- 3 + 4 = 8', '3 + 4 = 8'],
    ['Step 2: 3 + 4 = 8.', '3 + 4 = 8'],
    ['**3 + 4 = 8**', '3 + 4 = 8'],
    ['| 和 | 3 + 4 = 8 |', '3 + 4 = 8'],
    ['(3 + 4 = 8)', '3 + 4 = 8'],
    ['３＋４＝８', '３＋４＝８'],
    ['3 x 4 = 13', '3 x 4 = 13'],
    ['$5 × 3 = $16', '5 × 3 = $16'],
    ['面積 = 3 × 4 = 13 cm²', '3 × 4 = 13'],
    ['共 12\n3 × 4 = 13\n5 × 5 = 25', '3 × 4 = 13'],
    ['7 × 8 = 56, 56 + 4 = 61', '56 + 4 = 61'],
    ['1,000 + 1 = 1,002', '1,000 + 1 = 1,002'],
    ['0.5 = 40%', '0.5 = 40%'],
    ['√16 = 5', '√16 = 5'],
    ['2⁴ = 15', '2⁴ = 15'],
    ['\\[\\begin{aligned} 2+3 &= 5 \\\\ &= 6\\end{aligned}\\]', '5 = 6'],
    ['\\[\\begin{align*} x &= 2 \\times 3 + 4 \\\\ &= 11 \\end{align*}\\]', '2 \\times 3 + 4 = 11'],
    [
      '\\(A = \\frac12 \\times 3 \\times 4 = 7\\text{ cm}^2\\)',
      'A = \\frac12 \\times 3 \\times 4 = 7\\text{ cm}^2',
    ],
  ])('%s', async (text, statement) => {
    expect(await marked(text)).toEqual([statement]);
  });
});

test('statements that are too hard for the solver do not hide a false one', { tags: ['whole'] }, async () => {
  const hard = Array.from({ length: 120 }, (_, n) => `\\((a+b+c)^{9}(a-b-c)^{9} = ${n + 2}\\)`).join('\n');
  expect(await marked(`3 + 4 = 8\n${hard}`)).toEqual(['3 + 4 = 8']);
});

test('any text is scanned in bounded time', () => {
  const texts = ['\\[', '1 ', '1+', '$a', '((1=1', '1=1 (', '\\(1=1', '$$1', '- ', '*'].map((piece) =>
    `${piece.repeat(200_000 / piece.length)}=1`.slice(-200_000),
  );
  for (const text of [...texts, `\\(${'\\, '.repeat(600)}=1\\)`.repeat(100)]) {
    // CPU time of this thread: wall time depends on how busy the machine is.
    const begun = process.threadCpuUsage();
    statementsIn(text);
    const { user, system } = process.threadCpuUsage(begun);
    expect((user + system) / 1000, text.slice(0, 10)).toBeLessThan(600);
  }
});
