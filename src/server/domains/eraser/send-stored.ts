import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Files } from '#server/ground/files/files.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { answerPolicy } from '#server/ground/http/security-headers.ts';
import type { StoredPicture } from './pictures.ts';

type FileToSend = StoredPicture & {
  /** For browsers and for caches on the way. */
  cacheControl: string;
  fileName?: string;
};

/** Sends a stored file with an ETag and byte ranges. The content under a key never changes. */
export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  files: Files,
  file: FileToSend,
) {
  const { key, mediaType, cacheControl, fileName } = file;
  const size = await files.size(key);
  if (size === undefined) throw new AppError('notFound');
  // A download can be redirected to a storage link instead of passing through this process; the caller was
  // already authorised.
  const link = fileName !== undefined && (await files.link(key, { mediaType, fileName }));
  if (link) return reply.headers({ 'cache-control': 'no-store' }).redirect(link, 302);
  const etag = `"${createHash('sha256').update(key).digest('base64url').slice(0, 24)}"`;
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    'content-security-policy': `${answerPolicy}; sandbox`,
    'x-content-type-options': 'nosniff',
    ...(fileName !== undefined && {
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    }),
  });
  if (request.headers['if-none-match']?.split(/,\s*/).includes(etag)) return reply.code(304).send();
  reply.type(mediaType);
  const condition = request.headers['if-range'];
  const range =
    condition === undefined || condition === etag ? rangeOf(request.headers.range, size) : undefined;
  if (range === 'none') {
    reply.header('content-range', `bytes */${size}`);
    throw new AppError('badRange');
  }
  const content = await files.get(key, range);
  if (!content) throw new AppError('notFound');
  const length = range ? range.end - range.start + 1 : size;
  reply.header('content-length', length);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  return reply.send(content);
}

/** Parses a single byte range; undefined sends the whole file, also for range forms not supported here. */
function rangeOf(header: string | undefined, size: number) {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!found || (found[1] === '' && found[2] === '')) return undefined;
  const [first, last] = [found[1] as string, found[2] as string];
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? ('none' as const) : { start, end };
}
