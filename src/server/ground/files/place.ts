import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** How to reach an S3-compatible service; the s3:// address names the bucket. */
export type S3Settings = {
  endpoint: string | undefined;
  region: string;
  pathStyle: boolean;
  /** Undefined: Amazon's default lookup (environment, files, the machine's role). */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Whether browsers fetch large downloads directly from the bucket, by presigned links. */
  links: boolean;
};

export type FilesPlace =
  | { kind: 'folder'; directory: string }
  | { kind: 's3'; bucket: string; prefix: string; settings: S3Settings };

const s3Address = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9._/-]*))?$/;

export const filesAddress = z
  .string()
  .refine(
    (value) => s3Address.test(value) || /^file:\/\/\/./.test(value),
    'must be s3://bucket/prefix or file:///folder',
  );

/** The store for an s3:// or file:// address; without an address, DATA_DIR/files. */
export function filesPlace(address: string | undefined, dataDir: string, settings: S3Settings): FilesPlace {
  if (address === undefined) return { kind: 'folder', directory: join(resolve(dataDir), 'files') };
  const found = s3Address.exec(address);
  if (!found) return { kind: 'folder', directory: fileURLToPath(address) };
  const [, bucket = '', path = ''] = found;
  const folder = path.replace(/^\/+|\/+$/g, '');
  return { kind: 's3', bucket, prefix: folder && `${folder}/`, settings };
}

export const describePlace = (place: FilesPlace) =>
  place.kind === 'folder' ? place.directory : `s3://${place.bucket}/${place.prefix}`;
