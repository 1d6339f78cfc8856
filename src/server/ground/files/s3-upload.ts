import { Readable } from 'node:stream';
import { AbortMultipartUploadCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Logger } from 'pino';
import { clearly, isMissing, s3Problem } from './s3-client.ts';

type Where = { Bucket: string; Key: string };

/** Amazon takes 10,000 parts, none but the last below 5 MiB: this reaches to 78 GiB. */
export const partBytes = 8 * 1024 * 1024;
/** Each of them is being filled or on its way. */
const partsInMemory = 2;

/**
 * Writes an object whole or not at all. What fits one part goes in one request. A larger object goes in parts, which become
 * an object only by the last request.
 */
export async function uploadObject(
  client: S3Client,
  where: Where,
  source: Readable | Uint8Array,
  log: Logger,
): Promise<void> {
  const upload = new Upload({
    client,
    params: { ...where, Body: source },
    partSize: partBytes,
    queueSize: partsInMemory,
    // The library removes the parts when a part fails, but not when the last request fails. Here both are one case.
    leavePartsOnError: true,
  });
  const sent = { parts: 0, bytes: 0 };
  upload.on('httpUploadProgress', ({ loaded = 0 }) => {
    sent.parts += 1;
    sent.bytes = loaded;
  });
  try {
    await upload.done();
  } catch (error) {
    if (isMissing(error) && (await isComplete(client, where, sent))) return;
    if (upload.uploadId) await removeParts(client, { ...where, UploadId: upload.uploadId }, log);
    // The source's own error says what went wrong; the client's names neither the key nor what was tried.
    if (source instanceof Readable && source.errored === error) throw error;
    throw clearly('write', where.Key, error);
  } finally {
    if (source instanceof Readable) source.destroy();
  }
}

/**
 * When the answer to the last request is lost, the client asks again and hears that there is no such upload: it is complete,
 * and the object is there.
 */
async function isComplete(client: S3Client, where: Where, sent: { parts: number; bytes: number }) {
  const there = await client.send(new HeadObjectCommand(where)).catch(() => undefined);
  return there?.ContentLength === sent.bytes && there.ETag?.includes(`-${sent.parts}`) === true;
}

/** Parts are invisible, but kept and paid for. Those that stay all the same are removed at a later start. */
async function removeParts(client: S3Client, upload: Where & { UploadId: string }, log: Logger) {
  await client
    .send(new AbortMultipartUploadCommand(upload))
    .catch((problem) =>
      log.warn({ problem: s3Problem(problem) }, 'an unfinished upload stays in the bucket'),
    );
}
