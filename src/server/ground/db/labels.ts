import type { Locale } from '#shared/locale.ts';

/** The names a table keeps side by side. */
export type Named = { nameZhHant: string; nameEn: string };

export const nameIn = (locale: Locale, row: Named) => (locale === 'en' ? row.nameEn : row.nameZhHant);
