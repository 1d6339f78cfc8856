import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openPeerFiles, peerEnvironment } from '#tests/s3/s3-files.ts';
import { type S3Peer, startS3Peer } from '#tests/s3/s3-peer.ts';
import { startServer } from '#tests/server-process.ts';
import type { OpenFiles } from './files.ts';
import { type Files, localFiles } from './files.ts';
import { moveFiles } from './move.ts';

let dataDir: string;
let folder: Files;
let peer: S3Peer;
let bucket: OpenFiles;
const count = 60;
const contentOf = (at: number) => Buffer.alloc(at === 7 ? 9_000_000 : at * 100, `${at} mingshi `);
const keyOf = (at: number) => `eraser/${at % 5}/file-${at}`;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mingshi-move-'));
  folder = await localFiles(join(dataDir, 'files'));
  for (let at = 0; at < count; at++) await folder.put(keyOf(at), contentOf(at));
  peer = await startS3Peer({ pageSize: 7 });
  bucket = await openPeerFiles(peer);
  onTestFinished(async () => {
    bucket.close();
    await peer.close();
    await rm(dataDir, { recursive: true });
  });
});

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const stored = () =>
  [...peer.objects].map(([key, { bytes }]) => [key.replace('tests/store/', ''), hash(bytes)]).sort();
const expected = () => Array.from({ length: count }, (_, at) => [keyOf(at), hash(contentOf(at))]).sort();
const sourceState = async () =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const path = join(dataDir, 'files', keyOf(at));
      const { mtimeMs, ino } = await stat(path);
      return [mtimeMs, ino, hash(await readFile(path))];
    }),
  );

test('all files are copied with the same hash; a second run copies only missing files and replaces damaged ones', async () => {
  const before = await sourceState();
  expect(await moveFiles(folder, bucket)).toMatchObject({ copied: count, found: 0, mended: 0 });
  expect(stored()).toEqual(expected());
  peer.put(`tests/store/${keyOf(3)}`, Buffer.alloc(300, 'x'), undefined);
  peer.objects.delete(`tests/store/${keyOf(4)}`);
  expect(await moveFiles(folder, bucket)).toMatchObject({ copied: 1, found: count - 2, mended: 1 });
  expect(stored()).toEqual(expected());
  expect(await sourceState()).toEqual(before);
});

test('a target that stores different content is detected', async () => {
  const faulty: Files = {
    ...bucket,
    put: (key, source) =>
      bucket.put(key, key === keyOf(9) ? Readable.from([Buffer.from('other')]) : (source as Readable)),
  };
  await expect(moveFiles(folder, faulty)).rejects.toThrow(`${keyOf(9)} came out different`);
});

test('npm run files:move, killed half-way and run again, copies all files', {
  timeout: 60_000,
}, async () => {
  const environment = { DATA_DIR: dataDir, ...peerEnvironment(peer) };
  const command: [string, ...string[]] = [
    process.execPath,
    'src/server/wiring/commands/move-files.ts',
    '--to',
    's3://mingshi/tests/store',
  ];
  const killed = startServer(environment, command);
  await vi.waitFor(() => expect(peer.objects.size).toBeGreaterThan(5), { interval: 1, timeout: 30_000 });
  killed.child.kill('SIGKILL');
  await killed.exit;
  expect(peer.objects.size).toBeLessThan(count);
  const again = startServer(environment, command);
  expect(await again.exit, again.stderr()).toBe(0);
  expect(again.stdout()).toMatch(/All of them have the same hash there/);
  expect(stored()).toEqual(expected());
});
