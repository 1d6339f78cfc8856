import { afterAll, expect, test } from 'vitest';
import { createMathematics } from './mathematics.ts';

const mathematics = createMathematics({ patience: 500 });
afterAll(() => mathematics.close());

test('a task that uses up its processor time is given up, and the next one is solved', async () => {
  const hard = Array.from({ length: 120 }, (_, n) => `(a+b+c)^{9}(a-b-c)^{9} = ${n + 2}`);
  await expect(mathematics.check(hard)).rejects.toThrow('the solver took too long');
  expect(await mathematics.solve('2x = 4')).toMatchObject({ ok: true });
});
