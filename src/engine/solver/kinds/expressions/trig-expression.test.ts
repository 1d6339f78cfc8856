import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('trigonometric expressions', () => {
  solves([
    ['tan 45 + sin 60', 'trigonometry', '(2 + sqrt(3))/2'],
    ['sin^2 x + cos^2 x', 'trigonometry', '1'],
    ['cos^{-1}(1/2)', 'trigonometry', '60° = pi/3'],
    ['sin^{-1}(-1)', 'trigonometry', '-90° = -pi/2'],
    ['sin 37°', 'trigonometry', '≈ 0.6018'],
  ]);
});
