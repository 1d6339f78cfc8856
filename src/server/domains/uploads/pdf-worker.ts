import { parentPort, workerData } from 'node:worker_threads';
import { limitInflation } from './pdf-inflation.ts';
import { cleanPdfHere } from './pdf-parts.ts';

/** What is unpacked to read a PDF is its structure only, not its pictures: this is plenty. */
const mostInflated = 32 * 1024 * 1024;

limitInflation(mostInflated);
parentPort?.postMessage(await cleanPdfHere(workerData as Uint8Array));
