import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { openIntake } from '#server/domains/eraser/intake/intake.ts';
import { openPage } from '#server/domains/eraser/intake/intake-types.ts';
import type { HostileFile } from './bases.ts';

/** `answer` is the reason of the refusal, or how many pages were drawn. */
export type Outcome = { name: string; answer: string; ms: number; peakMb: number };

/** Every file looked at and its first pages drawn, as the product would. A drawn page has to be one that opens. */
export async function readAll(
  intake: ReturnType<typeof openIntake>,
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

async function opened(path: string, told: { width: number; height: number }) {
  const { info } = await (await openPage(path)).raw().toBuffer({ resolveWithObject: true });
  const isAsTold = info.width === told.width && info.height === told.height && info.channels === 3;
  return isAsTold ? 'drawn' : 'NOT AS TOLD';
}

/** The most memory any process we started has held; where there is no /proc, nothing is known. */
function watchChildren() {
  let most = 0;
  const look = async () => {
    for (const pid of await children()) most = Math.max(most, await peakOf(pid));
  };
  const looking = setInterval(look, 20);
  return async () => {
    clearInterval(looking);
    await look();
    return Math.round(most / 1024);
  };
}

async function children(): Promise<string[]> {
  const tasks = await readdir('/proc/self/task').catch(() => []);
  const lists = await Promise.all(tasks.map((task) => text(`/proc/self/task/${task}/children`)));
  return lists.flatMap((list) => list.split(' ').filter(Boolean));
}

const peakOf = async (pid: string) =>
  Number(/VmRSS:\s+(\d+)/.exec(await text(`/proc/${pid}/status`))?.[1] ?? 0);
const text = (path: string) => readFile(path, 'utf8').catch(() => '');
