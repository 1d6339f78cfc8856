import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { headBytes, kindOf } from '#server/ground/incoming/file-kind.ts';
import type { ZipOptions, ZipPage } from './export-types.ts';

const endings = { jpeg: 'jpg', png: 'png', webp: 'webp', heic: 'heic', pdf: 'pdf' };
const longestName = 80;

/** Pictures are packed already: they go through as they are, one open at a time. */
export async function writeZip(
  pages: ZipPage[],
  to: string,
  { madeAt }: ZipOptions,
  onPage: (done: number) => void,
): Promise<{ bytes: number }> {
  const zip = new ZipFile();
  const taken = new Set<string>();
  const out = createWriteStream(to, { mode: 0o600 });
  const written = pipeline(zip.outputStream, out);
  // An error of one of its files is the archive's too.
  const { promise: failed, reject } = Promise.withResolvers<never>();
  zip.on('error', reject);
  let done = 0;
  for (const [index, page] of pages.entries()) {
    const name = freeName(page.name ?? String(index + 1).padStart(3, '0'), await endingOf(page.path), taken);
    zip.addReadStreamLazy(name, { mtime: madeAt, mode: 0o100644, compress: false }, (give) => {
      const content = createReadStream(page.path);
      content.once('error', reject).once('end', () => {
        done += 1;
        onPage(done);
      });
      give(null, content);
    });
  }
  zip.end();
  await Promise.race([written, failed]);
  return { bytes: out.bytesWritten };
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

/** A name that every system can unpack, and that no other file in the archive has. */
function freeName(wanted: string, ending: string, taken: Set<string>) {
  const safe = [...wanted.replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_').replace(/^[.\s]+|[.\s]+$/g, '')];
  const stem = safe.slice(0, longestName).join('') || '_';
  for (let copy = 1; ; copy += 1) {
    const name = `${copy === 1 ? stem : `${stem} (${copy})`}.${ending}`;
    const key = name.toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    return name;
  }
}
