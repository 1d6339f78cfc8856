import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { BackupError, decryptChunks } from './encrypted-stream.ts';
import { type About, type End, type Entry, readEntries } from './entries.ts';

export type Summary = { about: About; end: End };
type OnEntry = (entry: Entry, content: AsyncIterable<Buffer>) => Promise<void>;

/**
 * Reads a whole backup and verifies every chunk's authentication tag, every entry's hash and the declared
 * counts. `onEntry` is called for each entry on the way; the backup is known to be valid only when this
 * resolves.
 */
export async function readBackup(path: string, key: Buffer | undefined, onEntry: OnEntry): Promise<Summary> {
  const seen = { tables: 0, rows: 0, files: 0, bytes: 0 };
  let about: About | undefined;
  let end: End | undefined;
  await pipeline(
    createReadStream(path, { highWaterMark: 256 * 1024 }),
    (source) => decryptChunks(source as AsyncIterable<Buffer>, key),
    createZstdDecompress(),
    async (source: AsyncIterable<Buffer>) =>
      readEntries(source, async (entry, content) => {
        if (end || (about === undefined) !== (entry.kind === 'about'))
          throw new BackupError('The entries of the backup are not in their order.');
        if (entry.kind === 'about') about = entry;
        if (entry.kind === 'end') end = entry;
        if (entry.kind === 'table') seen.tables++;
        if (entry.kind === 'file') seen.files++;
        const counts = entry.kind === 'table' || entry.kind === 'file';
        await onEntry(entry, counts ? counted(entry.kind === 'table', content) : content);
      }),
  ).catch((error) => {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? new BackupError(`There is no file ${path}.`)
      : error;
  });
  if (!about || !end) throw new BackupError('The backup has no end: it was cut off while it was made.');
  const declared = { tables: end.tables, rows: end.rows, files: end.files, bytes: end.bytes };
  if (JSON.stringify(seen) !== JSON.stringify(declared))
    throw new BackupError(`The backup holds ${JSON.stringify(seen)} and says ${JSON.stringify(declared)}.`);
  return { about, end };

  /** In COPY's text format each line is a row: line breaks inside values are written as \\n. */
  async function* counted(isTable: boolean, content: AsyncIterable<Buffer>) {
    for await (const chunk of content) {
      seen.bytes += chunk.length;
      if (isTable) for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) seen.rows++;
      yield chunk;
    }
  }
}

/** Reads and verifies a backup without using its content. */
export const verifyBackup = (path: string, key: Buffer | undefined) =>
  readBackup(path, key, async (_entry, content) => {
    for await (const _ of content);
  });
