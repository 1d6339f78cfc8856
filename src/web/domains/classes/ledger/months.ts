import { addToMonth, type Month, monthWords } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';

const monthsOffered = 18;

/** A month as the value of a select, and back. */
export const monthId = (month: Month) => Number(month.replace('-', ''));
export const monthBack = (id: string): Month | null =>
  id === '' ? null : `${id.slice(0, 4)}-${id.slice(4)}`;

/** The months one may ask for, the latest first, and the one that is asked for. */
export function monthsUpTo(month: Month, asked: Month | null = null): Month[] {
  const months = Array.from({ length: monthsOffered }, (_, index) => addToMonth(month, -index));
  return asked === null || months.includes(asked) ? months : [...months, asked].sort().reverse();
}

export const monthChoices = (months: readonly Month[], locale: Locale) =>
  months.map((month) => ({ id: monthId(month), name: monthWords(month, locale) }));
