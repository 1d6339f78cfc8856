import type { Logger } from 'pino';
import { localFiles, type OpenFiles } from './files.ts';
import type { FilesPlace } from './place.ts';

/** Opens the configured file store. The S3 client is loaded only if needed. */
export async function openFiles(place: FilesPlace, log: Logger): Promise<OpenFiles> {
  if (place.kind === 'folder') return Object.assign(await localFiles(place.directory), { close: () => {} });
  const { s3Files } = await import('./s3.ts');
  return s3Files(place, log);
}
