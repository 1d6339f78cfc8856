/** What is asked for, and not merely what is written: questions that were once answered beside the point. */
import { describe, expect, it } from 'vitest';
import { solve } from './solve.ts';

const answered: [string, string][] = [
  ['3:5 = x:20', 'x = 12'],
  ['若 2x-1:3 = x+2:2, 求 x', 'x = 8'],
  ['求 x：3:5=x:20', 'x = 12'],
  ['x:y=2:3, x+y=10', 'x = 4, y = 6'],
  ['若 x+y=5 及 xy=6，求 x^2+y^2', '13'],
  ['若 2x+1=7，求 3x-2', '7'],
  ['已知 x+1/x=3，求 x^2+1/x^2', '7'],
  ['兩根之和：2x²-5x+1=0', '5/2'],
  ['x²-5x+6=0 的兩根之積', '6'],
  ['find the product of the roots of 3x^2-4x-6=0', '-2'],
  ['x²+2x+5=0 有多少個實根？', '0'],
  ['how many solutions does x^2=4 have', '2'],
  ['求 x^2-3x-10=0 的正根', 'x = 5'],
  ['2x^2-3x-2=0 的整數解', 'x = 2'],
  ['solve 2x+1<9 where x is a positive integer', 'x = 1 or x = 2 or x = 3'],
  ['x^2=9, x>0', 'x = 3'],
  ['求 y=2x-6 的 x 截距和 y 截距', 'x-intercept: x = 3; y-intercept: y = -6'],
  ['find the x-intercept and y-intercept of 2x+3y=6', 'x-intercept: x = 3; y-intercept: y = 2'],
  ['cos^{-1}(1/2)', '60° = pi/3'],
  ['sin^{-1}(-1)', '-90° = -pi/2'],
  ['5 ft to m', '1.524 m'],
  ['1 mile to km', '1.609344 km'],
  ['-3 的平方', '9'],
  ['3x 的平方', '9*x^2'],
  ['differentiate x^2 twice', '2'],
];

describe('the question that is asked', () => {
  it.each(answered)('%s', (input, answer) => {
    const found = solve(input);
    expect(found.ok ? found.answer : found.reason.en).toBe(answer);
  });

  it.each([
    'x + y =',
    '2x+3 =',
    '12:18',
    '1:2:3',
    'a:b=2:3, b:c=4:5, 求 a:b:c',
    '3cm+2cm',
    '5kg - 200g',
    '5 foo to m',
    'sinh x',
    'max(3,5)',
    'x^2-5x+6=0 的較大根',
    'find the larger root of x^2-5x+6=0',
    'x^2=9 但 x 不是 3',
    'x^2=9 except x=3',
    'is x=3 a solution of 2x+1=7',
    'x² - 4x + 3 = 0 的根的平方和',
    '若 α、β 為 x²-5x+2=0 的根，求 α²+β²',
    'the degree of x^3+2x',
    '求 x-3 的絕對值',
    '1/3+1/6 以小數表示',
    'sqrt(2) correct to 3 decimal places',
    'e^x=5，答案準確至三位小數',
    '解方程 x+1=3；x-2=5',
    '因式分解 x^2-4，然後解 x^2-4=0',
    '因式分解 x^2-4=0',
    '17÷5=?...?',
    'solve sin x=1/2 between 0 and 360',
    '∫ x^2 dx from 0 to 1',
    '求 (1,2) 和 (3,4) 的斜率和中點',
    '求 (1,2) 與 (4,6) 的距離的平方',
    '直線 2x+3y=6 的 x 截距和 y 截距之和',
    '求 y=x^2-4x+3 的最小值，其中 3≤x≤5',
    '5 kg 加 300 g 等於多少 g',
    '200 增加 10% 再減少 10%',
    '20% of 50 plus 10',
    'a 的 20%',
    '80 減 20%',
    'HCF and LCM of 12 and 18',
    '60 的最大質因數',
    'x^2+bx+9 是完全平方，求 b',
  ])('declines rather than answer something else: %s', (input) => {
    const found = solve(input);
    expect(found.ok ? found.answer : '').toBe('');
  });

  it.each([
    'find the median of 4, 9, 1, 7, 3, 8',
    'mode of 1,2,2,3,3,3,4',
    'range of 3, 9, 4',
    '8, 12, 15, 20, 20 的中位數、眾數和平均數',
    '求通過 (2,3) 且平行於 3x-y+1=0 的直線方程',
  ])('has every step checked: %s', (input) => {
    const found = solve(input);
    expect(found.ok && found.steps.map(({ checked }) => checked)).toEqual(
      found.ok && found.steps.map(() => true),
    );
  });
});
