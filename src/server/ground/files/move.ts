import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { StartError } from '../config/start-error.ts';
import type { Files } from './files.ts';

export type Moved = { copied: number; found: number; mended: number; gone: number; bytes: number };

const concurrency = 4;

/**
 * Copies every file of one store into another and reads it back there: a file counts as moved only if its
 * hash is the same on both sides. No state is stored between runs; files copied earlier are found in the
 * target and compared. The source is only read.
 */
export async function moveFiles(
  from: Files,
  to: Files,
  onProgress: (moved: Moved) => void = () => {},
): Promise<Moved> {
  const moved: Moved = { copied: 0, found: 0, mended: 0, gone: 0, bytes: 0 };
  const list = from.list()[Symbol.asyncIterator]();
  const work = async () => {
    for (let next = await list.next(); !next.done; next = await list.next()) {
      await moveFile(from, to, next.value.key, moved);
      onProgress(moved);
    }
  };
  // The first failure ends the listing for all; the others finish their current file first.
  const ended = await Promise.allSettled(
    Array.from({ length: concurrency }, () => work().finally(() => list.return?.())),
  );
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return moved;
}

async function moveFile(from: Files, to: Files, key: string, moved: Moved) {
  const there = await hashOf(to, key);
  if (there !== undefined) {
    const here = await hashOf(from, key);
    if (here === undefined) return void moved.gone++;
    if (here.sha256 === there.sha256) return void moved.found++;
  }
  const content = await from.get(key);
  // The file was deleted after it was listed.
  if (!content) return void moved.gone++;
  const hash = createHash('sha256');
  let bytes = 0;
  await to.put(
    key,
    Readable.from(
      (async function* () {
        for await (const chunk of content) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      })(),
      { objectMode: false },
    ),
  );
  const sha256 = hash.digest('hex');
  if ((await hashOf(to, key))?.sha256 !== sha256)
    throw new StartError(`${key} came out different in the new place; run this again.`);
  if (there) moved.mended++;
  else moved.copied++;
  moved.bytes += bytes;
}

async function hashOf(files: Files, key: string) {
  const content = await files.get(key);
  if (!content) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return { sha256: hash.digest('hex') };
}
