import { expect, test } from 'vitest';
import { fixMathSigns, withOperatorsBetween } from './mathematics.ts';

test.each([
  ['計算 909 X 11 - 64', '計算 909 × 11 - 64'],
  ['計算 909 xX 11', '計算 909 × 11'],
  ['計算 81 二 8+0.47', '計算 81 ÷ 8+0.47'],
  ['計算 81 十 8 十 (3 十 x)', '計算 81 + 8 + (3 十 x)'],
  ['解方程 8(X- 5)=5xX+8', '解方程 8(x- 5)=5x+8'],
  ['解不等式 11X-11> 53', '解不等式 11x-11> 53'],
  // Ambiguous text is left unchanged.
  ['解方程 3x + 2 = 8', '解方程 3x + 2 = 8'],
  ['第二題有 2 個', '第二題有 2 個'],
  ['共十題，每題 10 分', '共十題，每題 10 分'],
  ['2 十', '2 十'],
  ['MAX = 3', 'MAX = 3'],
  ['X 光', 'X 光'],
])('mathematical signs in recognised text: %s', (recognised, expected) => {
  expect(fixMathSigns(recognised)).toBe(expected);
});

test('a recognised 十 or 二 between numbers of its line is a plus or division sign, elsewhere a Chinese number', () => {
  const box = { x: 0, y: 0, width: 9, height: 9 };
  const recognised = (...lines: string[]) =>
    withOperatorsBetween(
      lines.flatMap((text, line) =>
        text.split(' ').map((word) => ({ text: word, line, box, confidence: 90 })),
      ),
    )
      .map(({ text }) => text)
      .join(' ');
  expect(recognised('What is 7 十 19?')).toBe('What is 7 + 19?');
  expect(recognised('3十(4 二 2)')).toBe('3+(4 ÷ 2)');
  expect(recognised('共 十 題', '3 十', '4 題')).toBe('共 十 題 3 十 4 題');
  expect(recognised('二十 3', '第 十 5 頁')).toBe('二十 3 第 十 5 頁');
});
