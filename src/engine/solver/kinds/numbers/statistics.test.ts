import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('statistics', () => {
  solves([
    ['求 2, 4, 4, 4, 5, 5, 7, 9 的標準差', 'statistics', '2'],
    ['100 200 300 的平均數', 'statistics', '200'],
  ]);
});
