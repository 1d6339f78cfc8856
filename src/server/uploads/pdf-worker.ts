import { parentPort, workerData } from 'node:worker_threads';
import { limitInflation } from './pdf-inflation.ts';
import { cleanPdfHere } from './pdf-parts.ts';

/** What one PDF of at most 10 MB may unpack to while it is read. */
const mostInflated = 128 * 1024 * 1024;

limitInflation(mostInflated);
parentPort?.postMessage(await cleanPdfHere(workerData as Uint8Array));
