import type { FastifyReply } from 'fastify';

/** Kept by browsers, asked about every time (ETag), and different for each language. */
export function revalidated(reply: FastifyReply) {
  const vary = reply.getHeader('vary');
  reply
    .header('cache-control', 'no-cache')
    .header('vary', vary ? `${vary}, Accept-Language` : 'Accept-Language');
}
