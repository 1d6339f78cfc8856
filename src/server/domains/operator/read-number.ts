import { AppError } from '#server/ground/http/errors.ts';
import { type Phone, readPhone } from '#server/ground/phone/phone.ts';
import type { Locale } from '#shared/locale.ts';

/** A mobile number that an operator typed. */
export function readNumber(areaCode: string, mobile: string, locale: Locale): Phone {
  const phone = readPhone(areaCode, mobile);
  if (phone) return phone;
  const words = { 'zh-Hant': '這不是該地區的手提電話號碼', en: 'This is not a mobile number there' };
  throw new AppError('badInput', { fields: { mobile: words[locale] } });
}
