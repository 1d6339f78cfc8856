import type { TypedNumber } from '#web/ground/login.ts';

export const homeCode = '852';

/** The number of digits where we know it; otherwise the server decides. */
const lengths: Record<string, number> = { 852: 8, 853: 8, 86: 11 };

export const hasEightDigits = (areaCode: string) => lengths[areaCode] === 8;

/**
 * Parses a complete number however it was typed or pasted; otherwise undefined. With + or 00 its own country
 * code is used.
 */
export function readNumber(
  typed: string,
  areaCode = homeCode,
  allowed: readonly string[] = [areaCode],
): TypedNumber | undefined {
  const plain = typed
    .replace(/[０-９＋]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[^\d+]/g, '')
    .replace(/^00/, '+');
  const digits = plain.replace(/\D/g, '');
  if (plain.startsWith('+')) {
    const own = [areaCode, ...allowed].find((code) => digits.startsWith(code));
    return own === undefined ? undefined : checkLength(own, digits.slice(own.length));
  }
  // A Hong Kong number has eight digits: 852 before them is the country code.
  const hasOwnCode = areaCode === homeCode && digits.length === 11 && digits.startsWith(homeCode);
  return checkLength(areaCode, hasOwnCode ? digits.slice(3) : digits);
}

function checkLength(areaCode: string, national: string): TypedNumber | undefined {
  const length = lengths[areaCode];
  const fits = length ? national.length === length : /^\d{5,14}$/.test(national);
  return fits ? { areaCode, national } : undefined;
}

/** As usually written: 6123 4567, or 138 0013 8000. */
export const inGroups = (national: string) =>
  national.replace(/^(\d{4})(\d{4})$/, '$1 $2').replace(/^(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3');

/** Splits the API's `+852 61234567` into country code and number. */
export function splitNumber(mobile: string): TypedNumber {
  const [dial = '', national = ''] = mobile.split(' ');
  return { areaCode: dial.replace('+', ''), national };
}

export function maskedNumber(mobile: string) {
  const { areaCode, national } = splitNumber(mobile);
  return `+${areaCode} **** ${national.slice(-4)}`;
}

export function shownNumber(mobile: string) {
  const { areaCode, national } = splitNumber(mobile);
  return `+${areaCode} ${inGroups(national)}`;
}
