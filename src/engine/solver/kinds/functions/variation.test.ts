import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('variation', () => {
  solves([
    ['若 y 隨 x 正變，x=3 時 y=12，求 x=5 時的 y', 'function', 'y = 20'],
    ['y varies inversely as the square of x. When x=2, y=3. Find y when x=6.', 'function', 'y = 1/3'],
  ]);
});
