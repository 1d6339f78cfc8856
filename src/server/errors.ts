import { type CodeName, codes } from '#shared/codes.ts';
import type { FailedEnvelope } from '#shared/envelope.ts';
import type { Locale } from '#shared/locale.ts';

/** The one error the domains throw; the error handler writes it as an envelope in the caller's language. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: CodeName;
  readonly fields: Record<string, string> | undefined;

  constructor(code: CodeName, options: { fields?: Record<string, string>; cause?: unknown } = {}) {
    super(codes[code].message.en, { cause: options.cause });
    this.code = code;
    this.fields = options.fields;
  }
}

export function failure(code: CodeName, locale: Locale, fields?: Record<string, string>): FailedEnvelope {
  return { code: codes[code].code, data: fields ? { fields } : null, message: codes[code].message[locale] };
}
