import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openPeerFiles } from '#tests/s3/s3-files.ts';
import { startS3Peer } from '#tests/s3/s3-peer.ts';
import { type Files, localFiles, type StoredFile } from './files.ts';

type Store = { open(): Promise<Files>; unfinished(): Promise<unknown[]>; close(): Promise<void> };

const stores: Record<string, () => Promise<Store>> = {
  async folder() {
    const directory = await mkdtemp(join(tmpdir(), 'mingshi-files-'));
    return {
      open: () => localFiles(directory),
      unfinished: () => readdir(join(directory, '.unfinished')),
      close: () => rm(directory, { recursive: true }),
    };
  },
  async bucket() {
    const peer = await startS3Peer({ pageSize: 3 });
    return {
      open: () => openPeerFiles(peer),
      unfinished: async () => [...peer.uploads.keys()],
      close: peer.close,
    };
  },
};

describe.each(Object.entries(stores))('files in a %s', (_name, openStore) => {
  let files: Files;
  let unfinished: Store['unfinished'];
  let close: Store['close'];
  beforeEach(async () => {
    const store = await openStore();
    ({ unfinished, close } = store);
    files = await store.open();
  });
  afterEach(() => close());

  const read = async (key: string) => {
    const stream = await files.get(key);
    return stream && text(stream);
  };

  test('bytes and streams can be stored, replaced and deleted', async () => {
    await files.put('erase/a1/page-1.png', Buffer.from('第一頁'));
    expect(await read('erase/a1/page-1.png')).toBe('第一頁');
    await files.put('erase/a1/page-1.png', Readable.from([Buffer.from('new '), Buffer.from('page')]));
    expect(await read('erase/a1/page-1.png')).toBe('new page');
    expect(await files.size('erase/a1/page-1.png')).toBe(8);
    await files.delete('erase/a1/page-1.png');
    await files.delete('erase/a1/page-1.png');
    expect(await read('erase/a1/page-1.png')).toBeUndefined();
    expect(await files.size('erase/a1/page-1.png')).toBeUndefined();
  });

  test('a large file is stored completely', async () => {
    const large = Buffer.alloc(20_000_000, 'mingshi');
    large[12_345_678] = 1;
    await files.put('large', Readable.from(piecesOf(large)));
    const stream = await files.get('large');
    expect(stream && large.equals(await buffer(stream))).toBe(true);
  });

  test('a source stream that fails leaves the old content and no partial file', async () => {
    await files.put('paper', Buffer.from('old'));
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('connection lost');
      })(),
    );
    await expect(files.put('paper', broken)).rejects.toThrow('connection lost');
    expect(await read('paper')).toBe('old');
    expect(await unfinished()).toEqual([]);
  });

  test('a byte range can be read, both ends included', async () => {
    await files.put('digits', Buffer.from('0123456789'));
    const part = async (start: number, end: number) =>
      text((await files.get('digits', { start, end })) as Readable);
    expect(await part(2, 5)).toBe('2345');
    expect(await part(0, 0)).toBe('0');
    expect(await part(9, 9)).toBe('9');
  });

  test('an empty file can be stored', async () => {
    await files.put('empty', Readable.from([]));
    expect(await files.size('empty')).toBe(0);
    expect(await read('empty')).toBe('');
  });

  test('list returns every file once with its size', async () => {
    const keys = ['0', 'a-b/c', 'a/b', 'a/b-c/d', 'chat/1', 'eraser/x-1/file', 'eraser/x-1/thumb.webp'];
    for (const [at, key] of keys.entries()) await files.put(key, Buffer.alloc(at, 1));
    const listed: StoredFile[] = await Readable.from(files.list()).toArray();
    expect(listed.toSorted((one, other) => (one.key < other.key ? -1 : 1))).toEqual(
      keys.map((key, size) => ({ key, size })),
    );
  });

  test('two concurrent writers of one key leave the complete content of one of them', async () => {
    const contents = ['one', 'two'].map((word) => Buffer.alloc(9_000_000, word));
    await Promise.all(contents.map((content) => files.put('both', Readable.from([content]))));
    const stored = await buffer((await files.get('both')) as Readable);
    expect(contents.some((content) => content.equals(stored))).toBe(true);
  });

  test('a reader that stops half-way closes its stream, and the file stays readable', async () => {
    await files.put('long', Buffer.alloc(5_000_000, 1));
    const stream = (await files.get('long')) as Readable;
    for await (const _ of stream) break;
    expect(stream.destroyed).toBe(true);
    ((await files.get('long')) as Readable).destroy();
    expect(await files.size('long')).toBe(5_000_000);
  });

  test.each([
    '',
    '/etc/passwd',
    '../secret',
    'a/../../secret',
    'a//b',
    'a/',
    './a',
    '.unfinished/x',
    'a/.hidden',
    'a\\b',
    'a\0b',
    'A',
    'x'.repeat(256),
  ])('the key %j is refused', async (key) => {
    await expect(files.get(key)).rejects.toThrow('not a file key');
    await expect(files.put(key, Buffer.from('x'))).rejects.toThrow('not a file key');
    await expect(files.size(key)).rejects.toThrow('not a file key');
    await expect(files.delete(key)).rejects.toThrow('not a file key');
  });
});

function* piecesOf(bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += 300_000) yield bytes.subarray(start, start + 300_000);
}

test('opening a folder removes old unfinished files of killed processes, but not recent ones that may still be written', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'mingshi-files-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await localFiles(directory);
  const old = join(directory, '.unfinished', 'old');
  await writeFile(old, 'x');
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
  await utimes(old, twoDaysAgo, twoDaysAgo);
  await writeFile(join(directory, '.unfinished', 'fresh'), 'x');
  await localFiles(directory);
  expect(await readdir(join(directory, '.unfinished'))).toEqual(['fresh']);
});

test.each(['ENOSPC', 'EDQUOT'])(
  'a file that does not fit (%s) is refused with noSpace and leaves nothing behind',
  async (code) => {
    const directory = await mkdtemp(join(tmpdir(), 'mingshi-files-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const files = await localFiles(directory);
    await files.put('a', Buffer.from('old'));
    const failing = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw Object.assign(new Error('no space left'), { code });
      })(),
    );
    await expect(files.put('a', failing)).rejects.toMatchObject({ name: 'FilesError', code: 'noSpace' });
    expect(await text((await files.get('a')) as Readable)).toBe('old');
    expect(await readdir(join(directory, '.unfinished'))).toEqual([]);
    // More than any disk has: refused before a byte is written.
    const vast = Object.defineProperty(new Uint8Array(1), 'byteLength', { value: 2 ** 53 });
    await expect(files.put('b', vast)).rejects.toMatchObject({ code: 'noSpace' });
    expect(await files.size('b')).toBeUndefined();
  },
);
