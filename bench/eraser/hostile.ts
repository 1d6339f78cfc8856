/** Pictures made to break a decoder or to keep it busy: every one ends in a page or in a PaperError, soon and in bounded memory. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openEraser } from '../../src/engine/paper/erase.ts';
import { letGo } from '../../src/engine/paper/let-go.ts';
import { PaperError } from '../../src/engine/paper/types.ts';
import { atMost, type Row } from '../tools/table.ts';

const maker = fileURLToPath(new URL('hostile-pictures.ts', import.meta.url));

export async function measureHostile(count: number): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  try {
    await promisify(execFile)(process.execPath, [maker, folder, String(count)]);
    return await measureIn(folder, count);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measureIn(folder: string, count: number): Promise<Row[]> {
  const eraser = openEraser();
  const seen = new Map<string, number>();
  let [slowest, wrong, most] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const bytes = await readFile(join(folder, String(i)));
    const began = performance.now();
    const end = await eraser.erasePage(bytes).then(
      (done) =>
        done.image.data.length === done.image.width * done.image.height * 3
          ? 'a page'
          : 'a page of the wrong size',
      (error) =>
        error instanceof PaperError && error.reason !== 'engine' ? error.reason : `unclear: ${error}`,
    );
    const took = performance.now() - began;
    // As the workshop does after each page.
    await letGo();
    slowest = Math.max(slowest, took);
    if (end.startsWith('unclear') || end.endsWith('size')) wrong++;
    if (end.startsWith('unclear') || took > 10_000) console.log(i, end, `${took.toFixed(0)} ms`);
    seen.set(end, (seen.get(end) ?? 0) + 1);
    const memory = process.resourceUsage().maxRSS / 1024;
    if (memory > most + 50) {
      console.log(i, end, `memory has come to ${memory.toFixed(0)} MB`);
      most = memory;
    }
  }
  await eraser.close();
  return [
    { figure: 'pictures', value: String(count) },
    ...[...seen].sort().map(([end, times]) => ({ figure: `ended in ${end}`, value: String(times) })),
    atMost('without a page or a clear reason', wrong, 0, String),
    atMost('slowest', slowest / 1000, 10, (value) => `${value.toFixed(2)} s`),
    atMost(
      'memory of the whole process',
      process.resourceUsage().maxRSS / 1024,
      1024,
      (value) => `${value.toFixed(0)} MB`,
    ),
  ];
}
