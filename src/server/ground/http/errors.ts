import { type CodeName, codes } from '#shared/codes/codes.ts';
import type { FailedEnvelope } from '#shared/envelope.ts';
import type { Locale } from '#shared/locale.ts';

/** The error that domains throw; the error handler sends it as an envelope in the caller's language. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: CodeName;
  readonly fields: Record<string, string> | undefined;
  /** Data the caller needs to continue, such as how long to wait; sent in `data`. */
  readonly details: Record<string, unknown> | undefined;

  constructor(code: CodeName, options: AppErrorOptions = {}) {
    super(codes[code].message.en, { cause: options.cause });
    this.code = code;
    this.fields = options.fields;
    this.details = options.details;
  }
}

type AppErrorOptions = {
  fields?: Record<string, string>;
  details?: Record<string, unknown> | undefined;
  cause?: unknown;
};

export function failure(
  code: CodeName,
  locale: Locale,
  { fields, details }: Pick<AppError, 'fields' | 'details'> = { fields: undefined, details: undefined },
): FailedEnvelope {
  const data = fields || details ? { ...(fields && { fields }), ...details } : null;
  return { code: codes[code].code, data, message: codes[code].message[locale] };
}

export type Translations = Record<Locale, string>;

/** A field error that only the server can detect, sent like a validation error. */
export function fieldProblem(locale: Locale, problems: Record<string, Translations>) {
  const fields = Object.entries(problems).map(([field, text]) => [field, text[locale]]);
  return new AppError('badInput', { fields: Object.fromEntries(fields) });
}
