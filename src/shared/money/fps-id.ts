/** Where somebody is paid by FPS (轉數快). */
export const fpsKinds = ['phone', 'email', 'id'] as const;
export type FpsId = { kind: (typeof fpsKinds)[number]; value: string };

/**
 * What somebody typed, as banks know it: a mobile number of Hong Kong (+852-91234567), an e-mail address, or an FPS
 * identifier of 7 or 9 digits. Undefined if it is none of them.
 */
export function fpsIdOf(typed: string): FpsId | undefined {
  const text = typed.trim();
  if (
    /^[\x21-\x3f\x41-\x7e]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i.test(
      text,
    )
  )
    return text.length <= 70 ? { kind: 'email', value: text.toLowerCase() } : undefined;
  const digits = text.replace(/[\s()-]/g, '').replace(/^(?:\+|00)?852(?=\d{8}$)/, '');
  if (/^[4-9]\d{7}$/.test(digits)) return { kind: 'phone', value: `+852-${digits}` };
  if (/^(?:\d{7}|\d{9})$/.test(digits)) return { kind: 'id', value: digits };
  return undefined;
}

/** As people read it: 9123 4567. */
export const fpsIdWords = ({ kind, value }: FpsId) =>
  kind === 'phone' ? value.replace(/^\+852-(\d{4})(\d{4})$/, '$1 $2') : value;
