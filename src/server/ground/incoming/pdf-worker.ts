import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { cleanPdfHere } from './pdf-parts.ts';

/** What is unpacked to read a PDF is its structure only, not its pictures: this is plenty. */
const mostInflated = 32 * 1024 * 1024;

limitInflation(mostInflated);
parentPort?.postMessage(await cleanPdfHere(workerData as Uint8Array));

type DecodeStream = { buffer: Uint8Array; ensureBuffer(length: number): Uint8Array };

/**
 * Bounds what pdf-lib unpacks in this thread. A worker's memory limit counts objects, not the buffers that a few
 * kilobytes of zeros can be made to fill.
 */
function limitInflation(mostBytes: number) {
  const required = createRequire(import.meta.url)('pdf-lib/cjs/core/streams/DecodeStream.js');
  const prototype: DecodeStream = required.default.prototype;
  const ensureBuffer = prototype.ensureBuffer;
  let grown = 0;
  prototype.ensureBuffer = function (length) {
    const has = this.buffer.byteLength;
    // A buffer that is too small is doubled, at least.
    if (length > has) grown += Math.max(length, 2 * has) - has;
    if (grown > mostBytes) throw new Error('the PDF unpacks to too much');
    return ensureBuffer.call(this, length);
  };
}
