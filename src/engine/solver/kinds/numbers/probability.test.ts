import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('counting and probability', () => {
  solves([['從 8 人中選出 3 人，有多少種選法？', 'probability', '56']]);
});
