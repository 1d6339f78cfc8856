import { AppError } from '#server/ground/http/errors.ts';
import type { Locale } from '#shared/locale.ts';
import { cleanPdf } from './clean-pdf.ts';
import { cleanPicture } from './clean-picture.ts';
import { kindOf } from './file-kind.ts';
import { type Cleaned, refusals } from './refusals.ts';

const atOnce = 2;
const mostWaiting = 16;
const waiting: (() => void)[] = [];
let running = 0;

/** What an upload really is, by its content, made safe to keep and to show; or the reason why not. */
export async function cleanFile(bytes: Uint8Array, locale: Locale) {
  const cleaned = await inTurn(() => clean(bytes));
  if ('bytes' in cleaned) return cleaned;
  const { refused, cause } = cleaned;
  throw new AppError('wrongType', { fields: { file: refusals[refused][locale] }, cause });
}

async function clean(bytes: Uint8Array): Promise<Cleaned> {
  const kind = kindOf(bytes);
  if (kind === 'pdf') return cleanPdf(bytes);
  return kind === undefined || kind === 'heic' ? { refused: 'type' } : cleanPicture(bytes);
}

/** A picture may take hundreds of megabytes while it is drawn: only a few at once, whatever arrives. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) throw new AppError('tooMany');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The turn is handed on, not given back, so that nobody slips in between.
    if (next) next();
    else running -= 1;
  }
}
