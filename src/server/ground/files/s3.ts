import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Logger } from 'pino';
import { StartError } from '../config/start-error.ts';
import type { OpenFiles } from './files.ts';
import { checkedKey, isFileKey, type StoredFile, unfinishedUploadMs } from './files.ts';
import type { FilesPlace } from './place.ts';
import { clearly, isMissing, isRefusal, openS3Client, readingIdleMs, s3Problem } from './s3-client.ts';
import { readObject } from './s3-read.ts';
import { uploadObject } from './s3-upload.ts';

type Bucket = Extract<FilesPlace, { kind: 's3' }>;

/** Long enough to begin a download with, too short to be passed on. */
const linkSeconds = 60;

/** How long a bucket may think about what takes it no time; uploads have more (files-s3-client.ts). */
const answerMs = 10_000;

/** A bucket of an S3-compatible service. A wrong setting is told at the start; a bucket that is only away is waited for. */
export async function s3Files(place: Bucket, log: Logger, { quickMs = answerMs } = {}): Promise<OpenFiles> {
  const { bucket, prefix, settings } = place;
  const client = openS3Client(settings);
  const quickly = { requestTimeout: quickMs };
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + checkedKey(key) });
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }), quickly);
  } catch (error) {
    const problem = s3Problem(error);
    if (!isRefusal(error)) log.warn({ problem }, 'the bucket of files does not answer yet');
    else {
      client.destroy();
      throw new StartError(
        `The bucket ${bucket} does not let us in (${problem}); check FILES_URL and S3_*.`,
        {
          cause: error,
        },
      );
    }
  }
  // Beside the start: it only tidies.
  removeAbandoned(client, place).catch((error) =>
    log.warn({ problem: s3Problem(error) }, 'could not look for unfinished uploads in the bucket'),
  );

  return {
    async put(key, source) {
      await uploadObject(client, at(key), source, log);
    },
    get: async (key, range) => readObject(client, at(key), { range, idleMs: readingIdleMs, quickMs }),
    async size(key) {
      const where = at(key);
      try {
        return (await client.send(new HeadObjectCommand(where), quickly)).ContentLength;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw clearly('look for', where.Key, error);
      }
    },
    async delete(key) {
      const where = at(key);
      try {
        await client.send(new DeleteObjectCommand(where), quickly);
      } catch (error) {
        // Amazon says nothing about what was not there; others answer 404.
        if (!isMissing(error)) throw clearly('delete', where.Key, error);
      }
    },
    list: () => objectsUnder(client, place),
    async link(key, { mediaType, fileName }) {
      if (!settings.links) return undefined;
      const command = new GetObjectCommand({
        ...at(key),
        ResponseContentType: mediaType,
        ResponseContentDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
        ResponseCacheControl: 'private, no-store',
      });
      return getSignedUrl(client, command, { expiresIn: linkSeconds });
    },
    close: () => client.destroy(),
  };
}

async function* objectsUnder(client: S3Client, { bucket, prefix }: Bucket): AsyncGenerator<StoredFile> {
  let token: string | undefined;
  do {
    const page = await client
      .send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }))
      .catch((error) => {
        throw clearly('list', prefix, error);
      });
    for (const { Key = '', Size = 0 } of page.Contents ?? []) {
      const key = Key.slice(prefix.length);
      if (isFileKey(key)) yield { key, size: Size };
    }
    if (page.IsTruncated && !page.NextContinuationToken)
      throw new Error('the bucket says that its list goes on, but not where');
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token);
}

/** Parts that killed processes left: invisible, and paid for. Fresh ones may belong to another process. */
async function removeAbandoned(client: S3Client, { bucket, prefix }: Bucket) {
  let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined;
  do {
    const page = await client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker }),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Date.now() - (Initiated?.getTime() ?? Date.now()) > unfinishedUploadMs)
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
    }
    marker = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      : undefined;
  } while (marker);
}
