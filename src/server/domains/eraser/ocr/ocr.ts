import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Line, Worker } from 'tesseract.js';
import { AppError } from '#server/ground/http/errors.ts';
import { withOperatorsBetween } from './mathematics.ts';
import type { OcrLanguage, Recognised, Word } from './ocr-types.ts';
import { type Prepared, prepare } from './prepare.ts';
import { isLatin, textOf, withChinesePunctuation } from './words.ts';

export type RecogniseOptions = { languages?: OcrLanguage[]; signal?: AbortSignal };
export type Ocr = ReturnType<typeof openOcr>;
const maxWaiting = 50;
const padding = 6;

/**
 * OCR of printed Traditional Chinese and English, one picture at a time. Each language has a thread that
 * starts when it is first needed and ends when idle: each takes some 100 MB.
 */
export function openOcr({ idleMs = 60_000, patienceMs = 60_000 } = {}) {
  const threads = new Map<OcrLanguage, Promise<Recogniser>>();
  let idle: NodeJS.Timeout | undefined;
  let latest: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isClosed = false;

  async function end() {
    clearTimeout(idle);
    const ended = [...threads.values()];
    threads.clear();
    for (const thread of ended)
      await thread.then(
        (started) => started.end(),
        () => undefined,
      );
  }

  function threadFor(language: OcrLanguage) {
    const thread = threads.get(language) ?? startRecogniser(language);
    threads.set(language, thread);
    return thread;
  }

  async function read(picture: string | Uint8Array, options: RecogniseOptions): Promise<Recognised> {
    if (isClosed) throw new AppError('notReady');
    const { languages = ['chi_tra', 'eng'], signal } = options;
    signal?.throwIfAborted();
    const prepared = await prepare(picture);
    signal?.throwIfAborted();
    clearTimeout(idle);
    const stopped = abortOrTimeout(signal, patienceMs);
    try {
      const lines = await Promise.race([linesOf(prepared, languages), stopped.promise]);
      const words = withOperatorsBetween(
        withChinesePunctuation(
          lines.flatMap(({ words }, line) => words.flatMap((word) => toWords(word, line, prepared))),
        ),
      );
      return { text: textOf(words), words };
    } catch (error) {
      // A busy thread receives no messages: it is terminated, and the next picture gets a new one.
      void end();
      throw error;
    } finally {
      stopped.forget();
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  }

  async function linesOf({ png, isBlock }: Prepared, languages: OcrLanguage[]): Promise<Line[]> {
    const [first = 'chi_tra'] = languages.includes('chi_tra') ? ['chi_tra' as const] : languages;
    const lines = await (await threadFor(first)).read(png, isBlock ? 'block' : 'page');
    if (first === 'eng' || !languages.includes('eng')) return lines;
    const improved: Line[] = [];
    for (const line of lines) {
      const english =
        isLatin(line.text) && (await (await threadFor('eng')).read(png, 'line', withPadding(line.bbox)));
      improved.push(...(english && english.length > 0 ? english : [line]));
    }
    return improved;
  }

  return {
    /**
     * Recognises a stored picture (path or bytes). Throws the reason of the signal, or `tooSlow` after a
     * minute.
     */
    async recognise(picture: string | Uint8Array, options: RecogniseOptions = {}): Promise<Recognised> {
      if (waiting >= maxWaiting) throw new AppError('notReady');
      waiting += 1;
      const result = latest.then(
        () => read(picture, options),
        () => read(picture, options),
      );
      latest = result;
      return result.finally(() => {
        waiting -= 1;
      });
    },
    async close() {
      isClosed = true;
      await end();
    },
  };
}

const withPadding = ({ x0, y0, x1, y1 }: Line['bbox']) => ({
  left: Math.max(0, x0 - padding),
  top: Math.max(0, y0 - padding),
  width: x1 - x0 + 2 * padding,
  height: y1 - y0 + 2 * padding,
});

function toWords(
  { text, confidence, bbox }: Line['words'][number],
  line: number,
  { inPicture }: Prepared,
): Word[] {
  if (text.trim() === '') return [];
  return [{ text: text.trim(), confidence: Math.round(confidence), line, box: inPicture(bbox) }];
}

/** Rejects when the caller aborts or the timeout is over. */
function abortOrTimeout(signal: AbortSignal | undefined, patienceMs: number) {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal?.reason);
  const timer = setTimeout(() => reject(new AppError('tooSlow')), patienceMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  return {
    promise,
    forget() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

/**
 * The smaller model: on printed Chinese it reads more characters correctly than the 27 MB model, in half the
 * time.
 */
const dataSet = '4.0.0_best_int';
const lstmOnly = 1;

/** Tesseract's page segmentation modes. */
const layouts = { page: '3', block: '6', line: '7' } as const;
type Layout = keyof typeof layouts;
type Area = { left: number; top: number; width: number; height: number };

type Recogniser = Awaited<ReturnType<typeof startRecogniser>>;

/**
 * Tesseract in its own thread. A thread that died may never answer, so callers need a timeout. With its data
 * in a local folder it makes no network requests.
 */
export async function startRecogniser(language: OcrLanguage) {
  const thread = await start(language);
  let isEnded = false;
  const throwIfEnded = () => {
    if (isEnded) throw new Error('the recogniser has been ended');
  };
  return {
    async read(png: Buffer, layout: Layout, rectangle?: Area): Promise<Line[]> {
      throwIfEnded();
      await thread.setParameters({
        tessedit_pageseg_mode: layouts[layout] as never,
        // The prepared picture has the line height of a page at this resolution, but no resolution of its
        // own.
        user_defined_dpi: '300',
        // Otherwise Tesseract prints every step to the terminal of the server.
        debug_file: '/dev/null',
      });
      throwIfEnded();
      const { data } = await thread.recognize(png, rectangle && { rectangle }, { text: false, blocks: true });
      return (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));
    },
    async end() {
      isEnded = true;
      // The library sends a picture a moment after it is given it; sending to an ended thread throws where nobody can catch.
      await setImmediate();
      await thread.terminate();
    },
  };
}

async function start(language: OcrLanguage): Promise<Worker> {
  const { createWorker } = await import('tesseract.js');
  const file = `${language}.traineddata.gz`;
  const data = createRequire(import.meta.url).resolve(`@tesseract.js-data/${language}/${dataSet}/${file}`);
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const started = createWorker(language, lstmOnly, {
    langPath: dirname(data),
    cacheMethod: 'none',
    // Without this handler the library throws an uncatchable error.
    errorHandler: (error) => reject(new Error(`the recogniser failed: ${error}`)),
  });
  // After the start, errors are reported by the request that caused them.
  failed.catch(() => undefined);
  return Promise.race([started, failed]);
}
