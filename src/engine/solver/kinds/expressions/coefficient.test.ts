import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('coefficients of an expansion', () => {
  solves([
    ['(x+y)^4 的 x²y² 係數', 'expansion', '6'],
    ['constant term in (x+1/x)^4', 'expansion', '6'],
  ]);
});
