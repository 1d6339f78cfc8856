import { describe } from 'vitest';
import { fulfils, solves } from '#tests/solves.ts';

describe('logarithmic equations', () => {
  solves([
    ['log x + log(x-3) = 1', 'logarithmic equation', 'x = 5'],
    ['2log x = log(x+6)', 'logarithmic equation', 'x = 3'],
    ['log_3 (x^2) = 2', 'logarithmic equation', 'x = -3 or x = 3'],
  ]);

  fulfils([
    ['log x + log(x-3) = 1', 'log x + log(x-3) = 1'],
    ['2log x = log(x+6)', '2log x = log(x+6)'],
    ['log_3 (x^2) = 2', 'log_3 (x^2) = 2'],
  ]);
});
