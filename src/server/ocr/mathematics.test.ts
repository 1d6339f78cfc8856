import { expect, test } from 'vitest';
import { withSignsOfMathematics } from './mathematics.ts';

test.each([
  ['計算 909 X 11 - 64', '計算 909 × 11 - 64'],
  ['計算 909 xX 11', '計算 909 × 11'],
  ['計算 81 二 8+0.47', '計算 81 ÷ 8+0.47'],
  ['解方程 8(X- 5)=5xX+8', '解方程 8(x- 5)=5x+8'],
  ['解不等式 11X-11> 53', '解不等式 11x-11> 53'],
  // What may mean something else stays.
  ['解方程 3x + 2 = 8', '解方程 3x + 2 = 8'],
  ['第二題有 2 個', '第二題有 2 個'],
  ['MAX = 3', 'MAX = 3'],
  ['X 光', 'X 光'],
])('%s', (read, meant) => {
  expect(withSignsOfMathematics(read)).toBe(meant);
});
