import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Worker as Thread } from 'node:worker_threads';
import type { Line, Worker } from 'tesseract.js';
import type { OcrLanguage } from './ocr-types.ts';

/** The small set: on printed Chinese it reads more characters right than the one of 27 MB, in half the time. */
const dataSet = '4.0.0_best_int';
const lstmOnly = 1;

/** How a picture is looked at, in Tesseract's numbers. */
export const layouts = { page: '3', block: '6', line: '7' } as const;
export type Layout = keyof typeof layouts;
export type Area = { left: number; top: number; width: number; height: number };

export type Recogniser = Awaited<ReturnType<typeof startRecogniser>>;

/**
 * Tesseract in a thread of its own. It wants its data in a folder, and its thread may not say when it is gone: whoever
 * asks has to have a limit to their patience. Given the folder, it asks no network.
 */
export async function startRecogniser(language: OcrLanguage) {
  const thread = await start(language);
  return {
    async read(png: Buffer, layout: Layout, rectangle?: Area): Promise<Line[]> {
      await thread.setParameters({
        tessedit_pageseg_mode: layouts[layout] as never,
        // The prepared picture has the line height of a page at this resolution; it says nothing itself.
        user_defined_dpi: '300',
        // Else it tells every step to the server's terminal.
        debug_file: '/dev/null',
      });
      const { data } = await thread.recognize(png, rectangle && { rectangle }, { text: false, blocks: true });
      return (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));
    },
    // Not by the library: it forgets its thread, and what it has under way then fails where nobody can catch.
    end: () => thread.worker.terminate(),
  };
}

/** The library's description leaves its thread out. */
type Tesseract = Worker & { worker: Thread };

async function start(language: OcrLanguage): Promise<Tesseract> {
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
  return Promise.race([started as Promise<Tesseract>, failed]);
}
