import { expect, it } from 'vitest';
import { pack, unpack } from './packed.ts';

it('unpack returns the same object for the same text, and drops the oldest entries from its cache', () => {
  const value = { cases: [{ id: 1, title: '小一 <b>' }] };
  const first = unpack(pack(value));
  expect(first).toEqual(value);
  expect(unpack(pack(structuredClone(value)))).toBe(first);
  for (let other = 0; other < 60; other++) unpack(pack({ other }));
  expect(unpack(pack(value))).not.toBe(first);
});
