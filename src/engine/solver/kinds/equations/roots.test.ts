import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('sum, product and number of the roots of an equation', () => {
  solves([
    ['兩根之和：2x²-5x+1=0', 'quadratic equation', '5/2'],
    ['x²-5x+6=0 的兩根之積', 'quadratic equation', '6'],
    ['find the product of the roots of 3x^2-4x-6=0', 'quadratic equation', '-2'],
    ['找出 2x^2−5x+1=0 兩根之和與兩根之積', 'quadratic equation', 'sum = 5/2, product = 1/2'],
    ['求 x^2 - 7x + 3 = 0 兩根的和及積', 'quadratic equation', 'sum = 7, product = 3'],
    ['Find the sum and product of the roots of 3x^2+6x=1', 'quadratic equation', 'sum = -2, product = -1/3'],
    ['x²+2x+5=0 有多少個實根？', 'quadratic equation', '0'],
    ['how many solutions does x^2=4 have', 'quadratic equation', '2'],
    ['若 α、β 為 x²-5x+2=0 的根，求 α²+β²', 'quadratic equation', '21'],
    ['If α, β are the roots of 2x^2-6x+3=0, find 1/α+1/β', 'quadratic equation', '2'],
    ['以 3 和 -4 為根的二次方程', 'quadratic equation', 'x^2 + x - 12 = 0'],
  ]);
});
