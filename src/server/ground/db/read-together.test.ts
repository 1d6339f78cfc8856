import { expect, test } from 'vitest';
import { readTogether } from './read-together.ts';

test('what is asked for while a read runs is read by the next, and a failure is of its own read alone', async () => {
  const reads: (readonly number[])[] = [];
  const ask = readTogether(async (ids) => {
    reads.push(ids);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (ids.includes(3)) throw new Error('lost');
    return new Map(ids.filter((id) => id !== 2).map((id) => [id, id * 10]));
  });
  const first = [ask(1), ask(2), ask(1)];
  await new Promise((resolve) => setTimeout(resolve, 1));
  const second = Promise.allSettled([ask(1), ask(3)]);
  expect(await Promise.all(first)).toEqual([10, undefined, 10]);
  expect((await second).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask(4)).toBe(40);
  expect(reads).toEqual([[1, 2], [1, 3], [4]]);
});
