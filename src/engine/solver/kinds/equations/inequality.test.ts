import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('inequalities', () => {
  solves([
    ['解不等式 x^2-5x+6<0', 'inequality', '2 < x < 3'],
    ['-3x+1≤7', 'inequality', 'x >= -2'],
    ['1<2x+3<=9', 'inequality', '-1 < x <= 3'],
    ['(x-1)/(x+2)>0', 'inequality', 'x < -2 or x > 1'],
    ['x^2-4x+4<=0', 'inequality', 'x = 2'],
    ['x^2+1>0', 'inequality', 'all real numbers'],
    ['x-3>2 or x+1<0', 'inequality', 'x < -1 or x > 5'],
    ['寫出滿足 3x-1<11 的最大整數', 'inequality', '3'],
  ]);
});
