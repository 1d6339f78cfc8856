import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('areas between graphs', () => {
  solves([
    ['求曲線 y=x²-1 與 x 軸由 x=0 至 x=2 所圍成的面積', 'integration', '2'],
    ['求 y=x² 和 y=x 所圍成的面積', 'integration', '1/6'],
  ]);
});
