import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('division with remainder', () => {
  solves([
    ['求 x^3+2x-1 除以 x-1 的餘數', 'simplification', '2'],
    ['Find the remainder when x^3 - 2x + 5 is divided by x + 2', 'simplification', '1'],
    ['divide x^3-1 by x-1', 'simplification', 'quotient = x^2 + x + 1, remainder = 0'],
    [
      '求 2x^3+3x^2-x+5 除以 x^2+1 的商式和餘式',
      'simplification',
      'quotient = 2*x + 3, remainder = -3*x + 2',
    ],
    ['17 ÷ 5 的餘數', 'arithmetic', '2'],
  ]);
});
