import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('quadratic forms and discriminants', () => {
  solves([
    ['Complete the square: x^2+6x+1', 'completing the square', '(x + 3)^2 - 8'],
    ['求 2x^2-3x+5=0 的判別式', 'discriminant', '-31'],
    ['把 y=x²-6x+10 化為頂點式', 'completing the square', '(x - 3)^2 + 1'],
    ['若方程 x²+kx+4=0 有實根，求 k 的範圍', 'discriminant', 'k <= -4 or k >= 4'],
  ]);
});
