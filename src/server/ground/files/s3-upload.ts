import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Logger } from 'pino';
import { FilesError } from './files.ts';
import { clearly, isMissing, s3Problem } from './s3-client.ts';

type Where = { Bucket: string; Key: string };

/** Amazon takes 10,000 parts, none but the last below 5 MiB: this reaches to 78 GiB. */
export const partBytes = 8 * 1024 * 1024;

/**
 * Whole or not at all: what fits one part goes in one request; more of it by parts, of which two are in memory at a time (one
 * on its way, one being filled), and which become a file only by the last request.
 */
export async function uploadObject(
  client: S3Client,
  where: Where,
  source: Readable | Uint8Array,
  log: Logger,
): Promise<void> {
  const parts = partsOf(source instanceof Readable ? source : [source]);
  try {
    const first = (await parts.next()).value ?? Buffer.alloc(0);
    const second = await parts.next();
    if (second.done) await told(where, client.send(new PutObjectCommand({ ...where, ...withSum(first) })));
    else await uploadParts(client, where, [first, second.value], parts, log);
  } finally {
    await parts.return();
    if (source instanceof Readable) source.destroy();
  }
}

async function uploadParts(
  client: S3Client,
  where: Where,
  begun: Buffer[],
  rest: AsyncIterable<Buffer>,
  log: Logger,
) {
  const { UploadId } = await told(where, client.send(new CreateMultipartUploadCommand(where)));
  if (!UploadId) throw new FilesError('the bucket began an upload without a name for it');
  const upload = { ...where, UploadId };
  const Parts: CompletedPart[] = [];
  let size = 0;
  const sendPart = async (bytes: Buffer) => {
    const PartNumber = Parts.length + 1;
    const part = new UploadPartCommand({ ...upload, PartNumber, ...withSum(bytes) });
    const { ETag } = await told(where, client.send(part));
    Parts.push({ ETag, PartNumber });
    size += bytes.length;
  };
  try {
    for (const bytes of begun.splice(0)) await sendPart(bytes);
    // While one part is on its way the source is asked for the next.
    let sending: Promise<void> | undefined;
    for await (const bytes of rest) {
      await sending;
      sending = sendPart(bytes);
      sending.catch(() => {});
    }
    await sending;
    await complete(client, where, { ...upload, MultipartUpload: { Parts } }, size);
  } catch (error) {
    // Nothing of it can be seen, but it is kept and paid for. What stays all the same goes at a later start.
    await client
      .send(new AbortMultipartUploadCommand(upload))
      .catch((problem) =>
        log.warn({ problem: s3Problem(problem) }, 'an unfinished upload stays in the bucket'),
      );
    throw error;
  }
}

/** An answer that was lost on its way leaves the upload done and gone, and the file there. */
async function complete(
  client: S3Client,
  where: Where,
  input: ConstructorParameters<typeof CompleteMultipartUploadCommand>[0],
  size: number,
) {
  try {
    await client.send(new CompleteMultipartUploadCommand(input));
  } catch (error) {
    const gone = isMissing(error);
    const there = gone && (await client.send(new HeadObjectCommand(where)).catch(() => undefined));
    const done =
      there &&
      there.ContentLength === size &&
      there.ETag?.includes(`-${input.MultipartUpload?.Parts?.length}`);
    if (!done) throw clearly('finish writing', where.Key, error);
  }
}

const withSum = (bytes: Buffer) => ({
  Body: bytes,
  ContentLength: bytes.length,
  ContentMD5: createHash('md5').update(bytes).digest('base64'),
});

/** The client's own error names neither the deed nor the file. */
async function told<T>(where: Where, sending: Promise<T>): Promise<T> {
  try {
    return await sending;
  } catch (error) {
    throw clearly('write', where.Key, error);
  }
}

/** The source cut into parts of one length; only the last is shorter. */
async function* partsOf(source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
  let gathered: Uint8Array[] = [];
  let length = 0;
  for await (let bytes of source) {
    while (length + bytes.length >= partBytes) {
      const taken = bytes.subarray(0, partBytes - length);
      yield Buffer.concat([...gathered, taken]);
      bytes = bytes.subarray(taken.length);
      gathered = [];
      length = 0;
    }
    if (bytes.length === 0) continue;
    gathered.push(bytes);
    length += bytes.length;
  }
  if (length > 0) yield Buffer.concat(gathered);
}
