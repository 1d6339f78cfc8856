import { expect, test } from 'vitest';
import { maskPhone, phoneFromE164, readPhone } from './phone.ts';

test.each([
  ['852', '91234567', '+85291234567'],
  ['852', ' 9123 4567 ', '+85291234567'],
  ['852', '9123-4567', '+85291234567'],
  ['852', '９１２３４５６７', '+85291234567'],
  ['852', '+852 9123 4567', '+85291234567'],
  ['852', '51234567', '+85251234567'],
  ['853', '66123456', '+85366123456'],
  ['86', '13800138000', '+8613800138000'],
])('+%s and typed number "%s" are read as %s', (dialCode, typed, e164) => {
  const phone = readPhone(dialCode, typed);
  expect(phone).toMatchObject({ dialCode, e164 });
  expect(phoneFromE164(e164)).toEqual(phone);
});

test.each([
  ['852', '21234567', 'a fixed line'],
  ['852', '9123456', 'too short'],
  ['852', '912345678', 'too long'],
  ['852', '+8613800138000', "another country's"],
  ['86', '91234567', "another country's"],
  ['852', "91234567' or 1=1", 'a text around a number'],
  ['852', 'call 91234567', 'a text around a number'],
  ['852', '91234567 ext 12', 'an extension'],
  ['852', '91234567;ext=12', 'an extension'],
  ['852', '<script>', 'not a number'],
  ['852', '', 'nothing'],
  ['999', '91234567', 'not a country'],
])('+%s and typed number "%s" are refused: %s', (dialCode, typed) => {
  expect(readPhone(dialCode, typed)).toBeUndefined();
});

test('a masked number shows two digits at each end, fewer for a short number', () => {
  const mask = (dialCode: string, national: string) =>
    maskPhone({ dialCode, national, e164: `+${dialCode}${national}` });
  expect(mask('852', '91234567')).toBe('+852 91****67');
  expect(mask('86', '13800138000')).toBe('+86 13*******00');
  expect(mask('290', '51234')).toBe('+290 5***4');
  expect(mask('1', '123')).toBe('+1 ***');
});
