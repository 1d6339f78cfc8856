import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const keptMs = 24 * 60 * 60 * 1000;

export type Scratch = Awaited<ReturnType<typeof openScratch>>;

/** Folders for work under way, each gone with its work; what killed processes left goes when one starts later. */
export async function openScratch(directory: string) {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    // Another process may clear up at the same moment.
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > keptMs) await rm(path, { recursive: true, force: true });
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
