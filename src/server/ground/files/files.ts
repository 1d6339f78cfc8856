import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../http/errors.ts';

/** Where uploads and results live. A key is like `erase/1f0c/page-1.png`; its content never changes, only as a whole. */
export type Files = {
  /** Whole or not at all: after a crash the key holds the old content or the new. */
  put(key: string, source: Readable | Uint8Array): Promise<void>;
  /** All of it, or the bytes from `start` to `end`, both included. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable | undefined>;
  size(key: string): Promise<number | undefined>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  /** Everything there is, a page at a time. What comes or goes meanwhile may be in it or not. */
  list(): AsyncIterable<StoredFile>;
  /**
   * An address that gives the file to whoever has it, for a moment, as a download of that name; undefined where there is no
   * such thing. Only for someone who was found to have a right to the file.
   */
  link(key: string, as: Download): Promise<string | undefined>;
};

export type StoredFile = { key: string; size: number };
type Download = { mediaType: string; fileName: string };

// Lower case only, so that two keys never meet on a disk that ignores case; no part begins with a dot, so that none
// leads out of the folder or into the folder of unfinished files.
const keyPattern = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/;
const longestKey = 255;

/** What a killed process left half written is swept away after this. */
export const unfinishedKeptMs = 24 * 60 * 60 * 1000;

export const isFileKey = (key: string) => key.length <= longestKey && keyPattern.test(key);

/** Before a key becomes a path. */
export function checkedKey(key: string) {
  if (!isFileKey(key)) throw new Error(`not a file key: ${JSON.stringify(key)}`);
  return key;
}

export type OpenFiles = Files & { close(): void };

export async function localFiles(directory: string): Promise<Files> {
  const unfinished = join(directory, '.unfinished');
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await removeAbandoned(unfinished);

  const pathOf = (key: string) => join(directory, checkedKey(key));

  return {
    async put(key, source) {
      const path = pathOf(key);
      const draft = join(unfinished, randomUUID());
      try {
        await writeDurably(draft, source);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(draft, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
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

/** Leftovers of killed processes. Fresh ones may belong to another process that is still writing. */
async function removeAbandoned(unfinished: string) {
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name);
    const age = Date.now() - ((await ifPresent(stat(path)))?.mtimeMs ?? 0);
    if (age > unfinishedKeptMs) await rm(path, { force: true });
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

/** A new name survives a power cut only once its folder is on disk. */
export async function syncFolder(path: string) {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The store of files does not do what it should. People are told to come back; its own words are for the log. */
export class FilesError extends AppError {
  override name = 'FilesError';

  constructor(message: string, options: { cause?: unknown } = {}) {
    super('notReady', options);
    this.message = message;
  }
}
