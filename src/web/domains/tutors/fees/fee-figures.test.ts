import { expect, test } from 'vitest';
import { feeRange, feesLike, middleHalf, reaching } from './fee-figures.ts';

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

test('the fees of tutors alike are told; of everybody where these are too few, and nothing of one or two', () => {
  const tutor = (education: number, experience: number, price_min: number) => ({
    education,
    experience,
    price_min,
  });
  const me = { education: 4, experience: 2 };
  const alike = [tutor(4, 2, 200), tutor(4, 2, 220), tutor(4, 2, 240)];
  const others = [tutor(4, 5, 400), tutor(6, 5, 600), tutor(6, 5, 600)];
  expect(feesLike(me, [...alike, ...others])).toMatchObject({ alike: 'both', fees: { count: 3, high: 240 } });
  expect(feesLike(me, [...alike.slice(1), ...others])).toMatchObject({
    alike: 'education',
    fees: { count: 3, high: 400 },
  });
  expect(feesLike(me, [...alike.slice(2), ...others])).toMatchObject({ alike: 'all', fees: { count: 4 } });
  expect(feesLike(me, alike.slice(1))).toBeUndefined();
});
