import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type S3Peer, startS3Peer } from './s3-peer.ts';
import { signatureProblem } from './signature.ts';
import { StoredObjects } from './stored-objects.ts';

let peer: S3Peer;
beforeAll(async () => {
  peer = await startS3Peer();
});
afterAll(() => peer.close());

test('the documented example of AWS Signature Version 4 is accepted; a changed header, a wrong signature or an old date is refused', () => {
  vi.useFakeTimers({ now: new Date('2013-05-24T00:00:00Z'), toFake: ['Date'] });
  const account = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  };
  const request = (signature: string, range = 'bytes=0-9') => ({
    method: 'GET',
    url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range,
      'x-amz-content-sha256': createHash('sha256').digest('hex'),
      'x-amz-date': '20130524T000000Z',
      authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=${signature}`,
    },
    body: Buffer.alloc(0),
  });
  const signature = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41';
  expect(signatureProblem(account, request(signature))).toBeUndefined();
  expect(signatureProblem(account, request(signature, 'bytes=0-8'))).toBe('SignatureDoesNotMatch');
  expect(signatureProblem(account, request(signature.replace('f0', 'f1')))).toBe('SignatureDoesNotMatch');
  vi.setSystemTime(new Date('2013-05-24T00:16:00Z'));
  expect(signatureProblem(account, request(signature))).toBe('RequestTimeTooSkewed');
  vi.useRealTimers();
});

test('requests without a signature are refused with 403', async () => {
  peer.put('a', Buffer.from('secret'), undefined);
  for (const [method, path] of [
    ['GET', 'a'],
    ['PUT', 'a'],
    ['DELETE', 'a'],
    ['GET', '?list-type=2'],
  ])
    expect((await fetch(`${peer.endpoint}/mingshi/${path}`, { method: method as string })).status).toBe(403);
  expect(peer.objects.get('a')?.bytes.toString()).toBe('secret');
});

test('content with a wrong checksum, parts that are too small and parts out of order are refused with Amazon’s error codes', () => {
  expect(peer.put('b', Buffer.from('x'), 'AAAAAAAAAAAAAAAAAAAAAA==')).toEqual({
    code: 'BadDigest',
    status: 400,
  });
  const id = peer.begin('c');
  const parts = [1, 2].map((number) => {
    const part = peer.putPart(id, number, Buffer.from('small'), undefined);
    return { number, etag: 'etag' in part ? part.etag : '' };
  });
  expect(peer.complete(id, parts)).toEqual({ code: 'EntityTooSmall', status: 400 });
  expect(peer.complete(id, parts.toReversed())).toEqual({ code: 'InvalidPartOrder', status: 400 });
  expect(peer.objects.has('c')).toBe(false);
});

test('objects stored in a folder are found again by a new test server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mingshi-bucket-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const object = (text: string) => ({ bytes: Buffer.from(text), etag: `"${text}"` });
  const objects = new StoredObjects(folder);
  objects.set('cluster/a b/file', object('old'));
  objects.set('cluster/a b/file', object('new'));
  objects.set('cluster/gone', object('gone'));
  objects.delete('cluster/gone');
  expect([...new StoredObjects(folder)]).toEqual([['cluster/a b/file', object('new')]]);
  expect(await readdir(folder)).toHaveLength(1);
});
