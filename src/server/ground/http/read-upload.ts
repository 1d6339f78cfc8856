import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Upload } from '#shared/call.ts';
import { AppError, fieldProblem } from './errors.ts';
import type { Visitor } from './visitor.ts';

/** Allowance for the other fields and the multipart boundaries. */
const overheadBytes = 16_384;
const maxConcurrentPerCaller = 3;

// Running uploads per caller, which limits how much of this process's memory one caller can use.
const reading = new Map<string, number>();

/** Reads the file and fields of a multipart body. The route's scope has to register @fastify/multipart. */
export async function readUpload(request: FastifyRequest, upload: Upload, visitor: Visitor) {
  if (!request.isMultipart()) throw new AppError('wrongType');
  if (Number(request.headers['content-length'] ?? 0) > upload.maxBytes + overheadBytes)
    throw new AppError('tooLarge');
  const caller = visitor.session ? String(visitor.session.userId) : visitor.address;
  const others = reading.get(caller) ?? 0;
  if (others >= maxConcurrentPerCaller) throw new AppError('tooMany');
  reading.set(caller, others + 1);
  try {
    return await readParts(request, upload, visitor);
  } finally {
    const left = (reading.get(caller) ?? 1) - 1;
    if (left > 0) reading.set(caller, left);
    else reading.delete(caller);
  }
}

async function readParts(request: FastifyRequest, { field, maxBytes }: Upload, { locale }: Visitor) {
  const fields: Record<string, unknown> = {};
  let file: Uint8Array | undefined;
  const limits = { files: 1, fileSize: maxBytes, fields: 20, fieldSize: 2000, parts: 21, headerPairs: 50 };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields[part.fieldname] = part.value;
      else if (part.fieldname === field) file = await part.toBuffer();
      else part.file.resume();
    }
  } catch (error) {
    throw uploadError(error);
  }
  if (!file) throw fieldProblem(locale, { [field]: { 'zh-Hant': '請選擇檔案', en: 'Please choose a file' } });
  return { fields, file };
}

/** The parser's errors for a malformed body have no status; they are all caused by the client. */
function uploadError(error: unknown) {
  const tooLarge = (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE';
  return new AppError(tooLarge ? 'tooLarge' : 'badBody', { cause: error });
}
