import type { FastifyError, FastifyInstance } from 'fastify';
import { type CodeName, codes } from '#shared/codes/codes.ts';
import type { Config } from '../config/config.ts';
import { codeOfFailure, databaseFailure } from '../db/database-failure.ts';
import { isDiskFull } from '../files/disk-full.ts';
import { FilesError } from '../files/files.ts';
import { AppError, failure } from './errors.ts';
import { answerPolicy } from './security-headers.ts';
import { visitorOf } from './visitor.ts';

/** Our error codes for Fastify's own errors. */
const codeOfFastifyError: Record<string, CodeName> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'badBody',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'badBody',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'badBody',
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrongType',
  FST_ERR_HANDLER_TIMEOUT: 'tooSlow',
  FST_ERR_BAD_URL: 'badUrl',
  FST_ERR_MAX_PARAM_LENGTH: 'unknownPath',
};

function codeOf(error: FastifyError | AppError): CodeName {
  if (error instanceof AppError) return error.code;
  const known = codeOfFastifyError[error.code];
  if (known) return known;
  const kind = databaseFailure(error);
  if (kind) return codeOfFailure[kind];
  if (isDiskFull(error)) return 'noSpace';
  if (error.statusCode === 429) return 'tooMany';
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return 'badBody';
  return 'internal';
}

/** Answers errors with an envelope in the caller's language; only the server's own failures are logged. */
export function answerErrors(app: FastifyInstance, config: Config) {
  app.setErrorHandler<FastifyError | AppError>((error, request, reply) => {
    const code = codeOf(error);
    const { locale } = visitorOf(request, config);
    if (code === 'internal' || error instanceof FilesError || databaseFailure(error) || isDiskFull(error))
      request.log.error({ err: error }, '應用層錯誤');
    return reply
      .code(codes[code].status)
      .header('x-request-id', request.id)
      .header('cache-control', 'no-store')
      .header('content-security-policy', answerPolicy)
      .send(failure(code, locale, error instanceof AppError ? error : undefined));
  });
}

/** Answers an unknown API path: 405 if the path exists with another method, else 404. */
export function answerUnknownCalls(app: FastifyInstance) {
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    const methods = app.calls.methodsAt(request.url.split('?')[0] ?? '');
    if (methods.length > 0) reply.header('allow', methods.join(', '));
    throw new AppError(methods.length > 0 ? 'wrongMethod' : 'unknownPath');
  });
}
