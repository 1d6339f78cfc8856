import { Readable } from 'node:stream';
import type { FileAnswer } from '#server/ground/http/file-answer.ts';
import { createGate } from '#server/ground/threads/gate.ts';
import { runInThread } from '#server/ground/threads/run-in-thread.ts';
import type { Sheet } from './page.ts';

const timeoutMs = 15_000;
const memoryMb = 256;
const worker = new URL('./worker.ts', import.meta.url);
const gate = createGate({ mostAtOnce: 2, mostWaiting: 100 });

/** In a worker thread: drawing takes forty milliseconds, during which no other request would be answered. */
export async function printStatement(sheet: Sheet, timeout = timeoutMs): Promise<FileAnswer> {
  const bytes = await gate.inTurn(() =>
    runInThread<Uint8Array>(worker, sheet, { timeoutMs: timeout, memoryMb }),
  );
  return {
    content: Readable.from([Buffer.from(bytes)]),
    mediaType: 'application/pdf',
    fileName: sheet.fileName,
  };
}
