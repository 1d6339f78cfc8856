import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Bytes in memory of a process and of all it has started, shared pages counted once. */
async function memoryOf(root: number): Promise<number> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0));
  }
  const isOurs = (pid: number): boolean =>
    pid === root || (parents.has(pid) && isOurs(parents.get(pid) as number));
  let bytes = 0;
  for (const pid of parents.keys()) {
    if (!isOurs(pid)) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    // The database has a memory of its own, set by its configuration.
    if (/postgres/.test(command)) continue;
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    bytes += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
  }
  return bytes;
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
