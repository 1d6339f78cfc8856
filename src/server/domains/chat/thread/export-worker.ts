import { parentPort, workerData } from 'node:worker_threads';
import { readChineseFont } from '#server/ground/files/chinese-font.ts';
import { drawThread, type PrintedThread } from './export-page.ts';

parentPort?.postMessage(await drawThread(workerData as PrintedThread, await readChineseFont()));
