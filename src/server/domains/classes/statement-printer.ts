import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { AppError } from '#server/ground/http/errors.ts';
import type { FileAnswer } from '#server/ground/http/file-answer.ts';
import type { Sheet } from './statement-page.ts';

const patienceMs = 15_000;
const idleMs = 60_000;
const mostWaiting = 100;

type Waiting = { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void };
type Answer = { id: number; bytes?: Uint8Array; failed?: string };
/**
 * Draws statements in a thread of its own: one takes forty milliseconds, during which nobody else would be answered. It
 * starts with the first, so that a process which prints none pays nothing, and ends when nothing was printed for a while.
 */
export function createPrinter({ patience = patienceMs, idle = idleMs } = {}) {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;
  let idleTimer: NodeJS.Timeout | undefined;

  function end(reason: Error) {
    const ended = worker;
    worker = undefined;
    clearTimeout(idleTimer);
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
    return ended?.terminate();
  }

  function started(): Worker {
    if (worker) return worker;
    const made = new Worker(new URL('./statement-worker.ts', import.meta.url), { execArgv: [], env: {} });
    made.unref();
    made.on('message', ({ id, bytes, failed }: Answer) => {
      const one = waiting.get(id);
      waiting.delete(id);
      if (bytes) one?.resolve(bytes);
      else one?.reject(new Error(`a statement could not be drawn: ${failed}`));
      if (waiting.size === 0) idleTimer = setTimeout(() => void end(new Error('idle')), idle).unref();
    });
    const lost = (error: Error) => worker === made && void end(error);
    made.on('error', lost);
    made.on('exit', () => lost(new Error('the thread that draws statements has ended')));
    worker = made;
    return made;
  }

  return {
    async print(sheet: Sheet): Promise<FileAnswer> {
      if (waiting.size >= mostWaiting) throw new AppError('notReady');
      clearTimeout(idleTimer);
      const id = ++lastId;
      let impatience: NodeJS.Timeout | undefined;
      const bytes = await new Promise<Uint8Array>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        impatience = setTimeout(() => void end(new AppError('tooSlow')), patience);
        started().postMessage({ id, sheet });
      }).finally(() => clearTimeout(impatience));
      return {
        content: Readable.from([Buffer.from(bytes)]),
        mediaType: 'application/pdf',
        fileName: `mingshi-${sheet.statement.class_id}-${sheet.statement.month}.pdf`,
      };
    },
    close: async () => void (await end(new AppError('notReady'))),
  };
}
