import { createHash } from 'node:crypto';
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { FilesError } from './files.ts';
import type { S3Settings } from './place.ts';

const connectMs = 3_000;
/** A part of 8 MiB over a slow line; reading the body has a watch of its own. */
const answerMs = 60_000;
const attempts = 4;
export const readingIdleMs = 30_000;

/** Busy answers, cut connections and time-outs are tried again by the client itself, further and further apart. */
export function openS3Client({ endpoint, region, pathStyle, credentials }: S3Settings): S3Client {
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: attempts,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: 100 },
      httpsAgent: { keepAlive: true, maxSockets: 100 },
    },
    // Not all services know the newer checksums; all check MD5, which `sendMd5` adds.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
  });
  sendMd5(client);
  return client;
}

/** Every upload carries its MD5, also the parts that `Upload` of @aws-sdk/lib-storage sends, which cannot be told theirs. */
function sendMd5(client: S3Client) {
  client.middlewareStack.add(
    (next) => async (args) => {
      const { input } = args;
      if (!('Body' in input && input.Body instanceof Uint8Array)) return next(args);
      const ContentMD5 = createHash('md5').update(input.Body).digest('base64');
      return next({ ...args, input: { ...input, ContentMD5 } });
    },
    { step: 'initialize', name: 'sendMd5' },
  );
}

/** What went wrong, in words for a log: the service's own, without headers or signatures. */
export function s3Problem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { $metadata: metadata } = error as Partial<S3ServiceException>;
  const code = 'code' in error ? String(error.code) : undefined;
  const about = [code ?? error.name, metadata?.httpStatusCode, tries(metadata?.attempts)].filter(Boolean);
  return `${about.join(', ')}: ${error.message}`;
}

const tries = (count: number | undefined) => count && `tried ${count} times`;

export const clearly = (deed: string, key: string, error: unknown) =>
  new FilesError(`could not ${deed} ${JSON.stringify(key)} in the bucket (${s3Problem(error)})`, {
    cause: error,
    // Services that run on somebody's own disks may be full; Amazon's never are.
    code: statusOf(error) === 507 ? 'noSpace' : 'notReady',
  });

const statusOf = (error: unknown) => (error as Partial<S3ServiceException>).$metadata?.httpStatusCode;

export const isMissing = (error: unknown) =>
  error instanceof S3ServiceException &&
  error.$metadata.httpStatusCode === 404 &&
  error.name !== 'NoSuchBucket';

/** The service was reached and says no: asking again would not help. */
export function isRefusal(error: unknown) {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500;
}
