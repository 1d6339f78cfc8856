import { sql } from 'drizzle-orm';
import { bigint, customType, integer, timestamp } from 'drizzle-orm/pg-core';
import type { Locale } from '#shared/locale.ts';

// Column definitions shared by all domains.

export const rowId = (name: string) => bigint(name, { mode: 'number' });
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true });
/** An array of ids from a reference list. */
export const ids = (name: string) => integer(name).array().notNull();
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Today's date in Hong Kong, as an SQL expression. */
export const hongKongToday = sql.raw(`(now() at time zone 'Asia/Hong_Kong')::date`);

/** A row with a name in both languages. */
export type Named = { nameZhHant: string; nameEn: string };

export const nameIn = (locale: Locale, row: Named) => (locale === 'en' ? row.nameEn : row.nameZhHant);

/** The two columns of a text in both languages. */
export const inBoth = <Name extends string>(name: Name, text: Record<Locale, string>) =>
  ({ [`${name}ZhHant`]: text['zh-Hant'], [`${name}En`]: text.en }) as Record<
    `${Name}ZhHant` | `${Name}En`,
    string
  >;
