import { expect, it } from 'vitest';
import { advisedPrice, hasMiddle, isBelowMost } from './asked-fees.ts';

const asked = { count: 3, is_capped: false, lowest: 200, middle: 260, highest: 340 };

it('an offer is filled in at the usual price, but not below what half of the tutors who fit ask', () => {
  expect(advisedPrice({ p50: 140, asked })).toBe(260);
  expect(advisedPrice({ p50: 280, asked })).toBe(280);
  // One or two tutors are not a market.
  expect(advisedPrice({ p50: 140, asked: { ...asked, count: 2 } })).toBe(140);
  expect(advisedPrice({ p50: 140, asked: null })).toBe(140);
});

it('an offer is said to be low only where more tutors ask too much than fit', () => {
  const short = (price: number) => ({ price, times: 9, district: 9 });
  expect([6, 13, 14].map((price) => isBelowMost(13, short(price)))).toEqual([false, false, true]);
  expect(isBelowMost(0, short(3))).toBe(true);
  // One or two tutors are not a market.
  expect(isBelowMost(0, short(2))).toBe(false);
  expect(isBelowMost(200, null)).toBe(false);
});

it('half of the tutors are spoken of only where there are some, and at another fee than the lowest', () => {
  expect(hasMiddle(asked)).toBe(true);
  expect(hasMiddle({ ...asked, count: 2 })).toBe(false);
  expect(hasMiddle({ ...asked, middle: 200 })).toBe(false);
});
