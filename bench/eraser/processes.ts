import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process and its descendants, without PostgreSQL, whose memory is set by its configuration. */
async function processTree(root: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0));
  }
  const isInTree = (pid: number): boolean =>
    pid === root || (parents.has(pid) && isInTree(parents.get(pid) as number));
  const tree: number[] = [];
  for (const pid of parents.keys()) {
    const command = isInTree(pid) ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
    if (command !== '' && !/postgres/.test(command)) tree.push(pid);
  }
  return tree;
}

/** Bytes in memory (proportional set size: pages shared by several processes count once). */
async function memoryOf(root: number): Promise<number> {
  let bytes = 0;
  for (const pid of await processTree(root)) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    bytes += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
  }
  return bytes;
}

const ticksPerSecond = 100;

/** CPU seconds of the process tree, not affected by other load on the machine. */
export async function processorSeconds(root: number): Promise<number> {
  let ticks = 0;
  for (const pid of await processTree(root)) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks / ticksPerSecond;
}

/** Samples the memory every second until stopped; each sample has the value of `mark` at that time. */
export function watchMemory(pid: number, mark: () => number) {
  const samples: { mark: number; bytes: number }[] = [];
  let isRunning = true;
  const watching = (async () => {
    while (isRunning) {
      samples.push({ mark: mark(), bytes: await memoryOf(pid) });
      await sleep(1_000);
    }
  })();
  return async () => {
    isRunning = false;
    await watching;
    return samples;
  };
}
