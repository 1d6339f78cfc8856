import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('an unknown letter in a polynomial, from a factor, remainder, root or value', () => {
  solves([
    ['若 x^3+kx+2 除以 x-1 的餘數為 5，求 k', 'polynomial equation', 'k = 2'],
    ['Given that x+2 is a factor of x^3+3x^2+kx-4, find k.', 'polynomial equation', 'k = 0'],
    ['若 2 是方程 x²+kx-6=0 的根，求 k', 'polynomial equation', 'k = 1'],
    ['f(x)=x^2+k, f(1)=5, 求 k', 'polynomial equation', 'k = 4'],
  ]);
});
