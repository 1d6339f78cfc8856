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
  // To end the reader and tell takes a moment more: the answer is there within ten seconds.
  patienceMs: 9_500,
  mostMemory: 800 * megabyte,
};
const mostWaiting = 200;

export type Intake = ReturnType<typeof openIntake>;
type Signalled = { signal?: AbortSignal };

/**
 * Files of strangers become pages of ours. What is wrong with a file is answered, not thrown; thrown is only what is our
 * own fault, `notReady` when too much waits, and the signal's reason.
 */
export function openIntake(
  given: Partial<IntakeLimits> = {},
  processes = defaultProcesses(),
  makeReader: (limits: IntakeLimits) => Pick<Reader, 'ask' | 'stop'> = createReader,
) {
  const limits = { ...defaultLimits, ...given };
  const all = Array.from({ length: processes }, () => makeReader(limits));
  const idle = [...all];
  const waiting: ((reader: (typeof all)[number]) => void)[] = [];
  let isClosed = false;

  async function inTurn(request: ReadRequest, signal?: AbortSignal) {
    if (waiting.length >= mostWaiting) throw new AppError('notReady');
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
    /** What a file is and how many pages it has. Nothing is drawn yet, so a page may still be refused. */
    async probe(path: string, { signal }: Signalled = {}): Promise<Probed | Refused> {
      const kind = await look(path, limits);
      if (typeof kind !== 'string') return kind;
      return (await inTurn({ what: 'probe', path, kind }, signal)) as Probed | Refused;
    },

    /** Draws page `index` (from 0) into a new file `to`; when it is refused or fails there is no such file. */
    async drawPage(
      path: string,
      index: number,
      to: string,
      { signal }: Signalled = {},
    ): Promise<DrawnPage | Refused> {
      const kind = await look(path, limits);
      if (typeof kind !== 'string') return kind;
      const drawn = inTurn({ what: 'draw', path, kind, index, to }, signal) as Promise<DrawnPage | Refused>;
      const isDrawn = await drawn.then(
        (answer) => !('refused' in answer),
        () => false,
      );
      if (!isDrawn) await rm(to, { force: true });
      return drawn;
    },

    /** What is under way or waits is told `notReady`: nothing is known of its file. */
    async close() {
      isClosed = true;
      for (const reader of all) reader.stop(new AppError('notReady'));
    },
  };
}

/** Drawing takes a quarter of the time that erasing takes, so this keeps up without taking the cores from it. */
const defaultProcesses = () => Math.max(1, Math.floor(availableParallelism() / 4));

/** What needs no reading is refused right here. */
async function look(path: string, limits: IntakeLimits): Promise<FileKind | Refused> {
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
