import parsePhoneNumber from 'libphonenumber-js/mobile';

/** A mobile number as the world writes it, such as +85291234567. */
export type Phone = { dialCode: string; national: string; e164: string };

/** The number a person typed, or undefined when it is not a mobile number of that country. */
export function readPhone(dialCode: string, typed: string): Phone | undefined {
  const parsed = parsePhoneNumber(typed.trim().startsWith('+') ? typed : `+${dialCode}${typed}`);
  if (!parsed?.isValid() || parsed.countryCallingCode !== dialCode) return undefined;
  if (parsed.getType() !== 'MOBILE' && parsed.getType() !== 'FIXED_LINE_OR_MOBILE') return undefined;
  return { dialCode, national: parsed.nationalNumber, e164: parsed.number };
}

export function phoneFromE164(e164: string): Phone {
  const parsed = parsePhoneNumber(e164);
  if (!parsed) throw new Error('a stored number is not a number');
  return { dialCode: parsed.countryCallingCode, national: parsed.nationalNumber, e164: parsed.number };
}

/** For everybody but its owner: enough to recognise one's own, too little to call. */
export const maskPhone = ({ dialCode, national }: Phone) =>
  `+${dialCode} ${national.slice(0, 2)}${'*'.repeat(national.length - 4)}${national.slice(-2)}`;
