import { describe } from 'vitest';
import { fulfils, solves } from '#tests/solves.ts';

describe('equations with fractions and letters', () => {
  solves([
    ['(x^2-1)/(x-1)=2', 'fractional equation', 'no real solution'],
    ['1/x+1/(x+1)=3/2', 'fractional equation', 'x = -2/3 or x = 1'],
    ['把 x 變為 ax+b=c 的主項', 'change of subject', 'x = (c - b)/a'],
    ['把 u 變為 v=u+at 的主項', 'change of subject', 'u = -a*t + v'],
    ['Solve ax+b=0 for x', 'change of subject', 'x = -b/a'],
  ]);

  fulfils([['1/x+1/(x+1)=3/2', '1/x+1/(x+1)=3/2']]);
});
