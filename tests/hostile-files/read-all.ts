import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { openUploadChecks } from '#server/domains/eraser/intake/intake.ts';
import { openPage } from '#server/domains/eraser/intake/intake-types.ts';
import type { HostileFile } from './bases.ts';

/** `answer` is the reason of the refusal, or how many pages were drawn. */
export type Outcome = { name: string; answer: string; ms: number; peakMb: number };

/** Probes every file and draws its first two pages, which must open with the stated size. */
export async function readAll(
  intake: ReturnType<typeof openUploadChecks>,
  files: HostileFile[],
  folder: string,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { name, make } of files) {
    const path = join(folder, 'file');
    await writeFile(path, await make());
    const memory = watchChildren();
    let slowest = 0;
    const timed = async <T>(work: Promise<T>) => {
      const from = performance.now();
      const done = await work;
      slowest = Math.max(slowest, performance.now() - from);
      return done;
    };
    const probed = await timed(intake.probe(path));
    let answer = 'refused' in probed ? probed.refused : '';
    if (!('refused' in probed)) {
      const pages: string[] = [];
      for (const index of [...probed.pages.keys()].slice(0, 2)) {
        const to = join(folder, 'page');
        const drawn = await timed(intake.drawPage(path, index, to));
        pages.push('refused' in drawn ? drawn.refused : await opened(to, drawn));
        await rm(to, { force: true });
      }
      answer = pages.join(' ');
    }
    outcomes.push({ name, answer, ms: Math.round(slowest), peakMb: await memory() });
  }
  return outcomes;
}

async function opened(path: string, stated: { width: number; height: number }) {
  const { info } = await (await openPage(path)).raw().toBuffer({ resolveWithObject: true });
  const isAsStated = info.width === stated.width && info.height === stated.height && info.channels === 3;
  return isAsStated ? 'drawn' : 'NOT AS TOLD';
}

/** Measures the highest memory use (RSS) of any child process; 0 where there is no /proc. */
function watchChildren() {
  let most = 0;
  const sample = async () => {
    for (const pid of await children()) most = Math.max(most, await memoryOf(pid));
  };
  const sampling = setInterval(sample, 20);
  return async () => {
    clearInterval(sampling);
    await sample();
    return Math.round(most / 1024);
  };
}

async function children(): Promise<string[]> {
  const tasks = await readdir('/proc/self/task').catch(() => []);
  const lists = await Promise.all(tasks.map((task) => text(`/proc/self/task/${task}/children`)));
  return lists.flatMap((list) => list.split(' ').filter(Boolean));
}

const memoryOf = async (pid: string) =>
  Number(/VmRSS:\s+(\d+)/.exec(await text(`/proc/${pid}/status`))?.[1] ?? 0);
const text = (path: string) => readFile(path, 'utf8').catch(() => '');
