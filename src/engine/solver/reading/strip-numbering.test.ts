import { expect, it } from 'vitest';
import { solve } from '../solve.ts';

/** Questions with numbers, marks and answer blanks, and with equations side by side. */
const typed: [string, string][] = [
  ['解方程 (x+3)/2 = 5（3分）', 'x = 7'],
  ['Solve 5x-3=12. (3 marks)', 'x = 3'],
  ['Solve 5x-3=12 [3]', 'x = 3'],
  ['Factorise (a) x^2+2xy-3y^2', '(x + 3*y)*(x - y)'],
  ['化簡 (b) 3a-2a+5', 'a + 5'],
  ['第3題：解方程 4x-1=11', 'x = 3'],
  ['①2x=8', 'x = 4'],
  ['Solve x²+6x+8=0 using the quadratic formula.', 'x = -4 or x = -2'],
  ['x 取何值時，2x-6=0？', 'x = 3'],
  ['計算 5 × [3]', '15'],
  ['(5) - (3)', '2'],
  ['(a) -3x=6', 'x = -2'],
  ['計算 (3) × (4)', '12'],
  ['(2)3x=12', 'x = 4'],
  ['12.計算3+4×2', '11'],
  ['Q3: 2 1/2 × 1 3/5 = ___', '4'],
  ['□ + 5 = 12', 'x = 7'],
  ['2x=10 x=?', 'x = 5'],
  ['x+y=3 x-y=1', 'x = 2, y = 1'],
  ['3x+2y=7 2x-y=0', 'x = 1, y = 2'],
  ['(1) x+y=5 (2) x-y=1', 'x = 3, y = 2'],
  ['x+y=5…(1) x-y=1…(2)', 'x = 3, y = 2'],
  ['x^2 = 9 x > 0', 'x = 3'],
  ['0 < 2 x + 1 < 5', '-1/2 < x < 2'],
  ['當x=2,y=-1時，求3x-2y', '8'],
  ['6x²÷2x', '3*x'],
  ['12ab÷4a', '3*b'],
  ['1/2x=4', 'x = 8'],
];

it.each(typed)('a question typed as it is printed on a paper is solved: %s', (input, answer) => {
  const found = solve(input);
  expect(found.ok ? found.answer : found.reason.en).toBe(answer);
});
