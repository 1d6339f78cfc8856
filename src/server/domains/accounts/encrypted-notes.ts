import type { z } from 'zod';
import { AppError } from '#server/ground/http/errors.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';

/**
 * An encrypted note that the server hands out and receives back: it cannot be read, changed or used for
 * another purpose, and it expires.
 */
export function encryptNote(vault: PhoneEncryption, purpose: string, content: object, seconds: number) {
  const { cipher, key } = vault.encrypt(
    JSON.stringify({ ...content, end: Date.now() + seconds * 1000 }),
    `note ${purpose}`,
  );
  return `${key}.${cipher.toString('base64url')}`;
}

export function readNote<Content extends z.ZodType>(
  vault: PhoneEncryption,
  purpose: string,
  note: string,
  content: Content,
): z.output<Content> {
  const opened = openNote(vault, purpose, note);
  if (opened === undefined) throw new AppError('ticketInvalid');
  return content.parse(opened);
}

/** Undefined for a note that is forged or over, whatever is wrong with it. */
export function openNote(vault: PhoneEncryption, purpose: string, note: string): object | undefined {
  const [key = '', cipher = ''] = note.split('.');
  try {
    const encrypted = { key, cipher: Buffer.from(cipher, 'base64url') };
    const opened: { end: number } = JSON.parse(vault.decrypt(encrypted, `note ${purpose}`));
    return opened.end < Date.now() ? undefined : opened;
  } catch {
    return undefined;
  }
}
