import { expect, it, vi } from 'vitest';
import { oncePer } from './once-per.ts';

it('makes a value once for the same objects, and another for each other combination of them', () => {
  const make = vi.fn((one: { id: number }, other: { id: number }) => [one.id, other.id]);
  const made = oncePer(make);
  const [first, second] = [{ id: 1 }, { id: 2 }];
  expect(made(first, second)).toBe(made(first, second));
  expect(made(second, first)).toEqual([2, 1]);
  expect(made(first, { id: 2 })).not.toBe(made(first, second));
  expect(make).toHaveBeenCalledTimes(3);
});

it('remembers that there is nothing', () => {
  const make = vi.fn((_of: object) => undefined);
  const made = oncePer(make);
  const of = {};
  made(of);
  made(of);
  expect(make).toHaveBeenCalledTimes(1);
});
