import { grouped } from '#web/ground/i18n/numbers.ts';

export const dollars = (cents: number) => `HK$${grouped(cents / 100, 2)}`;

/** Whole percent, but never 0 for more than nothing nor 100 for less than all. */
export function percentOf(part: number, whole: number) {
  if (whole <= 0) return part > 0 ? 100 : 0;
  const share = (part / whole) * 100;
  if (share <= 0) return 0;
  if (share < 1) return 1;
  return share >= 100 ? Math.round(share) : Math.min(99, Math.round(share));
}

/** A path with these query parameters; empty ones are left out. */
export function withQuery(path: string, query: Record<string, string | number | undefined>) {
  const used = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (used.length === 0) return path;
  return `${path}?${new URLSearchParams(used.map(([name, value]) => [name, String(value)]))}`;
}

/** A value from another domain as text: text and numbers as they are, lists joined. */
export function plainValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (Array.isArray(value)) return value.map(plainValue).join('、');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
