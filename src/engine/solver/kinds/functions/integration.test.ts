import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('integrals', () => {
  solves([
    ['∫ (3x-1)^4 dx', 'integration', '(3*x - 1)^5/15 + C'],
    ['\\int_0^1 x^2 \\, dx', 'integration', '1/3'],
    ['∫_0^4 √x dx', 'integration', '16/3'],
    ['∫ 1/x^3 dx', 'integration', '-1/(2*x^2) + C'],
  ]);
});
