import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { headBytes, kindOf } from '#server/ground/incoming/file-kind.ts';
import type { ExportProgress } from './export-types.ts';

const extensions = { jpeg: 'jpg', png: 'png', webp: 'webp', heic: 'heic', pdf: 'pdf' };

/**
 * Writes the unchanged pictures to a zip, named 001.png, 002.jpg …; a failure leaves no file. They are
 * compressed already, so they are stored as they are, with one open at a time.
 */
export async function writeZip(
  paths: string[],
  to: string,
  madeAt: Date,
  { signal, onPage }: ExportProgress = {},
) {
  const names: string[] = [];
  for (const path of paths)
    names.push(`${String(names.length + 1).padStart(3, '0')}.${await extensionOf(path)}`);
  const zip = new ZipFile();
  const zipStream = zip.outputStream as Readable;
  // An error in one file fails the whole archive.
  const fail = (error: Error) => zipStream.destroy(error);
  zip.on('error', fail);
  const written = pipeline(zipStream, createWriteStream(to, { mode: 0o600 }), { ...(signal && { signal }) });
  let done = 0;
  for (const [index, path] of paths.entries())
    zip.addReadStreamLazy(
      names[index] as string,
      { mtime: madeAt, mode: 0o100644, compress: false },
      (callback) => {
        const content = createReadStream(path);
        content.once('error', fail).once('end', () => {
          done += 1;
          onPage?.(done);
        });
        callback(null, content);
      },
    );
  zip.end();
  await written.catch(async (error) => {
    await rm(to, { force: true });
    throw error;
  });
}

async function extensionOf(path: string) {
  const file = await open(path);
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(headBytes) });
    return extensions[kindOf(buffer) ?? 'png'];
  } finally {
    await file.close();
  }
}
