/** Hostile pictures: each must end in a page or in a PaperError with a clear reason, quickly and in bounded memory. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { collectGarbage } from '../../src/engine/paper/collect-garbage.ts';
import { openEraser } from '../../src/engine/paper/erase.ts';
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
  const outcomes = new Map<string, number>();
  let [slowest, wrong, highestMemory] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const bytes = await readFile(join(folder, String(i)));
    const began = performance.now();
    const outcome = await eraser.erasePage(bytes).then(
      (done) =>
        done.image.data.length === done.image.width * done.image.height * 3
          ? 'a page'
          : 'a page of the wrong size',
      (error) =>
        error instanceof PaperError && error.reason !== 'engine' ? error.reason : `unclear: ${error}`,
    );
    const took = performance.now() - began;
    // The server's eraser process (workshop-process.ts) does the same after each page.
    await collectGarbage();
    slowest = Math.max(slowest, took);
    if (outcome.startsWith('unclear') || outcome.endsWith('size')) wrong++;
    if (outcome.startsWith('unclear') || took > 10_000) console.log(i, outcome, `${took.toFixed(0)} ms`);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    const memory = process.resourceUsage().maxRSS / 1024;
    if (memory > highestMemory + 50) {
      console.log(i, outcome, `memory has come to ${memory.toFixed(0)} MB`);
      highestMemory = memory;
    }
  }
  await eraser.close();
  return [
    { metric: 'pictures', value: String(count) },
    ...[...outcomes]
      .sort()
      .map(([outcome, times]) => ({ metric: `ended in ${outcome}`, value: String(times) })),
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
