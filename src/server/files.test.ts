import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Files, localFiles } from './files.ts';

let directory: string;
let files: Files;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mingshi-files-'));
  files = await localFiles(directory);
});
afterEach(() => rm(directory, { recursive: true }));

const read = async (key: string) => {
  const stream = await files.get(key);
  return stream && text(stream);
};

test('keeps bytes and streams, replaces them, and forgets them', async () => {
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

test('keeps a large file whole', async () => {
  const large = Buffer.alloc(5_000_000, 'mingshi');
  await files.put('large', large);
  const stream = await files.get('large');
  expect(stream && large.equals(await buffer(stream))).toBe(true);
});

test('a source that breaks off leaves the old content and no rest', async () => {
  await files.put('paper', Buffer.from('old'));
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('connection lost');
    })(),
  );
  await expect(files.put('paper', broken)).rejects.toThrow('connection lost');
  expect(await read('paper')).toBe('old');
  expect(await readdir(join(directory, '.unfinished'))).toEqual([]);
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

test('removes what killed processes left unfinished, but not what may still be written', async () => {
  const old = join(directory, '.unfinished', 'old');
  await writeFile(old, 'x');
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
  await utimes(old, twoDaysAgo, twoDaysAgo);
  await writeFile(join(directory, '.unfinished', 'fresh'), 'x');
  await localFiles(directory);
  expect(await readdir(join(directory, '.unfinished'))).toEqual(['fresh']);
});
