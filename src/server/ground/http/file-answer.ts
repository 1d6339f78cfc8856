import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { answerPolicy } from './security-headers.ts';

/** A stored file as the answer to a call. */
export type FileAnswer = {
  content: Readable;
  mediaType: string;
  fileName: string;
  /** How long it may be kept; without it nobody keeps it. */
  cacheControl?: string;
};

/** Sends a user's upload as an attachment with a sandbox policy, so that it never runs as a page. */
export function sendFile(
  reply: FastifyReply,
  { content, mediaType, fileName, cacheControl = 'no-store' }: FileAnswer,
) {
  return reply
    .type(mediaType)
    .headers({
      'cache-control': cacheControl,
      'content-disposition': `attachment; filename="${fileName}"`,
      'content-security-policy': `${answerPolicy}; sandbox`,
      'x-content-type-options': 'nosniff',
    })
    .send(content);
}

/** Lets browsers cache an answer but revalidate it each time (ETag), separately for each language. */
export function revalidated(reply: FastifyReply) {
  const vary = reply.getHeader('vary');
  reply
    .header('cache-control', 'no-cache')
    .header('vary', vary ? `${vary}, Accept-Language` : 'Accept-Language');
}
