/** The eight digits of a Hong Kong number however it was typed or pasted, or undefined. */
export function readHongKongNumber(typed: string): string | undefined {
  const digits = typed
    .replace(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(/\D/g, '');
  return /^(?:00)?(?:852)?(\d{8})$/.exec(digits)?.[1];
}

/** As it is written: 6123 4567. */
export const inGroups = (national: string) => national.replace(/^(\d{4})(\d{4})$/, '$1 $2');

/** `+852 61234567` of the API, as its country and the rest. */
export function splitNumber(mobile: string) {
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
