import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { marketCalls } from '#shared/market.ts';
import { createFirstPageCache } from './market.ts';

const query = (given: object = {}) => marketCalls['GET /api/common_info/parent_case'].query.parse(given);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first page of a list is searched once, until something changes or a minute has passed', async () => {
  let searches = 0;
  const beginnings = createFirstPageCache(async () => ++searches);
  expect([await beginnings.find(query()), await beginnings.find(query())]).toEqual([1, 1]);
  expect(await beginnings.find(query({ sort: 'price_low' }))).toBe(2);
  expect(await beginnings.find(query({ page_size: 3 }))).toBe(3);
  beginnings.forget();
  expect(await beginnings.find(query())).toBe(4);
  vi.advanceTimersByTime(61_000);
  expect(await beginnings.find(query())).toBe(5);
});

test.each([{ page: 2 }, { region: '1' }, { price_min: 100 }, { gender: 'F' }, { cursor: 'newest.1.1' }])(
  'a search by %j is not cached',
  async (given) => {
    let searches = 0;
    const beginnings = createFirstPageCache(async () => ++searches);
    expect([await beginnings.find(query(given)), await beginnings.find(query(given))]).toEqual([1, 2]);
  },
);

test('a failed search is not cached', async () => {
  const search = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue('here');
  const beginnings = createFirstPageCache(search);
  await expect(beginnings.find(query())).rejects.toThrow('away');
  expect(await beginnings.find(query())).toBe('here');
});
