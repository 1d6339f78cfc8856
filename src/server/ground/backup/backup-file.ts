import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { type About, type End, type Entry, readEntries } from './entries.ts';
import { BackupError, unseal } from './sealed-stream.ts';

export type Summary = { about: About; end: End };
type OnEntry = (entry: Entry, content: AsyncIterable<Buffer>) => Promise<void>;

/**
 * Reads a backup from its first byte to its last: every part's seal, every entry's hash, and that it holds as much as it
 * says. `onEntry` sees each entry on the way; only when all is read is it known that all is right.
 */
export async function readBackup(path: string, key: Buffer | undefined, onEntry: OnEntry): Promise<Summary> {
  const seen = { tables: 0, rows: 0, files: 0, bytes: 0 };
  let about: About | undefined;
  let end: End | undefined;
  await pipeline(
    createReadStream(path, { highWaterMark: 256 * 1024 }),
    (source) => unseal(source as AsyncIterable<Buffer>, key),
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
  const wanted = { tables: end.tables, rows: end.rows, files: end.files, bytes: end.bytes };
  if (JSON.stringify(seen) !== JSON.stringify(wanted))
    throw new BackupError(`The backup holds ${JSON.stringify(seen)} and says ${JSON.stringify(wanted)}.`);
  return { about, end };

  /** In the text form of COPY a line is a row: line ends inside of values are written as \\n. */
  async function* counted(isTable: boolean, content: AsyncIterable<Buffer>) {
    for await (const chunk of content) {
      seen.bytes += chunk.length;
      if (isTable) for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) seen.rows++;
      yield chunk;
    }
  }
}

/** Nothing but the reading. */
export const verifyBackup = (path: string, key: Buffer | undefined) =>
  readBackup(path, key, async (_entry, content) => {
    for await (const _ of content);
  });
