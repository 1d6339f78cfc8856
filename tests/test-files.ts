import { basename } from 'node:path';
import { inject } from 'vitest';
import { openFiles } from '#server/ground/files/open.ts';
import { filesPlace } from '#server/ground/files/place.ts';
import { silentLog } from './database.ts';
import { peerSettings } from './s3/s3-files.ts';

/** The file store of an app: a folder in its `directory`, or with TEST_S3=1 the run's S3 bucket. */
export function openTestFiles(directory: string) {
  const endpoint = inject('s3Endpoint');
  if (endpoint === undefined)
    return openFiles({ kind: 'folder', directory: `${directory}/files` }, silentLog);
  const address = `s3://mingshi/${basename(directory)}`;
  return openFiles(filesPlace(address, directory, peerSettings({ endpoint })), silentLog);
}
