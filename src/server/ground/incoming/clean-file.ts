import { Worker } from 'node:worker_threads';
import type { Locale } from '#shared/locale.ts';
import { AppError } from '../http/errors.ts';
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

const patienceMs = 15_000;
const memoryMb = 192;

/**
 * A PDF is a program to its reader, and pdf-lib can be kept busy for ever by a hostile one: each is read in a thread
 * of its own that is ended when it takes too long or too much.
 */
export function cleanPdf(bytes: Uint8Array, patience = patienceMs): Promise<Cleaned> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      workerData: bytes,
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const impatience = setTimeout(() => answer({ refused: 'slow' }), patience);
    const answer = (cleaned: Cleaned) => {
      clearTimeout(impatience);
      resolve(cleaned);
      void worker.terminate();
    };
    worker.once('message', answer);
    // Out of memory, most likely; whatever it was, it was this file's doing and the thread is gone.
    worker.once('error', (error) => answer({ refused: 'slow', cause: error }));
    worker.once('exit', () => answer({ refused: 'slow' }));
  });
}
