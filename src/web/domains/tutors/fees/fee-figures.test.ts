import { expect, test } from 'vitest';
import { feeRange, middleHalf, reaching } from './fee-figures.ts';

test('the middle half leaves out the lowest and the highest quarter of the fees', () => {
  expect(middleHalf([400, 100, 200, 300, 250])).toEqual({ low: 200, high: 300, count: 5 });
  expect(middleHalf([180, 180, 180])).toEqual({ low: 180, high: 180, count: 3 });
});

test('two fees make no range', () => {
  expect(middleHalf([100, 900])).toBeUndefined();
  expect(middleHalf([])).toBeUndefined();
});

test('an offer of exactly the fee reaches it', () => {
  expect(reaching([150, 200, 260], 200)).toBe(2);
});

test('a range of one fee is one figure', () => {
  expect(feeRange({ low: 180, high: 180 })).toBe('HK$180');
  expect(feeRange({ low: 180, high: 240 })).toBe('HK$180–240');
});
