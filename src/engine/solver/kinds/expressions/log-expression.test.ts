import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('expressions with logarithms', () => {
  solves([['log 6 - log 3 + log 5', 'logarithms', '1']]);
});
