import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { AppError } from '#server/ground/http/errors.ts';
import type {
  ExportAnswer,
  ExportPage,
  ExportProgress,
  ExportRequest,
  PdfOptions,
  ZipOptions,
  ZipPage,
} from './export-types.ts';

const mostWaiting = 50;

/**
 * Exports one after another in a thread that starts with the first and ends after an idle while. Its pictures are ours, so
 * a thread is enough; `patienceMs` is for one page.
 */
export function openExporter({ idleMs = 60_000, patienceMs = 30_000 } = {}) {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let giveUp: ((reason: unknown) => void) | undefined;
  let latest: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isClosed = false;

  function end() {
    clearTimeout(idle);
    const ended = thread;
    thread = undefined;
    return ended?.terminate();
  }

  function started(): Worker {
    clearTimeout(idle);
    if (thread) return thread;
    const made = new Worker(new URL('./export-worker.ts', import.meta.url), { execArgv: [], env: {} });
    made.unref();
    made.on('error', (error) => {
      if (thread === made) thread = undefined;
      giveUp?.(error);
    });
    thread = made;
    return made;
  }

  async function run(request: ExportRequest, { signal, onPage }: ExportProgress) {
    if (isClosed) throw new AppError('notReady');
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<{ sheets: number; bytes: number }>();
    giveUp = reject;
    const late = () => reject(new AppError('tooSlow'));
    let impatience = setTimeout(late, patienceMs);
    const heard = (answer: ExportAnswer) => {
      clearTimeout(impatience);
      impatience = setTimeout(late, patienceMs);
      if ('page' in answer) onPage?.(answer.page, request.pages.length);
      else if ('done' in answer) resolve(answer.done);
      else reject(new Error(`an export failed: ${answer.failed}`));
    };
    const aborted = () => reject(signal?.reason);
    signal?.addEventListener('abort', aborted, { once: true });
    const worker = started().on('message', heard);
    worker.postMessage(request);
    try {
      return await promise;
    } catch (error) {
      // It may still be writing: only when it is gone is the file nobody's any more.
      await end();
      await rm(request.to, { force: true });
      throw error;
    } finally {
      giveUp = undefined;
      clearTimeout(impatience);
      signal?.removeEventListener('abort', aborted);
      worker.off('message', heard);
      if (thread) idle = setTimeout(() => void end(), idleMs).unref();
    }
  }

  function inTurn(request: ExportRequest, progress: ExportProgress) {
    if (waiting >= mostWaiting) throw new AppError('notReady');
    waiting += 1;
    const mine = latest
      .then(() => run(request, progress))
      .finally(() => {
        waiting -= 1;
      });
    latest = mine.catch(() => undefined);
    return mine;
  }

  return {
    /** Writes the pages, in the order given, into a file `to`; on failure there is none. */
    async pdf(pages: ExportPage[], to: string, options: PdfOptions, progress: ExportProgress = {}) {
      if (pages.length === 0) throw new Error('an export wants at least one page');
      return inTurn({ kind: 'pdf', pages, to, options }, progress);
    },
    /** The pictures as they are, named 001.png, 002.jpg … or as given, each name once. */
    async zip(pages: ZipPage[], to: string, options: ZipOptions, progress: ExportProgress = {}) {
      const { bytes } = await inTurn({ kind: 'zip', pages, to, options }, progress);
      return { bytes };
    },
    /** What is under way or waits is told `notReady`. */
    async close() {
      isClosed = true;
      giveUp?.(new AppError('notReady'));
      await latest;
      await end();
    },
  };
}
