/**
 * Erases the handwriting of a photographed or scanned paper and preserves its print. The work runs in worker
 * threads, so the caller's thread is not blocked. Pages run one after the other, each on all threads, so that
 * memory stays that of one page.
 */
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import {
  type ErasedPage,
  type EraseOptions,
  PaperError,
  type PaperReason,
  type Progress,
  type RawImage,
} from './types.ts';

export interface Eraser {
  /** Rejects with PaperError for unusable input, and with the signal's reason when aborted. */
  erasePage(input: Uint8Array | RawImage, options?: EraseOptions): Promise<ErasedPage>;
  /** Ends the threads; pages in progress fail. */
  close(): Promise<void>;
}

interface EraserSettings {
  /** How many threads run the networks; the result does not depend on it. */
  threads?: number;
  modelsDir?: string;
}

export type PageRequest =
  | { id: number; input: Uint8Array | RawImage; options: Omit<EraseOptions, 'signal' | 'onProgress'> }
  | { id: number; cancel: true };

export type PageAnswer =
  | { id: number; progress: Progress }
  | { id: number; page: ErasedPage }
  | { id: number; failed: { reason: PaperReason; message: string } };

interface Waiting {
  resolve: (page: ErasedPage) => void;
  reject: (error: unknown) => void;
  onProgress?: EraseOptions['onProgress'];
}

export const shippedModels = fileURLToPath(new URL('../../../models', import.meta.url));

function bytesOf(input: Uint8Array | RawImage) {
  return (input instanceof Uint8Array ? input : input.data) as Uint8Array<ArrayBuffer>;
}

/**
 * A copy to transfer to the worker: the caller keeps its buffer, and a view would
 * transfer all of the buffer behind it.
 */
function copyToTransfer(input: Uint8Array | RawImage): Uint8Array | RawImage {
  const data = new Uint8Array(bytesOf(input));
  if (input instanceof Uint8Array) return data;
  return { data, width: input.width, height: input.height, channels: input.channels };
}

/** Starts the threads and loads the networks on the first page. */
export function openEraser({ threads = 2, modelsDir = shippedModels }: EraserSettings = {}): Eraser {
  let worker: Worker | undefined;
  let closed = false;
  let lastId = 0;
  const waiting = new Map<number, Waiting>();

  function failAll(error: PaperError) {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function start() {
    const started = new Worker(new URL('./page-worker.ts', import.meta.url), {
      workerData: { threads, modelsDir },
      execArgv: [],
    });
    started.on('message', receive);
    // When the worker dies, its pages fail; the next page starts a new worker.
    const ended = (why: string, cause?: unknown) => {
      if (worker !== started) return;
      worker = undefined;
      failAll(new PaperError('engine', why, { cause }));
    };
    started.on('error', (error) => ended(`The eraser's thread failed: ${error.message}`, error));
    started.on('exit', (code) => ended(`The eraser's thread ended with ${code}.`));
    // An idle eraser does not keep the process alive.
    started.unref();
    return started;
  }

  function receive(answer: PageAnswer) {
    const page = waiting.get(answer.id);
    if (!page) return;
    if ('progress' in answer) return page.onProgress?.(answer.progress);
    settle(answer.id);
    if ('page' in answer) page.resolve(answer.page);
    else page.reject(new PaperError(answer.failed.reason, answer.failed.message));
  }

  function settle(id: number) {
    waiting.delete(id);
    if (waiting.size === 0) worker?.unref();
  }

  function erasePage(input: Uint8Array | RawImage, { signal, onProgress, ...options }: EraseOptions = {}) {
    if (closed) return Promise.reject(new PaperError('engine', 'The eraser is closed.'));
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = ++lastId;
    const { promise, resolve, reject } = Promise.withResolvers<ErasedPage>();
    const stop = () => {
      if (!waiting.has(id)) return;
      settle(id);
      worker?.postMessage({ id, cancel: true } satisfies PageRequest);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
    waiting.set(id, { resolve, reject, onProgress });
    worker ??= start();
    worker.ref();
    const copied = copyToTransfer(input);
    worker.postMessage({ id, input: copied, options } satisfies PageRequest, [bytesOf(copied).buffer]);
    return promise.finally(() => signal?.removeEventListener('abort', stop));
  }

  async function close() {
    closed = true;
    const ending = worker;
    worker = undefined;
    failAll(new PaperError('engine', 'The eraser was closed.'));
    await ending?.terminate();
  }

  return { erasePage, close };
}
