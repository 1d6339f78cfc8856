import { parentPort } from 'node:worker_threads';
import { readChineseFont } from '#server/ground/files/chinese-font.ts';
import { drawStatement, type Sheet } from './statement-page.ts';

const font = await readChineseFont();

parentPort?.on('message', async ({ id, sheet }: { id: number; sheet: Sheet }) => {
  try {
    parentPort?.postMessage({ id, bytes: await drawStatement(sheet, font) });
  } catch (error) {
    parentPort?.postMessage({ id, failed: error instanceof Error ? error.message : 'unknown' });
  }
});
