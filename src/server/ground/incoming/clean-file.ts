import type { Locale } from '#shared/locale.ts';
import { AppError } from '../http/errors.ts';
import { createGate } from '../threads/gate.ts';
import { runInThread } from '../threads/run-in-thread.ts';
import { kindOf } from './file-kind.ts';
import { type Cleaned, refusals } from './refusals.ts';

/** Decoding a picture may take hundreds of megabytes, so only two uploads are processed at once. */
const gate = createGate({ mostAtOnce: 2, mostWaiting: 16, sentAway: () => new AppError('tooMany') });

/** Makes an upload of an allowed type safe to store and show; throws with the reason if it is refused. */
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

const timeoutMs = 15_000;
const memoryMb = 192;
const pdfWorker = new URL('./pdf-worker.ts', import.meta.url);

/**
 * A hostile PDF can keep pdf-lib busy forever, so each is read in its own worker thread, which is terminated
 * when it exceeds its time or memory.
 */
export const cleanPdf = (bytes: Uint8Array, timeout = timeoutMs): Promise<Cleaned> =>
  runInThread<Cleaned>(pdfWorker, bytes, { timeoutMs: timeout, memoryMb })
    // Most likely a timeout or out of memory; in any case this file caused it and the thread has ended.
    .catch((cause) => ({ refused: 'slow', cause }));

const maxPixels = 50_000_000;
const longestSide = 2400;
const timeoutSeconds = 15;

/**
 * Encodes a picture anew from its pixels: upright, at most 2400 pixels long, and without metadata such as the
 * location. The work is done on libvips' own threads.
 */
export async function cleanPicture(bytes: Uint8Array): Promise<Cleaned> {
  // Loaded on first use: sharp is large, and most processes start long before the first upload.
  const { default: sharp } = await import('sharp');
  const options = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true } as const;
  try {
    const { format, width, height } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
    if (format !== 'jpeg' && format !== 'png' && format !== 'webp') return { refused: 'type' };
    if (width * height > maxPixels) return { refused: 'hugePicture' };
    const picture = await sharp(bytes, options)
      .timeout({ seconds: timeoutSeconds })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 85, effort: 2 })
      .toBuffer();
    return { bytes: picture, mediaType: 'image/webp' };
  } catch (error) {
    // sharp has one kind of error, so a picture it cannot read counts as broken.
    return { refused: /timeout/i.test(String(error)) ? 'slow' : 'brokenPicture', cause: error };
  }
}
