import { z } from 'zod';
import type { Calls } from '../call.ts';
import { rowId, rowParams } from '../form-fields.ts';
import { plainText } from '../plain-text.ts';
import { eraserLimits, eraserTypes } from './limits.ts';

const timestamp = z.iso.datetime();
const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('of the whole file as it is on the device, in lower-case hexadecimal');
const fileName = plainText(200).trim().default('');

/** An uploaded file of the caller: checked, without location data, ready to be erased. */
export const CachedFile = z
  .object({
    id: z.int(),
    sha256,
    name: z.string(),
    media_type: z.enum(eraserTypes).describe('by its content, whatever it was called'),
    byte_size: z.int(),
    pages: z.int(),
    spread: z
      .number()
      .nullable()
      .describe('a photo of two pages: where the fold seems to be, as a share of its width'),
    is_known: z.boolean().describe('it was here already: nothing was stored twice'),
  })
  .meta({ id: 'CachedFile' });
export type CachedFile = z.infer<typeof CachedFile>;

const OpenUpload = z
  .object({
    upload_id: z.string(),
    received: z.int().describe('bytes that have arrived: the offset to go on at'),
    chunk_bytes: z.int(),
    expires_at: timestamp,
    file: CachedFile.nullable().describe(
      'once everything has arrived and was checked; nothing is left to send',
    ),
  })
  .meta({ id: 'OpenUpload' });
export type OpenUpload = z.infer<typeof OpenUpload>;

/** Every sheet is A4. */
const ExportOptions = z.object({
  format: z.enum(['pdf', 'zip']),
  view: z.enum(['erased', 'original']).default('erased'),
  whiten: z
    .boolean()
    .default(true)
    .describe('make the paper of clean pages white, so that an A4 prints white; uploads stay as they are'),
  size: z
    .enum(['fit', 'true'])
    .default('fit')
    .describe('as large as the margins allow, or as large as the paper was'),
  orientation: z.enum(['auto', 'portrait', 'landscape']).default('auto'),
  margin: z.number().min(0).max(40).default(10).describe('millimetres on all four sides'),
  per_sheet: z.union([z.literal(1), z.literal(2), z.literal(4)]).default(1),
  page_numbers: z.boolean().default(false),
  name_line: z.boolean().default(false).describe('a line for name, class and date on top of every sheet'),
  text_layer: z
    .boolean()
    .default(false)
    .describe('searchable text (Traditional Chinese and English); takes longer'),
});
export type ExportOptions = z.output<typeof ExportOptions>;

export const exportStatuses = ['waiting', 'running', 'done', 'failed'] as const;
export const EraseExport = z
  .object({
    id: z.int(),
    format: z.enum(['pdf', 'zip']),
    status: z.enum(exportStatuses),
    pages: z.int(),
    pages_done: z.int(),
    byte_size: z.int().nullable(),
    file_name: z.string(),
    expires_at: timestamp.nullable(),
  })
  .meta({ id: 'EraseExport' });
export type EraseExport = z.infer<typeof EraseExport>;

/**
 * Uploads and exports. `exportFileUrl` and `pictureUrl` in limits.ts build the addresses from which a browser
 * reads files.
 */
export const eraserFileCalls = {
  'POST /api_ai/eraser/cache_file': {
    summary:
      'Store a photo (JPEG, PNG, WebP, HEIC) or a PDF in one request; the same content again answers the file that is here',
    audience: 'aiUser',
    perMinute: 120,
    upload: { field: 'file', maxBytes: eraserLimits.cacheFileBytes },
    body: z.object({ name: fileName, sha256: sha256.optional().describe('checked where it is given') }),
    data: CachedFile,
  },
  'POST /api_ai/eraser/upload': {
    summary:
      'Begin a resumable upload, or learn how far it has come: the same hash is the same upload. A file that is here already answers at once',
    audience: 'aiUser',
    perMinute: 120,
    body: z.object({
      sha256,
      byte_size: z.int().min(1).max(eraserLimits.fileBytes),
      name: fileName,
    }),
    data: OpenUpload,
  },
  'POST /api_ai/eraser/upload/{id}/chunk': {
    summary:
      'The bytes from `offset` on. One that has arrived before changes nothing; one from elsewhere answers where to go on. The last one checks the whole',
    audience: 'aiUser',
    perMinute: 600,
    params: z.object({ id: z.uuid() }),
    upload: { field: 'chunk', maxBytes: eraserLimits.chunkBytes },
    body: z.object({ offset: z.coerce.number().int().min(0).max(eraserLimits.fileBytes) }),
    data: OpenUpload,
  },
  'POST /api_ai/eraser/export': {
    summary: 'Make an A4 PDF or a zip of pages that are done; a job does it',
    audience: 'aiUser',
    perMinute: 20,
    body: ExportOptions.extend({
      title: plainText(eraserLimits.titleLength).trim().default(''),
      pages: z.array(rowId).min(1).max(eraserLimits.pagesOfExport).describe('image records, in this order'),
    }),
    data: EraseExport,
  },
  'GET /api_ai/eraser/export/{id}': {
    summary: 'How far an export is',
    audience: 'aiUser',
    params: rowParams,
    data: EraseExport,
  },
} satisfies Calls;
