import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { headBytes, kindOf } from '#server/ground/incoming/file-kind.ts';
import type { ExportProgress } from './export-types.ts';

const endings = { jpeg: 'jpg', png: 'png', webp: 'webp', heic: 'heic', pdf: 'pdf' };

/**
 * The pictures as they are, named 001.png, 002.jpg …; on failure there is no file. Pictures are packed already: they go
 * through as they are, one open at a time.
 */
export async function writeZip(
  paths: string[],
  to: string,
  madeAt: Date,
  { signal, onPage }: ExportProgress = {},
) {
  const names: string[] = [];
  for (const path of paths)
    names.push(`${String(names.length + 1).padStart(3, '0')}.${await endingOf(path)}`);
  const zip = new ZipFile();
  const packed = zip.outputStream as Readable;
  // An error of one of its files is the archive's too.
  const fail = (error: Error) => packed.destroy(error);
  zip.on('error', fail);
  const written = pipeline(packed, createWriteStream(to, { mode: 0o600 }), { ...(signal && { signal }) });
  let done = 0;
  for (const [index, path] of paths.entries())
    zip.addReadStreamLazy(
      names[index] as string,
      { mtime: madeAt, mode: 0o100644, compress: false },
      (give) => {
        const content = createReadStream(path);
        content.once('error', fail).once('end', () => {
          done += 1;
          onPage?.(done);
        });
        give(null, content);
      },
    );
  zip.end();
  await written.catch(async (error) => {
    await rm(to, { force: true });
    throw error;
  });
}

async function endingOf(path: string) {
  const file = await open(path);
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(headBytes) });
    return endings[kindOf(buffer) ?? 'png'];
  } finally {
    await file.close();
  }
}
