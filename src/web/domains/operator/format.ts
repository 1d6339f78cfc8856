import { grouped } from '#web/ground/i18n/numbers.ts';

export const dollars = (cents: number) => `HK$${grouped(cents / 100, 2)}`;

/** Whole percent, but never 0 for something nor 100 for not quite all. */
export function percentOf(part: number, whole: number) {
  if (whole <= 0) return part > 0 ? 100 : 0;
  const share = (part / whole) * 100;
  if (share <= 0) return 0;
  if (share < 1) return 1;
  return share >= 100 ? Math.round(share) : Math.min(99, Math.round(share));
}

/** An address with these parameters; what is empty is left out. */
export function withQuery(path: string, query: Record<string, string | number | undefined>) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** What a domain added of its own, in words: text and figures as they are, lists in a row. */
export function plainValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (Array.isArray(value)) return value.map(plainValue).join('、');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
