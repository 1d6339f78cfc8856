import { open } from 'node:fs/promises';

/** A new name survives a power cut only once its folder is on disk. */
export async function syncFolder(path: string) {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
