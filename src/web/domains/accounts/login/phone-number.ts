import type { TypedNumber } from '#web/ground/login.ts';

export const homeCode = '852';

/** How many digits a whole number has where we know; elsewhere the server judges. */
const lengths: Record<string, number> = { 852: 8, 853: 8, 86: 11 };

export const hasEightDigits = (areaCode: string) => lengths[areaCode] === 8;

/** A whole number however it was typed or pasted, or undefined. With + or 00 before it, its own code counts. */
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
    return own === undefined ? undefined : whole(own, digits.slice(own.length));
  }
  // Eight digits are all a Hong Kong number has: three more before them are its code.
  const doubled = areaCode === homeCode && digits.length === 11 && digits.startsWith(homeCode);
  return whole(areaCode, doubled ? digits.slice(3) : digits);
}

function whole(areaCode: string, national: string): TypedNumber | undefined {
  const length = lengths[areaCode];
  const fits = length ? national.length === length : /^\d{5,14}$/.test(national);
  return fits ? { areaCode, national } : undefined;
}

/** As it is written: 6123 4567, or 138 0013 8000. */
export const inGroups = (national: string) =>
  national.replace(/^(\d{4})(\d{4})$/, '$1 $2').replace(/^(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3');

/** `+852 61234567` of the API, as its country and the rest. */
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
