import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Whether this user may mount a disk: root on Linux, unless a container forbids it. */
export const canMountDisks = tryMounting();

function tryMounting() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'mingshi-mount-'));
  try {
    mount(folder, 1);
    execFileSync('umount', [folder], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function mount(folder: string, megabytes: number) {
  const options = `size=${megabytes}m,mode=0711`;
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'pipe' });
}

/** A disk of this size, which `fill` makes full to the last byte and `free` makes free again. */
export function mountSmallDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'mingshi-disk-'));
  mount(folder, megabytes);
  onTestFinished(() => {
    // Lazily: a database that ends just now may still have files open.
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true });
  });
  const ballast = (name: string) => join(folder, `ballast-${name}`);
  return {
    folder,
    /** Leaves so many bytes. */
    async fill(name: string, leaving = 0) {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(ballast(name), Buffer.alloc(Math.max(0, bavail * bsize - leaving)));
    },
    free: (name: string) => rm(ballast(name), { force: true }),
  };
}
