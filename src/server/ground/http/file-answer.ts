import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { answerPolicy } from './security-headers.ts';

/** A stored file on its way to someone who may have it. */
export type FileAnswer = { content: Readable; mediaType: string; fileName: string };

/** Somebody else's upload is never a page of ours: it is saved or shown, and can do nothing. */
export function sendFile(reply: FastifyReply, { content, mediaType, fileName }: FileAnswer) {
  return reply
    .type(mediaType)
    .headers({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${fileName}"`,
      'content-security-policy': `${answerPolicy}; sandbox`,
      'x-content-type-options': 'nosniff',
    })
    .send(content);
}

/** Kept by browsers, asked about every time (ETag), and different for each language. */
export function revalidated(reply: FastifyReply) {
  const vary = reply.getHeader('vary');
  reply
    .header('cache-control', 'no-cache')
    .header('vary', vary ? `${vary}, Accept-Language` : 'Accept-Language');
}
