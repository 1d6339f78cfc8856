import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Peak resident memory of a process in MB; resolves when it ends. Linux only: reads VmHWM from /proc. */
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
