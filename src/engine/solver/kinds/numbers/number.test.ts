import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('whole numbers and percentages', () => {
  solves([
    ['把 0.000452 寫成科學記數法', 'number', '4.52*10^(-4)'],
    ['以科學記數法表示 45,200,000', 'number', '4.52*10^7'],
    ['Write -0.00034 in scientific notation.', 'number', '-3.4*10^(-4)'],
    ['150 的 20%', 'arithmetic', '30'],
    ['求 12 和 18 的最大公因數', 'number', '6'],
    ['64 的平方根', 'arithmetic', '8 or -8'],
    ['80 增加 25% 是多少？', 'arithmetic', '100'],
  ]);
});
