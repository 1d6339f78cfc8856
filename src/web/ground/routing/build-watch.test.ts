import { expect, it } from 'vitest';
import { claimReload } from './build-watch.ts';

function memory(): Storage {
  const stored = new Map<string, string>();
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
    clear: () => stored.clear(),
    key: () => null,
    length: 0,
  };
}

it('at most one reload is allowed within ten seconds', () => {
  const storage = memory();
  expect(claimReload(storage, 100_000)).toBe(true);
  expect(claimReload(storage, 109_999)).toBe(false);
  expect(claimReload(storage, 110_000)).toBe(true);
});
