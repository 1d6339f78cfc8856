import { describe, expect, it } from 'vitest';
import { areaCodesOf } from '#web/ground/routing/area-codes.ts';
import { inGroups, maskedNumber, readNumber, shownNumber, splitNumber } from './phone-number.ts';

describe('a typed phone number', () => {
  it.each([
    ['61234567', '61234567'],
    ['6123 4567', '61234567'],
    [' 6123-4567 ', '61234567'],
    ['+852 6123 4567', '61234567'],
    ['85261234567', '61234567'],
    ['0085261234567', '61234567'],
    ['＋８５２ ６１２３４５６７', '61234567'],
  ])('%s is accepted', (typed, national) => expect(readNumber(typed)).toEqual({ areaCode: '852', national }));

  it.each(['', '6123456', '612345678', '+86 13800138000', 'abcd', '+852'])(
    '%s is not a valid number',
    (typed) => expect(readNumber(typed)).toBeUndefined(),
  );

  it.each([
    ['853', '6612 3456', { areaCode: '853', national: '66123456' }],
    ['86', '138 0013 8000', { areaCode: '86', national: '13800138000' }],
    // Not taken for a country code: numbers of Macau may begin with any digit.
    ['853', '85366123', { areaCode: '853', national: '85366123' }],
    ['852', '+86 138 0013 8000', { areaCode: '86', national: '13800138000' }],
    ['86', '0085261234567', { areaCode: '852', national: '61234567' }],
    ['44', '7400 123456', { areaCode: '44', national: '7400123456' }],
  ])('with several countries, +%s selected: %s is accepted', (areaCode, typed, number) =>
    expect(readNumber(typed, areaCode, ['852', '853', '86', '44'])).toEqual(number),
  );

  it.each([
    ['86', '1380013800'],
    ['853', '661234567'],
    ['852', '+65 8123 4567'],
  ])('with several countries, +%s selected: %s is not a valid number', (areaCode, typed) =>
    expect(readNumber(typed, areaCode, ['852', '853', '86'])).toBeUndefined(),
  );
});

it('a phone number from the API is split, grouped and masked', () => {
  expect(splitNumber('+852 61234567')).toEqual({ areaCode: '852', national: '61234567' });
  expect(shownNumber('+852 61234567')).toBe('+852 6123 4567');
  expect(shownNumber('+86 13800138000')).toBe('+86 138 0013 8000');
  expect(maskedNumber('+852 61234567')).not.toContain('6123');
  expect(maskedNumber('+852 61234567')).toContain('4567');
  expect(inGroups('7400123456')).toBe('7400123456');
});

it('configured countries are named in both languages, an unknown one only by its code', () => {
  expect(areaCodesOf(['852', '853', '999'], 'zh-Hant')).toEqual([
    { code: '852', name: '香港' },
    { code: '853', name: '澳門' },
    { code: '999', name: '' },
  ]);
  expect(areaCodesOf(['86'], 'en')).toEqual([{ code: '86', name: 'Mainland China' }]);
});
