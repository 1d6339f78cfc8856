import type { z } from 'zod';
import { AppError } from '#server/ground/http/errors.ts';
import type { PhoneVault } from './phone-vault.ts';

/**
 * A note the server hands out to be handed back: sealed, so that it can be neither read nor changed nor used for
 * another purpose, and good until its end.
 */
export function sealNote(vault: PhoneVault, purpose: string, content: object, seconds: number) {
  const { cipher, key } = vault.seal(
    JSON.stringify({ ...content, end: Date.now() + seconds * 1000 }),
    `note ${purpose}`,
  );
  return `${key}.${cipher.toString('base64url')}`;
}

export function readNote<Content extends z.ZodType>(
  vault: PhoneVault,
  purpose: string,
  note: string,
  content: Content,
): z.output<Content> {
  const [key = '', cipher = ''] = note.split('.');
  const opened = openOrUndefined(() =>
    JSON.parse(vault.open({ key, cipher: Buffer.from(cipher, 'base64url') }, `note ${purpose}`)),
  );
  if (opened === undefined || opened.end < Date.now()) throw new AppError('ticketInvalid');
  return content.parse(opened);
}

/** Whatever is wrong with a note somebody made up, it is simply not ours. */
function openOrUndefined(open: () => { end: number }) {
  try {
    return open();
  } catch {
    return undefined;
  }
}
