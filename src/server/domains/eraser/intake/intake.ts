import { open, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { AppError } from '#server/ground/http/errors.ts';
import { type FileKind, headBytes, kindOf } from '#server/ground/incoming/file-kind.ts';
import type { DrawnPage, IntakeLimits, Probed, ReadRequest, Refused } from './intake-types.ts';
import { createReader, type Reader } from './reader-process.ts';

const megabyte = 1024 * 1024;
export const defaultLimits: IntakeLimits = {
  mostBytes: 50 * megabyte,
  mostPages: 100,
  mostPixels: 50_000_000,
  longestSide: 20_000,
  // Stopping the reader process takes a little longer: the answer comes within ten seconds.
  timeoutMs: 9_500,
  maxMemoryBytes: 800 * megabyte,
};
const maxWaiting = 200;

export type Intake = ReturnType<typeof openUploadChecks>;
type Signalled = { signal?: AbortSignal };

/**
 * Checks uploaded files, which are untrusted, and draws their pages in reader processes. A problem of the
 * file is returned as a refusal; exceptions are only for our own errors, `notReady` when too many requests
 * wait, and the reason of the abort signal.
 */
export function openUploadChecks(
  overrides: Partial<IntakeLimits> = {},
  processes = defaultProcesses(),
  makeReader: (limits: IntakeLimits) => Pick<Reader, 'ask' | 'stop'> = createReader,
) {
  const limits = { ...defaultLimits, ...overrides };
  const all = Array.from({ length: processes }, () => makeReader(limits));
  const idle = [...all];
  const waiting: ((reader: (typeof all)[number]) => void)[] = [];
  let isClosed = false;

  async function askReader(request: ReadRequest, signal?: AbortSignal) {
    if (waiting.length >= maxWaiting) throw new AppError('notReady');
    const reader =
      idle.pop() ?? (await new Promise<(typeof all)[number]>((resolve) => waiting.push(resolve)));
    try {
      if (isClosed) throw new AppError('notReady');
      signal?.throwIfAborted();
      return await reader.ask(request, signal);
    } finally {
      const next = waiting.shift();
      if (next) next(reader);
      else idle.push(reader);
    }
  }

  return {
    /** Kind and number of pages of a file. Nothing is drawn yet, so a page may still be refused. */
    async probe(path: string, { signal }: Signalled = {}): Promise<Probed | Refused> {
      const kind = await checkFile(path, limits);
      if (typeof kind !== 'string') return kind;
      return (await askReader({ what: 'probe', path, kind }, signal)) as Probed | Refused;
    },

    /** Draws page `index` (from 0) into a new file `to`; a refusal or failure leaves no file. */
    async drawPage(
      path: string,
      index: number,
      to: string,
      { signal }: Signalled = {},
    ): Promise<DrawnPage | Refused> {
      const kind = await checkFile(path, limits);
      if (typeof kind !== 'string') return kind;
      const drawn = askReader({ what: 'draw', path, kind, index, to }, signal) as Promise<
        DrawnPage | Refused
      >;
      const isDrawn = await drawn.then(
        (answer) => !('refused' in answer),
        () => false,
      );
      if (!isDrawn) await rm(to, { force: true });
      return drawn;
    },

    /** Rejects running and waiting requests with `notReady`, since nothing is known about their files. */
    async close() {
      isClosed = true;
      for (const reader of all) reader.stop(new AppError('notReady'));
    },
  };
}

/**
 * Drawing takes a quarter of the time of erasing, so this many processes keep up without taking cores from
 * it.
 */
const defaultProcesses = () => Math.max(1, Math.floor(availableParallelism() / 4));

/** Refuses what can be checked without parsing: size and type. */
async function checkFile(path: string, limits: IntakeLimits): Promise<FileKind | Refused> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size === 0) return { refused: 'empty' };
    if (size > limits.mostBytes) return { refused: 'largeFile' };
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(headBytes) });
    return kindOf(buffer.subarray(0, bytesRead)) ?? { refused: 'type' };
  } finally {
    await file.close();
  }
}
