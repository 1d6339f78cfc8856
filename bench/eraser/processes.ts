import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process and all it has started, without the database: that has a memory of its own, set by its configuration. */
async function family(root: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0));
  }
  const isOurs = (pid: number): boolean =>
    pid === root || (parents.has(pid) && isOurs(parents.get(pid) as number));
  const ours: number[] = [];
  for (const pid of parents.keys()) {
    const command = isOurs(pid) ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
    if (command !== '' && !/postgres/.test(command)) ours.push(pid);
  }
  return ours;
}

/** Bytes in memory, pages that several share counted once. */
async function memoryOf(root: number): Promise<number> {
  let bytes = 0;
  for (const pid of await family(root)) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    bytes += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
  }
  return bytes;
}

const ticksPerSecond = 100;

/** Seconds of the processor: what others take meanwhile is not in it. */
export async function processorSeconds(root: number): Promise<number> {
  let ticks = 0;
  for (const pid of await family(root)) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks / ticksPerSecond;
}

/** Looks every second until stopped; each look with what `mark` says at that moment. */
export function watchMemory(pid: number, mark: () => number) {
  const looks: { mark: number; bytes: number }[] = [];
  let going = true;
  const watching = (async () => {
    while (going) {
      looks.push({ mark: mark(), bytes: await memoryOf(pid) });
      await sleep(1_000);
    }
  })();
  return async () => {
    going = false;
    await watching;
    return looks;
  };
}
