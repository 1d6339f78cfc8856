import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** The most memory (resident, MB) that a process has held by the time it ends. Linux only: the kernel keeps the mark. */
export async function peakMemoryOf(pid: number): Promise<number> {
  let peakMb = 0;
  while (true) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const found = /VmHWM:\s+(\d+) kB/.exec(status)?.[1];
    if (found === undefined) return peakMb;
    peakMb = Number(found) / 1000;
    await sleep(20);
  }
}
