import { describe, expect, it } from 'vitest';
import { maskedNumber, readHongKongNumber, shownNumber, splitNumber } from './phone-number.ts';

describe('a number as it was typed', () => {
  it.each([
    ['61234567', '61234567'],
    ['6123 4567', '61234567'],
    [' 6123-4567 ', '61234567'],
    ['+852 6123 4567', '61234567'],
    ['85261234567', '61234567'],
    ['0085261234567', '61234567'],
    ['６１２３４５６７', '61234567'],
  ])('%s is read', (typed, number) => expect(readHongKongNumber(typed)).toBe(number));

  it.each(['', '6123456', '612345678', '+86 13800138000', 'abcd'])('%s is none', (typed) =>
    expect(readHongKongNumber(typed)).toBeUndefined(),
  );
});

it('a number of the API is split, grouped and masked', () => {
  expect(splitNumber('+852 61234567')).toEqual({ areaCode: '852', national: '61234567' });
  expect(shownNumber('+852 61234567')).toBe('+852 6123 4567');
  expect(maskedNumber('+852 61234567')).not.toContain('6123');
  expect(maskedNumber('+852 61234567')).toContain('4567');
});
