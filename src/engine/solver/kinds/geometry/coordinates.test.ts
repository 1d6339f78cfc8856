import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('points, lines and circles', () => {
  solves([
    ['求 A(1,2) 和 B(5,8) 的中點', 'coordinate geometry', '(3, 5)'],
    [
      'Find the centre and radius of x^2+y^2-4x+6y-3=0',
      'coordinate geometry',
      'centre = (2, -3), radius = 4',
    ],
    ['求通過 (1,2) 和 (3,8) 的直線的斜率', 'coordinate geometry', '3'],
    ['求通過 (1,2) 和 (3,8) 的直線方程', 'coordinate geometry', 'y = 3*x - 1'],
    ['A(1,2), B(4,6), 求 AB', 'coordinate geometry', '5'],
  ]);
});
