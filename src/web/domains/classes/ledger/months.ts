import { addToMonth, formatMonth, type Month } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';

const monthsOffered = 18;

/** A month as the value of a select, and back. */
export const monthId = (month: Month) => Number(month.replace('-', ''));
export const monthBack = (id: string): Month | null =>
  id === '' ? null : `${id.slice(0, 4)}-${id.slice(4)}`;

/** The months to choose from, the latest first, including the requested one. */
export function monthsUpTo(month: Month, requested: Month | null = null): Month[] {
  const months = Array.from({ length: monthsOffered }, (_, index) => addToMonth(month, -index));
  return requested === null || months.includes(requested) ? months : [...months, requested].sort().reverse();
}

export const monthChoices = (months: readonly Month[], locale: Locale) =>
  months.map((month) => ({ id: monthId(month), name: formatMonth(month, locale) }));
