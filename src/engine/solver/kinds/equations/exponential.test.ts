import { describe } from 'vitest';
import { fulfils, solves } from '#tests/solves.ts';

describe('exponential equations', () => {
  solves([
    ['4^x=8^(x-1)', 'exponential equation', 'x = 3'],
    ['4^x-5*2^x+4=0', 'exponential equation', 'x = 0 or x = 2'],
    ['2^x=5', 'exponential equation', 'x = log(5, 10)/log(2, 10)'],
  ]);

  fulfils([
    ['4^x=8^(x-1)', '4^x=8^(x-1)'],
    ['4^x-5*2^x+4=0', '4^x-5*2^x+4=0'],
    ['2^x=5', '2^x=5'],
  ]);
});
