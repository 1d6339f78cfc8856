import { parentPort, workerData } from 'node:worker_threads';
import { readChineseFont } from '#server/ground/files/chinese-font.ts';
import { drawStatement, type Sheet } from './page.ts';

parentPort?.postMessage(await drawStatement(workerData as Sheet, await readChineseFont()));
