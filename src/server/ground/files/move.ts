import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { StartError } from '../config/start-error.ts';
import type { Files } from './files.ts';

export type Moved = { copied: number; found: number; mended: number; gone: number; bytes: number };

const atOnce = 4;

/**
 * Copies every file of one store into another, and reads it back there: what counts as moved has the same hash on both
 * sides. Nothing is remembered between two runs; what an earlier one brought over is found there and compared. The source
 * is only read.
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
  // The first that fails ends them all, when the others are done with what they had begun.
  const ended = await Promise.allSettled(
    Array.from({ length: atOnce }, () => work().finally(() => list.return?.())),
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
  // Deleted since it was listed.
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
