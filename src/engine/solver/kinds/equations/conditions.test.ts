import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('values of expressions and solutions under conditions', () => {
  solves([
    ['若 x+y=5 及 xy=6，求 x^2+y^2', 'simultaneous equations', '13'],
    ['若 2x+1=7，求 3x-2', 'function', '7'],
    ['已知 x+1/x=3，求 x^2+1/x^2', 'function', '7'],
    ['求 x^2-3x-10=0 的正根', 'quadratic equation', 'x = 5'],
    ['2x^2-3x-2=0 的整數解', 'quadratic equation', 'x = 2'],
    ['solve 2x+1<9 where x is a positive integer', 'inequality', 'x = 1 or x = 2 or x = 3'],
    ['x^2=9, x>0', 'quadratic equation', 'x = 3'],
  ]);
});
