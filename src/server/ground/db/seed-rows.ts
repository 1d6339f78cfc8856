import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from './db.ts';

export type SeedRow = Record<string, unknown>;

/** Inserts or updates rows by `key`. Columns that the rows do not contain stay unchanged. */
export async function upsert(tx: Tx, table: string, seedRows: SeedRow[], key = 'id') {
  const rows = seedRows.map(toColumns);
  const columns = [...new Set(rows.flatMap(Object.keys))];
  const names = list(columns.map((column) => sql.identifier(column)));
  const changes = list(
    columns.map((column) => sql`${sql.identifier(column)} = excluded.${sql.identifier(column)}`),
  );
  await tx.execute(sql`
    insert into ${sql.identifier(table)} (${names})
    select ${names} from ${recordset(table, rows)}
    on conflict (${sql.identifier(key)}) do update set ${changes}`);
}

/** The rows as an SQL table with the columns of `table`, for joining or filtering. */
export const recordset = (table: string, rows: SeedRow[]) =>
  sql`jsonb_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(rows)}::jsonb)`;

/** `{ name: { 'zh-Hant', en } }` as the columns `name_zh_hant` and `name_en`. */
export function toColumns(row: SeedRow): SeedRow {
  const columns = Object.entries(row).flatMap(([name, value]) =>
    isBilingual(value)
      ? [
          [`${name}_zh_hant`, value['zh-Hant']],
          [`${name}_en`, value.en],
        ]
      : [[name, value]],
  );
  return Object.fromEntries(columns);
}

const isBilingual = (value: unknown): value is { 'zh-Hant': unknown; en: unknown } =>
  typeof value === 'object' && value !== null && 'zh-Hant' in value && 'en' in value;

const list = (parts: SQL[] | ReturnType<typeof sql.identifier>[]) => sql.join(parts as SQL[], sql.raw(', '));
