import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLog } from '#tests/database.ts';
import { openPeerFiles, peerSettings } from '#tests/s3/s3-files.ts';
import { type S3Peer, startS3Peer } from '#tests/s3/s3-peer.ts';
import type { OpenFiles } from './files.ts';
import { openFiles } from './open.ts';
import { filesPlace } from './place.ts';
import { s3Files } from './s3.ts';
import { openS3Client } from './s3-client.ts';
import { readObject } from './s3-read.ts';
import { partBytes } from './s3-upload.ts';

const large = Buffer.alloc(2 * partBytes + 12_345, 'mingshi');
large[partBytes + 7] = 1;

let peer: S3Peer;
let files: OpenFiles;
beforeEach(async () => {
  peer = await startS3Peer();
  files = await openPeerFiles(peer);
});
afterEach(async () => {
  files.close();
  await peer.close();
});

const content = async (key: string) => buffer((await files.get(key)) as Readable);
const done = (operation: string) => peer.requests.filter((request) => request.operation === operation).length;
/** As a stranger would change an object behind our back. */
const overwrite = (key: string, bytes: Buffer) => peer.put(`tests/store/${key}`, bytes, undefined);

test('what fits one part goes in one request; more goes by parts of one length', async () => {
  await files.put('small', Readable.from([Buffer.from('a'), Buffer.from('b')]));
  expect([done('PutObject'), done('CreateMultipartUpload')]).toEqual([1, 0]);
  await files.put('large', large);
  expect([done('PutObject'), done('UploadPart'), done('CompleteMultipartUpload')]).toEqual([1, 3, 1]);
  expect(large.equals(await content('large'))).toBe(true);
  await files.put('exact', large.subarray(0, partBytes));
  expect(await files.size('exact')).toBe(partBytes);
});

test('a busy or broken-off answer is asked for again', async () => {
  await files.put('paper', Buffer.from('old'));
  for (const kind of ['slowDown', 'cut', 'lost'] as const) {
    peer.trouble(kind, 1, 'PutObject');
    await files.put('paper', Buffer.from(kind));
    expect((await content('paper')).toString()).toBe(kind);
    peer.trouble(kind, 1, 'HeadObject');
    expect(await files.size('paper')).toBe(kind.length);
    peer.trouble(kind, 1, 'DeleteObject');
    await files.delete('paper');
    expect(await files.size('paper')).toBeUndefined();
  }
});

test('a read goes on where the line broke, and ends with an error rather than short', async () => {
  await files.put('large', large);
  peer.trouble('half', 3, 'GetObject');
  expect(large.equals(await content('large'))).toBe(true);
  expect(done('GetObject')).toBe(4);
  const range = { start: 1000, end: partBytes + 999 };
  peer.trouble('half', 2, 'GetObject');
  const part = await buffer((await files.get('large', range)) as Readable);
  expect(part.equals(large.subarray(range.start, range.end + 1))).toBe(true);

  peer.trouble('cut', 1000, 'GetObject');
  await expect(files.get('large')).rejects.toThrow(/could not read "tests\/store\/large" in the bucket/);
});

test('a read never continues with another content', async () => {
  await files.put('large', large);
  peer.trouble('half', 1, 'GetObject');
  const stream = (await files.get('large')) as Readable;
  overwrite('large', Buffer.alloc(large.length, 'x'));
  await expect(buffer(stream)).rejects.toThrow('PreconditionFailed');
});

test('a bucket that falls silent in the middle of a read is asked again', async () => {
  await files.put('large', large);
  const client = openS3Client(peerSettings(peer));
  const where = { Bucket: 'mingshi', Key: 'tests/store/large' };
  peer.trouble('stall', 1, 'GetObject');
  const stream = await readObject(client, where, { range: undefined, idleMs: 300, quickMs: 10_000 });
  expect(large.equals(await buffer(stream as Readable))).toBe(true);
  client.destroy();
});

test('a bucket that does not answer at all is asked again, and given up after a while', async () => {
  await files.put('paper', Buffer.from('there'));
  const place = filesPlace('s3://mingshi/tests/store', '/', peerSettings(peer));
  if (place.kind !== 's3') throw new Error('no bucket');
  const impatient = await s3Files(place, silentLog, { quickMs: 200 });
  peer.trouble('silent', 2, 'HeadObject');
  expect(await impatient.size('paper')).toBe(5);
  peer.trouble('silent', 100, 'GetObject');
  await expect(impatient.get('paper')).rejects.toThrow(/could not read .*ETIMEDOUT, tried 4 times/);
  // A start does not wait for a bucket that is away, but says so.
  peer.trouble('slowDown', 4, 'HeadBucket');
  (await s3Files(place, silentLog)).close();
  impatient.close();
});

test('an upload that fails leaves the old content and no parts', async () => {
  await files.put('paper', Buffer.from('old'));
  // Two parts are on their way, and each is tried four times.
  peer.trouble('slowDown', 8, 'UploadPart');
  await expect(files.put('paper', large)).rejects.toThrow(/could not write .*SlowDown, 503, tried 4 times/);
  expect(peer.uploads.size).toBe(0);
  peer.trouble('refuse', 1, 'CompleteMultipartUpload');
  await expect(files.put('paper', large)).rejects.toThrow('AccessDenied');
  expect(peer.uploads.size).toBe(0);
  expect((await content('paper')).toString()).toBe('old');
});

test('an upload whose parts cannot be removed tells why it failed, not why they stay', async () => {
  peer.trouble('refuse', 2, 'UploadPart');
  peer.trouble('refuse', 1, 'AbortMultipartUpload');
  await expect(files.put('paper', large)).rejects.toThrow(
    /could not write "tests\/store\/paper".*AccessDenied/,
  );
});

test('a source that fails is told as it is, is closed, and leaves the old content and no parts', async () => {
  await files.put('paper', Buffer.from('old'));
  for (const bytes of [1000, 3 * partBytes]) {
    const source = Readable.from(
      (async function* () {
        for (let given = 0; given < bytes; given += 1_000_000) yield Buffer.alloc(1_000_000);
        throw new Error('the disk is gone');
      })(),
    );
    await expect(files.put('paper', source)).rejects.toThrow(/^the disk is gone$/);
    expect(source.destroyed).toBe(true);
  }
  const unread = Readable.from([large.subarray(0, partBytes), large.subarray(partBytes)]);
  peer.trouble('refuse', 2, 'UploadPart');
  await expect(files.put('paper', unread)).rejects.toThrow('AccessDenied');
  expect(unread.destroyed).toBe(true);
  expect((await content('paper')).toString()).toBe('old');
  expect(peer.uploads.size).toBe(0);
});

test('every upload and every part of one carries its MD5, for services that know no newer checksum', async () => {
  const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64');
  await files.put('small', Readable.from([Buffer.from('small')]));
  await files.put('nothing', Buffer.alloc(0));
  await files.put('large', Readable.from([large]));
  const sent = (operation: string) =>
    peer.requests.filter((request) => request.operation === operation).map((request) => request.md5);
  expect(sent('PutObject')).toEqual([md5(Buffer.from('small')), md5(Buffer.alloc(0))]);
  const parts = [0, 1, 2].map((part) => large.subarray(part * partBytes, (part + 1) * partBytes));
  expect(sent('UploadPart').sort()).toEqual(parts.map(md5).sort());
});

test('an upload whose last answer was lost is done', async () => {
  peer.trouble('lost', 1, 'CompleteMultipartUpload');
  await files.put('large', large);
  expect(large.equals(await content('large'))).toBe(true);
  expect(peer.uploads.size).toBe(0);
});

test('parts of a killed process go at a later start, fresh ones stay', async () => {
  const [old, fresh] = [peer.begin('tests/store/old'), peer.begin('tests/store/fresh')];
  const upload = peer.uploads.get(old);
  if (upload) upload.at = new Date(Date.now() - 25 * 60 * 60 * 1000);
  (await openPeerFiles(peer)).close();
  await vi.waitFor(() => expect([...peer.uploads.keys()]).toEqual([fresh]));
});

test('a link is for one file, for a minute, and brings it as a download', async () => {
  const linking = await openPeerFiles(peer, { links: true });
  await files.put('export/file', Buffer.from('%PDF'));
  await files.put('export/other', Buffer.from('secret'));
  const as = { mediaType: 'application/pdf', fileName: '數學"試卷.pdf' };
  expect(await files.link('export/file', as)).toBeUndefined();
  const link = (await linking.link('export/file', as)) as string;
  const answer = await fetch(link);
  expect(await answer.text()).toBe('%PDF');
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''%E6%95%B8%E5%AD%B8%22%E8%A9%A6%E5%8D%B7.pdf",
  );
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  const changed = [
    link.replace('export/file', 'export/other'),
    link.replace('application%2Fpdf', 'text%2Fhtml'),
    link.replace('attachment', 'inline'),
    link.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'),
  ];
  for (const other of changed) {
    expect(other).not.toBe(link);
    expect((await fetch(other)).status).toBe(403);
  }
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
  expect((await fetch(link)).status).toBe(403);
  vi.useRealTimers();
  linking.close();
});

test('a wrong bucket or key stops the start in one sentence', async () => {
  const settings = peerSettings(peer);
  const open = (address: string, other = {}) =>
    openFiles(filesPlace(address, '/', { ...settings, ...other }), silentLog);
  await expect(open('s3://nowhere/x')).rejects.toThrow(
    /^The bucket nowhere does not let us in \(NotFound, 404/,
  );
  const credentials = { accessKeyId: 'PEER', secretAccessKey: 'wrong' };
  await expect(open('s3://mingshi', { credentials })).rejects.toThrow(
    /^The bucket mingshi does not let us in .*403/,
  );
});

test('a put is no stream of everything: two parts are in memory, however long the source', async () => {
  let given = 0;
  let most = 0;
  const sent = () => done('UploadPart') * partBytes;
  const source = Readable.from(
    (async function* () {
      for (; given < 10 * partBytes; given += 1_000_000) {
        most = Math.max(most, given - sent());
        yield Buffer.alloc(1_000_000, 1);
        await new Promise(setImmediate);
      }
    })(),
    { highWaterMark: 1 },
  );
  await files.put('long', source);
  expect(await files.size('long')).toBe(given);
  expect(most).toBeLessThan(3.5 * partBytes);
  expect(await text((await files.get('long', { start: given - 1, end: given - 1 })) as Readable)).toBe(
    '\u0001',
  );
});
