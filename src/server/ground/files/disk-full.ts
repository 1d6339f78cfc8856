import { statfs } from 'node:fs/promises';

const fullCodes = new Set(['ENOSPC', 'EDQUOT']);

/** Whether a file could not be written because there is no room for it. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && fullCodes.has(String(error.code))) || isDiskFull(error.cause);
}

/**
 * Less than this counts as full. The rest is for the embedded PostgreSQL: it answers a full disk with an error, but ends
 * when its log can no longer grow.
 */
const reserveBytes = 64 * 1024 * 1024;

/** Whether so much more fits on the disk of this folder. One that is not there is not written to. */
export async function hasRoom(folder: string, bytes = 0): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= reserveBytes + bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}
