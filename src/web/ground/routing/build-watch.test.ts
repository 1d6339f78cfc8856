import { expect, it } from 'vitest';
import { claimReload } from './build-watch.ts';

function memory(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    key: () => null,
    length: 0,
  };
}

it('lets one reload through in ten seconds', () => {
  const storage = memory();
  expect(claimReload(storage, 100_000)).toBe(true);
  expect(claimReload(storage, 109_999)).toBe(false);
  expect(claimReload(storage, 110_000)).toBe(true);
});
