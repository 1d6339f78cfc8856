import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { sendStored } from '#server/domains/eraser/send-stored.ts';
import { openPeerFiles } from '#tests/s3/s3-files.ts';
import { startS3Peer } from '#tests/s3/s3-peer.ts';
import { FilesError } from '../files/files.ts';

async function appOver({ links }: { links: boolean }) {
  const peer = await startS3Peer();
  const files = await openPeerFiles(peer, { links });
  await files.put('bundle/file', Buffer.from('0123456789'));
  const app = Fastify();
  const picture = { key: 'bundle/file', mediaType: 'image/png', cacheControl: 'private, no-cache' };
  app.get('/picture', (request, reply) => sendStored(request, reply, files, picture));
  app.get('/download', (request, reply) =>
    sendStored(request, reply, files, { ...picture, mediaType: 'application/pdf', fileName: '試卷.pdf' }),
  );
  app.get('/gone', (request, reply) =>
    sendStored(request, reply, files, { ...picture, key: 'none', fileName: 'x' }),
  );
  onTestFinished(async () => {
    await app.close();
    files.close();
    await peer.close();
  });
  return { app, peer };
}

test('a picture for a page is served by the app, also as byte ranges, with nosniff and a sandbox policy', async () => {
  const { app } = await appOver({ links: true });
  const whole = await app.inject('/picture');
  expect(whole.body).toBe('0123456789');
  expect(whole.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': '10',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
  const part = await app.inject({ url: '/picture', headers: { range: 'bytes=2-4' } });
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
});

test('with S3 links a download redirects to the bucket, without them the app sends it; both as an attachment', async () => {
  const { app } = await appOver({ links: true });
  const answer = await app.inject('/download');
  expect(answer.statusCode).toBe(302);
  expect(answer.headers['cache-control']).toBe('no-store');
  const file = await fetch(answer.headers.location as string);
  expect(await file.text()).toBe('0123456789');
  expect(file.headers.get('content-disposition')).toMatch(/^attachment;/);
  expect((await app.inject('/gone')).statusCode).not.toBe(302);

  const without = await appOver({ links: false });
  const direct = await without.app.inject('/download');
  expect([direct.statusCode, direct.body]).toEqual([200, '0123456789']);
  expect(direct.headers['content-disposition']).toMatch(/^attachment;/);
});

test('a bucket that does not answer results in a notReady error', async () => {
  const { app, peer } = await appOver({ links: false });
  peer.trouble('slowDown', 100);
  let thrown: unknown;
  app.setErrorHandler((error, _request, reply) => {
    thrown = error;
    return reply.code(503).send();
  });
  await app.inject('/picture');
  expect(thrown).toBeInstanceOf(FilesError);
  expect(thrown).toMatchObject({ code: 'notReady', message: expect.stringContaining('503, tried 4 times') });
});
