import parsePhoneNumber from 'libphonenumber-js/mobile';

/** A mobile number; `e164` is its international format, such as +85291234567. */
export type Phone = { dialCode: string; national: string; e164: string };

/** The number a person typed, or undefined when it is not a mobile number of that country. */
export function readPhone(dialCode: string, typed: string): Phone | undefined {
  const trimmed = typed.trim();
  const whole = trimmed.startsWith('+') ? trimmed : `+${dialCode}${trimmed}`;
  // extract: false accepts only a number, not a text that contains one.
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

/** Shows enough digits for the owner to recognise the number, but too few to call it. */
export function maskPhone({ dialCode, national }: Phone) {
  const shown = Math.min(2, Math.floor(national.length / 4));
  const hidden = national.length - 2 * shown;
  return `+${dialCode} ${national.slice(0, shown)}${'*'.repeat(hidden)}${national.slice(shown + hidden)}`;
}
