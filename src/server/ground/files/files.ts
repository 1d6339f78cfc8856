import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../http/errors.ts';
import { hasRoom, isDiskFull } from './disk-full.ts';
import { makeFolder } from './make-folder.ts';

/** The store of uploads and results. A key is like `erase/1f0c/page-1.png`; files are replaced as a whole. */
export type Files = {
  /** Atomic: after a crash the key has either the old or the new content. */
  put(key: string, source: Readable | Uint8Array): Promise<void>;
  /** The whole file, or the bytes from `start` to `end`, both included. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable | undefined>;
  size(key: string): Promise<number | undefined>;
  /** Deleting a missing file is not an error. */
  delete(key: string): Promise<void>;
  /** All files. Files added or deleted during the listing may or may not be included. */
  list(): AsyncIterable<StoredFile>;
  /**
   * A short-lived URL that downloads the file under this name without sign-in; undefined if the store has no
   * such links. The caller has to check first that the user may have the file.
   */
  link(key: string, as: Download): Promise<string | undefined>;
};

export type StoredFile = { key: string; size: number };
type Download = { mediaType: string; fileName: string };

// Lower case only, so that two keys never collide on a disk that ignores case; no part begins with a dot, so
// that no key leads out of the folder or into the folder of unfinished files.
const keyPattern = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/;
const longestKey = 255;

/** Partial files of killed processes are removed after this time. */
export const unfinishedUploadMs = 24 * 60 * 60 * 1000;

export const isFileKey = (key: string) => key.length <= longestKey && keyPattern.test(key);

/** Validates a key before it becomes a path. */
export function checkedKey(key: string) {
  if (!isFileKey(key)) throw new Error(`not a file key: ${JSON.stringify(key)}`);
  return key;
}

export type OpenFiles = Files & { close(): void };

export async function localFiles(directory: string): Promise<Files> {
  const unfinished = join(directory, '.unfinished');
  await makeFolder(unfinished);
  await removeAbandoned(unfinished);

  const pathOf = (key: string) => join(directory, checkedKey(key));

  return {
    async put(key, source) {
      const path = pathOf(key);
      const draft = join(unfinished, randomUUID());
      try {
        const bytes = source instanceof Uint8Array ? source.byteLength : 0;
        if (!(await hasRoom(directory, bytes))) throw noSpace(key);
        await writeDurably(draft, source);
        await makeFolder(dirname(path));
        await rename(draft, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(draft, { force: true });
        throw isDiskFull(error) ? noSpace(key, error) : error;
      }
    },
    async get(key, range) {
      const file = await ifPresent(open(pathOf(key)));
      return file?.createReadStream(range);
    },
    async size(key) {
      return (await ifPresent(stat(pathOf(key))))?.size;
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    list: () => filesUnder(directory, ''),
    link: async () => undefined,
  };
}

const noSpace = (key: string, cause?: unknown) =>
  new FilesError(`there is no room for ${JSON.stringify(key)}`, { code: 'noSpace', cause });

async function* filesUnder(directory: string, prefix: string): AsyncGenerator<StoredFile> {
  const folder = await ifPresent(opendir(join(directory, prefix)));
  if (!folder) return;
  for await (const entry of folder) {
    const key = `${prefix}${entry.name}`;
    if (!isFileKey(key)) continue;
    if (entry.isDirectory()) yield* filesUnder(directory, `${key}/`);
    const size = entry.isFile() ? (await ifPresent(stat(join(directory, key))))?.size : undefined;
    if (size !== undefined) yield { key, size };
  }
}

async function writeDurably(path: string, source: Readable | Uint8Array) {
  const content = source instanceof Readable ? source : Readable.from([source]);
  await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
}

/** Removes partial files of killed processes. Recent ones may still be written by another process. */
async function removeAbandoned(unfinished: string) {
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name);
    const age = Date.now() - ((await ifPresent(stat(path)))?.mtimeMs ?? 0);
    if (age > unfinishedUploadMs) await rm(path, { force: true });
  }
}

async function ifPresent<T>(access: Promise<T>): Promise<T | undefined> {
  try {
    return await access;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A renamed file survives a power cut only once its folder is synced to disk. */
export async function syncFolder(path: string) {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** A failure of the file store. Users are told that it passes; the message is only logged. */
export class FilesError extends AppError {
  override name = 'FilesError';

  constructor(message: string, options: { code?: 'notReady' | 'noSpace'; cause?: unknown } = {}) {
    super(options.code ?? 'notReady', options);
    this.message = message;
  }
}
