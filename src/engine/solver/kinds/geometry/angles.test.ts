import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('degrees, radians and trigonometric ratios', () => {
  solves([
    ['180° = ? rad', 'unit conversion', 'pi rad'],
    ['把 π/6 弧度化為角度', 'unit conversion', '30°'],
    ['已知 sin θ = 3/5，θ 為銳角，求 cos θ', 'trigonometry', 'cos(theta) = 4/5'],
  ]);
});
