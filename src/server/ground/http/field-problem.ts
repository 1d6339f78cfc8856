import type { Locale } from '#shared/locale.ts';
import { AppError } from './errors.ts';

export type Words = Record<Locale, string>;

/** What only the server can see about a field, told like every other field error. */
export function fieldProblem(locale: Locale, problems: Record<string, Words>) {
  const fields = Object.entries(problems).map(([field, words]) => [field, words[locale]]);
  return new AppError('badInput', { fields: Object.fromEntries(fields) });
}
