import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const enoughBytes = 4 * 1024 ** 3;

/** A folder for one test run: in memory if there is room, because databases on disk are slow. */
export function quickDir() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize > enoughBytes) return '/dev/shm';
  } catch {
    // Not every system has /dev/shm.
  }
  return tmpdir();
}
