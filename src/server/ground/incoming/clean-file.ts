import type { Locale } from '#shared/locale.ts';
import { AppError } from '../http/errors.ts';
import { createGate } from '../threads/gate.ts';
import { runInThread } from '../threads/run-in-thread.ts';
import { kindOf } from './file-kind.ts';
import { type Cleaned, refusals } from './refusals.ts';

/** A picture may take hundreds of megabytes while it is drawn: only a few at once, whatever arrives. */
const gate = createGate({ mostAtOnce: 2, mostWaiting: 16, sentAway: () => new AppError('tooMany') });

/** What an upload really is, by its content, made safe to keep and to show; or the reason why not. */
export async function cleanFile(bytes: Uint8Array, locale: Locale) {
  const cleaned = await gate.inTurn(() => clean(bytes));
  if ('bytes' in cleaned) return cleaned;
  const { refused, cause } = cleaned;
  throw new AppError('wrongType', { fields: { file: refusals[refused][locale] }, cause });
}

async function clean(bytes: Uint8Array): Promise<Cleaned> {
  const kind = kindOf(bytes);
  if (kind === 'pdf') return cleanPdf(bytes);
  return kind === undefined || kind === 'heic' ? { refused: 'type' } : cleanPicture(bytes);
}

const patienceMs = 15_000;
const memoryMb = 192;
const pdfWorker = new URL('./pdf-worker.ts', import.meta.url);

/**
 * A PDF is a program to its reader, and pdf-lib can be kept busy for ever by a hostile one: each is read in a thread
 * of its own that is ended when it takes too long or too much.
 */
export const cleanPdf = (bytes: Uint8Array, patience = patienceMs): Promise<Cleaned> =>
  runInThread<Cleaned>(pdfWorker, bytes, { patienceMs: patience, memoryMb })
    // Out of memory or patience, most likely; whatever it was, it was this file's doing and the thread is gone.
    .catch((cause) => ({ refused: 'slow', cause }));

const mostPixels = 50_000_000;
const longestSide = 2400;
const patienceSeconds = 15;

/**
 * A picture drawn anew from its pixels: upright, of a sensible size, and without anything that was hidden beside
 * them, such as where it was taken. The work is done on libvips' own threads.
 */
export async function cleanPicture(bytes: Uint8Array): Promise<Cleaned> {
  // Read when it is first needed: it is large, and most processes start long before anybody uploads.
  const { default: sharp } = await import('sharp');
  const options = { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true } as const;
  try {
    const { format, width, height } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
    if (format !== 'jpeg' && format !== 'png' && format !== 'webp') return { refused: 'type' };
    if (width * height > mostPixels) return { refused: 'hugePicture' };
    const picture = await sharp(bytes, options)
      .timeout({ seconds: patienceSeconds })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 85, effort: 2 })
      .toBuffer();
    return { bytes: picture, mediaType: 'image/webp' };
  } catch (error) {
    // The library has one kind of error; what it cannot read is the sender's to mend.
    return { refused: /timeout/i.test(String(error)) ? 'slow' : 'brokenPicture', cause: error };
  }
}
