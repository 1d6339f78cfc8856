import parsePhoneNumber from 'libphonenumber-js/mobile';

/** A mobile number as the world writes it, such as +85291234567. */
export type Phone = { dialCode: string; national: string; e164: string };

/** The number a person typed, or undefined when it is not a mobile number of that country. */
export function readPhone(dialCode: string, typed: string): Phone | undefined {
  const trimmed = typed.trim();
  const whole = trimmed.startsWith('+') ? trimmed : `+${dialCode}${trimmed}`;
  // A number, not a text in which one can be found.
  const parsed = parsePhoneNumber(whole, { extract: false });
  if (!parsed?.isValid() || parsed.countryCallingCode !== dialCode || parsed.ext) return undefined;
  if (parsed.getType() !== 'MOBILE' && parsed.getType() !== 'FIXED_LINE_OR_MOBILE') return undefined;
  return { dialCode, national: parsed.nationalNumber, e164: parsed.number };
}

export function phoneFromE164(e164: string): Phone {
  const parsed = parsePhoneNumber(e164);
  if (!parsed) throw new Error('a stored number is not a number');
  return { dialCode: parsed.countryCallingCode, national: parsed.nationalNumber, e164: parsed.number };
}

/** For everybody but its owner: enough to recognise one's own, too little to call. */
export function maskPhone({ dialCode, national }: Phone) {
  const shown = Math.min(2, Math.floor(national.length / 4));
  const hidden = national.length - 2 * shown;
  return `+${dialCode} ${national.slice(0, shown)}${'*'.repeat(hidden)}${national.slice(shown + hidden)}`;
}
