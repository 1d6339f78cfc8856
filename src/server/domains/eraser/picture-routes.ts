import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#server/ground/http/errors.ts';
import { admit } from '#server/ground/http/visitor.ts';
import { pictureSizes, pictureViews, strengths } from '#shared/eraser/limits.ts';
import { fieldErrors } from '#shared/field-errors.ts';
import { rowParams } from '#shared/form-fields.ts';
import { exportFileName, ownExport } from './exports.ts';
import { fileKey } from './page-files.ts';
import { fileThumb, ownPicture, sharedPicture } from './pictures.ts';
import { sendStored } from './send-stored.ts';
import type { EraserParts } from './tools.ts';

type Parts = Pick<EraserParts, 'database' | 'files' | 'scratch' | 'intake' | 'workshop'>;

const size = z.enum(pictureSizes).default('screen');
const OwnQuery = z.object({
  view: z.enum(pictureViews).default('erased'),
  size,
  version: z.coerce.number().int().min(1).max(1000).optional(),
  strength: z.enum(strengths).optional(),
});
const SharedParams = rowParams.extend({ page: z.coerce.number().int().min(1).max(1000) });

/**
 * Cached by the owner's browser only, not by proxies, and revalidated on each use since the picture can be
 * deleted.
 */
const privateRevalidated = 'private, no-cache';
/** The picture of a version never changes. */
const privateImmutable = 'private, max-age=86400, immutable';

/**
 * Pictures and files for `<img>` tags and links, which send no token: these read-only routes are authorised
 * by the session cookie.
 */
export function servePictures(app: FastifyInstance, parts: Parts) {
  const { db } = parts.database;
  // A library page shows dozens of pictures at once.
  const options = { schema: { hide: true }, config: { rateLimit: { max: 3000, timeWindow: '1 minute' } } };

  async function visitorOf(request: FastifyRequest) {
    const byCookie = await app.identifyByCookie(request, 'ai');
    return byCookie.session ? byCookie : app.identify(request);
  }

  async function owner(request: FastifyRequest) {
    const visitor = await visitorOf(request);
    admit({ audience: 'aiUser' }, visitor);
    if (!visitor.session) throw new AppError('notSignedIn');
    return visitor.session.userId;
  }

  app.get('/api_ai/eraser/image_record/:id/picture', options, async (request, reply) => {
    const userId = await owner(request);
    const { id } = parsed(rowParams, request.params, request);
    const requested = parsed(OwnQuery, request.query, request);
    const picture = await ownPicture(db, parts, userId, id, requested);
    const cacheControl = requested.version === undefined ? privateRevalidated : privateImmutable;
    return sendStored(request, reply, parts.files, { ...picture, cacheControl });
  });

  app.get('/api_ai/eraser/cache_file/:id/thumb', options, async (request, reply) => {
    const userId = await owner(request);
    const { id } = parsed(rowParams, request.params, request);
    const picture = await fileThumb(db, parts, userId, id);
    return sendStored(request, reply, parts.files, { ...picture, cacheControl: privateRevalidated });
  });

  app.get('/api_ai/eraser/shared_record/:id/picture/:page', options, async (request, reply) => {
    const { id, page } = parsed(SharedParams, request.params, request);
    const query = parsed(z.object({ size }), request.query, request);
    const reader = (await visitorOf(request)).session?.userId;
    const picture = await sharedPicture(db, { recordId: id, number: page, size: query.size, reader });
    return sendStored(request, reply, parts.files, { ...picture, cacheControl: 'no-cache' });
  });

  app.get(
    '/api_ai/eraser/export/:id/file',
    // Allows a large file to be downloaded over a slow connection.
    { ...options, handlerTimeout: 10 * 60 * 1000 },
    async (request, reply) => {
      const userId = await owner(request);
      const { id } = parsed(rowParams, request.params, request);
      const row = await ownExport(db, userId, id);
      if (row.bundle === null) throw new AppError('notFound');
      return sendStored(request, reply, parts.files, {
        key: fileKey(row.bundle, 'file'),
        mediaType: row.format === 'pdf' ? 'application/pdf' : 'application/zip',
        cacheControl: privateRevalidated,
        fileName: exportFileName(row),
      });
    },
  );
}

function parsed<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  request: FastifyRequest,
): z.output<Schema> {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  throw new AppError('badInput', { fields: fieldErrors(result.error.issues, request.visitor.locale) });
}
