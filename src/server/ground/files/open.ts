import type { Logger } from 'pino';
import { StartError } from '../config/start-error.ts';
import { localFiles, type OpenFiles } from './files.ts';
import type { FilesPlace } from './place.ts';

/** Opens the configured file store. The S3 client is loaded only if needed. */
export async function openFiles(place: FilesPlace, log: Logger): Promise<OpenFiles> {
  if (place.kind === 'folder') {
    const files = await localFiles(place.directory).catch((error: Error) => {
      throw new StartError(
        `Files cannot be kept in ${place.directory} (${error.message}); check FILES_URL and DATA_DIR.`,
      );
    });
    return Object.assign(files, { close: () => {} });
  }
  const { s3Files } = await import('./s3.ts');
  return s3Files(place, log);
}
