import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { cleanPdfHere } from './pdf-parts.ts';

/** Only a PDF's structure is decompressed, not its pictures, so this is plenty. */
const maxInflatedBytes = 32 * 1024 * 1024;

limitInflation(maxInflatedBytes);
parentPort?.postMessage(await cleanPdfHere(workerData as Uint8Array));

type DecodeStream = { buffer: Uint8Array; ensureBuffer(length: number): Uint8Array };

/**
 * Limits how much pdf-lib decompresses in this thread. A worker's memory limit covers JavaScript objects, but
 * not the buffers that a few kilobytes of compressed zeros can fill.
 */
function limitInflation(maxBytes: number) {
  const required = createRequire(import.meta.url)('pdf-lib/cjs/core/streams/DecodeStream.js');
  const prototype: DecodeStream = required.default.prototype;
  const ensureBuffer = prototype.ensureBuffer;
  let grown = 0;
  prototype.ensureBuffer = function (length) {
    const size = this.buffer.byteLength;
    // pdf-lib at least doubles a buffer that is too small.
    if (length > size) grown += Math.max(length, 2 * size) - size;
    if (grown > maxBytes) throw new Error('the PDF unpacks to too much');
    return ensureBuffer.call(this, length);
  };
}
