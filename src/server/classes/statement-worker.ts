import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { drawStatement, type Sheet } from './statement-page.ts';

/** Noto Sans TC, under the SIL Open Font License. */
const file = '@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf';
const font = await readFile(createRequire(import.meta.url).resolve(file));

parentPort?.on('message', async ({ id, sheet }: { id: number; sheet: Sheet }) => {
  try {
    parentPort?.postMessage({ id, bytes: await drawStatement(sheet, font) });
  } catch (error) {
    parentPort?.postMessage({ id, failed: error instanceof Error ? error.message : 'unknown' });
  }
});
