import { parentPort, workerData } from 'node:worker_threads';
import { cleanPdfHere } from './pdf-parts.ts';

parentPort?.postMessage(await cleanPdfHere(workerData as Uint8Array));
