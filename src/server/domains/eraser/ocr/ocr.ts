import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Line, Worker } from 'tesseract.js';
import { AppError } from '#server/ground/http/errors.ts';
import { withOperatorsBetween } from './mathematics.ts';
import type { OcrLanguage, Recognised, Word } from './ocr-types.ts';
import { type Prepared, prepare } from './prepare.ts';
import { isLatin, textOf, withChineseSigns } from './words.ts';

export type RecogniseOptions = { languages?: OcrLanguage[]; signal?: AbortSignal };
export type Ocr = ReturnType<typeof openOcr>;
const mostWaiting = 50;
const roomAround = 6;

/**
 * Reads printed text, Traditional Chinese and English, one picture after another, in a thread for each language that
 * starts when it is first needed and ends after an idle while: each holds some 100 MB.
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
    const stopped = stoppedBy(signal, patienceMs);
    try {
      const lines = await Promise.race([linesOf(prepared, languages), stopped.promise]);
      const words = withOperatorsBetween(
        withChineseSigns(
          lines.flatMap(({ words }, line) => words.flatMap((word) => placed(word, line, prepared))),
        ),
      );
      return { text: textOf(words), words };
    } catch (error) {
      // A thread in the middle of a picture hears nothing: it is ended, and the next picture gets a new one.
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
    const again: Line[] = [];
    for (const line of lines) {
      const english =
        isLatin(line.text) && (await (await threadFor('eng')).read(png, 'line', around(line.bbox)));
      again.push(...(english && english.length > 0 ? english : [line]));
    }
    return again;
  }

  return {
    /** Reads a picture of ours (a path, or its bytes). Throws the signal's reason, or `tooSlow` after a minute. */
    async recognise(picture: string | Uint8Array, options: RecogniseOptions = {}): Promise<Recognised> {
      if (waiting >= mostWaiting) throw new AppError('notReady');
      waiting += 1;
      const mine = latest.then(
        () => read(picture, options),
        () => read(picture, options),
      );
      latest = mine;
      return mine.finally(() => {
        waiting -= 1;
      });
    },
    async close() {
      isClosed = true;
      await end();
    },
  };
}

const around = ({ x0, y0, x1, y1 }: Line['bbox']) => ({
  left: Math.max(0, x0 - roomAround),
  top: Math.max(0, y0 - roomAround),
  width: x1 - x0 + 2 * roomAround,
  height: y1 - y0 + 2 * roomAround,
});

function placed(
  { text, confidence, bbox }: Line['words'][number],
  line: number,
  { inPicture }: Prepared,
): Word[] {
  if (text.trim() === '') return [];
  return [{ text: text.trim(), confidence: Math.round(confidence), line, box: inPicture(bbox) }];
}

/** Rejects when the caller has no more use for it, or has waited too long. */
function stoppedBy(signal: AbortSignal | undefined, patienceMs: number) {
  const { promise, reject } = Promise.withResolvers<never>();
  const aborted = () => reject(signal?.reason);
  const impatience = setTimeout(() => reject(new AppError('tooSlow')), patienceMs);
  signal?.addEventListener('abort', aborted, { once: true });
  return {
    promise,
    forget() {
      clearTimeout(impatience);
      signal?.removeEventListener('abort', aborted);
    },
  };
}

/** The small set: on printed Chinese it reads more characters right than the one of 27 MB, in half the time. */
const dataSet = '4.0.0_best_int';
const lstmOnly = 1;

/** How a picture is looked at, in Tesseract's numbers. */
const layouts = { page: '3', block: '6', line: '7' } as const;
type Layout = keyof typeof layouts;
type Area = { left: number; top: number; width: number; height: number };

type Recogniser = Awaited<ReturnType<typeof startRecogniser>>;

/**
 * Tesseract in a thread of its own. It wants its data in a folder, and its thread may not say when it is gone: whoever
 * asks has to have a limit to their patience. Given the folder, it asks no network.
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
        // The prepared picture has the line height of a page at this resolution; it says nothing itself.
        user_defined_dpi: '300',
        // Else it tells every step to the server's terminal.
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
    // Without it the library throws where nobody can catch.
    errorHandler: (error) => reject(new Error(`the recogniser failed: ${error}`)),
  });
  // After the start its errors are told by what was asked.
  failed.catch(() => undefined);
  return Promise.race([started, failed]);
}
