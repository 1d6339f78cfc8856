import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it. Node's own `recursive` never ends, on a whole core, below a folder in which nothing
 * can be made, such as /proc.
 */
export async function makeFolder(path: string, mode = 0o700): Promise<void> {
  try {
    await makeUnlessThere(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path), mode);
    await makeUnlessThere(path, mode);
  }
}

async function makeUnlessThere(path: string, mode: number) {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST';
    if (!isTaken || !(await stat(path)).isDirectory()) throw error;
  }
}
