import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../config/start-error.ts';
import { roleName } from './cluster.ts';

/** The address of the embedded PostgreSQL that a running server has started on this folder. */
export async function runningPostgresUrl(dataDir: string): Promise<string> {
  try {
    const password = await readFile(join(dataDir, 'postgres-password'), 'utf8');
    const pidFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    // PostgreSQL's own format: process id, data folder, start time, port, socket folder, address, …
    const [, , , port, socketFolder, address] = pidFile.split('\n');
    const host = encodeURIComponent(socketFolder || address || '');
    return `postgresql://${roleName}:${password}@/${roleName}?host=${host}&port=${port}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new StartError(`The server on ${dataDir} is just starting; try again when it is up.`);
    if (code === 'EACCES')
      throw new StartError(
        `The server on ${dataDir} belongs to another user; run this as that user, or stop the server first.`,
      );
    throw error;
  }
}
