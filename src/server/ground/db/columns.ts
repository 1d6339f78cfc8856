import { sql } from 'drizzle-orm';
import { bigint, customType, integer, timestamp } from 'drizzle-orm/pg-core';
import type { Locale } from '#shared/locale.ts';

// Columns as every domain writes them.

export const rowId = (name: string) => bigint(name, { mode: 'number' });
export const moment = (name: string) => timestamp(name, { withTimezone: true });
/** Several ids of a reference list. */
export const ids = (name: string) => integer(name).array().notNull();
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Today in Hong Kong, for a statement. */
export const hongKongToday = sql.raw(`(now() at time zone 'Asia/Hong_Kong')::date`);

/** The names a table keeps side by side. */
export type Named = { nameZhHant: string; nameEn: string };

export const nameIn = (locale: Locale, row: Named) => (locale === 'en' ? row.nameEn : row.nameZhHant);
