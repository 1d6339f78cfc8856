import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '#server/ground/files/make-folder.ts';

const maxAgeMs = 24 * 60 * 60 * 1000;

export type Scratch = Awaited<ReturnType<typeof openScratch>>;

/**
 * Temporary folders, each deleted when its work ends. Leftovers of killed processes are deleted at the next
 * start once they are a day old.
 */
export async function openScratch(directory: string) {
  await makeFolder(directory);
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    // Another process may delete the folder at the same time.
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > maxAgeMs) await rm(path, { recursive: true, force: true });
  }
  return {
    async use<Made>(work: (folder: string) => Promise<Made>): Promise<Made> {
      const folder = await mkdtemp(join(directory, 'work-'));
      try {
        return await work(folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
